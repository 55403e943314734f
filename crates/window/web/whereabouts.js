// The later work of the workers of a block: which workers left it, when, and what each found to do next.

import { isUnder, lastAt } from './history.js';

/** @typedef {import('./history.js').History} StayHistory */
/** @typedef {import('./history.js').Life} StayLife */
/** @typedef {import('./history.js').Place} StayPlace */
/**
 * A worker in a block or below it, without a break.
 * @typedef {{worker: number, from: number, to: number}} Stay
 * The time of a worker after `from`: `idle` nanoseconds without work, then work at `next`, if it found any.
 * @typedef {{worker: number, from: number, idle: number, next: StayPlace|null}} Departure
 */

/** Returns all stays in a block or below it, in order of their beginning. @param {StayHistory} history @param {StayLife} life */
export function staysOf(history, life) {
  /** @type {Stay[]} */
  const stays = [];
  for (const [worker, places] of history.places.entries()) {
    /** @type {Stay|null} */
    let stay = null;
    for (let i = Math.max(0, lastAt(places.length, (at) => places[at].from, life.made)); i < places.length; i++) {
      const place = places[i];
      if (place.from > life.cleared) break;
      if (!isUnder(place.life, life)) stay = null;
      else {
        if (!stay) stays.push(stay = { worker, from: place.from, to: place.to });
        stay.to = place.to;
        if (place.left) stay = null;
      }
    }
  }
  return stays.sort((a, b) => a.from - b.from);
}

/** Returns the time when the value of a block was known, or was of no more use. @param {StayLife} life */
export function endOf(life) {
  return Math.min(life.finished, life.settled, life.cancelled, life.cleared);
}

/** Returns the time without any work between two times. @param {StayHistory} history @param {number} worker @param {number} from @param {number} to */
export function idleBetween(history, worker, from, to) {
  const lane = history.lanes[worker];
  let idle = 0;
  for (let i = lastAt(lane.from.length, (at) => lane.from[at], from); i < lane.from.length; i++) {
    const begin = i < 0 ? 0 : lane.to[i];
    if (begin >= to) break;
    const next = i + 1 < lane.from.length ? lane.from[i + 1] : history.end;
    idle += Math.max(0, Math.min(next, to) - Math.max(begin, from));
  }
  return idle;
}

/**
 * Returns the departure of a worker after a time. @param {StayHistory} history @param {number} worker @param {number} from
 * @param {StayLife|null} except work there or below does not count
 * @returns {Departure}
 */
export function departure(history, worker, from, except) {
  const places = history.places[worker];
  let i = Math.max(0, lastAt(places.length, (at) => places[at].from, from - 1));
  while (i < places.length && (places[i].from < from || places[i].from === places[i].to || except && isUnder(places[i].life, except))) i++;
  const next = places[i] || null;
  return { worker, from, idle: idleBetween(history, worker, from, next ? next.from : history.end), next };
}

/** Returns the last stays of workers that left a block before its end. @param {StayHistory} history @param {StayLife} life */
export function leaversOf(history, life) {
  /** @type {Map<number, Stay>} */
  const last = new Map();
  const end = Math.min(endOf(life), history.end);
  for (const stay of staysOf(history, life)) if (stay.from < end) last.set(stay.worker, stay);
  const left = [...last.values()].filter(({ worker, to }) => to < end && worker !== life.finisher && life.members.has(worker));
  return left.sort((a, b) => a.to - b.to).map(({ worker, to }) => departure(history, worker, to, null));
}

/** Returns the workers that were still in a block or below it at its end, except the one that ended it. @param {StayHistory} history @param {StayLife} life */
export function stayersOf(history, life) {
  const end = endOf(life);
  const enders = [life.finisher, life.settler, life.canceller];
  const there = staysOf(history, life).filter(({ worker, from, to }) => from < end && end <= to && !enders.includes(worker));
  return [...new Set(there.map(({ worker }) => worker))].sort((a, b) => a - b);
}

/** Returns the workers that the cutoff of a block stopped; each is away from it some time later. @param {StayHistory} history @param {StayLife} life */
export function stoppedBy(history, life) {
  return life.stopped.map(({ worker, life: where }) => ({ where, ...departure(history, worker, life.settled, life) }));
}

/**
 * Returns the times when no worker was in a block or below it, with the worker that left before and the one that came, if any.
 * @param {StayHistory} history @param {StayLife} life
 */
export function emptySpells(history, life) {
  /** @type {{from: number, to: number, leaver: number, comer: number|null, isFirst: boolean}[]} */
  const spells = [];
  const end = Math.min(endOf(life), history.end);
  /** @type {{worker: number, to: number}} */
  let last = { worker: life.maker, to: life.made };
  for (const stay of staysOf(history, life)) {
    if (stay.from > end) break;
    // The worker that makes a block enters it at once.
    if (stay.from > last.to && (last.to > life.made || stay.worker !== life.maker)) {
      spells.push({ from: last.to, to: stay.from, leaver: last.worker, comer: stay.worker, isFirst: last.to === life.made });
    }
    if (stay.to > last.to) last = stay;
  }
  if (last.to < end) spells.push({ from: last.to, to: end, leaver: last.worker, comer: null, isFirst: last.to === life.made });
  return spells.sort((a, b) => b.to - b.from - (a.to - a.from));
}
