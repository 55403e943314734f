//! Arbitrary text as EPD: what is a position with operations is written and read again as the same.
#![no_main]

use cleave_pgn::Epd;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(epd) = Epd::parse(text) {
        let _ = (epd.best_moves(), epd.avoid_moves(), epd.mate(), epd.points());
        assert_eq!(Epd::parse(&epd.to_string()), Ok(epd));
    }
});
