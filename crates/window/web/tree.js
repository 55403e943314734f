// The tree: the split blocks alive at the cursor, by ply, and one of them closely.

import { claimsAt, confidenceAt, insideAt } from './history.js';
import { boardOf, boardPicture } from './chess.js';
import { TYPES, lifeMove, lifeText, pathOf, timeText, valueText, workersText } from './words.js';

/** @typedef {import('./history.js').History} TreeHistory */
/** @typedef {import('./history.js').Life} TreeLife */
/** @typedef {import('./chess.js').Board} TreeBoard */

/** @param {TreeHistory} history @param {number} time */
export function aliveAt(history, time) {
  return history.lives.filter((life) => life.made <= time && time <= life.cleared);
}

/** The text, safe inside of HTML. @param {string} text */
export function safe(text) {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/**
 * The picture of the tree. Blocks of a ply are a row, children below their parents.
 * @param {TreeHistory} history @param {TreeBoard} root @param {number} time @param {number} selected
 * @param {string[]} line the best line so far @param {number} width
 */
export function treePicture(history, root, time, selected, line, width) {
  const alive = aliveAt(history, time);
  /** @type {Map<TreeLife|null, TreeLife[]>} */
  const children = new Map();
  const isAlive = new Set(alive);
  for (const life of alive) {
    const above = life.parent && isAlive.has(life.parent) ? life.parent : null;
    children.set(above, [...(children.get(above) || []), life]);
  }
  const [wide, high] = [width < 480 ? 60 : 74, 56];
  /** @type {Map<TreeLife, {x: number, y: number}>} */
  const places = new Map();
  let columns = 0;
  /** @param {TreeLife} life @returns {number} */
  const lay = (life) => {
    const below = (children.get(life) || []).map(lay);
    const x = below.length ? (below[0] + below[below.length - 1]) / 2 : (columns++ + 0.5) * wide;
    places.set(life, { x, y: life.ply * high + 22 });
    return x;
  };
  (children.get(null) || []).forEach(lay);
  const depth = Math.max(0, ...alive.map((life) => life.ply));
  const [w, h] = [Math.max(columns * wide, wide), (depth + 1) * high + 8];
  let picture = `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" class="tree" role="group" aria-label="split blocks">`;
  for (const [life, { x, y }] of places) {
    const above = life.parent && places.get(life.parent);
    if (above) {
      const middle = (above.y + y) / 2;
      picture += `<path class="edge${onLine(root, life, line) ? ' pv' : ''}" d="M${above.x} ${above.y + 16} C${above.x} ${middle} ${x} ${middle} ${x} ${y - 16}"/>`;
    }
  }
  for (const [life, { x, y }] of places) picture += nodePicture(root, life, time, selected, line, x, y, wide);
  return alive.length ? picture + '</svg>' : '<p class="empty">No block is in use at this moment.</p>';
}

/** @param {TreeBoard} root @param {TreeLife} life @param {string[]} line */
function onLine(root, life, line) {
  const path = pathOf(root, life);
  return path.length <= line.length && path.every((move, i) => line[i].replace(/[+#]/, '') === move);
}

/** @param {TreeBoard} root @param {TreeLife} life @param {number} time @param {number} selected @param {string[]} line
 *  @param {number} x @param {number} y @param {number} wide */
function nodePicture(root, life, time, selected, line, x, y, wide) {
  const type = TYPES[life.task.type] || 'none';
  const state = life.settled <= time || life.cancelled && time > life.made && claimsAt(life, time) === 0 ? ' over' : '';
  const classes = `node ${type.toLowerCase()}${state}${life.number === selected ? ' selected' : ''}${life.next ? ' next' : ''}`;
  const inside = insideAt(life, time);
  const half = wide / 2 - 4;
  const names = inside.join(' ');
  const room = Math.floor(half / 5);
  const shown = names.length > room ? names.slice(0, names.lastIndexOf(' ', room)) + ' …' : names;
  const claims = claimsAt(life, time);
  const text = lifeMove(root, life);
  return `<g class="${classes}" data-block="${life.number}" tabindex="0" role="button"
    aria-label="${safe(lifeText(root, life))}, ${claims} claims out, ${safe(workersText(inside))} inside">
    <rect x="${x - half}" y="${y - 16}" width="${2 * half}" height="32" rx="7"/>
    ${onLine(root, life, line) ? `<circle class="pvmark" cx="${x + half - 6}" cy="${y - 9}" r="3.2"/>` : ''}
    <text class="move" x="${x - half + 6}" y="${y - 3}">${safe(text.length > 9 ? text.slice(0, 8) + '…' : text)}</text>
    <text class="who" x="${x - half + 6}" y="${y + 11}">${shown}</text><text class="claims" x="${x + half - 5}" y="${y + 11}">${claims}</text></g>`;
}

/**
 * All about one block: its board, who began it, who finished it, and what those did who left it.
 * @param {TreeHistory} history @param {TreeBoard} root @param {TreeLife} life @param {number} time
 */
export function blockCard(history, root, life, time) {
  const rows = [];
  const jump = (/** @type {number} */ at) => `<a href="#t=${Math.round(at)}&b=${life.number}" data-at="${at}">${timeText(at)}</a>`;
  rows.push(['began', `worker ${life.maker} at ${jump(life.made)}`]);
  const helpers = [...life.members].filter((worker) => worker !== life.maker).sort((a, b) => a - b);
  rows.push(['joined by', safe(helpers.length ? workersText(helpers) : 'nobody')]);
  rows.push(['now', `${claimsAt(life, time)} claims out; inside: ${safe(workersText(insideAt(life, time)))}`]);
  if (life.settler !== null) rows.push(['cutoff', `worker ${life.settler} at ${jump(life.settled)}`]);
  if (life.finisher !== null) rows.push(['finished', `<b>worker ${life.finisher}</b> at ${jump(life.finished)}, value ${valueText(life.value || 0)}`]);
  else if (life.cancelled) rows.push(['finished', 'by nobody: its value was not wanted any more']);
  rows.push(['window', `${valueText(life.task.alpha)} to ${valueText(life.task.beta)}, depth ${life.task.depth}`]);
  const type = TYPES[life.task.type];
  rows.push(['confidence', `${confidenceAt(life, time)} moves searched without a cutoff`]);
  return `<h3>${safe(lifeText(root, life).replace(/^b/, 'B'))}</h3>
    <div class="card">${boardPicture(boardOf(root, life))}
    <dl>${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('')}</dl></div>
    <p class="why">${safe(typeText(type))}</p>${nobodyWaits(history, life)}`;
}

/** @param {string} type */
function typeText(type) {
  if (type === 'PV') return 'A PV node: its exact value is wanted, so all its moves are worth sharing once the first is known.';
  if (type === 'ALL') return 'An ALL node: every move must be searched, so all of them may be shared.';
  if (type === 'CUT') return 'A CUT node: one move is expected to refute it, so helpers come only when some have failed.';
  return '';
}

/** When the value of a block was known. @param {TreeLife} life */
function endOf(life) {
  return Math.min(life.finished, life.settled, life.cleared);
}

/** The workers that left a block to others, and when. @param {TreeLife} life */
export function leavers(life) {
  const end = endOf(life);
  const left = [...life.gone].filter(([worker, out]) => worker !== life.finisher && out < end);
  return left.sort((a, b) => a[0] - b[0]);
}

/** What each worker did that left the block before it was finished. @param {TreeHistory} history @param {TreeLife} life */
function nobodyWaits(history, life) {
  const end = endOf(life);
  const rows = [];
  for (const [worker, out] of leavers(life)) {
    const next = nextWork(history, worker, out);
    const text = next === null ? 'found no other work before the end'
      : next.block < 0 ? `was at other work ${timeText(next.after)} later`
        : `was at work in <a href="#t=${Math.round(next.at)}&b=${next.block}" data-at="${next.at}" data-go="${next.block}">block ${next.block}</a> ${timeText(next.after)} later`;
    rows.push(`<li>Worker ${worker} left at ${timeText(out)}, ${timeText(end - out)} before the end, and ${text}.</li>`);
  }
  if (!rows.length) return '';
  return `<h4>Why nobody waited</h4><p class="why">Others were still out, so they left the block to them:</p><ul class="nobody">${rows.slice(0, 8).join('')}</ul>`;
}

/** @param {TreeHistory} history @param {number} worker @param {number} time */
function nextWork(history, worker, time) {
  const lane = history.lanes[worker];
  let [low, high] = [0, lane.from.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lane.from[middle] < time) low = middle + 1;
    else high = middle;
  }
  for (let i = low; i < lane.from.length; i++) {
    if (lane.activity[i] >= 2) return { at: lane.from[i], block: lane.block[i], after: lane.from[i] - time };
  }
  return null;
}
