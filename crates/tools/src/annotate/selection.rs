//! Which games and which moves are annotated.

use std::collections::BTreeSet;
use std::str::FromStr;

use cleave_board::Color;
use cleave_pgn::Game;

/// Whose moves are annotated.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// White's.
    White,
    /// Black's.
    Black,
    /// Both sides'.
    Both,
}

/// A range of numbers, both ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    first: u32,
    pub(super) last: u32,
}

/// What is annotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Whose moves.
    pub side: Side,
    /// The moves with these numbers.
    pub moves: Numbers,
}

impl Numbers {
    /// True if the number is in the range.
    pub fn contains(self, number: u32) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl FromStr for Numbers {
    type Err = &'static str;

    /// Reads `3`, `3-7`, `3-` or `-7`.
    fn from_str(text: &str) -> Result<Numbers, &'static str> {
        let number = |text: &str, default| match text {
            "" => Some(default),
            text => text.parse().ok().filter(|&number| number > 0),
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let numbers = number(first, 1).zip(number(last, u32::MAX));
        numbers
            .filter(|(first, last)| first <= last && !text.is_empty())
            .map(|(first, last)| Numbers { first, last })
            .ok_or("expected a number or a range of numbers, such as 3, 3-7, 3- or -7")
    }
}

impl Selection {
    /// The plies of a game that are annotated, from 0.
    pub fn plies(self, game: &Game) -> Vec<usize> {
        let first = usize::from(game.start.side() == Color::Black);
        let number = |ply: usize| u32::from(game.start.fullmove()) + ((ply + first) / 2) as u32;
        let is_white = |ply: usize| (ply + first).is_multiple_of(2);
        let is_chosen = |&ply: &usize| {
            let side = match self.side {
                Side::White => is_white(ply),
                Side::Black => !is_white(ply),
                Side::Both => true,
            };
            side && self.moves.contains(number(ply))
        };
        (0..game.main.plies.len()).filter(is_chosen).collect()
    }

    /// The positions that must be searched for that: before and after each of these plies. Position
    /// 0 is the start.
    pub fn positions(self, game: &Game) -> BTreeSet<usize> {
        self.plies(game).into_iter().flat_map(|ply| [ply, ply + 1]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_pgn::Games;

    #[test]
    fn ranges_have_four_forms() {
        let range = |text: &str| text.parse::<Numbers>().map(|it| (it.first, it.last));
        assert_eq!(range("3"), Ok((3, 3)));
        assert_eq!(range("3-7"), Ok((3, 7)));
        assert_eq!(range("3-"), Ok((3, u32::MAX)));
        assert_eq!(range("-7"), Ok((1, 7)));
        for text in ["", "0", "7-3", "x", "3-4-5", "-0"] {
            assert!(range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn side_and_numbers_choose_moves() {
        let text = "[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 0 7\"]\n\n7... Kd7 8. Ra7+ Kd6 9. Kd2 *";
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let plies =
            |side, moves: &str| Selection { side, moves: moves.parse().unwrap() }.plies(&game);
        assert_eq!(plies(Side::Both, "1-"), [0, 1, 2, 3]);
        assert_eq!(plies(Side::White, "8-"), [1, 3]);
        assert_eq!(plies(Side::Black, "-8"), [0, 2]);
        assert_eq!(plies(Side::Both, "8"), [1, 2]);
        let selection = Selection { side: Side::White, moves: "8".parse().unwrap() };
        assert_eq!(selection.positions(&game).into_iter().collect::<Vec<_>>(), [1, 2]);
    }
}
