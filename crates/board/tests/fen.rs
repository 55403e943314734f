//! Reads and writes FEN, and checks the reason for each refusal.

use cleave_board::{Color, File, Position, Square, Wing};

#[track_caller]
fn refused(fen: &str, reason: &str) {
    let error = Position::from_fen(fen).expect_err(fen).to_string();
    assert!(error.contains(reason), "{fen}: '{error}' does not say '{reason}'");
}

#[track_caller]
fn unchanged(fen: &str) {
    assert_eq!(Position::from_fen(fen).expect(fen).to_fen(), fen);
}

#[test]
fn plain_fen_round_trips() {
    unchanged(Position::START_FEN);
    unchanged("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 99 300");
    unchanged("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 2");
    unchanged("7k/8/8/8/8/8/8/K7 w - - 255 65535");
}

#[test]
fn counters_are_optional() {
    let position = Position::from_fen("7k/8/8/8/8/8/8/K7 b - -").unwrap();
    assert_eq!((position.halfmove_clock(), position.fullmove()), (0, 1));
    let position = Position::from_fen("  7k/8/8/8/8/8/8/K7\tb - -  17 ").unwrap();
    assert_eq!((position.halfmove_clock(), position.fullmove()), (17, 1));
    let position = Position::from_fen("7k/8/8/8/8/8/8/K7 b - - 3 0").unwrap();
    assert_eq!((position.halfmove_clock(), position.fullmove()), (3, 1), "some count from 0");
}

#[test]
fn shredder_fen_names_the_same_positions() {
    let shredder = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    let position = Position::from_fen(shredder).unwrap();
    assert_eq!(position, Position::start());
    assert!(!position.is_chess960());
    assert_eq!(position.to_shredder_fen(), shredder);
}

#[test]
fn x_fen_means_the_outermost_rook() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1").unwrap();
    assert_eq!(position.castling().rook_file(Color::White, Wing::King), Some(File::H));
    assert_eq!(position.castling().rook_file(Color::White, Wing::Queen), Some(File::A));

    let inner = "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1";
    let position = Position::from_fen(inner).unwrap();
    assert!(position.is_chess960());
    assert_eq!(position.castling_rook(Color::White, Wing::King), Some(Square::G1));
    unchanged(inner);
    unchanged("1r2k3/8/8/8/8/8/8/1K4R1 w Kq - 0 1");
}

