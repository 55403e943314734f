//! Everything that docs/gpu.md tells, measured: a line of JSON for each figure.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_gpu::device::{Gpu, Perft, PerftOptions, Searcher, SearcherOptions};
use cleave_gpu::kernels::{Generator, Stack};
use cleave_gpu::search::{Limits, Root};
use cleave_gpu::twin::{Lane, Twins, evaluate};
use cleave_gpu::{Packed, Rules, Test, Tester};
use cleave_movegen::legal_moves;

use crate::player::{Kind, Settings};

type Done = Result<(), Box<dyn Error>>;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const RULES: Rules = Rules { captures: 0, together: false };

/// Everything, or of everything the shortest.
pub(crate) fn all(gpu: &Gpu, short: bool) -> Done {
    println!(r#"{{"measure":"device","name":"{}"}}"#, gpu.name());
    perft(gpu, if short { 0 } else { 1 })?;
    lanes(gpu, if short { 256 } else { 2048 }, if short { 2 } else { 4 })?;
    divergence(if short { 64 } else { 1024 });
    searches(gpu, if short { 2 } else { 5 })?;
    stop(gpu)
}

fn perft(gpu: &Gpu, deeper: u32) -> Done {
    for (name, fen, depth) in [("start", Position::START_FEN, 4), ("kiwipete", KIWIPETE, 3)] {
        for (generator, fused) in
            [(Generator::Compiled, true), (Generator::Compiled, false), (Generator::Table, true)]
        {
            let perft = Perft::new(gpu, PerftOptions { generator, fused, ..Default::default() })?;
            let packed = Packed::new(&Position::from_fen(fen)?);
            perft.count(&packed, 3)?;
            let start = Instant::now();
            let leaves = perft.count(&packed, depth + deeper)?;
            let speed = leaves as f64 / start.elapsed().as_secs_f64();
            println!(
                r#"{{"measure":"perft","position":"{name}","rows":"{generator:?}","fused":{fused},"leaves":{leaves},"nps":{speed:.0}}}"#
            );
        }
    }
    Ok(())
}

/// Questions about positions one move after those of the bench: do they hold what they seem worth?
pub(crate) fn tests(count: usize, depth: u32) -> Vec<Test> {
    let fens =
        include_str!("../../../data/bench.epd").lines().filter(|line| !line.starts_with('#'));
    let roots = fens
        .filter_map(|line| Position::from_fen(&format!("{} 0 1", line.split(" id ").next()?)).ok());
    let children = roots.flat_map(|root| {
        (&legal_moves(&root)).into_iter().map(move |mv| root.make(mv)).collect::<Vec<_>>()
    });
    let test = |position: Position| {
        let position = Packed::new(&position);
        Test { position, bound: evaluate(&position), depth }
    };
    let all: Vec<Test> = children.map(test).collect();
    all.iter().cycle().take(count).copied().collect()
}

fn lanes(gpu: &Gpu, count: usize, depth: u32) -> Done {
    let tests = tests(count, depth);
    let plain = SearcherOptions { depth, ..SearcherOptions::new(RULES) };
    let variants = [
        ("compiled rows, stack in memory, groups of 32, 512 lanes", plain),
        ("table of rows", SearcherOptions { generator: Generator::Table, ..plain }),
        ("stack in private memory", SearcherOptions { stack: Stack::Private, ..plain }),
        ("stack in the workgroup's memory", SearcherOptions { stack: Stack::Workgroup, ..plain }),
        ("groups of 8", SearcherOptions { group: 8, ..plain }),
        ("groups of 64", SearcherOptions { group: 64, ..plain }),
        ("128 lanes", SearcherOptions { paths: 128, ..plain }),
        ("2048 lanes", SearcherOptions { paths: 2048, ..plain }),
        ("slices of at most 20 steps", SearcherOptions { steps: 20, ..plain }),
        ("with a table of positions", SearcherOptions { table: Some(20), ..plain }),
        (
            "groups of 32 on one path",
            SearcherOptions { rules: Rules { together: true, ..RULES }, ..plain },
        ),
        (
            "groups of 8 on one path",
            SearcherOptions { group: 8, rules: Rules { together: true, ..RULES }, ..plain },
        ),
    ];
    for (name, options) in variants {
        let mut searcher = Searcher::new(gpu, options)?;
        tell_speed(name, &mut searcher, &tests)?;
        println!(r#"{{"measure":"slices","of":"{name}","slices":{}}}"#, searcher.slices());
    }
    tell_speed("the twin on one core", &mut Twins::new(RULES, None), &tests)?;
    let cores = thread::available_parallelism()?.get();
    let start = Instant::now();
    let nodes: u64 = thread::scope(|scope| {
        let run = |part: &'_ [Test]| {
            part.iter().map(|&test| u64::from(Lane::run(test, RULES, None).nodes)).sum::<u64>()
        };
        let parts: Vec<_> = tests
            .chunks(tests.len().div_ceil(cores))
            .map(|part| scope.spawn(move || run(part)))
            .collect();
        parts.into_iter().filter_map(|part| part.join().ok()).sum()
    });
    let speed = nodes as f64 / start.elapsed().as_secs_f64();
    println!(
        r#"{{"measure":"lanes","of":"the twin on {cores} cores","nodes":{nodes},"nps":{speed:.0}}}"#
    );
    Ok(())
}

fn tell_speed(name: &str, tester: &mut dyn Tester, tests: &[Test]) -> Done {
    let start = Instant::now();
    tester.begin(0, tests)?;
    let answers =
        tester.answers(0, Duration::from_secs(300))?.ok_or("not finished in five minutes")?;
    let seconds = start.elapsed().as_secs_f64();
    let nodes: u64 = answers.iter().map(|answer| u64::from(answer.nodes)).sum();
    println!(
        r#"{{"measure":"lanes","of":"{name}","nodes":{nodes},"nps":{:.0}}}"#,
        nodes as f64 / seconds
    );
    Ok(())
}

/// The share of lanes that have work when a warp takes its steps together: at all, and in each part of a step that
/// any lane of the warp takes.
fn divergence(count: usize) {
    for width in [8, 32] {
        let (mut steps, mut active) = (0, 0);
        let (mut parts, mut used) = ([0; 3], [0; 3]);
        for tests in tests(count, 3).chunks_exact(width) {
            let mut lanes: Vec<Lane> = tests.iter().map(|&test| Lane::new(test, RULES)).collect();
            loop {
                let works: Vec<_> = lanes.iter_mut().filter_map(|lane| lane.step(None)).collect();
                if works.is_empty() {
                    break;
                }
                steps += width;
                active += works.len();
                let of = |part: usize| {
                    works
                        .iter()
                        .filter(|work| {
                            [work.evaluated, work.entered && !work.evaluated, work.moved][part]
                        })
                        .count()
                };
                for part in 0..3 {
                    used[part] += of(part);
                    parts[part] += if of(part) > 0 { width } else { 0 };
                }
            }
        }
        let share = |part: usize| used[part] as f64 / parts[part].max(1) as f64;
        println!(
            r#"{{"measure":"divergence","warp":{width},"active":{:.3},"evaluating":{:.3},"entering":{:.3},"moving":{:.3}}}"#,
            active as f64 / steps as f64,
            share(0),
            share(1),
            share(2)
        );
    }
}

/// Nodes, questions and time to a depth.
fn searches(gpu: &Gpu, depth: u32) -> Done {
    let plain = Settings { captures: 0, ..Settings::default() };
    let mut all: Vec<(String, Settings)> = Vec::new();
    for windows in [16, 32, 64, 128] {
        all.push((
            format!("windows, {windows} a move"),
            Settings { search: Kind::Windows, windows, ..plain },
        ));
    }
    all.push(("warp, 64 windows a move".into(), Settings { search: Kind::Warp, ..plain }));
    for batch in [1, 64, 256, 1024, 4096] {
        all.push((format!("batch of {batch}"), Settings { batch, ..plain }));
    }
    for (place, fen) in [("start", Position::START_FEN), ("kiwipete", KIWIPETE)] {
        for (name, settings) in &all {
            let mut searcher = Searcher::new(gpu, settings.options())?;
            time_to_depth(place, name, settings, &mut searcher, fen, depth)?;
        }
        let one = Settings { batch: 1, ..plain };
        let mut twins = Twins::new(one.rules(), Some(one.table));
        time_to_depth(place, "one core, a question at a time", &one, &mut twins, fen, depth)?;
    }
    Ok(())
}

fn time_to_depth(
    place: &str,
    name: &str,
    settings: &Settings,
    tester: &mut dyn Tester,
    fen: &str,
    depth: u32,
) -> Result<u64, Box<dyn Error>> {
    let root = Root { position: Position::from_fen(fen)?, history: Vec::new() };
    let start = Instant::now();
    let late = || start.elapsed() > Duration::from_secs(60);
    let limits = Limits { depth, stop: &late };
    let found =
        settings.search().run(&root, &limits, tester, &mut |_| ())?.ok_or("no legal move")?;
    println!(
        r#"{{"measure":"search","position":"{place}","of":"{name}","depth":{},"value":{},"move":"{}","nodes":{},"tests":{},"seconds":{:.3}}}"#,
        found.depth,
        found.value,
        found.best,
        found.nodes,
        found.tests,
        start.elapsed().as_secs_f64()
    );
    Ok(found.nodes)
}

/// How long a search goes on after it should stop.
fn stop(gpu: &Gpu) -> Done {
    for (name, search) in Kind::ALL {
        let settings = Settings { search, ..Settings::default() };
        let mut searcher = Searcher::new(gpu, settings.options())?;
        let root = Root { position: Position::start(), history: Vec::new() };
        let start = Instant::now();
        let limits = Limits { depth: 16, stop: &|| start.elapsed() > Duration::from_millis(700) };
        settings.search().run(&root, &limits, &mut searcher, &mut |_| ())?;
        let after = start.elapsed().saturating_sub(Duration::from_millis(700));
        println!(r#"{{"measure":"stop","of":"{name}","seconds":{:.3}}}"#, after.as_secs_f64());
    }
    Ok(())
}

/// Nodes of all searches of two positions. Without a table they are always the same.
pub(crate) fn bench(gpu: &Gpu, depth: u32) -> Done {
    let (start, mut nodes) = (Instant::now(), 0);
    for (name, search) in Kind::ALL {
        let settings = Settings { search, captures: 1, ..Settings::default() };
        let options = SearcherOptions { table: None, ..settings.options() };
        for (place, fen) in [("start", Position::START_FEN), ("kiwipete", KIWIPETE)] {
            nodes += time_to_depth(
                place,
                name,
                &settings,
                &mut Searcher::new(gpu, options)?,
                fen,
                depth,
            )?;
        }
    }
    println!("{nodes} nodes {:.0} nps", nodes as f64 / start.elapsed().as_secs_f64());
    Ok(())
}
