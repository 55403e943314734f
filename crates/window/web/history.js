// The contents of a recording, arranged for the page: stretches by worker, the life of every block, events in order.

import { NO_DEED, NO_TASK, decode } from './decode.js';

/** @typedef {import('./decode.js').Task} Task */
/** @typedef {import('./decode.js').Deed} Deed */
/** @typedef {import('./decode.js').Step} Step */
/**
 * A block from its making to its end. Until `adopted` it belongs to the next iteration; `stopped` are the workers that its
 * cutoff stops, with their blocks; `waiter` is the owner that waits in it; at `lost` all leave it because a worker has died.
 * @typedef {{number: number, slot: number, parent: Life|null, task: Task, ply: number, maker: number,
 *   made: number, settler: number|null, settled: number, finisher: number|null, finished: number,
 *   cleared: number, value: number|null, canceller: number|null, cancelled: number, lost: number, adopted: number,
 *   stopped: {worker: number, life: Life}[], waiter: number|null, members: Set<number>, claims: [number, number][],
 *   confidence: [number, number][]}} Life
 * The block in which a worker holds its claim, and its job there. `left` if it went to look for work afterwards.
 * @typedef {{life: Life, task: Task|null, from: number, to: number, left: boolean}} Place
 * @typedef {{from: number[], to: number[], activity: number[], height: number[], block: number[]}} Lane
 * @typedef {{at: number, order: number, worker: number, deed: Deed, life: Life|null, others: number[], run: number}} Event
 * @typedef {{at: number, busy: number, nodes: number, waits: number, joins: number, cutoffs: number}} Sum
 * A worker that is killed, until all have left their work, and until another takes its place. @typedef {{worker: number, from: number, left: number, to: number}} Death
 * @typedef {{workers: number, lanes: Lane[], places: Place[][], lives: Life[], events: Event[], sums: Sum[], deaths: Death[],
 *   end: number, highest: number}} History
 */

/** Events that are worth a line of the story. */
const TOLD = new Set(['rooted', 'made', 'joined', 'took', 'brought', 'again', 'settled', 'stopped', 'finished',
  'cancelled', 'leftopen', 'aborted', 'waits', 'concluded', 'waited', 'wasted', 'adopted']);

/**
 * @param {Uint8Array} bytes
 * @returns {History}
 */