#[test]
fn en_passant_square_is_kept_only_if_the_capture_is_legal() {
    let kept = |fen: &str| Position::from_fen(fen).unwrap().en_passant();
    // No pawn can capture; one can.
    assert_eq!(kept("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), None);
    assert_eq!(kept("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"), Some(Square::E3));
    // The capturing pawn is pinned on its file; both pawns leave the king's rank.
    assert_eq!(kept("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1"), None);
    assert_eq!(kept("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), None);
    // Pinned on the other diagonal, and on the diagonal of the capture.
    assert_eq!(kept("8/8/5k2/8/3pP3/8/1B6/4K3 b - e3 0 1"), None);
    assert_eq!(kept("8/8/1k6/8/3pP3/8/5B2/4K3 b - e3 0 1"), Some(Square::E3));
    // One of two capturers is free.
    assert_eq!(kept("3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1"), Some(Square::E3));
}

#[test]
fn malformed_text_is_refused() {
    refused("", "0 fields");
    refused("8/8/8/8/8/8/8/8 w -", "3 fields");
    refused("7k/8/8/8/8/8/8/K7 w - - 0 1 bm Ka2", "8 fields");
    refused("7k/8/8/8/8/8/K7 w - - 0 1", "7 ranks");
    refused("7k/8/8/8/8/8/8/8/K7 w - - 0 1", "9 ranks");
    refused("7k/8/8/9/8/8/8/K7 w - - 0 1", "'9' in rank 5");
    refused("7k/8/8/0/8/8/8/K7 w - - 0 1", "'0' in rank 5");
    refused("7k/8/8/pppp/8/8/8/K7 w - - 0 1", "rank 5 of the placement has 4 squares");
    refused("7k/8/8/ppppppppp/8/8/8/K7 w - - 0 1", "rank 5 of the placement has 9 squares");
    refused("7k/8/8/44/8/8/8/K7 w - - 0 1", "two digits");
    refused("7k/8/8/8/3x4/8/8/K7 w - - 0 1", "'x' in rank 4");
    refused("7k/8/8/8/3\u{265f}4/8/8/K7 w - - 0 1", "'\u{265f}' in rank 4");
    refused("7k/8/8/8/8/8/8/K7 W - - 0 1", "side to move is 'W'");
    refused("7k/8/8/8/8/8/8/K7 w x - 0 1", "'x' in the castling field");
    refused("r3k2r/8/8/8/8/8/8/R3K2R w KQk- - 0 1", "'-' in the castling field");
    refused("4k3/8/8/8/8/8/8/R3K2R w KK - 0 1", "given twice");
    refused("4k3/8/8/8/8/8/8/R3K1RR w GH - 0 1", "two rights name the same side");
    refused("7k/8/8/8/8/8/8/K7 w - e9 0 1", "'e9' is not a square");
    refused("7k/8/8/8/8/8/8/K7 w - - x 1", "halfmove clock is 'x'");
    refused("7k/8/8/8/8/8/8/K7 w - - -1 1", "halfmove clock is '-1'");
    refused("7k/8/8/8/8/8/8/K7 w - - 256 1", "halfmove clock is '256'");
    refused("7k/8/8/8/8/8/8/K7 w - - +1 1", "halfmove clock is '+1'");
    refused("7k/8/8/8/8/8/8/K7 w - - 0 65536", "move number is '65536'");
}

#[test]
fn impossible_positions_are_refused() {
    refused("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has 0 kings");
    refused("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings");
    refused("7k/8/8/8/8/8/8/K6r b - - 0 1", "White is in check, but it is not White's turn");
    refused("8/8/8/8/8/8/1k6/K7 w - - 0 1", "Black is in check");
    refused("P6k/8/8/8/8/8/8/K7 w - - 0 1", "pawn on a8");
    refused("7k/8/8/8/8/8/8/K6p w - - 0 1", "pawn on h1");
    refused("7k/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "Black has 9 pawns");
    refused("7k/8/8/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1", "White has 17 pieces");
    refused("7k/8/8/8/8/8/PPPPPPPP/KQQ5 w - - 0 1", "White has 1 more pieces");
    refused("7k/8/8/8/8/8/PPPPP3/KNNNNNNN w - - 0 1", "only 3 pawns are missing");
    refused("k7/8/1N6/3Q4/8/8/8/R3K3 b - - 0 1", "3 pieces give check");
}

#[test]
fn castling_rights_need_king_and_rook_in_place() {
    refused("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", "'K': White has no rook");
    refused("4k2r/8/8/8/8/8/8/4K3 w q - 0 1", "'q': Black has no rook");
    refused("4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1", "'K': White's king is not on its first rank");
    refused("4k3/8/8/8/8/8/8/R3K2R w G - 0 1", "'G': White has no rook there");
    refused("4k3/8/8/8/8/8/8/R3K2R w E - 0 1", "'E': White has no rook there");
    refused("r3k2r/8/8/8/8/8/8/R3K2b w K - 0 1", "'K': White has no rook");
}

#[test]
fn en_passant_squares_that_no_pawn_crossed_are_refused() {
    refused("4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", "on the wrong rank");
    refused("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "on the wrong rank");
    refused("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "no double push can just have crossed");
    refused("4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1", "no double push can just have crossed");
    refused("4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", "no double push can just have crossed");
    refused("4k3/8/8/8/3pp3/8/8/4K3 b - e3 0 1", "no double push can just have crossed");
    // Black was in check even before the push.
    refused("4k3/8/5N2/8/3pP3/8/8/4K3 b - e3 0 1", "no double push can just have crossed");
    // The push discovered the check: possible.
    assert!(Position::from_fen("8/8/2k5/8/5pP1/8/8/4K2B b - g3 0 1").is_ok());
}

/// Reads a FEN from outside. Returns the position as FEN, and the repairs.
fn mended(fen: &str) -> (String, String) {
    let (position, repairs) = Position::from_fen_mended(fen).expect(fen);
    let repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    (position.to_fen(), repairs.join("\n"))
}

/// Mending drops a right without its king or rook in place, in every dialect, and keeps the other rights.
#[test]
fn castling_rights_without_king_or_rook_are_dropped() {
    for (placement, rights, kept, reason) in [
        ("4k3/8/8/8/8/8/8/4K3", "KQkq", "-", "White has no rook"),
        ("4k3/8/8/8/8/8/8/4K2R", "KQkq", "K", "'q': Black has no rook"),
        ("r3k2r/8/8/8/8/8/8/R3K2b", "KQkq", "Qkq", "'K': White has no rook"),
        ("r3k2r/8/8/8/8/8/4K3/R6R", "KQkq", "kq", "White's king is not on its first rank"),
        ("r6r/4k3/8/8/8/8/8/R3K2R", "KQkq", "KQ", "'k': Black's king is not on its first rank"),
        ("4k3/8/8/8/8/8/8/R3K2R", "KKQ", "KQ", "given twice"),
        // Shredder-FEN.
        ("4k3/8/8/8/8/8/8/R3K3", "HAha", "Q", "'H': White has no rook"),
        ("4k3/8/8/8/8/8/8/R3K2R", "EA", "Q", "'E': White has no rook"),
        // Chess960.
        ("1r2k3/8/8/8/8/8/8/1K4R1", "KQkq", "Kq", "'Q': White has no rook"),
        ("4k3/8/8/8/8/8/8/1R2K1RR", "GHB", "GQ", "two rights name the same side"),
    ] {
        let (fen, repairs) = mended(&format!("{placement} w {rights} - 3 9"));
        assert_eq!(fen, format!("{placement} w {kept} - 3 9"), "{rights}");
        assert!(repairs.contains(reason), "{rights}: {repairs}");
        assert!(repairs.lines().all(|repair| repair.ends_with("; the right is dropped")));
    }
    let (_, repairs) = mended("4k3/8/8/8/8/8/8/4K3 w KKKKKKKKKK - 0 1");
    assert_eq!(repairs.lines().count(), 1, "{repairs}");
}

#[test]
fn impossible_en_passant_squares_and_odd_counters_are_mended() {
    let bare = "7k/8/8/8/8/8/8/K7";
    for (fields, rest, reason) in [
        ("w - e3 0 1", "w - - 0 1", "wrong rank"),
        ("w - e6 0 1", "w - - 0 1", "no double push"),
        ("w - a4 0 1", "w - - 0 1", "wrong rank"),
        ("w - - -3 1", "w - - 0 1", "halfmove clock is '-3'"),
        ("w - - 256 1", "w - - 255 1", "halfmove clock is '256'"),
        ("w - - 99999999999999999999 -1", "w - - 255 1", "move number is '-1'"),
        ("w - - 0 65536", "w - - 0 65535", "move number is '65536'"),
        ("b - - - -", "b - - 0 1", "halfmove clock is '-'"),
        ("b -", "b - - 0 1", "3 fields"),
        ("b", "b - - 0 1", "2 fields"),
        ("", "w - - 0 1", "1 fields"),
    ] {
        let (fen, repairs) = mended(&format!("{bare} {fields}"));
        assert_eq!(fen, format!("{bare} {rest}"), "{fields}");
        assert!(repairs.contains(reason), "{fields}: {repairs}");
    }
    for usual in ["b - -", "w - - 7", "w - - 0 0"] {
        assert_eq!(mended(&format!("{bare} {usual}")).1, "", "{usual}");
    }
    let (fen, repairs) = mended("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!((fen.as_str(), repairs.as_str()), ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", ""));
}

#[test]
fn what_has_no_plain_meaning_is_not_mended() {
    for fen in [
        "",
        "7k/8/8/8/8/8/8 w - - 0 1",
        "7k/8/8/8/8/8/8/K7 W - - 0 1",
        "7k/8/8/8/8/8/8/K7 w x - 0 1",
        "7k/8/8/8/8/8/8/K7 w - e9 0 1",
        "7k/8/8/8/8/8/8/K7 w - - x 1",
        "7k/8/8/8/8/8/8/K7 w - - +1 1",
        "7k/8/8/8/8/8/8/K7 w - - 1-1 1",
        "7k/8/8/8/8/8/8/K7 w - - 0 1 bm Ka2",
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "7k/8/8/8/8/8/8/K6r b - - 0 1",
    ] {
        assert_eq!(Position::from_fen_mended(fen).err(), Position::from_fen(fen).err(), "{fen}");
        assert!(Position::from_fen_mended(fen).is_err(), "{fen}");
    }
}

/// Reads randomly damaged FENs. Each is accepted or refused.
#[test]
fn garbage_never_panics() {
    let seeds = [
        Position::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "1r2k3/8/8/8/3pP3/8/8/1K4R1 b Kq e3 0 1",
    ];
    let alphabet = "rnbqkpRNBQKP12345678/ wb-KQkqHAha0 9e3\u{e9}\0\n";
    let letters: Vec<char> = alphabet.chars().collect();
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut accepted = 0;
    for round in 0..60_000 {
        let mut text: Vec<char> = seeds[round % seeds.len()].chars().collect();
        for _ in 0..1 + random(3) {
            let (place, letter) = (random(text.len()), letters[random(letters.len())]);
            match random(3) {
                0 => text[place] = letter,
                1 => text.insert(place, letter),
                _ => _ = text.remove(place),
            }
        }
        let text: String = text.into_iter().collect();
        let strict = Position::from_fen(&text);
        accepted += u32::from(strict.is_ok());
        let Ok((position, repairs)) = Position::from_fen_mended(&text) else {
            assert!(strict.is_err(), "{text}");
            continue;
        };
        assert_eq!(strict.is_ok(), repairs.is_empty(), "{text}");
        assert_eq!(Position::from_fen(&position.to_fen()).as_ref(), Ok(&position), "{text}");
    }
    assert!(accepted > 1000, "{accepted}");
}
