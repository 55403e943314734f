'use strict';
// Steps through the games by keys, and in place: without this the links of the page do it.
document.documentElement.classList.add('scripted');

const all = (selector, within) => [...within.querySelectorAll(selector)];

// Shows the board of a step, and marks its move and its column of the chart.
function show(position) {
  const game = position.closest('section');
  const hidden = game.querySelector('.shown');
  const held = hidden ? all('.steps a', hidden).indexOf(document.activeElement) : -1;
  if (hidden) hidden.classList.remove('shown');
  position.classList.add('shown');
  for (const link of all('.moves a, .columns a', game)) {
    if (link.hash === '#' + position.id) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  if (held >= 0) {
    // The link that was followed is hidden now: the same one of this board, or else the board, has the focus.
    const link = all('.steps a', position)[held];
    (link.href ? link : position.parentNode).focus({ preventScroll: true });
  }
  const move = game.querySelector('.moves a[aria-current]');
  if (move) move.scrollIntoView({ block: 'nearest' });
}

// The step that this link leads to.
const target = link => link && document.getElementById(link.hash.slice(1));

document.addEventListener('click', event => {
  const position = target(event.target.closest('a[href^="#"]'));
  if (!position || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(position);
  position.scrollIntoView({ block: 'nearest' });
});

document.addEventListener('keydown', event => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  // Home and End belong to the page until somebody has gone into a game.
  const entered = event.target.closest('section');
  const inView = game => game.getBoundingClientRect().bottom > innerHeight / 2;
  const game = entered || isFinite(step) && all('section', document).find(inView);
  if (!game) return;
  event.preventDefault();
  const positions = all('.position', game);
  const at = positions.findIndex(position => position.classList.contains('shown'));
  show(positions[Math.min(Math.max(at + step, 0), positions.length - 1)]);
});

document.addEventListener('DOMContentLoaded', () => {
  for (const game of all('section', document)) game.querySelector('.position').classList.add('shown');
  const named = target(location);
  if (named) show(named);
});
