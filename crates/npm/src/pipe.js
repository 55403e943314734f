// Input of the engine on its way to another thread: one worker writes it, one thread reads it, and neither needs an event loop
// for that.

/** Bytes for which there is room. */
const PIPE_BYTES = 1 << 16;

/** Words before them: bytes written and read so far, changes, whether this is the end, and whether the writer waits for room. */
const [WRITTEN, READ, CHANGES, IS_AT_END, WANTS_ROOM, PIPE_WORDS] = [0, 1, 2, 3, 4, 5];

class Pipe {
  #words;
  #bytes;

  constructor(buffer = new SharedArrayBuffer(4 * PIPE_WORDS + PIPE_BYTES)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, PIPE_WORDS);
    this.#bytes = new Uint8Array(buffer, 4 * PIPE_WORDS);
  }

  /** Writes as many of these bytes as there is room for. Returns their number. @param {Uint8Array} bytes */
  write(bytes) {
    const begin = Atomics.load(this.#words, WRITTEN);
    const room = PIPE_BYTES - ((begin - Atomics.load(this.#words, READ)) | 0);
    const count = Math.min(room, bytes.length);
    for (let i = 0; i < count; i += 1) this.#bytes[(begin + i) & (PIPE_BYTES - 1)] = bytes[i];
    Atomics.add(this.#words, WRITTEN, count);
    this.#change();
    return count;
  }

  end() {
    Atomics.store(this.#words, IS_AT_END, 1);
    this.#change();
  }

  #change() {
    Atomics.add(this.#words, CHANGES, 1);
    Atomics.notify(this.#words, CHANGES);
  }

  /** The writer looks for room once more, and then waits for it. */
  wantRoom() {
    Atomics.store(this.#words, WANTS_ROOM, 1);
  }

  /** Returns true, once, if the writer waits for room. */
  takeWish() {
    return Atomics.exchange(this.#words, WANTS_ROOM, 0) === 1;
  }

  /** Returns no more than so many bytes. @param {number} most */
  read(most) {
    const begin = Atomics.load(this.#words, READ);
    const count = Math.min(most, (Atomics.load(this.#words, WRITTEN) - begin) | 0);
    const bytes = Uint8Array.from({ length: count }, (_, i) => this.#bytes[(begin + i) & (PIPE_BYTES - 1)]);
    Atomics.add(this.#words, READ, count);
    return bytes;
  }

  /** Blocks this thread for so long, or until there is something to read. Returns whether there is. @param {number} ms */
  wait(ms) {
    const end = now() + ms;
    for (;;) {
      const changes = Atomics.load(this.#words, CHANGES);
      const isReady = Atomics.load(this.#words, WRITTEN) !== Atomics.load(this.#words, READ)
        || Atomics.load(this.#words, IS_AT_END) === 1;
      const left = end - now();
      if (isReady || left <= 0) return isReady;
      Atomics.wait(this.#words, CHANGES, changes, left);
    }
  }
}
