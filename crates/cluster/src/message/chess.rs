//! The chess data in messages: positions, findings, table entries.

use cleave_board::{Key, Move, Position, Value};
use cleave_search::cluster::{Aim, Ask, Finding, KeyedEntry};
use cleave_search::{Root, Verdict};
use cleave_tt::{Bound, Entry};

use super::Malformed;
use super::wire::Wire;

/// The number of keys of earlier positions that are sent. By the fifty-move rule no earlier
/// position can be repeated.
const HISTORY: usize = 128;

/// The maximum depth of a search and length of a line. The search has the same limit of plies.
const MAX_PLIES: usize = 128;

impl Wire for Value {
    fn write(&self, out: &mut Vec<u8>) {
        (self.get() as i16).write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Value, Malformed> {
        Ok(Value::new(i16::read(input)?.into()))
    }
}

/// Reads a value that a search may return.
fn read_result(input: &mut &[u8]) -> Result<Value, Malformed> {
    let value = Value::read(input)?;
    if value.get().abs() <= Value::MATE.get() {
        Ok(value)
    } else {
        Err(Malformed::OutOfRange("a value"))
    }
}

impl Wire for Move {
    fn write(&self, out: &mut Vec<u8>) {
        self.bits().write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Move, Malformed> {
        u16::read(input).map(Move::from_bits)
    }
}

impl Wire for Key {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Key, Malformed> {
        u64::read(input).map(Key)
    }
}

impl Wire for Root {
    fn write(&self, out: &mut Vec<u8>) {
        // The Shredder form names the castling rooks in every position.
        self.position.to_shredder_fen().write(out);
        u8::from(self.position.is_chess960()).write(out);
        let recent = self.history.len().saturating_sub(HISTORY);
        self.history[recent..].to_vec().write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Root, Malformed> {
        let fen = String::read(input)?;
        let mut position =
            Position::from_fen(&fen).map_err(|_| Malformed::OutOfRange("a position"))?;
        position.set_chess960(u8::read(input)? != 0);
        let history: Vec<Key> = Wire::read(input)?;
        if history.len() > HISTORY {
            return Err(Malformed::OutOfRange("the length of a game"));
        }
        Ok(Root { position, history })
    }
}

impl Wire for Aim {
    fn write(&self, out: &mut Vec<u8>) {
        (self.depth as u8).write(out);
        self.alpha.write(out);
        self.beta.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Aim, Malformed> {
        let (depth, alpha, beta) = (read_depth(input)?, Value::read(input)?, Value::read(input)?);
        let widest = -Value::INFINITE..=Value::INFINITE;
        if alpha < beta && widest.contains(&alpha) && widest.contains(&beta) {
            Ok(Aim { depth, alpha, beta })
        } else {
            Err(Malformed::OutOfRange("a window"))
        }
    }
}

fn read_depth(input: &mut &[u8]) -> Result<u32, Malformed> {
    let depth = u8::read(input)?.into();
    if (1..=MAX_PLIES as u32).contains(&depth) {
        Ok(depth)
    } else {
        Err(Malformed::OutOfRange("a depth"))
    }
}

impl Wire for Finding {
    fn write(&self, out: &mut Vec<u8>) {
        (self.depth as u8).write(out);
        self.value.write(out);
        let verdict: u8 = match self.verdict {
            Verdict::Exact => 0,
            Verdict::AtLeast => 1,
            Verdict::AtMost => 2,
        };
        verdict.write(out);
        self.line.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Finding, Malformed> {
        let (depth, value) = (read_depth(input)?, read_result(input)?);
        let verdict = match u8::read(input)? {
            0 => Verdict::Exact,
            1 => Verdict::AtLeast,
            2 => Verdict::AtMost,
            _ => return Err(Malformed::OutOfRange("a verdict")),
        };
        let line: Vec<Move> = Wire::read(input)?;
        if (1..=MAX_PLIES).contains(&line.len()) {
            Ok(Finding { depth, value, verdict, line })
        } else {
            Err(Malformed::OutOfRange("the length of a line"))
        }
    }
}

/// The bit of the bound's byte that marks a position on a principal variation.
const PV: u8 = 4;

impl Wire for KeyedEntry {
    fn write(&self, out: &mut Vec<u8>) {
        let Entry { mv, value, eval, depth, bound, pv } = self.entry;
        self.key.write(out);
        mv.write(out);
        value.write(out);
        eval.write(out);
        depth.write(out);
        (bound as u8 | if pv { PV } else { 0 }).write(out);
    }

    fn read(input: &mut &[u8]) -> Result<KeyedEntry, Malformed> {
        let (key, mv) = (u64::read(input)?, u16::read(input)?);
        let value = read_result(input)?.get() as i16;
        let eval = Value::read(input)?;
        if eval != Value::NONE && eval.get().abs() > Value::EVAL_MAX.get() {
            return Err(Malformed::OutOfRange("an evaluation"));
        }
        let depth = read_entry_depth(input)?;
        let flags = u8::read(input)?;
        let bound = match flags & !PV {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return Err(Malformed::OutOfRange("a bound")),
        };
        let pv = flags & PV != 0;
        Ok(KeyedEntry {
            key,
            entry: Entry { mv, value, eval: eval.get() as i16, depth, bound, pv },
        })
    }
}

/// Reads the depth of an entry, which is counted from below the horizon.
fn read_entry_depth(input: &mut &[u8]) -> Result<u8, Malformed> {
    let depth = u8::read(input)?;
    if usize::from(depth) > MAX_PLIES {
        return Err(Malformed::OutOfRange("a depth"));
    }
    Ok(depth)
}

impl Wire for Ask {
    fn write(&self, out: &mut Vec<u8>) {
        self.key.write(out);
        self.least.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Ask, Malformed> {
        Ok(Ask { key: Wire::read(input)?, least: read_entry_depth(input)? })
    }
}
