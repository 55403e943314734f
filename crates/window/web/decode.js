// Reads a recording: the bytes that `cleave_virtual_time::recording` describes, as steps and marks.

/**
 * @typedef {{action: number, alpha: number, beta: number, depth: number, type: number}} Task
 * @typedef {{at: number, kind: string, block: number, task: Task, value: number, bytes: number,
 *   first: number, next: number, count: number, time: number}} Deed fields that a kind does not have are as in `NO_DEED`
 * @typedef {{worker: number, from: number, to: number, activity: number, nodes: number, look: number,
 *   deeds: Deed[]}} Step
 * A mark concerns the whole team. A death has its worker and time; a recovery has the time when all had left their work, and
 * the time when they begin again. @typedef {{mark: number, first: number, at: number}} Mark
 */

/** @type {Task} */
export const NO_TASK = { action: 0, alpha: 0, beta: 0, depth: 0, type: 3 };
/** @type {Deed} */
export const NO_DEED = {
  at: 0, kind: '', block: -1, task: NO_TASK, value: 0, bytes: 0, first: 0, next: 0, count: 0, time: 0,
};

/** The deeds by number, and their fields: b block, o block or none, t task, v value, w value or none,
 * c count or -1, n number. */
const DEEDS = [
  ['waited', 'bn:time'], ['entered', 'n:count'], ['rooted', 'btn:next'], ['made', 'b'], ['poolempty', ''],
  ['joined', 'bn:first'], ['arrived', ''], ['copied', 'n:bytes'], ['took', 'otc'], ['brought', 'ovn:bytes'],
  ['wasted', ''], ['again', 'bt'], ['returned', 'b'], ['settled', 'bv'], ['stopped', 'b'], ['finished', 'bv'],
  ['cancelled', 'b'], ['cleared', 'b'], ['leftopen', 'b'], ['left', ''], ['aborted', ''], ['waits', 'o'],
  ['looked', ''], ['locked', 'n:count'], ['deferred', 'n:count'], ['concluded', 'w'],
];

/**
 * Returns all entries of a recording, in order.
 * @param {Uint8Array} bytes
 * @returns {{workers: number, entries: (Step|Mark)[]}}
 */
export function decode(bytes) {
  let place = 0;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (place >= bytes.length) throw new Error(`the recording is cut short at byte ${place}`);
      const byte = bytes[place++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const signed = () => {
    const folded = number();
    return folded % 2 ? -(folded + 1) / 2 : folded / 2;
  };
  /** @returns {Task} */
  const task = () => {
    const [action, alpha] = [number(), signed()];
    return { action, alpha, beta: alpha + signed(), depth: signed(), type: number() };
  };
  /** @param {number} at @returns {Deed} */
  const deed = (at) => {
    const row = DEEDS[number()];
    if (!row) throw new Error(`the recording is broken at byte ${place - 1}`);
    /** @type {any} */
    const found = { ...NO_DEED, at: at + number(), kind: row[0] };
    const [fields, name] = row[1].split(':');
    for (const field of fields) {
      if (field === 'b') found.block = number();
      else if (field === 'o') found.block = number() - 1;
      else if (field === 'c') found.count = number() - 1;
      else if (field === 't') found.task = task();
      else if (field === 'v') found.value = signed();
      else if (field === 'w') found.value = number() ? signed() : NaN;
      else found[name] = number();
    }
    return found;
  };

  const version = number();
  if (version !== 3) throw new Error(`the recording is of version ${version}; this page reads version 3`);
  const workers = number();
  const ends = new Array(workers).fill(0);
  /** @type {(Step|Mark)[]} */
  const entries = [];
  while (place < bytes.length) {
    const head = bytes[place++];
    if (head & 128) {
      const mark = head & 127;
      if (mark > 5) throw new Error(`the recording is broken at byte ${place - 1}`);
      const [first, at] = mark > 3 ? [number(), number()] : [0, 0];
      if (mark === 4 && first >= workers || mark === 5 && at < first) throw new Error(`the recording is broken at byte ${place - 1}`);
      entries.push({ mark, first, at });
      continue;
    }
    const worker = number();
    if (worker >= workers) throw new Error(`the recording is broken at byte ${place - 1}`);
    const from = ends[worker] + (head & 8 ? number() : 0);
    const to = from + number();
    const nodes = head & 16 ? number() : 0;
    const look = head & 32 ? number() : 0;
    const deeds = [];
    for (let left = head & 64 ? number() : 0, at = from; left > 0; left--) {
      const next = deed(at);
      at = next.at;
      deeds.push(next);
    }
    ends[worker] = to;
    entries.push({ worker, from, to, activity: head & 7, nodes, look, deeds });
  }
  return { workers, entries };
}

/**
 * Returns the bytes of a text in base 64 that gzip has compressed.
 * @param {string} text
 */
export async function unpack(text) {
  const binary = atob(text.trim());
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
