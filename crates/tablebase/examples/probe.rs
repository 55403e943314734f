//! Prints result and distance to zeroing of each position. Each line of the input has a FEN:
//! `cargo run -p cleave-tablebase --example probe -- /usr/share/syzygy < positions.fen`

use std::io;

use cleave_board::Position;
use cleave_tablebase::{Syzygy, Tablebase};

fn main() {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| ".".into());
    let (tables, problems) = Syzygy::open(path);
    for problem in problems {
        eprintln!("{problem}");
    }
    for line in io::stdin().lines().map_while(Result::ok) {
        match Position::from_fen(&line) {
            Ok(position) => {
                let (wdl, dtz) = (tables.probe_wdl(&position), tables.probe_dtz(&position));
                let wdl = wdl.map_or_else(|| "-".into(), |wdl| (wdl as i8).to_string());
                let dtz = dtz.map_or_else(|| "-".into(), |dtz| dtz.0.to_string());
                println!("{wdl} {dtz} {line}");
            }
            Err(error) => println!("- - {line}: {error}"),
        }
    }
}
