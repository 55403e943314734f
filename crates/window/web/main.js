// The page: it reads the recording inside, and keeps the cursor, the view and the selected block.

import { unpack } from './decode.js';
import { arrange, claimsAt, confidenceAt } from './history.js';
import { boardOf, boardPicture, readBoard } from './chess.js';
import { claimsText, lifeText, lineAt, preciseTime, safe } from './words.js';
import { drawLanes, laneFrame, palette } from './lanes.js';
import { treePicture } from './tree.js';
import { blockCard } from './block.js';
import { leaversOf } from './whereabouts.js';
import { accountTable, drawOverview } from './account.js';
import { eventAt, laneText, momentList, storyList } from './story.js';
import { startProgram } from './module.js';
import { useBoard } from './board.js';

/** @param {string} id @returns {HTMLElement} */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Brings the page to life. Returns the function that shows a recording in it; it must be called before anything else happens.
 * @returns {(about: import('./account.js').About, events: Uint8Array) => void}
 */
function openPage() {
  /** @type {import('./account.js').About} */
  let about;
  /** @type {import('./history.js').History} */
  let history;
  /** @type {import('./chess.js').Board} */
  let root;
  const lanes = /** @type {HTMLCanvasElement} */ (part('lanes'));
  const overview = /** @type {HTMLCanvasElement} */ (part('overview'));
  let view = { from: 0, to: 1 };
  let [cursor, current, selected] = [0, 0, -1];
  /** The time from which the story counts: the moment that the reader has chosen. */
  let origin = 0;
  let colours = palette();
  /** @type {{step: number, last: number, rest: number}|null} */
  let playing = null;
  let [isDue, isStale] = [false, true];

  /** Draws the changes with the next picture; the rest of the page only if the cursor has moved. */
  const draw = (stale = true) => {
    isStale = isStale || stale;
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      drawLanes(lanes, history, view, cursor, colours, selected);
      drawOverview(overview, history, view, cursor, colours);
      if (isStale) drawRest();
      isStale = false;
    });
  };
  const drawRest = () => {
    const line = lineAt(about, cursor);
    part('now').textContent = preciseTime(cursor);
    part('treebox').innerHTML = treePicture(history, root, cursor, selected, line ? line.moves : [], part('treebox').clientWidth);
    part('storybox').innerHTML = storyList(history, root, current, origin);
    part('accountbox').innerHTML = accountTable(history, about, cursor);
    part('blockbox').innerHTML = selected < 0
      ? '<p class="empty">Choose a block in the tree, or a moment: its board and the workers that began and finished it appear here.</p>'
      : blockCard(history, root, history.lives[selected], cursor);
    const find = /** @type {HTMLInputElement} */ (part('find'));
    if (document.activeElement !== find) find.value = selected < 0 ? '' : String(selected);
    part('play').textContent = playing ? 'Pause' : 'Play';
  };
  const keepInView = () => {
    const span = view.to - view.from;
    if (cursor < view.from || cursor > view.to) moveView(cursor - span / 2, span);
  };
  /** @param {number} from @param {number} span */
  const moveView = (from, span) => {
    const wide = Math.max(400, Math.min(history.end, span));
    const begin = Math.max(0, Math.min(history.end - wide, from));
    view = { from: begin, to: begin + wide };
  };
  /** Shows a span around a time, less where there is less room. @param {number} time @param {number} span
   *  @param {number} before the share of it before that time */
  const open = (time, span, before = 0.5) => {
    const wide = Math.min(history.end, span * Math.max(0.3, Math.min(1, lanes.clientWidth / 1200)));
    moveView(time - wide * before, wide);
  };
  /** @param {number} factor @param {number} around */
  const zoom = (factor, around) => {
    const span = (view.to - view.from) * factor;
    moveView(around - ((around - view.from) / (view.to - view.from)) * span, span);
    draw(false);
  };
  /** @param {number} time */
  const goTo = (time) => {
    cursor = origin = Math.max(0, Math.min(history.end, time));
    current = eventAt(history, cursor);
    keepInView();
    draw();
  };
  /** Steps to an event. The shown block stays unless the reader lets it follow the story. @param {number} index */
  const stepTo = (index) => {
    current = Math.max(0, Math.min(history.events.length - 1, index));
    const event = history.events[current];
    cursor = event.at;
    if (event.life && /** @type {HTMLInputElement} */ (part('follow')).checked) selected = event.life.number;
    keepInView();
    draw();
  };
  /** Goes to an event that the reader has chosen, and shows its block. @param {number} index */
  const goToEvent = (index) => {
    const { life } = history.events[index];
    if (life) selected = life.number;
    stepTo(index);
    origin = cursor;
  };
  /** Goes to the event of a worker at a block, which is one of several events at its time.
   *  @param {number} at @param {number} worker @param {number} block */
  const goToDeed = (at, worker, block) => {
    goTo(at);
    for (let i = current; i >= 0 && history.events[i].at === at; i--) {
      if (history.events[i].worker !== worker || history.events[i].life?.number !== block) continue;
      current = i;
      break;
    }
  };
  /** Returns the event of a moment, which is one of several at its time. @param {import('./account.js').About['moments'][0]} moment */
  const goToMoment = (moment) => {
    const last = eventAt(history, moment.at);
    const kind = { cutoff: 'stopped', death: 'killed' }[moment.kind] || 'finished';
    for (let i = last; i >= 0 && history.events[i].at === moment.at; i--) {
      const { deed, life } = history.events[i];
      if (deed.kind === kind && (life ? life.number : null) === moment.block) return goToEvent(i);
    }
    selected = moment.block === null ? selected : moment.block;
    goTo(moment.at);
  };
  /** @param {number} number */
  const select = (number) => {
    selected = number >= 0 && number < history.lives.length ? number : -1;
    draw();
  };
  const readLink = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    const [time, block, span] = ['t', 'b', 'w'].map((name) => Number.parseFloat(link.get(name) || ''));
    // Anyone may have written the link.
    if (Number.isFinite(time) && Number.isFinite(span)) moveView(time - span / 2, span);
    if (Number.isInteger(block)) selected = block >= 0 && block < history.lives.length ? block : -1;
    if (Number.isFinite(time)) goTo(time);
  };

  document.body.addEventListener('click', (click) => {
    const target = /** @type {Element} */ (click.target).closest('[data-event],[data-moment],[data-block],[data-at]');
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const { event, moment, block, at, go, worker } = target.dataset;
    // After a click the keys belong to the page; a reader with the keyboard stays at the same element.
    if (click.detail && (event || moment)) lanes.focus({ preventScroll: true });
    if (event !== undefined) goToEvent(Number(event));
    else if (moment !== undefined) {
      const found = about.moments[Number(moment)];
      const death = found.kind === 'death' && history.deaths.find((other) => other.from === found.at);
      open(found.at, Math.max(20000, found.kind === 'lock' ? 8 * found.count : death ? 3 * (death.to - death.from) : 0));
      goToMoment(found);
    } else if (block !== undefined) select(Number(block));
    else if (at !== undefined) {
      click.preventDefault();
      if (go !== undefined) selected = Number(go);
      goToDeed(Number(at), Number(worker), selected);
    }
  });

  part('treebox').addEventListener('pointermove', (pointer) => {
    const node = /** @type {Element} */ (pointer.target).closest('.node');
    const life = history.lives[Number(node && node.getAttribute('data-block'))];
    part('peek').hidden = !node || !life;
    if (!node || !life) return;
    part('peek').innerHTML = `${boardPicture(boardOf(root, life))}<p>${safe(lifeText(root, life))}: ${claimsText(claimsAt(life, cursor))},
      confidence ${confidenceAt(life, cursor)}</p>`;
    const left = Math.min(pointer.pageX + 14, window.innerWidth - 166);
    const [height, room] = [part('peek').offsetHeight, window.innerHeight - pointer.clientY - 20];
    const top = pointer.pageY + (height < room ? 14 : -Math.min(height + 14, pointer.clientY));
    part('peek').style.cssText = `left: ${Math.max(0, left)}px; top: ${top}px`;
  });
  part('treebox').addEventListener('pointerleave', () => { part('peek').hidden = true; });

  /** @param {MouseEvent|Touch} pointer */
  const timeOf = (pointer) => {
    const { left } = laneFrame(lanes, history);
    const box = lanes.getBoundingClientRect();
    return view.from + ((pointer.clientX - box.left - left) / (box.width - left)) * (view.to - view.from);
  };
  /** @param {PointerEvent} pointer */
  const workerAt = (pointer) => {
    const { top, row } = laneFrame(lanes, history);
    return Math.floor((pointer.clientY - lanes.getBoundingClientRect().top - top) / row);
  };
  lanes.addEventListener('wheel', (wheel) => {
    wheel.preventDefault();
    if (Math.abs(wheel.deltaX) > Math.abs(wheel.deltaY) || wheel.shiftKey) {
      moveView(view.from + ((wheel.deltaX || wheel.deltaY) / lanes.clientWidth) * (view.to - view.from), view.to - view.from);
      draw(false);
    } else zoom(wheel.deltaY > 0 ? 1.25 : 0.8, timeOf(wheel));
  }, { passive: false });
  /** @type {Map<number, PointerEvent>} */
  const held = new Map();
  let moved = 0;
  lanes.addEventListener('pointerdown', (pointer) => {
    lanes.setPointerCapture(pointer.pointerId);
    held.set(pointer.pointerId, pointer);
    moved = 0;
  });
  lanes.addEventListener('pointermove', (pointer) => {
    const before = held.get(pointer.pointerId);
    const worker = workerAt(pointer);
    if (history.lanes[worker]) part('hover').textContent = laneText(history, root, worker, timeOf(pointer));
    if (!before) return;
    const others = [...held.values()].filter((other) => other.pointerId !== pointer.pointerId);
    if (others.length) {
      const [was, is] = [before, pointer].map((end) => Math.max(20, Math.abs(end.clientX - others[0].clientX)));
      zoom(was / is, timeOf(others[0]));
    } else {
      moveView(view.from + timeOf(before) - timeOf(pointer), view.to - view.from);
      draw(false);
    }
    moved += Math.abs(pointer.clientX - before.clientX) + (others.length ? 9 : 0);
    held.set(pointer.pointerId, pointer);
  });
  const release = (/** @type {PointerEvent} */ pointer) => {
    if (held.delete(pointer.pointerId) && pointer.type === 'pointerup' && moved < 4) {
      chooseAt(workerAt(pointer), timeOf(pointer));
    }
  };
  /** @param {number} worker @param {number} time */
  const chooseAt = (worker, time) => {
    const lane = history.lanes[worker];
    const index = lane ? lane.from.findIndex((from, i) => from <= time && time < lane.to[i]) : -1;
    if (index >= 0 && lane.block[index] >= 0) selected = lane.block[index];
    goTo(time);
  };
  lanes.addEventListener('pointerup', release);
  lanes.addEventListener('pointercancel', release);
  overview.addEventListener('click', (click) => {
    const box = overview.getBoundingClientRect();
    const time = ((click.clientX - box.left) / box.width) * history.end;
    moveView(time - (view.to - view.from) / 2, view.to - view.from);
    goTo(time);
  });

  /** @param {number} now */
  const tick = (now) => {
    if (!playing) return;
    const speed = Number(/** @type {HTMLSelectElement} */ (part('speed')).value);
    playing.rest += ((now - playing.last) / 1000) * speed;
    playing.last = now;
    if (playing.rest >= 1) {
      stepTo(current + Math.floor(playing.rest));
      playing.rest %= 1;
    }
    if (current >= history.events.length - 1) playing = null;
    requestAnimationFrame(tick);
  };
  const togglePlay = () => {
    playing = playing ? null : { step: 0, last: performance.now(), rest: 0 };
    if (playing) requestAnimationFrame(tick);
    draw();
  };
  const link = () => `#t=${Math.round(cursor)}&w=${Math.round(view.to - view.from)}${selected < 0 ? '' : `&b=${selected}`}`;
  /** @type {Record<string, () => void>} */
  const actions = {
    in: () => zoom(0.5, cursor), out: () => zoom(2, cursor), whole: () => { moveView(0, history.end); draw(false); },
    back: () => stepTo(current - 1), next: () => stepTo(current + 1), play: togglePlay,
    link: () => {
      history.end && window.history.replaceState(null, '', link());
      if (navigator.clipboard) navigator.clipboard.writeText(location.href).catch(() => {});
      part('link').textContent = 'Link is in the address';
      setTimeout(() => { part('link').textContent = 'Link to here'; }, 1600);
    },
    look: () => {
      const dark = getComputedStyle(document.documentElement).colorScheme.includes('dark');
      document.documentElement.dataset.look = dark ? 'light' : 'dark';
      colours = palette();
      draw();
    },
  };
  for (const [name, action] of Object.entries(actions)) {
    part(name).addEventListener('click', (click) => {
      action();
      if (click.detail) lanes.focus({ preventScroll: true });
    });
  }
  part('find').addEventListener('change', (change) => {
    const number = Number(/** @type {HTMLInputElement} */ (change.target).value);
    const life = history.lives[number];
    if (!life) return;
    selected = number;
    part('find').blur();
    goTo(Math.min(life.finished, life.cleared, history.end));
  });
  /** @type {Record<string, string>} */
  const keys = { '+': 'in', '=': 'in', '-': 'out', 0: 'whole', ArrowLeft: 'back', ArrowRight: 'next', ' ': 'play', l: 'link', d: 'look' };
  window.addEventListener('keydown', (key) => {
    const target = /** @type {Element} */ (key.target);
    const block = target.getAttribute && target.getAttribute('data-block');
    if (block && key.key === 'Enter') select(Number(block));
    if (target.matches('button, [type=checkbox]') && key.key === ' ' || target.matches('input:not([type=checkbox]), select, textarea') || key.ctrlKey || key.metaKey) return;
    if (key.key === 'PageDown' || key.key === 'PageUp') {
      const span = view.to - view.from;
      moveView(view.from + (key.key === 'PageDown' ? span : -span) * 0.8, span);
      draw(false);
    } else if (keys[key.key]) actions[keys[key.key]]();
    else return;
    key.preventDefault();
  });
  window.addEventListener('hashchange', readLink);
  window.addEventListener('resize', () => draw());
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { colours = palette(); draw(); });
  return (newAbout, events) => {
    [about, history, root] = [newAbout, arrange(events), readBoard(newAbout.fen)];
    [view, selected, playing] = [{ from: 0, to: history.end }, -1, null];
    part('moments').innerHTML = momentList(about);
    part('title').textContent = `${about.workers} workers, depth ${about.depth}, ${about.algorithm}`;
    part('subtitle').textContent = `${about.id} · ${about.fen}`;
    document.documentElement.dataset.events = String(history.events.length);
    // A block whose other workers went straight to other work shows best why no worker waits.
    const handovers = about.moments.filter((moment) => moment.kind === 'handover' && moment.block !== null);
    const ways = handovers.map((moment) => leaversOf(history, history.lives[Number(moment.block)]));
    const best = Math.max(0, ways.findIndex((list) => list.some(({ idle, next }) => next && !idle)));
    const first = handovers[best];
    if (first) {
      open(first.at, 12000, 0.75);
      goToMoment(first);
    } else goTo(history.end / 2);
    if (location.hash.length > 1) readLink();
  };
}

/** Shows the recording inside the page, and starts the program if it is there. */
async function begin() {
  try {
    const about = JSON.parse(part('about').textContent || '');
    const events = await unpack(part('events').textContent || '');
    const show = openPage();
    show(about, events);
    const module = part('module').textContent || '';
    if (module) {
      const bytes = await unpack(module);
      part('recordonly').hidden = true;
      part('trybox').hidden = part('trylink').hidden = false;
      useBoard(part, startProgram(bytes), startProgram(bytes), about.fen, (newAbout, newEvents) => {
        window.history.replaceState(null, '', ' ');
        show(newAbout, newEvents);
        window.scrollTo(0, 0);
      });
    }
    document.documentElement.dataset.ready = 'yes';
  } catch (error) {
    part('fault').hidden = false;
    part('fault').textContent = `This recording cannot be shown: ${error instanceof Error ? error.message : error}.`;
  }
}

begin();