export function arrange(bytes) {
  const { workers, entries } = decode(bytes);
  /** @type {Lane[]} */
  const lanes = Array.from({ length: workers }, () => ({ from: [], to: [], activity: [], height: [], block: [] }));
  /** @type {Life[]} */
  const lives = [];
  /** @type {Map<number, Life>} */
  const bySlot = new Map();
  /** @type {Place[][]} */
  const places = Array.from({ length: workers }, () => []);
  /** @type {(Place|null)[]} */
  const inside = new Array(workers).fill(null);
  const isAtWork = new Array(workers).fill(false);
  /** The time when each worker returned a claim, if it has done nothing since. */
  const returned = new Array(workers).fill(-1);
  /** @type {Event[]} */
  const events = [];
  /** @type {Sum[]} */
  const sums = [];
  const sum = { at: 0, busy: 0, nodes: 0, waits: 0, joins: 0, cutoffs: 0 };
  const runs = new Array(workers).fill(0);
  /** The last join of each worker. @type {Event[]} */
  const joins = [];
  /** @type {Death[]} */
  const deaths = [];
  let [end, highest] = [0, 1];

  /** @param {number} worker @param {number} at @param {boolean} left */
  const goOut = (worker, at, left = false) => {
    const place = inside[worker];
    // A worker that leaves has had no claim since it returned the last one.
    if (place) [place.to, place.left] = [left && returned[worker] >= 0 ? returned[worker] : at, left];
    [inside[worker], returned[worker]] = [null, -1];
  };
  /** @param {number} worker @param {Life|null|undefined} life @param {Task|null} task @param {number} at */
  const goIn = (worker, life, task, at) => {
    if (!life) return;
    goOut(worker, at);
    const place = { life, task, from: at, to: Infinity, left: false };
    places[worker].push(place);
    inside[worker] = place;
    life.members.add(worker);
  };
  /** @param {Life|null|undefined} life @param {number} change @param {number} at */
  const count = (life, change, at) => {
    if (life) life.claims.push([at, change]);
  };
  /** @param {number} slot @param {Life|null} parent @param {Task} task @param {number} worker @param {number} at
   *  @param {number} adopted */
  const make = (slot, parent, task, worker, at, adopted) => {
    /** @type {Life} */
    const life = {
      number: lives.length, slot, parent, task, ply: parent ? parent.ply + 1 : 0, maker: worker, made: at,
      settler: null, settled: Infinity, finisher: null, finished: Infinity, cleared: Infinity, value: null,
      canceller: null, cancelled: Infinity, lost: Infinity, adopted, stopped: [], waiter: null, members: new Set(), claims: [], confidence: [],
    };
    lives.push(life);
    bySlot.set(slot, life);
    highest = Math.max(highest, task.depth);
    return life;
  };
  /** Returns the workers at a block or below it. @param {Life} life @param {number} except */
  const below = (life, except) => {
    const found = [];
    for (let worker = 0; worker < workers; worker++) {
      const place = worker === except ? null : inside[worker];
      let at = place && place.life;
      while (at && at !== life) at = at.parent;
      if (at) found.push(worker);
    }
    return found;
  };
  /** @param {number} worker @param {Deed} deed @returns {Event} */
  const act = (worker, deed) => {
    const at = deed.at;
    let life = deed.block < 0 ? null : bySlot.get(deed.block) || null;
    /** @type {number[]} */
    let others = [];
    const held = inside[worker];
    switch (deed.kind) {
      case 'rooted':
        life = make(deed.block, null, deed.task, worker, at, deed.next ? Infinity : 0);
        if (!deed.next) {
          count(life, 1, at);
          goIn(worker, life, null, at);
        }
        break;
      case 'made': {
        const task = held && held.task ? held.task : NO_TASK;
        life = make(deed.block, held ? held.life : null, task, worker, at, held && held.life.adopted === Infinity ? Infinity : 0);
        break;
      }
      case 'joined':
        if (returned[worker] >= 0) goOut(worker, at, true);
        count(life, 1, at);
        goIn(worker, life, null, at);
        sum.joins++;
        break;
      case 'took':
        // A claim that is exchanged for the next does not leave the block in between.
        if (life && held && held.life === life && life.claims.at(-1)?.[0] === returned[worker]) life.claims.pop();
        else count(life, 1, at);
        goIn(worker, life, deed.task, at);
        if (life && deed.count >= 0) life.confidence.push([at, deed.count]);
        break;
      case 'copied':
        if (joins[worker]) joins[worker].deed.bytes = deed.bytes;
        break;
      case 'again':
        goIn(worker, life, deed.task, at);
        break;
      case 'returned':
        count(life, -1, at);
        returned[worker] = at;
        break;
      case 'settled':
        if (life) {
          [life.settler, life.settled, life.value] = [worker, at, deed.value];
          others = below(life, worker);
        }
        break;
      case 'stopped':
        sum.cutoffs++;
        others = life ? below(life, worker) : [];
        if (life) life.stopped = others.map((other) => ({ worker: other, life: /** @type {Place} */ (inside[other]).life }));
        break;
      case 'finished':
        if (life) {
          [life.finisher, life.finished, life.value] = [worker, at, deed.value];
          goIn(worker, life.parent, null, at);
        }
        break;
      case 'cancelled':
        if (life && at < life.cancelled) [life.canceller, life.cancelled] = [worker, at];
        break;
      case 'cleared':
        if (life) {
          life.cleared = at;
          bySlot.delete(deed.block);
          if (life.finished === Infinity) goIn(worker, life.parent, null, at);
        }
        break;
      case 'entered':
        isAtWork[worker] = true;
        break;
      case 'left':
      case 'leftopen':
        isAtWork[worker] = false;
        goOut(worker, at, true);
        break;
      case 'waits':
        if (life) life.waiter = worker;
        break;
      case 'waited':
        sum.waits += deed.time;
        break;
    }
    // The blocks in a row whose values a worker takes up as the last one out of each.
    if (deed.kind === 'finished') runs[worker]++;
    else if (['took', 'again', 'joined', 'left'].includes(deed.kind)) runs[worker] = 0;
    const event = { at, order: events.length, worker, deed, life, others, run: runs[worker] };
    if (deed.kind === 'joined') joins[worker] = event;
    return event;
  };

  /** @param {number} at @param {number} worker @param {string} kind @param {Life|null} life @param {number[]} others */
  const tell = (at, worker, kind, life = null, others = []) => {
    events.push({ at, order: events.length, worker, deed: { ...NO_DEED, at, kind }, life, others, run: bySlot.size });
  };
  /** @param {import('./decode.js').Mark} entry */
  const pass = ({ mark, first, at }) => {
    const death = deaths.at(-1);
    if (mark === 1) {
      for (const life of bySlot.values()) life.adopted = Math.min(life.adopted, end);
      tell(end, 0, 'adopted');
    } else if (mark === 4) {
      deaths.push({ worker: first, from: at, left: Infinity, to: Infinity });
      const place = returned[first] < 0 ? inside[first] : null;
      tell(at, first, 'killed', place && place.life, isAtWork[first] ? [first] : []);
    } else if (mark === 5 && death) {
      [death.left, death.to] = [first, at];
      tell(first, death.worker, 'missed', null, isAtWork.flatMap((is, worker) => is && worker !== death.worker ? [worker] : []));
      isAtWork.fill(false);
      for (const life of bySlot.values()) life.lost = life.cleared = first;
      for (let worker = 0; worker < workers; worker++) goOut(worker, first);
      bySlot.clear();
      tell(at, death.worker, 'replaced');
      end = Math.max(end, at);
    }
  };

  for (const entry of entries) {
    if ('mark' in entry) {
      pass(entry);
      continue;
    }
    const { worker, from, to, activity } = entry;
    end = Math.max(end, to);
    const before = inside[worker];
    const lane = lanes[worker];
    for (const deed of entry.deeds) {
      const event = act(worker, deed);
      if (TOLD.has(deed.kind)) events.push(event);
    }
    if (to > from) {
      const place = inside[worker] || before;
      lane.from.push(from);
      lane.to.push(to);
      lane.activity.push(activity);
      lane.height.push(place ? (place.task ? place.task.depth : place.life.task.depth) : 0);
      lane.block.push(place ? place.life.number : -1);
    }
    sum.nodes += entry.nodes;
    sum.busy += to - from - entry.look;
    if (!sums.length || to - sums[sums.length - 1].at > 2000) {
      sums.push({ ...sum, at: Math.max(to, sums.length ? sums[sums.length - 1].at : 0) });
    }
  }
  sums.push({ ...sum, at: end });
  for (let worker = 0; worker < workers; worker++) goOut(worker, end);
  events.sort((a, b) => a.at - b.at || a.order - b.order);
  for (const { claims, confidence } of lives) {
    for (const list of [claims, confidence]) list.sort((a, b) => a[0] - b[0]);
    let out = 0;
    for (const claim of claims) claim[1] = out += claim[1];
  }
  const history = { workers, lanes, places, lives, events, sums, deaths, end, highest };
  // Steps take effect one after another, but their times overlap. The page's times decide which workers are there.
  for (const event of events) {
    if (event.deed.kind === 'joined' && event.life) event.others = workersUnder(history, event.life, event.at, event.worker);
  }
  return history;
}

