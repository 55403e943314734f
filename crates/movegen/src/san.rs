//! Standard algebraic notation: `Nbd7`, `exd8=Q+`, `O-O-O#`.

use cleave_board::{File, Move, MoveKind, Piece, PieceKind, Position, Rank, Square, Wing};

use crate::coordinate::castling_wing;
use crate::text::diagnose;
use crate::{MoveTextError, gives_check, has_legal_move, legal_moves};

/// Returns the SAN of a legal move, as short as the standard allows, with `+` or `#`.
///
/// ```
/// use cleave_board::Position;
/// use cleave_movegen::{parse_move, to_san};
/// let position = Position::from_fen("7k/5Q2/8/8/8/2N5/8/K5N1 w - - 0 1").unwrap();
/// assert_eq!(to_san(&position, parse_move(&position, "g1e2").unwrap()), "Nge2");
/// assert_eq!(to_san(&position, parse_move(&position, "f7f8").unwrap()), "Qf8+");
/// ```
pub fn to_san(position: &Position, mv: Move) -> String {
    let mut san = without_suffix(position, mv);
    if gives_check(position, mv) {
        san.push(if has_legal_move(&position.make(mv)) { '+' } else { '#' });
    }
    san
}

fn without_suffix(position: &Position, mv: Move) -> String {
    if mv.kind() == MoveKind::Castle {
        return match castling_wing(mv) {
            Wing::King => "O-O".into(),
            Wing::Queen => "O-O-O".into(),
        };
    }
    let (from, to) = (mv.from(), mv.to());
    let kind = position.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
    let captures = position.piece_on(to).is_some() || mv.kind() == MoveKind::EnPassant;
    let mut san = String::new();
    if kind == PieceKind::Pawn {
        if captures {
            san.push(from.file().letter());
        }
    } else {
        san.push(kind.letter().to_ascii_uppercase());
        san.push_str(&origin(position, mv, kind));
    }
    if captures {
        san.push('x');
    }
    san.push_str(&to.to_string());
    if let Some(kind) = mv.promotion() {
        san.push('=');
        san.push(kind.letter().to_ascii_uppercase());
    }
    san
}

/// Returns the disambiguation of a piece's origin. It is the file if that distinguishes the piece
/// from others of its kind that can legally go to the same square. Else it is the rank, else both.
fn origin(position: &Position, mv: Move, kind: PieceKind) -> String {
    let from = mv.from();
    let rivals: Vec<Square> = legal_moves(position)
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != from)
        .filter(|other| other.kind() != MoveKind::Castle)
        .filter(|other| position.piece_on(other.from()).map(Piece::kind) == Some(kind))
        .map(Move::from)
        .collect();
    let name = from.to_string();
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        name[..1].into()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        name[1..].into()
    } else {
        name
    }
}

/// Returns the legal move denoted by a SAN text.
///
/// Accepts the variants found in PGN files. Castling may have zeros. `+`, `#`, `!` and `?` may be
/// missing or wrong. `x` and `-` may be missing or extra, and disambiguation may be unneeded. A
/// promotion is `e8=Q`, `e8Q` or `e8(Q)`. A pawn capture may omit the rank, such as `ed`, `exd` or
/// `ed=Q`.
///
/// # Errors
/// The text is not a move, or denotes no legal move or several.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(MoveTextError::Empty);
    }
    let bare = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
    let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
    match bare.replace(['0', 'o'], "O").as_str() {
        "O-O" | "OO" => find_castling(position, text, Wing::King),
        "O-O-O" | "OOO" => find_castling(position, text, Wing::Queen),
        _ => match files_of_capture(bare) {
            Some(files) => find_pawn_capture(position, text, files),
            None => Pattern::read(text, bare)?.find(position, text),
        },
    }
}

/// Returns the files and the promotion of `ed` or `exd=Q`.
fn files_of_capture(bare: &str) -> Option<(File, File, Option<PieceKind>)> {
    let letters: Vec<char> = bare.chars().filter(|c| !"x:-=/()".contains(*c)).collect();
    let (&[from, to], promotion) = letters.split_first_chunk()?;
    let (from, to) = (File::from_letter(from)?, File::from_letter(to)?);
    let promotion = match promotion {
        [] => None,
        // A lower-case letter needs a sign: a word such as `fen` is no capture.
        [letter] if letter.is_ascii_uppercase() || bare.contains(['=', '(']) => {
            Some(PieceKind::from_letter(*letter)?)
        }
        _ => return None,
    };
    (from.index().abs_diff(to.index()) == 1).then_some((from, to, promotion))
}

