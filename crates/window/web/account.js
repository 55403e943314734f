// The account: the results of the search at the cursor, compared with the sequential program.

import { lastAt } from './history.js';
import { lineAt, timeText, valueText } from './words.js';

/** @typedef {import('./history.js').History} AccountHistory */
/**
 * @typedef {{algorithm: string, id: string, fen: string, depth: number, workers: number, time: number, nodes: number, lost: number,
 *   seed: number, jitter: number, value: number, spent: Record<string, number>, counted: Record<string, number>, sequential: {nodes: number, time: number},
 *   lines: {at: number, depth: number, value: number, bound: string, moves: string[]}[],
 *   moments: {kind: string, at: number, worker: number, block: number|null, count: number}[]}} About
 */

/** The use of the workers' time: the item of the recording, its meaning, and the colour of its part of the bar. */
const SPENT = [
  ['alone', 'the nodes that one worker alone searches', 'h9'],
  ['more', 'more nodes than one worker alone', 'h6'],
  ['lost', 'searched, and lost when a worker died', 'abort'],
  ['sharing', 'fetching lines of the hash table that others have written', 'h2'],
  ['split', 'making blocks, handing out jobs, bringing values, giving up useless work', 'join'],
  ['copy', 'copying positions and lines for joins and results', 'moved'],
  ['locks', 'locks: waiting, and fetching the lines that they guard', 'lock'],
  ['signals', 'calling others, and looking for calls', 'abort'],
  ['look', 'looking for work, and waking others for it', 'look'],
  ['idle', 'idle: no work found', 'lane'],
];

/**
 * Returns the use of the workers' time; the items add up to workers times time.
 * @param {About} about @returns {{name: string, time: number, text: string, colour: string}[]}
 */
function spentTimes(about) {
  /** @type {Record<string, number>} */
  const times = { ...about.spent, alone: about.sequential.time };
  times.lost = Math.round(about.spent.search * about.lost / (about.nodes + about.lost));
  times.more = about.spent.search - times.lost - about.sequential.time;
  const whole = about.workers * about.time;
  const items = SPENT.filter(([name]) => name !== 'lost' || about.lost).map(([name, text, hue]) => {
    const dies = about.lost ? ', or after a death' : '';
    const waits = name === 'idle' ? (about.counted.waits ? ', or waiting for helpers' : '') + dies : '';
    if (name !== 'more') return { name, time: times[name], text: text + waits, colour: hue };
    const more = about.nodes - about.sequential.nodes;
    const why = more < 0 ? 'fewer nodes: moves and values come in another order' : 'more nodes: searched before their use was known, or given up';
    const nodes = more === 0 ? 'the same number of nodes as one worker alone' : `${Math.abs(more).toLocaleString('en')} ${why}`;
    return { name, time: times.more, text: nodes + (about.jitter ? '; and prices that vary' : ''), colour: hue };
  });
  const beyond = whole - items.reduce((sum, { time }) => sum + time, 0);
  return beyond ? [...items, { name: 'beyond', time: beyond, text: 'counted above, but after the end: steps under way then', colour: 'line' }] : items;
}