/**
 * Returns the index of the last of sorted items that begins at this time or before; -1 if none does.
 * @param {number} length @param {(index: number) => number} begin @param {number} time
 */
export function lastAt(length, begin, time) {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (begin(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the number that a list of pairs of time and number has at this time. @param {[number, number][]} list @param {number} time */
function numberAt(list, time) {
  const index = lastAt(list.length, (i) => list[i][0], time);
  return index < 0 ? 0 : list[index][1];
}

/** Returns the number of claims out at this time. @param {Life} life @param {number} time */
export function claimsAt(life, time) {
  return numberAt(life.claims, time);
}

/** Returns the confidence in the type of a block: its moves searched without a cutoff. @param {Life} life @param {number} time */
export function confidenceAt(life, time) {
  return numberAt(life.confidence, time);
}

/** Returns the place at which a worker holds its claim at this time. @param {History} history @param {number} worker @param {number} time */
export function placeAt(history, worker, time) {
  const list = history.places[worker];
  const index = lastAt(list.length, (i) => list[i].from, time);
  return index >= 0 && time < list[index].to ? list[index] : null;
}

/** Returns true if a block is another one or below it. @param {Life|null} life @param {Life} above */
export function isUnder(life, above) {
  while (life && life !== above) life = life.parent;
  return life === above;
}

/** Returns the workers in this block at this time. @param {History} history @param {Life} life @param {number} time */
export function insideAt(history, life, time) {
  return [...life.members].filter((worker) => placeAt(history, worker, time)?.life === life).sort((a, b) => a - b);
}

/**
 * Returns the workers in this block or below it at this time, except one.
 * @param {History} history @param {Life} life @param {number} time @param {number} except
 */
export function workersUnder(history, life, time, except) {
  const found = [];
  for (let worker = 0; worker < history.workers; worker++) {
    const place = worker === except ? null : placeAt(history, worker, time);
    if (place && isUnder(place.life, life)) found.push(worker);
  }
  return found;
}
