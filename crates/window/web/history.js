// What happened, arranged to be looked at: stretches by worker, the life of every block, events in order.

import { NO_DEED, NO_TASK, decode } from './decode.js';

/** @typedef {import('./decode.js').Task} Task */
/** @typedef {import('./decode.js').Deed} Deed */
/** @typedef {import('./decode.js').Step} Step */
/**
 * A block from its making to its end; `gone` says when each worker was last in it or below.
 * @typedef {{number: number, slot: number, parent: Life|null, task: Task, ply: number, maker: number,
 *   made: number, settler: number|null, settled: number, finisher: number|null, finished: number,
 *   cleared: number, value: number|null, cancelled: boolean, next: boolean,
 *   members: Set<number>, gone: Map<number, number>, claims: [number, number][], inside: [number, number, number][],
 *   confidence: [number, number][]}} Life
 * @typedef {{from: number[], to: number[], activity: number[], height: number[], block: number[]}} Lane
 * @typedef {{at: number, order: number, worker: number, deed: Deed, life: Life|null, others: number[], run: number}} Event
 * @typedef {{at: number, busy: number, nodes: number, waits: number, joins: number, cutoffs: number}} Sum
 * @typedef {{workers: number, lanes: Lane[], lives: Life[], events: Event[], sums: Sum[], end: number,
 *   highest: number}} History
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
  /** @type {({life: Life, task: Task|null, since: number}|null)[]} */
  const inside = new Array(workers).fill(null);
  /** @type {Event[]} */
  const events = [];
  /** @type {Sum[]} */
  const sums = [];
  const sum = { at: 0, busy: 0, nodes: 0, waits: 0, joins: 0, cutoffs: 0 };
  const runs = new Array(workers).fill(0);
  /** The last time that each has joined a block. @type {Event[]} */
  const joins = [];
  let [end, highest, now] = [0, 1, 0];

  /** @param {number} worker @param {number} at */
  const goOut = (worker, at) => {
    const place = inside[worker];
    if (place) place.life.inside.push([worker, place.since, at]);
    for (let life = place && place.life; life; life = life.parent) life.gone.set(worker, at);
    inside[worker] = null;
  };
  /** @param {number} worker @param {Life|null|undefined} life @param {Task|null} task @param {number} at */
  const goIn = (worker, life, task, at) => {
    if (!life) return;
    const place = inside[worker];
    if (place && place.life === life) {
      place.task = task;
      return;
    }
    goOut(worker, at);
    inside[worker] = { life, task, since: at };
    life.members.add(worker);
  };
  /** @param {Life|null|undefined} life @param {number} change @param {number} at */
  const count = (life, change, at) => {
    if (!life) return;
    const before = life.claims.length ? life.claims[life.claims.length - 1][1] : 0;
    life.claims.push([at, Math.max(0, before + change)]);
  };
  /** @param {number} slot @param {Life|null} parent @param {Task} task @param {number} worker @param {number} at
   *  @param {boolean} next */
  const make = (slot, parent, task, worker, at, next) => {
    /** @type {Life} */
    const life = {
      number: lives.length, slot, parent, task, ply: parent ? parent.ply + 1 : 0, maker: worker, made: at,
      settler: null, settled: Infinity, finisher: null, finished: Infinity, cleared: Infinity, value: null,
      cancelled: false, next, members: new Set(), gone: new Map(), claims: [], inside: [], confidence: [],
    };
    lives.push(life);
    bySlot.set(slot, life);
    highest = Math.max(highest, task.depth);
    return life;
  };
  /** The workers at a block or below it. @param {Life} life @param {number} except */
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
        life = make(deed.block, null, deed.task, worker, at, !!deed.next);
        if (!deed.next) {
          count(life, 1, at);
          goIn(worker, life, null, at);
        }
        break;
      case 'made': {
        const task = held && held.task ? held.task : NO_TASK;
        life = make(deed.block, held ? held.life : null, task, worker, at, held ? held.life.next : false);
        break;
      }
      case 'joined':
        others = life ? below(life, worker) : [];
        count(life, 1, at);
        goIn(worker, life, null, at);
        sum.joins++;
        break;
      case 'took':
        count(life, 1, at);
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
        goOut(worker, at);
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
        break;
      case 'finished':
        if (life) {
          [life.finisher, life.finished, life.value] = [worker, at, deed.value];
          goIn(worker, life.parent, null, at);
        }
        break;
      case 'cancelled':
        if (life) life.cancelled = true;
        break;
      case 'cleared':
        if (life) {
          life.cleared = at;
          bySlot.delete(deed.block);
          if (life.finished === Infinity) goIn(worker, life.parent, null, at);
        }
        break;
      case 'left':
      case 'leftopen':
        goOut(worker, at);
        break;
      case 'waited':
        sum.waits += deed.time;
        break;
    }
    // The values that a worker takes up one after another, as the last one out of each.
    if (deed.kind === 'finished') runs[worker]++;
    else if (['took', 'again', 'joined', 'left'].includes(deed.kind)) runs[worker] = 0;
    const event = { at, order: events.length, worker, deed, life, others, run: runs[worker] };
    if (deed.kind === 'joined') joins[worker] = event;
    return event;
  };

  for (const entry of entries) {
    if ('mark' in entry) {
      if (entry.mark === 1) {
        for (const life of bySlot.values()) life.next = false;
        events.push({ at: now, order: events.length, worker: 0, deed: { ...NO_DEED, at: now, kind: 'adopted' }, life: null,
          others: [], run: bySlot.size });
      }
      continue;
    }
    const { worker, from, to, activity } = entry;
    now = Math.max(now, from);
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
  for (const { claims, confidence } of lives) for (const list of [claims, confidence]) list.sort((a, b) => a[0] - b[0]);
  return { workers, lanes, lives, events, sums, end, highest };
}

/**
 * The index of the last of sorted items that begins at this time or before; -1 if none does.
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

/** What a list says at this time, of pairs of time and number. @param {[number, number][]} list @param {number} time */
function numberAt(list, time) {
  const index = lastAt(list.length, (i) => list[i][0], time);
  return index < 0 ? 0 : list[index][1];
}

/** Claims out at this time. @param {Life} life @param {number} time */
export function claimsAt(life, time) {
  return numberAt(life.claims, time);
}

/** The confidence in the type of a block: its moves searched without a cutoff. @param {Life} life @param {number} time */
export function confidenceAt(life, time) {
  return numberAt(life.confidence, time);
}

/** The workers at this block at this time. @param {Life} life @param {number} time */
export function insideAt(life, time) {
  const found = life.inside.filter(([, from, to]) => from <= time && time < to).map(([worker]) => worker);
  return [...new Set(found)].sort((a, b) => a - b);
}
