// The story: one event after the other, each as a sentence.

import { boardOf, moveText } from './chess.js';
import { lastAt, placeAt } from './history.js';
import { lifeText, momentText, offsetText, preciseTime, safe, sentence, timeText } from './words.js';

/** @typedef {import('./history.js').History} StoryHistory */

/**
 * Returns the events around the current one, with their times from a chosen moment.
 * @param {StoryHistory} history @param {import('./chess.js').Board} root @param {number} current @param {number} origin
 */
export function storyList(history, root, current, origin) {
  const from = Math.max(0, Math.min(current - 4, history.events.length - 9));
  const items = history.events.slice(from, from + 9).map((event, i) => {
    const classes = from + i === current ? ' class="current" aria-current="step"' : '';
    return `<li${classes}><button data-event="${from + i}"><time title="${preciseTime(event.at)}">${offsetText(event.at - origin)}</time> <span class="k-${event.deed.kind}">${safe(sentence(root, event))}</span></button></li>`;
  });
  return `<p class="empty">Times from ${preciseTime(origin)} on:</p><ol>${items.join('')}</ol>`;
}

/** Returns the event that is current at a time. @param {StoryHistory} history @param {number} time */
export function eventAt(history, time) {
  return Math.max(0, lastAt(history.events.length, (i) => history.events[i].at, time));
}

/** @param {import('./account.js').About} about */
export function momentList(about) {
  const items = about.moments.map((moment, i) =>
    `<li><button data-moment="${i}" class="m-${moment.kind}"><time>${timeText(moment.at)}</time> ${safe(momentText(moment))}</button></li>`);
  return items.length ? `<ol>${items.join('')}</ol>` : '<p class="empty">None: one worker, or no blocks.</p>';
}

/** Describes the activity of a worker at a time. @param {StoryHistory} history @param {import('./chess.js').Board} root @param {number} worker @param {number} time */
export function laneText(history, root, worker, time) {
  const lane = history.lanes[worker];
  const i = lastAt(lane.from.length, (at) => lane.from[at], time);
  const place = placeAt(history, worker, time);
  const who = `Worker ${worker} at ${preciseTime(Math.round(time))}`;
  if (i < 0 || time >= lane.to[i] || !lane.activity[i]) {
    const death = history.deaths.find((other) => other.from <= time && time < other.to);
    if (death && death.worker === worker) return `${who}: dead since ${preciseTime(death.from)}; ${death.to < Infinity ? `another takes its place at ${preciseTime(death.to)}` : 'the search ends before any worker misses it'}.`;
    if (death && death.left <= time) return `${who}: has left all that it had, since worker ${death.worker} is dead; the iteration begins again at ${preciseTime(death.to)}.`;
    const [from, to] = [i < 0 ? 0 : lane.to[i], i + 1 < lane.from.length ? lane.from[i + 1] : history.end];
    return `${who}: idle, for ${timeText(to - from)} in all. ${place ? `It waits for its helpers in block ${place.life.number}.` : 'It has no work.'}`;
  }
  const at = place || (lane.block[i] < 0 ? null : { life: history.lives[lane.block[i]], task: null });
  const where = at ? ` ${lifeText(root, at.life)}` : ' the search';
  switch (lane.activity[i]) {
    case 1: return `${who}: looks through the blocks for work.`;
    case 2: return `${who}: joins${where}.`;
    case 5: return `${who}: gives up useless work in${where}.`;
    case 4: return `${who}: takes a job, brings a value, or makes a block, at${where}.`;
    default: return `${who}: searches${at && at.task ? ` ${moveText(boardOf(root, at.life), at.task.action)}, ${at.task.depth} plies deep, a job of` : ''}${where}.`;
  }
}
