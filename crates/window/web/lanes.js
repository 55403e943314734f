// The lanes: the activity of every worker over time, from the whole search down to microseconds.

import { lastAt } from './history.js';
import { preciseTime } from './words.js';

/** @typedef {import('./history.js').History} LanesHistory */
/** @typedef {{from: number, to: number}} View */

/** Returns a colour of the style sheet. @param {string} name */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** The colours of the lanes, read once for each look. */
export function palette() {
  const heights = Array.from({ length: 12 }, (_, i) => colour(`h${i}`));
  return {
    heights, join: colour('join'), abort: colour('abort'), lock: colour('lock'), look: colour('look'),
    text: colour('text'), soft: colour('soft'), line: colour('line'), mark: colour('mark'), lane: colour('lane'),
  };
}

/** Returns the distance between two marks of the time axis. @param {number} span @param {number} count */
export function stride(span, count) {
  const rough = span / count;
  const scale = 10 ** Math.floor(Math.log10(rough));
  return scale * ([1, 2, 5, 10].find((step) => step * scale >= rough) || 10);
}

/**
 * Draws the lanes within a view, with a line at the cursor.
 * @param {HTMLCanvasElement} canvas @param {LanesHistory} history @param {View} view @param {number} cursor
 * @param {ReturnType<typeof palette>} colours @param {number} selected the number of a block, or -1
 */
export function drawLanes(canvas, history, view, cursor, colours, selected) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  }
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: true }));
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = '11px system-ui, sans-serif';
  const frame = laneFrame(canvas, history);
  const { left, top, row } = frame;
  const scale = (width - left) / (view.to - view.from);
  const x = (/** @type {number} */ time) => left + (time - view.from) * scale;

  pen.strokeStyle = colours.line;
  pen.fillStyle = colours.soft;
  pen.textAlign = 'left';
  const step = stride(view.to - view.from, Math.max(2, width / 110));
  for (let time = Math.ceil(view.from / step) * step; time <= view.to; time += step) {
    pen.fillRect(Math.round(x(time)), top - 4, 1, 4);
    pen.fillText(preciseTime(time, step), x(time) + 3, 11);
  }
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, width - left, height);
  pen.clip();
  const thick = Math.max(2, row - Math.min(6, row * 0.3));
  for (let worker = 0; worker < history.workers; worker++) {
    const y = top + worker * row;
    pen.fillStyle = colours.lane;
    pen.fillRect(left, y + row / 2 - 0.5, width - left, 1);
    drawLane(pen, history.lanes[worker], { x, view, y: y + (row - thick) / 2, thick, scale, top: history.highest }, colours, selected);
  }
  for (const { worker, from, to } of history.deaths) {
    const y = top + worker * row + (row - thick) / 2;
    pen.strokeStyle = colours.abort;
    pen.setLineDash([4, 3]);
    pen.strokeRect(x(from), y, x(Math.min(to, history.end)) - x(from), thick);
    pen.setLineDash([]);
  }
  // The cursor is drawn below the events, which are often at its place.
  pen.fillStyle = colours.mark;
  pen.fillRect(Math.round(x(cursor)) - 0.5, top - 6, 1.5, height);
  drawEvents(pen, history, view, { x, frame, scale }, colours);
  pen.restore();
  pen.fillStyle = colours.soft;
  pen.textAlign = 'right';
  const every = Math.ceil(11 / row);
  for (let worker = 0; worker < history.workers; worker += every) {
    pen.fillText(String(worker), left - 6, top + (worker + 0.5) * row + 4);
  }
}

/** Returns the place of the lanes in the canvas. @param {HTMLCanvasElement} canvas @param {LanesHistory} history */
export function laneFrame(canvas, history) {
  const [left, top] = [history.workers > 99 ? 30 : 24, 20];
  return { left, top, row: (canvas.clientHeight - top) / history.workers };
}

/**
 * @param {CanvasRenderingContext2D} pen @param {import('./history.js').Lane} lane
 * @param {{x: (time: number) => number, view: View, y: number, thick: number, scale: number, top: number}} place
 * @param {ReturnType<typeof palette>} colours @param {number} selected
 */
