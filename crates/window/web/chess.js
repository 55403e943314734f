// A board that follows the moves of a recording: positions of blocks, moves in words, a picture of the board.

/** @typedef {import('./history.js').Life} LifeOnBoard */
/** @typedef {{squares: string[], white: boolean, last: number[]}} Board */

const PIECES = { K: '♚', Q: '♛', R: '♜', B: '♝', N: '♞', P: '♟' };
const STEPS = {
  N: [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]],
  B: [[1, 1], [1, -1], [-1, 1], [-1, -1]],
  R: [[1, 0], [-1, 0], [0, 1], [0, -1]],
};

/** @param {string} fen @returns {Board} */
export function readBoard(fen) {
  const [rows, side] = fen.split(' ');
  const ranks = rows.split('/').map((row) => row.replace(/\d/g, (digit) => '.'.repeat(Number(digit))));
  return { squares: ranks.reverse().join('').split(''), white: side !== 'b', last: [] };
}

/** Returns the board after an action. @param {Board} board @param {number} action @returns {Board} */
export function afterAction(board, action) {
  const kind = action >> 16;
  if (kind === 1) return { ...board, white: !board.white, last: [] };
  if (kind > 1 || !(action & 0xffff)) return board;
  const [from, to, special] = [action & 63, (action >> 6) & 63, (action >> 12) & 7];
  const squares = board.squares.slice();
  const piece = squares[from];
  squares[from] = '.';
  let target = to;
  if (special === 3) {
    const rook = squares[to];
    squares[to] = '.';
    target = (from & 56) + (to > from ? 6 : 2);
    squares[(from & 56) + (to > from ? 5 : 3)] = rook;
  }
  squares[target] = piece;
  if (special === 2) squares[(from & 56) + (to & 7)] = '.';
  if (special >= 4) squares[target] = board.white ? 'NBRQ'[special - 4] : 'nbrq'[special - 4];
  return { squares, white: !board.white, last: [from, target] };
}

/** Returns the board of a block. @param {Board} root @param {LifeOnBoard|null} life @returns {Board} */
export function boardOf(root, life) {
  return life ? afterAction(boardOf(root, life.parent), life.task.action) : root;
}

/** @param {number} square */
export function squareName(square) {
  return 'abcdefgh'[square & 7] + (1 + (square >> 3));
}

/** Returns true if the piece on one square attacks another. @param {Board} board @param {number} from @param {number} to */
function attacks(board, from, to) {
  const piece = board.squares[from].toUpperCase();
  const steps = piece === 'Q' ? [...STEPS.B, ...STEPS.R] : STEPS[/** @type {'N'} */ (piece)] || [];
  return steps.some(([right, up]) => {
    let [file, rank] = [from & 7, from >> 3];
    do {
      [file, rank] = [file + right, rank + up];
      if (file < 0 || file > 7 || rank < 0 || rank > 7) return false;
      if (rank * 8 + file === to) return true;
    } while (piece !== 'N' && board.squares[rank * 8 + file] === '.');
    return false;
  });
}

/** Returns an action in words: a move in the notation of books, or a test search. @param {Board} board @param {number} action */
export function moveText(board, action) {
  const kind = action >> 16;
  if (kind === 1) return 'pass';
  if (kind === 2) return 'check of the pass';
  const text = plainMove(board, action & 0xffff);
  return kind === 3 ? `all but ${text}` : text;
}

/** @param {Board} board @param {number} move */
function plainMove(board, move) {
  if (!move) return 'root';
  const [from, to, special] = [move & 63, (move >> 6) & 63, (move >> 12) & 7];
  if (special === 3) return to > from ? 'O-O' : 'O-O-O';
  const piece = board.squares[from].toUpperCase();
  const takes = board.squares[to] !== '.' || special === 2;
  if (piece === 'P' || piece === '.') {
    const promotion = special >= 4 ? '=' + 'NBRQ'[special - 4] : '';
    return (takes ? 'abcdefgh'[from & 7] + 'x' : '') + squareName(to) + promotion;
  }
  const twin = board.squares.findIndex((other, square) =>
    square !== from && other === board.squares[from] && attacks(board, square, to));
  const which = twin < 0 ? '' : (twin & 7) === (from & 7) ? 1 + (from >> 3) : 'abcdefgh'[from & 7];
  return piece + which + (takes ? 'x' : '') + squareName(to);
}

/**
 * Returns a picture of the board, as SVG: of a block, or of a game, with the square of a chosen piece and its targets.
 * @param {Board} board @param {{name: string, flipped: boolean, from: number, targets: number[]}} [game]
 */
export function boardPicture(board, { name, flipped, from, targets } = { name: 'the block', flipped: false, from: -1, targets: [] }) {
  let picture = `<svg viewBox="0 0 8 8" class="board" role="img" aria-label="the position of ${name}">`;
  for (let square = 0; square < 64; square++) {
    const [x, y] = flipped ? [7 - (square & 7), square >> 3] : [square & 7, 7 - (square >> 3)];
    const shade = (x + y) % 2 ? 'dark' : 'light';
    const moved = board.last.includes(square) || square === from ? ' moved' : '';
    picture += `<rect x="${x}" y="${y}" width="1.01" height="1.01" class="${shade}${moved}" data-square="${square}"/>`;
    const piece = board.squares[square];
    if (piece !== '.') {
      const side = piece === piece.toUpperCase() ? 'white' : 'black';
      const figure = PIECES[/** @type {'K'} */ (piece.toUpperCase())];
      picture += `<text x="${x + 0.5}" y="${y + 0.83}" class="${side}">${figure}\uFE0E</text>`;
    }
    if (targets.includes(square)) picture += `<circle cx="${x + 0.5}" cy="${y + 0.5}" r=".16" class="target"/>`;
  }
  return picture + '</svg>';
}
