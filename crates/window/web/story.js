// The story: one event after the other, each as a sentence.

import { lastAt } from './history.js';
import { safe } from './tree.js';
import { momentText, sentence, timeText } from './words.js';

/** @typedef {import('./history.js').History} StoryHistory */

/**
 * The events around the current one.
 * @param {StoryHistory} history @param {import('./chess.js').Board} root @param {number} current
 */
export function storyList(history, root, current) {
  const from = Math.max(0, Math.min(current - 4, history.events.length - 9));
  const items = history.events.slice(from, from + 9).map((event, i) => {
    const classes = from + i === current ? ' class="current" aria-current="step"' : '';
    return `<li${classes}><button data-event="${from + i}"><time>${timeText(event.at)}</time> <span class="k-${event.deed.kind}">${safe(sentence(root, event))}</span></button></li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}

/** The event that is current at a time. @param {StoryHistory} history @param {number} time */
export function eventAt(history, time) {
  return Math.max(0, lastAt(history.events.length, (i) => history.events[i].at, time));
}

/** @param {import('./account.js').About} about */
export function momentList(about) {
  const items = about.moments.map((moment, i) =>
    `<li><button data-moment="${i}" class="m-${moment.kind}"><time>${timeText(moment.at)}</time> ${safe(momentText(moment))}</button></li>`);
  return items.length ? `<ol>${items.join('')}</ol>` : '<p class="empty">None: one worker, or no blocks.</p>';
}
