//! Reads PGN and EPD as people and programs write them.

use cleave_board::{Move, Position};
use cleave_pgn::{Comment, Epd, Game, GameResult, Games, Nag, Positions, Remark, TagName};

fn game(text: &str) -> Game {
    Games::new(text.as_bytes()).next().expect("a game").unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn coordinates(game: &Game) -> Vec<String> {
    game.main.moves().map(|mv| mv.to_string()).collect()
}

#[test]
fn moves_have_many_forms() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Bxc6 dxc6 5.0-0",
        "e4 e5 Nf3 Nc6 Bb5 a6 Bc6: dc6 OO",
        "1 e2e4 e7e5 2 g1f3 b8c6 3 f1b5 a7a6 4 b5c6 d7c6 5 e1g1 *",
        "1.e2-e4 e7-e5 2.Ng1-f3 Nb8-c6 3.Bf1-b5 a7-a6 4.Bb5xc6 d7xc6 5.O-O!?",
        "1. e4! {x} 1... e5 ; to the end of the line }\n2. Nf3 ( 2. f4 ) Nc6 3. Bb5 $1 a6 \
         4. Bxc6+ dxc6 += 5. o-o\n",
    ] {
        let expected = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1h1";
        assert_eq!(coordinates(&game(text)).join(" "), expected, "{text}");
    }
}

#[test]
fn promotions_and_en_passant_have_many_forms() {
    for text in ["b8=Q", "b8Q", "b8=q", "bxa8=N+"] {
        let game = game(&format!("[FEN \"n6k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. {text} *"));
        assert_eq!(game.main.plies.len(), 1, "{text}");
    }
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "ed"] {
        let text = format!("[FEN \"7k/8/8/3pP3/8/8/8/K7 w - d6 0 2\"]\n\n2. {text} *");
        assert_eq!(coordinates(&game(&text)), ["e5d6"], "{text}");
    }
    for (text, mv) in [("ed", "e4d5"), ("exd", "e4d5"), ("ed+", "e4d5"), ("gh", "g7h8q")] {
        let suffix = if text == "gh" { "=Q" } else { "" };
        let fen = "k6r/6P1/8/3p4/4P3/8/8/K7 w - - 0 2";
        let game = game(&format!("[FEN \"{fen}\"]\n\n2. {text}{suffix} *"));
        assert_eq!(coordinates(&game), [mv], "{text}");
    }
}

#[test]
fn braces_are_nested() {
    for (text, comment) in [
        ("1. e4 {a {nested} b} e5 2. Nf3 *", "a {nested} b"),
        ("1. e4 {a {{x}\n} b} e5 2. Nf3 *", "a ((x)\n) b"),
        // By the standard the first brace closes.
        ("1. e4 {a smile :-{ } e5 2. Nf3 *", "a smile :-{"),
        ("1. e4 {a smile :-{ } e5 {x} 2. Nf3 *", "a smile :-{"),
    ] {
        let game = game(text);
        assert_eq!(game.main.plies.len(), 3, "{text}");
        assert_eq!(game.main.plies[0].remarks, [Remark::Comment(Comment::new(comment).unwrap())]);
    }
}

#[test]
fn tags_have_many_forms() {
    let game = game(
        "\u{feff}% an escape\n[ Event  \"A \\\"B\\\" \\\\ C\" ][Site \"a \"quoted\" place\"]\r\n\
         [White\n\"Müller\"]\r\n[Round \"\"]\n\n1. d4 1/2-1/2",
    );
    let values: Vec<&str> = game.tags.iter().map(|(_, value)| value).collect();
    assert_eq!(values, ["A \"B\" \\ C", "a \"quoted\" place", "Müller", ""]);
    assert_eq!(game.result, GameResult::Draw);
}

#[test]
fn latin_1_is_read() {
    let text = b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *";
    let game = Games::new(&text[..]).next().unwrap().unwrap();
    assert_eq!(game.tags.get(&TagName::WHITE), Some("Müller"));
    assert!(game.to_string().contains("{schön}"));
}

