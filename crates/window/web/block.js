// The details of a block: its board, the workers that began and finished it, and the later work of the others.

import { claimsAt, confidenceAt, insideAt, workersUnder } from './history.js';
import { boardOf, boardPicture } from './chess.js';
import { TYPES, claimsText, lifeText, safe, timeText, valueText, whyGivenUp, workersText } from './words.js';
import { departure, emptySpells, endOf, leaversOf, stayersOf, stoppedBy } from './whereabouts.js';

/** @typedef {import('./history.js').History} BlockHistory */
/** @typedef {import('./history.js').Life} BlockLife */
/** @typedef {import('./whereabouts.js').Departure} BlockDeparture */

/** A link to an event of a worker, and to a block. @param {string} text @param {number} at @param {number} worker @param {number} block */
function jump(text, at, worker, block) {
  return `<a href="#t=${Math.round(at)}&b=${block}" data-at="${at}" data-worker="${worker}" data-go="${block}">${text}</a>`;
}

/**
 * @param {BlockHistory} history @param {import('./chess.js').Board} root @param {BlockLife} life @param {number} time
 */
export function blockCard(history, root, life, time) {
  const here = (/** @type {number} */ at, /** @type {number} */ worker) => jump(timeText(at), at, worker, life.number);
  const rows = [['begun', `by worker ${life.maker} at ${here(life.made, life.maker)}`]];
  const joined = [...life.members].filter((worker) => worker !== life.maker).sort((a, b) => a - b);
  rows.push(['joined', safe(`by ${workersText(joined)}`)]);
  if (life.waiter !== null) rows.push(['owner', `worker ${life.waiter}, which waited here for its helpers`]);
  if (life.settler !== null) rows.push(['cutoff', `by <b>worker ${life.settler}</b> at ${here(life.settled, life.settler)}, value ${valueText(life.value || 0)}`]);
  else if (life.finisher !== null) rows.push(['finished', `by <b>worker ${life.finisher}</b> at ${here(life.finished, life.finisher)}, value ${valueText(life.value || 0)}`]);
  else if (life.canceller !== null) rows.push(['given up', `by worker ${life.canceller} at ${here(life.cancelled, life.canceller)}: ${whyGivenUp(life, life.cancelled)}`]);
  else if (life.lost === Infinity) rows.push(['finished', 'not within this recording']);
  if (life.lost < Infinity) rows.push(['lost', `at ${timeText(life.lost)}, when all left it: a worker had died`]);
  const inside = insideAt(history, life, time);
  const below = workersUnder(history, life, time, -1).filter((worker) => !inside.includes(worker));
  rows.push(['now', `${claimsText(claimsAt(life, time))}; inside: ${safe(workersText(inside))}${below.length ? `; below: ${safe(workersText(below))}` : ''}`]);
  rows.push(['window', `${valueText(life.task.alpha)} to ${valueText(life.task.beta)}, depth ${life.task.depth}`]);
  rows.push(['confidence', `moves searched without a cutoff: ${confidenceAt(life, time)}`]);
  return `<h3>${safe(lifeText(root, life).replace(/^b/, 'B'))}</h3>
    <div class="card">${boardPicture(boardOf(root, life))}
    <dl>${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('')}</dl></div>
    <p class="why">${safe(typeText(TYPES[life.task.type]))}</p>${cutoffPart(history, life)}${othersPart(history, life)}`;
}

/** @param {string} type */
function typeText(type) {
  if (type === 'PV') return 'A PV node: its exact value is wanted. Once its first move is searched, all others may be searched at once.';
  if (type === 'ALL') return 'An ALL node: every move must be searched, so all of them may be searched at once.';
  if (type === 'CUT') return 'A CUT node: one move is expected to refute it, so helpers come only when some have failed.';
  return '';
}

/** Returns the block in which a worker found work. @param {BlockDeparture} way */
function nextText({ worker, next }) {
  return next ? jump(`block ${next.life.number}`, next.from, worker, next.life.number) : '';
}

