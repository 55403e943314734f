//! A game in bytes.
//!
//! | bytes | contents, little-endian |
//! |---|---|
//! | 0..4 | CRC-32 of the game's number in its file and of the bytes that follow |
//! | 4..6 | number of plies |
//! | 6..38 | the start position as a [`Record`], with the game's result |
//! | 38.. | for each ply the move, two bytes, and its value for the side to move, two bytes |

use cleave_board::{Move, Position, Value};
use cleave_kit::games::game::{GameResult, Turn};
use cleave_movegen::legal_moves;

use super::record::{Outcome, Record};

const PLIES_AT: usize = 4;
const START_AT: usize = 6;
const TURNS_AT: usize = START_AT + Record::BYTES;
const PLY: usize = 4;

/// More plies than any game has. A length beyond this is damage.
const MOST_PLIES: usize = 1_000;

/// Returns the bytes of a game of at least one ply, which becomes the one of this number in its file.
pub(super) fn to_bytes(number: u32, turns: &[Turn], result: GameResult) -> Vec<u8> {
    assert!((1..=MOST_PLIES).contains(&turns.len()), "a game of {} plies", turns.len());
    let start = &turns[0].position;
    let outcome = Outcome::of(result, start.side());
    let mut bytes = vec![0; PLIES_AT];
    bytes.extend((turns.len() as u16).to_le_bytes());
    bytes.extend(Record::new(start, Move::NONE, Value::ZERO, outcome).bytes());
    for turn in turns {
        bytes.extend(turn.mv.bits().to_le_bytes());
        bytes.extend((turn.value.get() as i16).to_le_bytes()); // all values fit
    }
    let checksum = checksum(number, &bytes[PLIES_AT..]);
    bytes[..PLIES_AT].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

/// A game as a file stores it.
pub(crate) struct Stored<'a> {
    start: Record,
    turns: &'a [[u8; PLY]],
}

impl<'a> Stored<'a> {
    /// Takes the game of this number off the bytes; `None` if it is not whole or not undamaged.
    pub(super) fn take(bytes: &mut &'a [u8], number: u32) -> Option<Stored<'a>> {
        let (game, rest) = bytes.split_at_checked(size(bytes)?)?;
        let written = u32::from_le_bytes(*game.first_chunk()?);
        if written != checksum(number, &game[PLIES_AT..]) {
            return None;
        }
        *bytes = rest;
        let start = Record::from_bytes(*game[START_AT..].first_chunk()?);
        Some(Stored { start, turns: game[TURNS_AT..].as_chunks().0 })
    }

    /// Returns the number of plies.
    pub(crate) fn plies(&self) -> usize {
        self.turns.len()
    }

    /// Returns the position that the game begins with.
    ///
    /// # Errors
    /// It is no legal position.
    pub(crate) fn opening(&self) -> Result<Position, String> {
        self.start.position().map_err(|error| error.to_string())
    }

    /// Returns all moves with their positions and values, and the result.
    ///
    /// # Errors
    /// A position or a move is not legal.
    pub(super) fn turns(&self) -> Result<(Vec<Turn>, GameResult), String> {
        let mut position = self.opening()?;
        let result = self.start.outcome().for_white(position.side());
        let mut turns = Vec::with_capacity(self.turns.len());
        for &[m0, m1, v0, v1] in self.turns {
            let mv = Move::from_bits(u16::from_le_bytes([m0, m1]));
            if !legal_moves(&position).as_slice().contains(&mv) {
                return Err(format!("{mv} is not legal in {}", position.to_fen()));
            }
            let value = Value::new(i16::from_le_bytes([v0, v1]).into());
            turns.push(Turn { position, mv, value });
            position = position.make(mv);
        }
        Ok((turns, result))
    }
}

/// Returns true for the bytes of an interrupted write that has no whole game. They are one game, of which a part may be
/// missing or zero, and only zeros after it.
pub(super) fn is_broken_off(bytes: &[u8]) -> bool {
    let behind = size(bytes).map(|size| bytes.get(size..).unwrap_or_default());
    match behind {
        None => bytes.len() < START_AT || is_zero(&bytes[PLIES_AT..]),
        Some(behind) => is_zero(behind),
    }
}

/// Returns the size of the game that begins here, by its number of plies.
fn size(bytes: &[u8]) -> Option<usize> {
    let plies = usize::from(u16::from_le_bytes(*bytes.get(PLIES_AT..START_AT)?.first_chunk()?));
    (1..=MOST_PLIES).contains(&plies).then_some(TURNS_AT + plies * PLY)
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

fn checksum(number: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
pub(super) mod tests {
    use cleave_kit::games::random::Random;

    use super::*;

    /// Returns a game of random moves and values, other ones for each seed.
    pub(in super::super) fn random_game(seed: u64, plies: usize) -> (Vec<Turn>, GameResult) {
        let mut random = Random::seeded(seed);
        let mut position = Position::start();
        let mut turns = Vec::new();
        while turns.len() < plies {
            let moves = legal_moves(&position);
            let Some(&mv) = moves.as_slice().get(random.below(moves.as_slice().len().max(1)))
            else {
                break;
            };
            let value = Value::new(random.below(64_001) as i32 - 32_000);
            turns.push(Turn { position, mv, value });
            position = position.make(mv);
        }
        let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
        (turns, results[random.below(3)])
    }

    fn same(one: &Turn, other: &Turn) -> bool {
        (one.position, one.mv, one.value) == (other.position, other.mv, other.value)
    }

    #[test]
    fn a_game_comes_back_and_takes_four_bytes_a_ply() {
        for seed in 0..30 {
            let (turns, result) = random_game(seed, 120);
            let after_a_ply = &turns[1..]; // Black begins
            for turns in [&turns, after_a_ply] {
                let bytes = to_bytes(7, turns, result);
                assert_eq!(bytes.len(), 38 + 4 * turns.len());
                let mut rest = bytes.as_slice();
                let game = Stored::take(&mut rest, 7).unwrap();
                assert!(rest.is_empty() && game.plies() == turns.len());
                assert_eq!(game.opening().unwrap(), turns[0].position);
                let (again, same_result) = game.turns().unwrap();
                assert!(again.len() == turns.len() && same_result == result);
                assert!(again.iter().zip(turns).all(|(one, other)| same(one, other)), "{seed}");
            }
        }
    }

    #[test]
    fn every_damaged_byte_is_noticed_and_so_is_another_number() {
        let (turns, result) = random_game(1, 30);
        let bytes = to_bytes(3, &turns, result);
        assert!(Stored::take(&mut bytes.as_slice(), 4).is_none());
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Stored::take(&mut damaged.as_slice(), 3).is_none(), "byte {at}");
        }
    }

    #[test]
    fn an_illegal_move_is_named() {
        let (mut turns, result) = random_game(1, 10);
        turns[4].mv = Move::NONE;
        let bytes = to_bytes(0, &turns, result);
        let game = Stored::take(&mut bytes.as_slice(), 0).unwrap();
        let error = game.turns().err().unwrap();
        let expected = format!("0000 is not legal in {}", turns[4].position.to_fen());
        assert_eq!(error, expected);
    }
}