fn find_pawn_capture(
    position: &Position,
    text: &str,
    (from, to, promotion): (File, File, Option<PieceKind>),
) -> Result<Move, MoveTextError> {
    let is_pawns = |mv: Move| {
        position.piece_on(mv.from()).map(Piece::kind) == Some(PieceKind::Pawn)
            && (mv.from().file(), mv.to().file()) == (from, to)
    };
    let fits = |mv: &Move| is_pawns(*mv) && mv.promotion() == promotion;
    let found: Vec<Move> = legal_moves(position).into_iter().filter(fits).collect();
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(diagnose(position, text, is_pawns)),
        _ => Err(ambiguous(position, text, &found)),
    }
}

fn ambiguous(position: &Position, text: &str, found: &[Move]) -> MoveTextError {
    let names: Vec<String> = found.iter().map(|&mv| to_san(position, mv)).collect();
    MoveTextError::Ambiguous(text.into(), names.join(" or "))
}

fn find_castling(position: &Position, text: &str, wing: Wing) -> Result<Move, MoveTextError> {
    legal_moves(position)
        .into_iter()
        .find(|&mv| mv.kind() == MoveKind::Castle && castling_wing(mv) == wing)
        .ok_or_else(|| MoveTextError::NoCastling(text.into()))
}

/// The parts of a move that a SAN text names.
struct Pattern {
    kind: PieceKind,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Pattern {
    /// Parses `bare`, the SAN without suffixes; `text` is the whole text, for messages.
    fn read(text: &str, bare: &str) -> Result<Pattern, MoveTextError> {
        let not_a_move = || MoveTextError::NotAMove(text.chars().take(20).collect());
        let mut rest: Vec<char> = bare.chars().filter(|c| !"x:-=/()".contains(*c)).collect();
        if rest.len() > 7 {
            return Err(not_a_move());
        }
        let kind = match rest.first() {
            Some(letter @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K')) => {
                let kind = PieceKind::from_letter(*letter).ok_or_else(not_a_move)?;
                rest.remove(0);
                kind
            }
            _ => PieceKind::Pawn,
        };
        let promotion = rest
            .last()
            .filter(|_| rest.len() > 2)
            .and_then(|&letter| PieceKind::from_letter(letter));
        if promotion.is_some() {
            rest.pop();
        }
        let (Some(rank), Some(file)) = (rest.pop(), rest.pop()) else {
            return Err(not_a_move());
        };
        let name: String = [file, rank].into_iter().collect();
        let to = Square::from_name(&name).ok_or_else(|| {
            if file.is_ascii_lowercase() && rank.is_ascii_digit() {
                MoveTextError::NoSuchSquare(name)
            } else {
                not_a_move()
            }
        })?;
        let (mut from_file, mut from_rank) = (None, None);
        for c in rest {
            match (File::from_letter(c), Rank::from_digit(c)) {
                (Some(file), _) if from_file.is_none() && from_rank.is_none() => {
                    from_file = Some(file);
                }
                (_, Some(rank)) if from_rank.is_none() => from_rank = Some(rank),
                _ => return Err(not_a_move()),
            }
        }
        Ok(Pattern { kind, from_file, from_rank, to, promotion })
    }

    fn fits(&self, position: &Position, mv: Move) -> bool {
        mv.to() == self.to
            && mv.kind() != MoveKind::Castle
            && position.piece_on(mv.from()).map(Piece::kind) == Some(self.kind)
            && self.from_file.is_none_or(|file| file == mv.from().file())
            && self.from_rank.is_none_or(|rank| rank == mv.from().rank())
    }

    fn find(&self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        let moves = legal_moves(position);
        let mut found: Vec<Move> =
            moves.into_iter().filter(|&mv| self.fits(position, mv)).collect();
        // A pawn capture must name its file: 'd5' alone is a push.
        if self.kind == PieceKind::Pawn && self.from_file.is_none() {
            found.retain(|mv| mv.from().file() == mv.to().file());
        }
        let Some(&first) = found.first() else {
            return Err(diagnose(position, text, |mv| self.fits(position, mv)));
        };
        match (first.promotion(), self.promotion) {
            (Some(_), None) => return Err(MoveTextError::NoPromotion(text.into())),
            (None, Some(_)) => return Err(MoveTextError::NotAPromotion(text.into())),
            (_, promotion) => found.retain(|mv| mv.promotion() == promotion),
        }
        match found[..] {
            [] => Err(MoveTextError::NoPromotion(text.into())),
            [mv] => Ok(mv),
            _ => Err(ambiguous(position, text, &found)),
        }
    }
}
