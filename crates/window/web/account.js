// The account: what the search has come to at the cursor, beside the sequential program.

import { lastAt } from './history.js';
import { lineAt, timeText, valueText } from './words.js';

/** @typedef {import('./history.js').History} AccountHistory */
/**
 * @typedef {{algorithm: string, id: string, fen: string, depth: number, workers: number, time: number, nodes: number,
 *   seed: number, value: number, sequential: {nodes: number, time: number},
 *   lines: {at: number, depth: number, value: number, bound: string, moves: string[]}[],
 *   moments: {kind: string, at: number, worker: number, block: number|null, count: number}[]}} About
 */

/** @param {AccountHistory} history @param {About} about @param {number} time */
export function accountTable(history, about, time) {
  const index = Math.max(0, lastAt(history.sums.length, (i) => history.sums[i].at, time));
  const sum = history.sums[index];
  const idle = Math.max(0, 1 - sum.busy / Math.max(1, sum.at * history.workers));
  const line = lineAt(about, time);
  const whole = about.sequential.time / about.time;
  const rows = [
    ['line', line ? `${valueText(line.value)}${line.bound === '=' ? '' : ' (bound)'} at depth ${line.depth}: ${line.moves.slice(0, 6).join(' ')}` : 'none yet'],
    ['nodes', `${sum.nodes.toLocaleString('en')} of ${about.nodes.toLocaleString('en')}; alone ${about.sequential.nodes.toLocaleString('en')}`],
    ['idle', `${(100 * idle).toFixed(1)} % of the workers’ time so far`],
    ['waits for locks', timeText(sum.waits)],
    ['joins, cutoffs', `${sum.joins.toLocaleString('en')}, ${sum.cutoffs.toLocaleString('en')}`],
    ['speed-up', `<b>${whole.toFixed(2)}</b>: depth ${about.depth} in ${timeText(about.time)}, alone in ${timeText(about.sequential.time)}`],
  ];
  return `<dl>${rows.map(([name, text]) => `<dt>${name}</dt><dd>${text}</dd>`).join('')}</dl>`;
}

/**
 * The share of workers that are busy, over time, with the view and the cursor.
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
