// The tree: the split blocks alive at the cursor, by ply.

import { claimsAt, insideAt } from './history.js';
import { TYPES, claimsText, lifeMove, lifeText, pathOf, safe, workersText } from './words.js';

/** @typedef {import('./history.js').History} TreeHistory */
/** @typedef {import('./history.js').Life} TreeLife */
/** @typedef {import('./chess.js').Board} TreeBoard */

/** @param {TreeHistory} history @param {number} time */
export function aliveAt(history, time) {
  return history.lives.filter((life) => life.made <= time && time <= life.cleared);
}

/**
 * Returns the picture of the tree. Blocks of a ply are a row, children below their parents.
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
  const [least, high] = [width < 480 ? 56 : 70, 56];
  /** @type {Map<TreeLife, {x: number, y: number, half: number, who: string}>} */
  const places = new Map();
  let right = 0;
  /** Places a block above its children. @param {TreeLife} life */
  const lay = (life) => {
    const [left, who] = [right, rangesText(insideAt(history, life, time))];
    const half = Math.max(least, Math.min(190, 36 + 6 * who.length)) / 2;
    const laid = places.size;
    (children.get(life) || []).forEach(lay);
    const lacks = left + 2 * half + 4 - right;
    if (lacks > 0) {
      for (const below of [...places.values()].slice(laid)) below.x += lacks / 2;
      right += lacks;
    }
    places.set(life, { x: (left + right) / 2, y: life.ply * high + 22, half, who });
  };
  (children.get(null) || []).forEach(lay);
  const depth = Math.max(0, ...alive.map((life) => life.ply));
  const [w, h] = [Math.max(right, least), (depth + 1) * high + 8];
  let picture = `<svg width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" class="tree" role="group" aria-label="split blocks">`;
  for (const [life, { x, y }] of places) {
    const above = life.parent && places.get(life.parent);
    if (above) {
      const middle = (above.y + y) / 2;
      picture += `<path class="edge${onLine(root, life, line) ? ' pv' : ''}" d="M${above.x} ${above.y + 16} C${above.x} ${middle} ${x} ${middle} ${x} ${y - 16}"/>`;
    }
  }
  for (const [life, place] of places) picture += nodePicture(root, life, time, selected, line, insideAt(history, life, time), place);
  return alive.length ? picture + '</svg>' : '<p class="empty">No block is in use at this moment.</p>';
}

/** @param {TreeBoard} root @param {TreeLife} life @param {string[]} line */
function onLine(root, life, line) {
  const path = pathOf(root, life);
  return path.length <= line.length && path.every((move, i) => line[i].replace(/[+#]/, '') === move);
}

/** Writes numbers in order, briefly: 0–3 5. @param {number[]} numbers */
export function rangesText(numbers) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => from === to ? from : `${from}${to > from + 1 ? '–' : ' '}${to}`).join(' ');
}

/** @param {TreeBoard} root @param {TreeLife} life @param {number} time @param {number} selected @param {string[]} line
 *  @param {number[]} inside @param {{x: number, y: number, half: number, who: string}} place */
function nodePicture(root, life, time, selected, line, inside, { x, y, half, who }) {
  const type = TYPES[life.task.type] || 'none';
  const state = Math.min(life.settled, life.cancelled) <= time ? ' over' : '';
  const classes = `node ${type.toLowerCase()}${state}${life.number === selected ? ' selected' : ''}${time < life.adopted ? ' next' : ''}`;
  const room = Math.floor((2 * half - 30) / 5.6);
  const shown = who.length > room ? who.slice(0, who.lastIndexOf(' ', room)) + ' …' : who;
  const claims = claimsAt(life, time);
  const text = lifeMove(root, life);
  return `<g class="${classes}" data-block="${life.number}" tabindex="0" role="button"
    aria-label="${safe(lifeText(root, life))}, ${claimsText(claims)}, ${safe(workersText(inside))} inside">
    <rect x="${x - half}" y="${y - 16}" width="${2 * half}" height="32" rx="7"/>
    ${onLine(root, life, line) ? `<circle class="pvmark" cx="${x + half - 6}" cy="${y - 9}" r="3.2"/>` : ''}
    <text class="move" x="${x - half + 6}" y="${y - 3}">${safe(text.length > 9 ? text.slice(0, 8) + '…' : text)}</text>
    <text class="who" x="${x - half + 6}" y="${y + 11}">${shown}</text><text class="claims" x="${x + half - 5}" y="${y + 11}">${claims}</text></g>`;
}