#[test]
fn glyphs_have_signs_and_numbers() {
    let game = game("1. e4!? $14 ! e5 ?? 2. Nf3 ± *");
    let nags: Vec<Vec<Nag>> = game.main.plies.iter().map(|ply| ply.nags.clone()).collect();
    assert_eq!(nags, [vec![Nag(5), Nag(14), Nag(1)], vec![Nag(4)], vec![Nag(16)]]);
    let novelty = self::game("1. e4 e5 2. Nf3 N Nc6 TN 3. Bb5 D *");
    let nags: Vec<u8> =
        novelty.main.plies.iter().flat_map(|ply| &ply.nags).map(|it| it.0).collect();
    assert_eq!(nags, [146, 146, 220]);
    assert_eq!((Nag::from_symbol("?!"), Nag::BLUNDER.symbol()), (Some(Nag::DUBIOUS), Some("??")));
}

#[test]
fn comments_may_precede_tags() {
    let text = "; My games\n[Event \"1\"]\n[White \"A\"]\n\n1. e4 e5 1-0 {Black forfeits}\n\n\
        [Event \"2\"]\n[White \"B\"]\n[FEN \"7k/8/8/8/8/8/8/K6R b - - 0 1\"]\n\n1... Kg7 *\n";
    let games: Vec<Game> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    let tags = |name| games.iter().map(move |game: &Game| game.tags.get(&name)).collect::<Vec<_>>();
    assert_eq!(tags(TagName::EVENT), [Some("1"), Some("2")]);
    assert_eq!(tags(TagName::WHITE), [Some("A"), Some("B")]);
    assert_eq!(coordinates(&games[1]), ["h8g7"]);
}

#[test]
fn null_moves_may_occur_in_variations() {
    let game = game("1. e4 (1. d4 -- 2. d5 Z0) *");
    let [Remark::Variation(variation)] = &game.main.plies[0].remarks[..] else { panic!("{game}") };
    let nulls = variation.moves().filter(|mv| *mv == Move::NONE);
    assert_eq!(nulls.count(), 2);
    assert!(game.to_string().ends_with("1. e4 (1. d4 -- 2. d5 --) *\n"));
}

#[test]
fn a_result_may_be_missing() {
    let text = "[Event \"1\"]\n[Result \"0-1\"]\n\n1. e4\n\n[Event \"2\"]\n\n[Event \"3\"]\n1. d4";
    let games: Vec<Game> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    let plies: Vec<usize> = games.iter().map(|game| game.main.plies.len()).collect();
    assert_eq!(plies, [1, 0, 1]);
    assert_eq!(games[0].result, GameResult::BlackWins);
    assert_eq!(Games::new(&b"{nothing} \n"[..]).count(), 0);
}

