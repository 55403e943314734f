// The events in sentences.

import { boardOf, moveText } from './chess.js';

/** @typedef {import('./history.js').Event} StoryEvent */
/** @typedef {import('./history.js').Life} StoryLife */
/** @typedef {import('./chess.js').Board} StoryBoard */

export const TYPES = ['PV', 'CUT', 'ALL', ''];

/** Returns the text, safe inside of HTML. @param {string} text */
export function safe(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Writes a time in virtual nanoseconds. @param {number} ns */
export function timeText(ns) {
  if (ns < 1e3) return `${Math.round(ns)} ns`;
  if (ns < 1e6) return `${(ns / 1e3).toFixed(ns < 1e4 ? 2 : 1)} µs`;
  return `${(ns / 1e6).toFixed(3)} ms`;
}

/** Writes the time from one event to another, to the nanosecond. @param {number} ns */
export function offsetText(ns) {
  const size = Math.round(Math.abs(ns));
  const text = size < 1e3 ? `${size} ns` : size < 1e6 ? `${(size / 1e3).toFixed(3)} µs` : `${(size / 1e6).toFixed(6)} ms`;
  return `${ns < 0 ? '−' : '+'}${text}`;
}

/** Writes a time on an axis with this distance between marks, or with all its digits. @param {number} ns @param {number} step */
export function preciseTime(ns, step = 1) {
  const power = Math.floor(Math.log10(step));
  const [unit, name] = ns < 1e6 ? [3, 'µs'] : [6, 'ms'];
  return `${(ns / 10 ** unit).toFixed(Math.max(0, unit - power))} ${name}`;
}

/** @param {number} value */
export function valueText(value) {
  const size = Math.abs(value);
  if (size > 31488 && size <= 32000) return (value < 0 ? '−' : '+') + 'mate in ' + Math.ceil((32000 - size) / 2);
  if (size > 30000) return value < 0 ? '−∞' : '+∞';
  return (value < 0 ? '−' : '+') + (size / 100).toFixed(2);
}

/** @param {number[]} workers */
export function workersText(workers) {
  if (workers.length === 0) return 'no worker';
  if (workers.length === 1) return `worker ${workers[0]}`;
  return `workers ${workers.slice(0, -1).join(', ')} and ${workers[workers.length - 1]}`;
}

/** Returns the reason why the value of a block is of no more use. @param {StoryLife} life @param {number} time */
export function whyGivenUp(life, time) {
  let above = life.parent;
  while (above && above.settled > time) above = above.parent;
  if (above) return `block ${above.number} above is over`;
  return life.adopted > time ? 'the iteration begun ahead is given up' : 'the search is stopped';
}

/** @param {number} count */
function blocksText(count) {
  return count === 1 ? '1 block is' : `${count} blocks are`;
}

/** @param {number} claims */
export function claimsText(claims) {
  return `${claims} claim${claims === 1 ? '' : 's'} out`;
}

/** Returns the move that leads to a block. @param {StoryBoard} root @param {StoryLife} life */
export function lifeMove(root, life) {
  return life.parent ? moveText(boardOf(root, life.parent), life.task.action) : 'root';
}

/** Describes a block by its number, type, ply and move. @param {StoryBoard} root @param {StoryLife|null} life */
export function lifeText(root, life) {
  if (!life) return 'its part of the tree';
  if (!life.parent && life.ply === 0) return `block ${life.number}, the root`;
  return `block ${life.number}, the ${TYPES[life.task.type]} node after ${lifeMove(root, life)} at ply ${life.ply}`;
}

/** Describes an event in a sentence. @param {StoryBoard} root @param {StoryEvent} event */
export function sentence(root, event) {
  const { deed, life, worker, others } = event;
  const who = `Worker ${worker}`;
  const block = lifeText(root, life);
  const job = moveText(life ? boardOf(root, life) : root, deed.task.action);
  const short = life ? `block ${life.number}` : 'the search';
  switch (deed.kind) {
    case 'rooted':
      return deed.next ? `${who} posts the root of the next iteration (${short}) for workers that find no other work.`
        : `${who} puts the root into ${short}; depth ${deed.task.depth} begins.`;
    case 'made': return `${who} makes ${block}. Others may join it from here on.`;
    case 'joined':
      return `${who}, idle, joins ${block}; ${others.length ? workersText(others) + (others.length > 1 ? ' are' : ' is') + ' there' : 'no other worker is there'}.${deed.bytes ? ` It copies ${deed.bytes} bytes to work there.` : ''}`;
    case 'took':
      return life ? `${who} takes the job ${job} of ${short}.` : `${who} takes the leaf after ${job}.`;
    case 'again': return `${who} must search ${job} of ${short} again, with the window ${valueText(deed.task.alpha)} to ${valueText(deed.task.beta)}.`;
    case 'brought': return `${who} brings ${valueText(-deed.value)} to ${short}.`;
    case 'wasted': return `${who} brings a useless value: the block already has its own.`;
    case 'settled': return `${who} finds that ${short} is worth ${valueText(deed.value)}: a cutoff. ${life && life.waiter !== null ? 'The owner takes the value up.' : 'It takes the value up without waiting.'}`;
    case 'stopped': return `${who} stops ${workersText(others)} in ${short} or below: their work is useless now.`;
    case 'finished': {
      if (!life) return `${who} finishes its search.`;
      if (life.settler !== null) return `${who} takes ${valueText(deed.value)} of ${short} to ${life.parent ? `block ${life.parent.number}` : 'the root’s outcome'}.`;
      const began = life.maker === worker ? 'which it began itself' : `which worker ${life.maker} began`;
      const chain = event.run > 1 ? ` On its way up it has finished ${event.run} blocks in a row.` : '';
      return `${who}${life.waiter === null ? ', the last one out,' : ', its owner,'} finishes ${short}, ${began}: ${valueText(deed.value)}.${chain}`;
    }
    case 'cancelled': {
      if (life && life.settled <= event.at) return `${who} learns that ${short} is over, and leaves it.`;
      if (life && (life.canceller !== worker || life.cancelled !== event.at)) return `${who} learns that ${short} is given up, and leaves it.`;
      return `${who} gives ${short} up: ${life ? whyGivenUp(life, event.at) : 'the search is stopped'}.`;
    }
    case 'leftopen': return `${who} leaves ${short} with work in it and no worker inside: work of a higher rank waits elsewhere.`;
    case 'aborted': return `${who} sees the call to stop, and gives its job up.`;
    case 'waits': return life ? `${who} owns ${short}, has nothing left to do there, and must wait for its helpers.` : `${who} waits for its helpers.`;
    case 'concluded': return Number.isNaN(deed.value) ? 'The search of the root is stopped.' : `The root is worth ${valueText(deed.value)}: the iteration ends.`;
    case 'waited': return `${who} waited ${timeText(deed.time)} for the lock of ${short}.`;
    case 'killed': return `${who} is killed ${life ? `in ${block}, where its claim stays out` : others.length ? 'at work' : 'while it has no work'}. The others do not know it yet.`;
    case 'missed': return `Worker 0 has looked whether all are alive, missed worker ${worker}, and raised the alarm: ${others.length ? `${workersText(others)} ${others.length > 1 ? 'have left their' : 'has left its'} work` : 'no other worker had work left'}${event.run ? `, and ${blocksText(event.run)} emptied` : ''}.`;
    case 'replaced': return `A new worker ${worker} takes the place of the dead one, and the iteration begins again; the contents of the hash table are still there.`;
    case 'adopted': return `The next iteration is adopted: ${event.run} blocks that idle workers began now belong to the current tree.`;
    default: return `${who}: ${deed.kind}.`;
  }
}

/** Returns the title of a moment that the recorder has found. @param {{kind: string, worker: number, block: number|null, count: number}} moment */
export function momentText(moment) {
  const block = moment.block === null ? '' : ` block ${moment.block}`;
  switch (moment.kind) {
    case 'handover': return `Worker ${moment.worker} finishes${block}, which another began`;
    case 'cutoff': return `A cutoff in${block} stops ${moment.count}`;
    case 'chain': return `Worker ${moment.worker} finishes ${moment.count} blocks in a row, up to${block}`;
    case 'death': return `Worker ${moment.worker} is killed and replaced${moment.count ? `; ${blocksText(moment.count)} lost` : ''}`;
    case 'adoption': return `An iteration begun ahead is adopted, with ${moment.count} blocks`;
    default: return `Worker ${moment.worker} waits ${timeText(moment.count)} for a lock`;
  }
}

/** Returns the best line at a time. @param {{lines: {at: number, depth: number, value: number, bound: string, moves: string[]}[]}} about @param {number} time */
export function lineAt(about, time) {
  const lines = about.lines.filter((line) => line.at <= time);
  return lines.length ? lines[lines.length - 1] : null;
}

/** Returns the moves from the root to a block, to mark the principal variation. @param {StoryBoard} root @param {StoryLife} life @returns {string[]} */
export function pathOf(root, life) {
  return life.parent ? [...pathOf(root, life.parent), moveText(boardOf(root, life.parent), life.task.action)] : [];
}