/** Returns the next work of a worker that had to leave a block. @param {BlockDeparture} way @param {string} was @param {string} what the reason why it left */
function onwardText(way, was, what) {
  const { worker, from, idle, next } = way;
  if (!next) return `Worker ${worker}${was} → idle to the end of the recording`;
  if (idle > 0) return `Worker ${worker}${was} → idle for ${timeText(idle)} → ${nextText(way)}, ${timeText(next.from - from)} after ${what}`;
  return `Worker ${worker}${was} → ${nextText(way)} after ${timeText(next.from - from)}`;
}

/** Lists the workers that the cutoff of a block stopped, and their later places. @param {BlockHistory} history @param {BlockLife} life */
function cutoffPart(history, life) {
  if (!life.stopped.length) return '';
  const rows = stoppedBy(history, life).map((way) =>
    onwardText(way, way.where === life ? '' : ` (below, in block ${way.where.number})`, 'the cutoff'));
  return `<h4>The cutoff stopped ${rows.length}</h4>${list(rows)}`;
}

/** Describes the next work of the workers that left a block before its end. @param {BlockHistory} history @param {BlockLife} life */
function othersPart(history, life) {
  const end = endOf(life);
  const hasValue = life.finisher !== null || life.settler !== null;
  const name = hasValue ? 'the end' : end === life.lost ? 'the alarm' : 'it was given up';
  const ways = leaversOf(history, life);
  const left = (/** @type {BlockDeparture} */ { worker, from }) =>
    `Worker ${worker} left${end < history.end ? ` ${timeText(end - from)} before ${name}` : ` at ${timeText(from)}`}`;
  const straight = ways.filter(({ idle, next }) => next && !idle).map((way) =>
    `${left(way)}; ${timeText(/** @type {any} */ (way.next).from - way.from)} later it was in ${nextText(way)}.`);
  const idle = ways.filter(({ idle, next }) => !next || idle).map((way) => {
    if (!way.next) return `${left(way)}, and was idle to the end of the recording.`;
    const after = way.next.from - end;
    const when = end < history.end ? `, ${timeText(Math.abs(after))} ${after < 0 ? 'before' : 'after'} ${name}` : '';
    return `${left(way)}: idle for ${timeText(way.idle)}, then in ${nextText(way)}${when}.`;
  });
  let text = '';
  if (straight.length) text += `<p class="why">Went straight to other work:</p>${list(straight)}`;
  if (idle.length) text += `<p class="why">Found no work for a while:</p>${list(idle)}`;
  if (text) {
    const rule = 'A worker that leaves does not wait for this block, and need not come back: it looks for other work. While it finds none it is idle, and waits for work, not for this block.';
    text = `<h4>Where the others went</h4><p class="why">${rule}</p>${text}`;
  }
  const stayed = stayersOf(history, life).filter((worker) => !life.stopped.some((other) => other.worker === worker));
  if (stayed.length && end < history.end) {
    const dead = history.deaths.find(({ worker, left: alarm }) => alarm < Infinity && alarm === end && stayed.includes(worker));
    const why = dead ? `where worker ${dead.worker} had died: ` : hasValue ? 'at work that was useless by then: ' : 'and left when they learned of it:';
    const who = dead || hasValue ? `${safe(workersText(stayed))}.` : '';
    text += `<p class="why">Still in it or below${hasValue || dead ? ` at ${name}` : ''}, ${why}${who}</p>`;
    if (!who) text += list(stayed.map((worker) => onwardText(departure(history, worker, end, life), '', name)));
  }
  const spells = emptySpells(history, life);
  const rows = spells.slice(0, 4).map(({ from, to, leaver, comer, isFirst }) =>
    `For ${timeText(to - from)} from ${jump(timeText(from), from, leaver, life.number)}: ${isFirst ? 'it had just been begun' : `worker ${leaver} had left`}; ${comer === null ? 'no worker came' : `worker ${comer} came`}.`);
  if (rows.length) text += `<h4>It stood empty${spells.length > 4 ? ` ${spells.length} times; the longest` : ''}</h4>${list(rows)}`;
  return text;
}

/** @param {string[]} rows */
function list(rows) {
  return `<ul class="others">${rows.map((row) => `<li>${row}</li>`).join('')}</ul>`;
}