/// A right without its rook is dropped, in PGN and in EPD, and the reader says so.
#[test]
fn the_position_of_a_tag_is_mended() {
    let (placement, kept) = ("4k3/8/8/8/8/8/8/4K2R", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let reason = "castling right 'Q': White has no rook there to castle with; the right is dropped";
    let text = format!("[Event \"1\"]\n[FEN \"{placement} w KQ - 0 1\"]\n\n1. O-O *");
    let mut games = Games::new(text.as_bytes());
    let game = games.next().unwrap().unwrap();
    assert_eq!((game.start.to_fen().as_str(), game.main.plies.len()), (kept, 1));
    let flaws: Vec<String> = games.take_flaws().iter().map(ToString::to_string).collect();
    let flaw = "line 2, column 1: passed over: the position of the tag FEN: ";
    assert_eq!(flaws, [format!("{flaw}{reason}")]);
    let epd = Epd::parse(&format!("{placement} w KQ - bm O-O; hmvc 300;")).unwrap();
    assert_eq!(epd.position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 255 1");
    assert_eq!(epd.repairs[0].to_string(), reason);
    assert!(epd.repairs[1].to_string().starts_with("the halfmove clock is '300'"));
    assert_eq!(epd.best_moves().unwrap().len(), 1);
}

#[test]
fn chess960_is_read() {
    let fen = "k7/8/8/8/8/8/8/1K4R1 w G - 2 9";
    for tag in ["[Variant \"Fischerandom\"]\n", "[Variant \"chess 960\"]\n", ""] {
        let game = game(&format!("{tag}[FEN \"{fen}\"]\n\n9. O-O *"));
        assert!(game.start.is_chess960());
        assert_eq!(coordinates(&game), ["b1g1"]);
    }
    let standard = game("[Variant \"Chess960\"]\n\n*");
    assert!(standard.start.is_chess960());
}

#[test]
fn replaced_moves_become_a_variation() {
    let mut kept = game("1. e4 {best} e5 {open} 2. Nf3 *");
    let moves: Vec<Move> = game("1. e4 c5").main.moves().collect();
    kept.set_moves(&moves);
    assert_eq!(kept.to_string(), "1. e4 {best} 1... c5 (1... e5 {open} 2. Nf3) *\n");
    kept.set_moves(&moves[..1]);
    assert_eq!(kept.to_string(), "1. e4 {best} *\n");
}

#[test]
fn operations_of_suites_are_read() {
    let fen = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";
    let line = format!("{fen} bm f5; id \"Undermine.001\"; c0 \"f5=10, Be5+=2, Bf2=3\"; acn 12");
    let epd = Epd::parse(&line).unwrap();
    assert_eq!(epd.id(), Some("Undermine.001"));
    assert_eq!(epd.best_moves().unwrap().len(), 1);
    let points: Vec<u32> = epd.points().unwrap().into_iter().map(|(_, points)| points).collect();
    assert_eq!(points, [10, 2, 3]);
    assert_eq!((epd.number("acn"), epd.mate()), (Some(12_u64), None));
    let other = Epd::parse(&format!("{fen} 7 33 am Qxc4, f5; c0 \"a remark = 3\"; dm 4;")).unwrap();
    assert_eq!(other.avoid_moves().unwrap().len(), 2);
    assert_eq!((other.points().unwrap(), other.mate()), (vec![], Some(4)));
    let position = &other.position;
    assert_eq!((position.halfmove_clock(), position.fullmove()), (7, 33));
    assert!(other.to_string().starts_with(&format!("{fen} hmvc 7; fmvn 33; am Qxc4, f5; c0 \"")));
}

/// The files of matetrack write mates like this.
#[test]
fn a_best_move_may_be_a_mate() {
    for (operations, mate, moves) in [
        ("bm #1;", Some(1), 0),
        ("bm #-2;", Some(-2), 0),
        ("bm #+12; id \"a\";", Some(12), 0),
        ("bm Ra8#, #1;", Some(1), 1),
        ("bm Ra8#;", None, 1),
        ("bm #x;", None, 0),
    ] {
        let line = format!("6k1/5ppp/8/8/8/8/8/R6K w - - {operations}");
        let epd = Epd::parse(&line).unwrap();
        assert_eq!((epd.mate(), epd.best_moves().unwrap().len()), (mate, moves), "{line}");
        assert_eq!(Epd::parse(&epd.to_string()).as_ref(), Ok(&epd), "{line}");
    }
}

#[test]
fn texts_are_escaped() {
    let fen = "7k/8/8/8/8/8/R7/K7 w - -";
    for (written, text, again) in [
        (r#"id "a \"b\" c";"#, r#"a "b" c"#, r#"id "a \"b\" c";"#),
        (r#"id "a\\b";"#, r"a\b", r#"id "a\\b";"#),
        // Some programs escape nothing.
        (r#"id "C:\new";"#, r"C:\new", r#"id "C:\\new";"#),
        (r#"id "C:\"; noop;"#, r"C:\", r#"id "C:\\"; noop;"#),
        (r#"id "C:\"; c0 "x";"#, r"C:\", r#"id "C:\\"; c0 "x";"#),
    ] {
        let epd = Epd::parse(&format!("{fen} {written}")).unwrap();
        assert_eq!(epd.id(), Some(text), "{written}");
        assert_eq!(epd.to_string(), format!("{fen} {again}"));
        assert_eq!(Epd::parse(&epd.to_string()), Ok(epd));
    }
}

#[test]
fn counters_may_be_operations() {
    let epd = Epd::parse("7k/8/8/8/8/8/R7/K7 b - - fmvn 40; hmvc 12; noop;").unwrap();
    assert_eq!(epd.position, Position::from_fen("7k/8/8/8/8/8/R7/K7 b - - 12 40").unwrap());
    assert_eq!(epd.operations.len(), 1);
}

#[test]
fn a_suite_has_empty_lines_and_comments() {
    let text = "\u{feff}# suite\n\n7k/8/8/8/8/8/R7/K7 w - - id \"1\";\r\n7k/8 w\n";
    let read: Vec<_> = Positions::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!((read.len(), read[0].0, read[1].0), (2, 3, 4));
    assert!(read[0].1.is_ok() && read[1].1.is_err());
}
