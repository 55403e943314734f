// The laboratory and the game: a board to set up a position on, to search it, and to play from it.

import { boardPicture, readBoard, squareName } from './chess.js';
import { safe, valueText } from './words.js';

/** @typedef {import('./module.js').Program} Program */
/** @typedef {{fen: string, moves: string[], played: string[], legal: string[], ending: [string, string]|null,
 *   thought: {value: number, depth: number, nodes: number, line: string}|null, pgn: string}} Game */

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Brings the board to life.
 * @param {(id: string) => HTMLElement} part @param {Program} player @param {Program} recorder
 * @param {string} fen the position to begin with
 * @param {(about: import('./account.js').About, events: Uint8Array) => void} show shows a recording
 */
export function useBoard(part, player, recorder, fen, show) {
  const field = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (part(id));
  let start = fen;
  /** @type {Game|null} */
  let game = null;
  let [from, turn, isThinking] = [-1, 0, false];
  /** The program's last thought, which stays while the human thinks. */
  let thought = '';

  const isWhite = () => game !== null && readBoard(game.fen).white;
  const isProgramsTurn = () => field('side').value === (isWhite() ? 'white' : 'black');
  /** Returns the legal moves from the chosen square to this one. @param {number} to */
  const movesTo = (to) => game ? game.legal.filter((move) => move.startsWith(squareName(from) + squareName(to))) : [];
  /** @param {string} text */
  const say = (text) => { part('gamestate').innerHTML = text; };

  const draw = () => {
    if (!game) return;
    const board = readBoard(game.fen);
    const last = game.played[game.played.length - 1] || '';
    board.last = [last.slice(0, 2), last.slice(2, 4)].map(squareOf);
    const targets = from < 0 ? [] : game.legal.filter((move) => move.startsWith(squareName(from))).map((move) => squareOf(move.slice(2, 4)));
    part('playboard').innerHTML = boardPicture(board, { name: 'the game', flipped: field('side').value === 'white', from, targets });
    const number = Number(start.split(' ')[5] || 1);
    const isBlack = start.split(' ')[1] === 'b';
    part('moves').textContent = game.moves.map((move, i) => {
      const ply = i + Number(isBlack);
      return (ply % 2 === 0 ? `${number + ply / 2}. ` : i === 0 ? `${number}... ` : '') + move;
    }).join(' ');
    field('fen').value = game.fen;
    field('pgntext').value = game.pgn;
    if (game.ending) say(`<b>${game.ending[0]}</b>, ${safe(game.ending[1])}. ${thought}`);
    else if (isThinking) say(`Cleave is thinking … ${thought}`);
    else say(`${isWhite() ? 'White' : 'Black'} to move. ${thought}`);
  };

  /** Goes to the position after these moves, and lets the program reply if it is its turn. @param {string[]} moves */
  const goTo = async (moves) => {
    const mine = ++turn;
    const names = ['white', 'black'].map((side) => field('side').value === side ? `Cleave ${field('rating').value}` : 'Human');
    const ask = async (/** @type {object} */ more) => {
      const { line } = await player.ask({ ask: 'game', fen: start, names, ...more });
      return /** @type {Game} */ (line);
    };
    from = -1;
    try {
      const found = await ask({ moves });
      if (mine !== turn) return;
      game = found;
      isThinking = isProgramsTurn() && !game.ending;
      draw();
      if (!isThinking) return;
      const seed = Math.floor(Math.random() * 2 ** 32);
      const reply = await ask({ moves: game.played, rating: Number(field('rating').value) || 1600, seed });
      if (mine !== turn) return;
      [game, isThinking] = [reply, false];
      const { value, depth, nodes, line } = reply.thought || { value: 0, depth: 0, nodes: 0, line: '' };
      thought = `<span class="thought">Cleave: <b>${valueText(value)}</b> at depth ${depth}, ${nodes.toLocaleString('en')} nodes: ${safe(line)}</span>`;
      draw();
    } catch (error) {
      if (mine !== turn) return;
      isThinking = false;
      draw();
      say(`<b>Not possible:</b> ${safe(error instanceof Error ? error.message : String(error))}.`);
    }
  };
  /** Begins a new game from a position. @param {string} position */
  const begin = (position) => {
    const before = start;
    [start, thought] = [position.trim() || START, ''];
    if (isThinking) player.cancel();
    goTo([]).then(() => { if (game && !game.fen.startsWith(start.split(' ')[0])) start = before; });
  };

  part('playboard').addEventListener('click', (click) => {
    const square = /** @type {Element} */ (click.target).closest('[data-square]');
    if (!square || !game || isThinking || game.ending) return;
    const to = Number(square.getAttribute('data-square'));
    const moves = from < 0 ? [] : movesTo(to);
    if (moves.length === 1) return goTo([...game.played, moves[0]]);
    if (moves.length > 1) {
      const choice = moves.map((move) => `<button data-move="${move}">${{ q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }[move[4]] || 'King'}</button>`);
      return say(`Promote to ${choice.join(' ')}`);
    }
    const can = game.legal.some((move) => move.startsWith(squareName(to)));
    from = can && to !== from ? to : -1;
    draw();
  });
  part('gamestate').addEventListener('click', (click) => {
    const move = /** @type {HTMLElement} */ (click.target).dataset.move;
    if (move && game) goTo([...game.played, move]);
  });
  field('move').addEventListener('change', () => {
    if (game && field('move').value && !isThinking) goTo([...game.played, field('move').value]);
    field('move').value = '';
  });
  part('takeback').addEventListener('click', () => {
    if (!game) return;
    // Back to the last position in which the human must move.
    const fewer = field('side').value && !isProgramsTurn() ? 2 : 1;
    thought = '';
    if (isThinking) player.cancel();
    goTo(game.played.slice(0, Math.max(0, game.played.length - fewer)));
  });
  part('newgame').addEventListener('click', () => begin(START));
  field('fen').addEventListener('change', () => begin(field('fen').value));
  field('side').addEventListener('change', () => game && goTo(game.played));
  part('pgn').addEventListener('click', () => {
    part('pgntext').hidden = !part('pgntext').hidden;
    if (!part('pgntext').hidden) field('pgntext').select();
  });

  let isSearching = false;
  part('order').addEventListener('submit', async (submit) => {
    submit.preventDefault();
    if (isSearching) return recorder.cancel();
    const [workers, depth, seed] = ['workers', 'depth', 'seed'].map((id) => Number(field(id).value));
    isSearching = true;
    part('search').textContent = 'Cancel';
    part('progress').textContent = 'searches …';
    try {
      const request = { ask: 'record', fen: game ? game.fen : start, algorithm: field('algorithm').value, workers, depth, seed };
      const { line, rest, all } = await recorder.ask(request, (reached, nodes) => {
        part('progress').textContent = `depth ${reached}, ${nodes.toLocaleString('en')} nodes …`;
      });
      show(line, rest);
      part('progress').textContent = `${line.nodes.toLocaleString('en')} nodes by ${line.workers} workers, shown above.`;
      const save = /** @type {HTMLAnchorElement} */ (part('save'));
      URL.revokeObjectURL(save.href);
      save.href = URL.createObjectURL(new Blob([new Uint8Array(all)]));
      save.hidden = false;
    } catch (error) {
      part('progress').textContent = error instanceof Error ? error.message : String(error);
    }
    isSearching = false;
    part('search').textContent = 'Search';
  });
  goTo([]);
}

/** @param {string} name */
function squareOf(name) {
  return name ? name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1) : -1;
}