/** Returns the explanation of the speed-up. @param {About} about */
function whyTable(about) {
  const items = spentTimes(about);
  const whole = items.reduce((sum, { time }) => sum + time, 0);
  // Differences of rounded sums, so that the figures add up as they are shown.
  let sum = 0;
  const round = (/** @type {number} */ time, /** @type {number} */ unit) => Math.round((sum + time) / unit) - Math.round(sum / unit);
  const signed = (/** @type {number} */ number, /** @type {number} */ digits) => number.toFixed(digits).replace('-', '−');
  const rows = items.map(({ name, time, text, colour: hue }) => {
    const [ms, share] = [round(time, 1000) / 1000, round(time, whole / 1000) / 10];
    sum += time;
    return `<tr data-spent="${name}"><td><span class="s" style="background: var(--${hue})"></span>${text}</td><td>${signed(ms, 3)}</td><td>${signed(share, 1)} %</td></tr>`;
  });
  const fewer = Math.min(0, ...items.filter(({ name }) => name === 'more').map(({ time }) => time));
  const bar = items.map(({ name, time, text, colour: hue }) => `<span title="${text}" style="flex: ${Math.max(0, name === 'alone' ? time + fewer : time)} 0 0; background: var(--${hue})"></span>`);
  const [speedUp, usable] = [about.sequential.time / about.time, about.sequential.time / whole];
  return `<p>One worker alone takes ${timeText(about.sequential.time)} for its ${about.sequential.nodes.toLocaleString('en')} nodes to depth ${about.depth}.
    ${about.workers} workers take ${timeText(about.time)}: <b>speed-up ${speedUp.toFixed(2)}</b>. Together these are ${timeText(whole)} of time.
    What one alone needs is ${(100 * usable).toFixed(1)} % of it, and ${(100 * usable).toFixed(1)} % of ${about.workers} is ${speedUp.toFixed(2)}.</p>
    <div class="spent" aria-hidden="true">${bar.join('')}</div>
    <table><thead><tr><th>time of all workers</th><th>ms</th><th></th></tr></thead><tbody>${rows.join('')}</tbody>
    <tfoot><tr><td>${about.workers} workers × ${(about.time / 1e6).toFixed(3)} ms</td><td>${(Math.round(whole / 1000) / 1000).toFixed(3)}</td><td>100.0 %</td></tr></tfoot></table>`;
}

/** @param {AccountHistory} history @param {About} about @param {number} time */
export function accountTable(history, about, time) {
  const index = Math.max(0, lastAt(history.sums.length, (i) => history.sums[i].at, time));
  const sum = history.sums[index];
  const idle = Math.max(0, 1 - sum.busy / Math.max(1, sum.at * history.workers));
  const line = lineAt(about, time);
  const bound = line && line.bound !== '=' ? (line.bound === '>' ? 'at least ' : 'at most ') : '';
  const rows = [
    ['best line', line ? `${bound}${valueText(line.value)} at depth ${line.depth}: ${line.moves.slice(0, 6).join(' ')}` : 'none yet'],
    ['nodes', `${sum.nodes.toLocaleString('en')} of ${(about.nodes + about.lost).toLocaleString('en')}`],
    ['idle or looking', `${(100 * idle).toFixed(1)} % of the workers’ time`],
    ['waits for a held lock', `${timeText(sum.waits)} in all`],
    ['joins, cutoffs', `${sum.joins.toLocaleString('en')}, ${sum.cutoffs.toLocaleString('en')}`],
  ];
  const head = about.workers > 1 ? `Why ${(about.sequential.time / about.time).toFixed(2)} times as fast, and not ${about.workers} times` : 'Where the time went';
  return `<div><h3>${head}</h3>${whyTable(about)}</div>
    <div><h3>So far, at ${timeText(time)}</h3><dl>${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('')}</dl></div>`;
}

/**
 * Draws the share of busy workers over time, with the view and the cursor.
 * @param {HTMLCanvasElement} canvas @param {AccountHistory} history @param {{from: number, to: number}} view
 * @param {number} cursor @param {{heights: string[], mark: string, lane: string, soft: string}} colours
 */
export function drawOverview(canvas, history, view, cursor, colours) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = colours.heights[6];
  const { sums, end, workers } = history;
  let before = { at: 0, busy: 0 };
  for (let column = 0; column < width; column++) {
    const at = ((column + 1) / width) * end;
    const sum = sums[Math.max(0, lastAt(sums.length, (i) => sums[i].at, at))];
    if (sum.at > before.at) {
      const share = Math.max(0, Math.min(1, (sum.busy - before.busy) / ((sum.at - before.at) * workers)));
      const from = (before.at / end) * width;
      pen.fillRect(from, height * (1 - share), (sum.at / end) * width - from + 0.5, height * share);
      before = sum;
    }
  }
  const x = (/** @type {number} */ time) => (time / end) * width;
  pen.fillStyle = colours.mark;
  pen.globalAlpha = 0.16;
  pen.fillRect(x(view.from), 0, Math.max(2, x(view.to) - x(view.from)), height);
  pen.globalAlpha = 1;
  pen.fillRect(x(cursor) - 0.75, 0, 1.5, height);
}
