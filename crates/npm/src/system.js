// What a module asks its system for (WASI, preview 1): standard streams, clocks, random numbers, arguments, and threads if it
// has them. There are no files.

/**
 * The module's surroundings.
 * @typedef {object} Host
 * @property {WebAssembly.Memory} memory
 * @property {string[]} args The arguments, without the name of the program.
 * @property {string[]} [environment] Variables with their values: `NAME=value`.
 * @property {boolean} isTerminal Standard input is a terminal.
 * @property {(bytes: Uint8Array, isError: boolean) => void} write Writes to standard output or standard error.
 * @property {(most: number) => Uint8Array} read Returns input, no more than so many bytes; none at its end.
 * @property {(ms: number, forInput: boolean) => boolean} wait Waits so long, for input or just so. Returns true if there is
 *   input.
 * @property {(argument: number) => number} [spawn] Starts a thread. Returns its number, or a negative one if it cannot.
 */

/** Thrown when the program ends, to leave the module. */
class Exit {
  /** @param {number} code */
  constructor(code) {
    this.code = code;
  }
}

const [SUCCESS, BAD_DESCRIPTOR, NO_SUCH_CALL] = [0, 8, 52];
const [CLOCK, INPUT] = [0, 1];
const [CHARACTER_DEVICE, STREAM] = [2, 6];
const NAME = 'cleave';

/** A program that runs. @typedef {{write: (bytes: Uint8Array) => void, end: () => void}} Running */

/**
 * How a program is started. `write` gets what it writes, `ended` its exit code, or why it has failed.
 * @typedef {{args: string[], isTerminal: boolean, write: (bytes: Uint8Array, isError: boolean) => void,
 *   ended: (code: number, error?: unknown) => void}} Options
 */

/** This is Node, not a browser. */
const isNode = typeof process === 'object' && Boolean(process.versions?.node);
const threads = () => require('node:worker_threads');

/** Milliseconds on a clock that all threads share. @type {() => number} */
const now = isNode ? () => Number(process.hrtime.bigint()) / 1e6 : () => performance.timeOrigin + performance.now();

/** Makes the imports of the module. @param {WebAssembly.Module} module @param {Host} host */
function imports(module, host) {
  const view = () => new DataView(host.memory.buffer);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(host.memory.buffer, at, length);
  const encoder = new TextEncoder();
  const texts = (/** @type {string[]} */ list) => list.map((text) => encoder.encode(`${text}\0`));
  const args = texts([NAME, ...host.args]);
  const environment = texts(host.environment ?? []);

  /** Writes how many texts there are, and their length. @type {(texts: Uint8Array[], count: number, size: number) => number} */
  const putSizes = (texts, count, size) => {
    view().setUint32(count, texts.length, true);
    view().setUint32(size, texts.reduce((sum, text) => sum + text.length, 0), true);
    return SUCCESS;
  };

  /** Writes texts, and a list of their addresses. @type {(texts: Uint8Array[], list: number, at: number) => number} */
  const putTexts = (texts, list, at) => {
    texts.forEach((text, i) => {
      view().setUint32(list + 4 * i, at, true);
      bytes(at, text.length).set(text);
      at += text.length;
    });
    return SUCCESS;
  };

  /** The pieces of a list of buffers. @param {number} list @param {number} count */
  const pieces = (list, count) =>
    Array.from({ length: count }, (_, i) => bytes(view().getUint32(list + 8 * i, true), view().getUint32(list + 8 * i + 4, true)));

  /** @type {Record<string, (...values: any[]) => any>} */
  const calls = {
    args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => putSizes(args, count, size),
    args_get: (/** @type {number} */ list, /** @type {number} */ at) => putTexts(args, list, at),
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => putSizes(environment, count, size),
    environ_get: (/** @type {number} */ list, /** @type {number} */ at) => putTexts(environment, list, at),
    clock_time_get(/** @type {number} */ clock, /** @type {bigint} */ _, /** @type {number} */ at) {
      const ms = clock === 0 ? Date.now() : now();
      view().setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return SUCCESS;
    },
    random_get(/** @type {number} */ at, /** @type {number} */ length) {
      // Memory that threads share is not filled directly.
      bytes(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return SUCCESS;
    },
    fd_write(/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ written) {
      if (fd !== 1 && fd !== 2) return BAD_DESCRIPTOR;
      let sum = 0;
      for (const piece of pieces(list, count)) {
        host.write(piece.slice(), fd === 2);
        sum += piece.length;
      }
      view().setUint32(written, sum, true);
      return SUCCESS;
    },
    fd_read(/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {number} */ read) {
      if (fd !== 0) return BAD_DESCRIPTOR;
      const [piece] = pieces(list, count).filter((piece) => piece.length > 0);
      const input = piece ? host.read(piece.length) : new Uint8Array();
      piece?.set(input);
      view().setUint32(read, input.length, true);
      return SUCCESS;
    },
    fd_fdstat_get(/** @type {number} */ fd, /** @type {number} */ at) {
      if (fd > 2) return BAD_DESCRIPTOR;
      bytes(at, 24).fill(0);
      view().setUint8(at, fd === 0 && host.isTerminal ? CHARACTER_DEVICE : STREAM);
      return SUCCESS;
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    poll_oneoff(/** @type {number} */ list, /** @type {number} */ events, /** @type {number} */ count, /** @type {number} */ occurred) {
      let ms = Infinity;
      let [timer, input] = [0, 0];
      for (let at = list; at < list + 48 * count; at += 48) {
        if (view().getUint8(at + 8) === CLOCK) {
          timer = at;
          const isMoment = (view().getUint16(at + 40, true) & 1) === 1;
          const time = Number(view().getBigUint64(at + 24, true)) / 1e6;
          ms = isMoment ? Math.max(0, time - now()) : time;
        } else {
          input = at;
        }
      }
      const source = host.wait(ms, input > 0) ? input : timer;
      // A module that is suspended here takes no notice of these.
      bytes(events, 32).fill(0);
      view().setBigUint64(events, view().getBigUint64(source, true), true);
      view().setUint8(events + 10, source === input ? INPUT : CLOCK);
      view().setUint32(occurred, 1, true);
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    proc_exit(/** @type {number} */ code) {
      throw new Exit(code);
    },
    'thread-spawn': (/** @type {number} */ argument) => host.spawn?.(argument) ?? -1,
  };

  /** @type {Record<string, Record<string, any>>} */
  const all = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind === 'function') (all[from] ??= {})[name] = calls[name] ?? (() => NO_SUCH_CALL);
    if (kind === 'memory') (all[from] ??= {})[name] = host.memory;
  }
  return all;
}