function drawLane(pen, lane, { x, view, y, thick, top }, colours, selected) {
  const first = Math.max(0, lastAt(lane.to.length, (i) => lane.to[i], view.from));
  // Neighbours of one colour are one rectangle, and stretches narrower than a pixel are drawn at most once.
  let [last, begun, shown] = [-1, 0, ''];
  const flush = (/** @type {number} */ end) => {
    if (shown) {
      pen.fillStyle = shown;
      pen.fillRect(begun, y, Math.max(0.7, end - begun), thick);
    }
  };
  for (let i = first; i < lane.from.length && lane.from[i] <= view.to; i++) {
    const [from, to] = [x(lane.from[i]), x(lane.to[i])];
    if (to - last < 0.5 && to - from < 0.5) continue;
    const fill = fillOf(lane, i, top, colours);
    if (fill !== shown || from - last > 0.6) {
      flush(last);
      [begun, shown] = [from, fill];
    }
    last = to;
    if (selected >= 0 && lane.block[i] === selected) {
      pen.fillStyle = colours.mark;
      pen.fillRect(from, y + thick, Math.max(1, to - from), 2);
    }
  }
  flush(last);
}

/** @param {import('./history.js').Lane} lane @param {number} i @param {number} top @param {ReturnType<typeof palette>} colours */
function fillOf(lane, i, top, colours) {
  switch (lane.activity[i]) {
    case 0: return '';
    case 1: return colours.look;
    case 2: return colours.join;
    case 5: return colours.abort;
    default: return colours.heights[Math.max(0, Math.min(11, Math.round((lane.height[i] / top) * 11)))];
  }
}

/**
 * Draws joins as arcs, cutoffs as crosses with lines to the workers that they stop, waits for locks as bars.
 * @param {CanvasRenderingContext2D} pen @param {LanesHistory} history @param {View} view
 * @param {{x: (time: number) => number, frame: {left: number, top: number, row: number}, scale: number}} place
 * @param {ReturnType<typeof palette>} colours
 */
function drawEvents(pen, history, view, { x, frame, scale }, colours) {
  const { events } = history;
  const { top, row } = frame;
  const middle = (/** @type {number} */ worker) => top + (worker + 0.5) * row;
  const first = Math.max(0, lastAt(events.length, (i) => events[i].at, view.from));
  const last = lastAt(events.length, (i) => events[i].at, view.to);
  const isNear = last - first < 1200;
  pen.fillStyle = colours.lock;
  const above = [];
  for (let i = first; i <= last; i++) {
    const { at, worker, deed } = events[i];
    if (deed.kind === 'stopped' || isNear && deed.kind === 'joined') above.push(events[i]);
    if (deed.kind !== 'waited') continue;
    // A bar narrower than a pixel is paler in proportion.
    const wide = deed.time * scale;
    pen.globalAlpha = Math.min(1, wide);
    pen.fillRect(x(at - deed.time), middle(worker) - row / 2 + 1, Math.max(1, wide), row - 2);
  }
  pen.globalAlpha = 1;
  // Cutoffs are drawn above the locks, which would hide their lines.
  for (const { at, worker, deed, life, others } of above) {
    if (deed.kind === 'joined' && life) {
      const source = others.length ? others[0] : life.maker;
      if (source === worker) continue;
      pen.strokeStyle = colours.join;
      pen.lineWidth = 1.2;
      pen.beginPath();
      pen.moveTo(x(at), middle(source));
      pen.quadraticCurveTo(x(at) - 14, (middle(source) + middle(worker)) / 2, x(at), middle(worker));
      pen.stroke();
    } else if (deed.kind === 'stopped' && (isNear || others.length > 2)) {
      pen.globalAlpha = isNear ? 1 : 0.5;
      pen.strokeStyle = colours.abort;
      pen.lineWidth = isNear ? 1.6 : 1;
      pen.beginPath();
      for (const other of others) {
        pen.moveTo(x(at), middle(worker));
        pen.lineTo(x(at) + 9, middle(other));
      }
      pen.moveTo(x(at) - 4, middle(worker) - 4);
      pen.lineTo(x(at) + 4, middle(worker) + 4);
      pen.moveTo(x(at) - 4, middle(worker) + 4);
      pen.lineTo(x(at) + 4, middle(worker) - 4);
      pen.stroke();
      pen.globalAlpha = 1;
    }
  }
}
