//! Writes random games that repeat a cycle twice: `cycles COUNT SEED`. `tests/xiangqi-truth.py`
//! judges them.
//!
//! In most games one side attacks a piece with every move of the cycle.

use cleave_smp::random::Rng;
use cleave_xiangqi::{Kind, Move, Notation, Piece, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || -> Result<u64, Box<dyn std::error::Error>> {
        Ok(arguments.next().ok_or("usage: cycles COUNT SEED")?.parse()?)
    };
    let (count, seed) = (number()?, number()?);
    let mut rng = Rng::new(seed);
    let mut written = 0;
    while written < count {
        let position = random_position(&mut rng);
        for _ in 0..20 {
            if let Some(line) = game(&mut rng, position) {
                println!("{line}");
                written += 1;
                break;
            }
        }
    }
    Ok(())
}

/// Returns one of these moves at random, or `None` if there are none.
fn choose(rng: &mut Rng, moves: &[Move]) -> Option<Move> {
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

fn random_position(rng: &mut Rng) -> Position {
    let mut position = Position::start();
    for _ in 0..20 + rng.below(180) {
        let captures = position.captures();
        let moves = if rng.below(3) == 0 && !captures.is_empty() {
            captures
        } else {
            position.legal_moves()
        };
        let Some(mv) = choose(rng, &moves) else { break };
        position = position.make(mv);
    }
    let placement = position.fen();
    let fields: Vec<&str> = placement.split(' ').take(4).collect();
    Position::from_fen(&(fields.join(" ") + " 0 1")).expect("a position of a game")
}

/// Plays at most one move, then a cycle twice.
fn game(rng: &mut Rng, start: Position) -> Option<String> {
    let mut moves = Vec::new();
    let mut position = start;
    if rng.below(2) == 0 {
        let mv = choose(rng, &position.legal_moves())?;
        moves.push(mv);
        position = position.make(mv);
    }
    let length = [2, 2, 2, 3, 4][rng.below(5) as usize];
    let (cycle, attacks) = closed_walk(rng, position, length)?;
    if !attacks.contains(&length) && rng.below(50) > 0 {
        return None;
    }
    moves.extend(cycle.iter().chain(&cycle));
    let write = |&mv: &Move| Notation::CoordinatesFromOne.write(&start, mv);
    let texts: Vec<String> = moves.iter().map(write).collect();
    Some(format!("{};{}", start.fen(), texts.join(" ")))
}

/// Returns a closed walk of quiet moves, in turn by one piece of each side, and the number of each
/// side's moves that attack a piece.
fn closed_walk(rng: &mut Rng, start: Position, length: usize) -> Option<(Vec<Move>, [usize; 2])> {
    let (mut at, mut home) = ([None; 2], [None; 2]);
    let mut attacks = [0; 2];
    let mut moves = Vec::new();
    let mut position = start;
    for ply in 0..2 * length {
        let side = ply % 2;
        let mut list = position.quiet_moves();
        list.retain(|mv| at[side].is_none_or(|square| square == mv.from()));
        if ply + 2 >= 2 * length {
            list.retain(|mv| home[side] == Some(mv.to()));
        }
        let attacking: Vec<Move> =
            list.iter().copied().filter(|&mv| is_attack(&position, mv)).collect();
        let mv = choose(rng, if attacking.is_empty() { &list } else { &attacking })?;
        attacks[side] += usize::from(is_attack(&position, mv));
        home[side] = home[side].or(Some(mv.from()));
        at[side] = Some(mv.to());
        moves.push(mv);
        position = position.make(mv);
    }
    Some((moves, attacks))
}

/// Returns true if a piece attacks another that it did not attack before.
fn is_attack(before: &Position, mv: Move) -> bool {
    let count = |position: &Position| -> u32 {
        let hunters = before.side();
        let targets = position.color(!hunters);
        let of = |kind| {
            let piece = Piece::new(hunters, kind);
            let attacked = move |square| (position.attacks(piece, square) & targets).len();
            position.pieces(hunters, kind).into_iter().map(attacked).sum::<u32>()
        };
        Kind::ALL.into_iter().map(of).sum()
    };
    count(&before.make(mv)) > count(before)
}
