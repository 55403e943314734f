//! Measures all figures of crates/gpu/README.md. Each is a line of JSON.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use cleave_board::Position;
use cleave_gpu::device::{Gpu, Perft, PerftOptions, Searcher, SearcherOptions};
use cleave_gpu::kernels::{Generator, Stack};
use cleave_gpu::search::{Limits, Root};
use cleave_gpu::twin::{Lane, Twins, evaluate};
use cleave_gpu::{Packed, Rules, Test, Tester};
use cleave_movegen::legal_moves;

use crate::player::{Kind, Settings};

/// The time limit of a search in the bench.
const PATIENCE: Duration = Duration::from_secs(60);

type Done = Result<(), Box<dyn Error>>;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PLACES: [(&str, &str); 2] = [("start", Position::START_FEN), ("kiwipete", KIWIPETE)];
const RULES: Rules = Rules { captures: 0, together: false };
const TOGETHER: Rules = Rules { captures: 0, together: true };

/// The amount of work.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Size {
    /// The shortest run of each measurement, to check that all work.
    Shortest,
    /// A few minutes on a device that runs on the CPU.
    Software,
    /// Deeper, with more questions and lanes, for a graphics card.
    Card,
}

/// The numbers of a size.
struct Sizes {
    /// Plies of perft, and the number of positions of a level in memory.
    perft: (u32, u32),
    /// The number of questions for lanes, their depth, and the number of lanes.
    lanes: (usize, u32, u32),
    /// The number of positions for a warp on the twin.
    divergence: usize,
    /// The depth of a search in plies.
    search: u32,
    /// The time limit of a search.
    time: Duration,
}

impl Size {
    fn sizes(self) -> Sizes {
        let (perft, lanes, divergence, search, seconds) = match self {
            Size::Shortest => ((3, 1 << 18), (256, 2, 512), 64, 2, 60),
            Size::Software => ((5, 1 << 18), (2048, 4, 512), 1024, 5, 60),
            Size::Card => ((7, 1 << 22), (32_768, 4, 8_192), 1024, 5, 15),
        };
        Sizes { perft, lanes, divergence, search, time: Duration::from_secs(seconds) }
    }
}

/// Measures everything.
pub(crate) fn all(gpu: &Gpu, size: Size) -> Done {
    let cores = thread::available_parallelism()?.get();
    let short = size == Size::Shortest;
    println!(r#"{{"measure":"device","name":"{}","cores":{cores},"short":{short}}}"#, gpu.name());
    let sizes = size.sizes();
    perft(gpu, sizes.perft)?;
    lanes(gpu, cores, sizes.lanes)?;
    divergence(sizes.divergence);
    stop(gpu)?;
    searches(gpu, cores, sizes.search, sizes.time)
}

fn perft(gpu: &Gpu, (depth, capacity): (u32, u32)) -> Done {
    for ((place, fen), depth) in PLACES.into_iter().zip([depth, depth - 1]) {
        let packed = Packed::new(&Position::from_fen(fen)?);
        for (generator, fused) in
            [(Generator::Compiled, true), (Generator::Compiled, false), (Generator::Table, true)]
        {
            let perft =
                Perft::new(gpu, PerftOptions { generator, fused, capacity, ..Default::default() })?;
            perft.count(&packed, 3)?;
            let start = Instant::now();
            let leaves = perft.count(&packed, depth)?;
            let nps = leaves as f64 / start.elapsed().as_secs_f64();
            println!(
                r#"{{"measure":"perft","position":"{place}","depth":{depth},"rows":"{generator:?}","fused":{fused},"leaves":{leaves},"nps":{nps:.0}}}"#
            );
        }
    }
    Ok(())
}

/// Returns questions about positions one or two moves after the bench's positions: do they reach
/// their evaluation?
pub(crate) fn tests(count: usize, depth: u32) -> Vec<Test> {
    let bench = include_str!("../../../data/bench.epd").lines();
    let roots = bench
        .filter_map(|line| Position::from_fen(&format!("{} 0 1", line.split_once(" id ")?.0)).ok());
    let children_of = |root: Position| {
        (&legal_moves(&root)).into_iter().map(move |mv| root.make(mv)).collect::<Vec<_>>()
    };
    let children: Vec<Position> = roots.flat_map(children_of).collect();
    let grandchildren = children.clone().into_iter().flat_map(children_of);
    let test = |position: Position| {
        let position = Packed::new(&position);
        Test { position, bound: evaluate(&position), depth }
    };
    children.into_iter().chain(grandchildren).take(count).map(test).collect()
}

/// Answers the same tests with lanes in different setups, and with the CPU.
fn lanes(gpu: &Gpu, cores: usize, (count, depth, paths): (usize, u32, u32)) -> Done {
    let tests = tests(count, depth);
    let capacity = count as u32;
    let plain = SearcherOptions { depth, paths, tests: capacity, ..SearcherOptions::new(RULES) };
    let together = SearcherOptions { rules: TOGETHER, ..plain };
    let first = format!("table of rows, stack in memory, groups of 32, {paths} lanes");
    let fewer = format!("{} lanes", paths / 4);
    let more = format!("{} lanes", paths * 4);
    let variants = [
        (&*first, plain),
        ("compiled rows", SearcherOptions { generator: Generator::Compiled, ..plain }),
        ("stack in private memory", SearcherOptions { stack: Stack::Private, ..plain }),
        ("stack in the workgroup's memory", SearcherOptions { stack: Stack::Workgroup, ..plain }),
        ("groups of 8", SearcherOptions { group: 8, ..plain }),
        ("groups of 64", SearcherOptions { group: 64, ..plain }),
        (&fewer, SearcherOptions { paths: paths / 4, ..plain }),
        (&more, SearcherOptions { paths: paths * 4, ..plain }),
        ("slices of at most 20 steps", SearcherOptions { steps: 20, ..plain }),
        ("with a table of positions", SearcherOptions { table: Some(20), ..plain }),
        ("groups of 32 on one path", together),
        ("groups of 8 on one path", SearcherOptions { group: 8, ..together }),
    ];
    for (name, options) in variants {
        let mut searcher = Searcher::new(gpu, options)?;
        let figures = speed(&mut searcher, &tests)?;
        let slices = searcher.slices();
        println!(r#"{{"measure":"lanes","of":"{name}","slices":{slices},{figures}}}"#);
    }
    for (name, cores) in [("the twin on one core", 1), ("the twin on all cores", cores)] {
        let figures = speed(&mut Twins::on_cores(cores, RULES, None), &tests)?;
        println!(r#"{{"measure":"lanes","of":"{name}",{figures}}}"#);
    }
    Ok(())
}

fn speed(tester: &mut dyn Tester, tests: &[Test]) -> Result<String, Box<dyn Error>> {
    let start = Instant::now();
    tester.begin(0, tests)?;
    let answers =
        tester.answers(0, Duration::from_secs(300))?.ok_or("not finished in five minutes")?;
    let nodes: u64 = answers.iter().map(|answer| u64::from(answer.nodes)).sum();
    let nps = nodes as f64 / start.elapsed().as_secs_f64();
    let (count, depth) = (tests.len(), tests[0].depth);
    Ok(format!(r#""questions":{count},"depth":{depth},"nodes":{nodes},"nps":{nps:.0}"#))
}

/// Prints the share of lanes that have work when a warp takes its steps together: in all, and in
/// each part of a step that any lane of the warp takes.
fn divergence(count: usize) {
    for width in [8, 32] {
        let (mut steps, mut active) = (0, 0);
        let (mut parts, mut used) = ([0; 3], [0; 3]);
        let mut tests = tests(count, 3).into_iter();
        let first = tests.by_ref().take(width);
        let mut lanes: Vec<Lane> = first.map(|test| Lane::new(test, RULES)).collect();
        loop {
            let step = |lane: &mut Lane| {
                lane.step(None).or_else(|| {
                    *lane = Lane::new(tests.next()?, RULES);
                    lane.step(None)
                })
            };
            let works: Vec<_> = lanes.iter_mut().filter_map(step).collect();
            if works.is_empty() {
                break;
            }
            steps += width;
            active += works.len();
            let done = works
                .iter()
                .map(|work| [work.evaluated, work.entered && !work.evaluated, work.moved]);
            for part in 0..3 {
                let lanes = done.clone().filter(|done| done[part]).count();
                used[part] += lanes;
                parts[part] += if lanes > 0 { width } else { 0 };
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

/// Prints nodes, questions and time to a depth.
fn searches(gpu: &Gpu, cores: usize, depth: u32, time: Duration) -> Done {
    let plain = Settings { captures: 0, ..Settings::default() };
    let windows = [16, 32, 64, 128].map(|windows| {
        let settings = Settings { search: Kind::Windows, windows, ..plain };
        (format!("windows, {windows} a move"), settings)
    });
    let warp = [("warp, 64 windows a move".into(), Settings { search: Kind::Warp, ..plain })];
    let batches = [1, 64, 256, 1024, 4096]
        .map(|batch| (format!("batch of {batch}"), Settings { batch, ..plain }));
    for (place, fen) in PLACES {
        for (name, settings) in windows.iter().chain(&warp).chain(&batches) {
            let mut searcher = Searcher::new(gpu, settings.options())?;
            time_to_depth((place, fen), name, settings, &mut searcher, depth, time)?;
        }
        for (name, cores, batch) in
            [("one core, a question at a time", 1, 1), ("all cores, batch of 256", cores, 256)]
        {
            let settings = Settings { batch, ..plain };
            let mut twins = Twins::on_cores(cores, settings.rules(), Some(settings.table));
            time_to_depth((place, fen), name, &settings, &mut twins, depth, time)?;
        }
    }
    Ok(())
}

fn time_to_depth(
    (place, fen): (&str, &str),
    name: &str,
    settings: &Settings,
    tester: &mut dyn Tester,
    depth: u32,
    time: Duration,
) -> Result<u64, Box<dyn Error>> {
    let root = Root { position: Position::from_fen(fen)?, history: Vec::new() };
    let start = Instant::now();
    let late = || start.elapsed() > time;
    let limits = Limits { depth, stop: &late };
    let found = settings
        .search()
        .run(&root, &limits, tester, &mut |_| ())?
        .ok_or("no depth was finished")?;
    println!(
        r#"{{"measure":"search","position":"{place}","of":"{name}","depth":{},"reached":{},"value":{},"move":"{}","nodes":{},"tests":{},"seconds":{:.3}}}"#,
        found.depth,
        found.depth == depth,
        found.value,
        found.best,
        found.nodes,
        found.tests,
        start.elapsed().as_secs_f64()
    );
    Ok(found.nodes)
}

/// Prints the time for which a search continues after it should stop.
fn stop(gpu: &Gpu) -> Done {
    const LATEST: Duration = Duration::from_millis(700);
    for (name, search) in Kind::ALL {
        let settings = Settings { search, ..Settings::default() };
        let mut searcher = Searcher::new(gpu, settings.options())?;
        let root = Root { position: Position::start(), history: Vec::new() };
        let start = Instant::now();
        let limits = Limits { depth: 16, stop: &|| start.elapsed() > LATEST };
        settings.search().run(&root, &limits, &mut searcher, &mut |_| ())?;
        let after = start.elapsed().saturating_sub(LATEST).as_secs_f64();
        println!(r#"{{"measure":"stop","of":"{name}","seconds":{after:.3}}}"#);
    }
    Ok(())
}

/// Prints the nodes of all searches of two positions. Without a table they are always the same.
pub(crate) fn bench(gpu: &Gpu, depth: u32) -> Done {
    let (start, mut nodes) = (Instant::now(), 0);
    for (name, search) in Kind::ALL {
        let settings = Settings { search, captures: 1, ..Settings::default() };
        let options = SearcherOptions { table: None, ..settings.options() };
        for (place, fen) in PLACES {
            let mut searcher = Searcher::new(gpu, options)?;
            nodes += time_to_depth((place, fen), name, &settings, &mut searcher, depth, PATIENCE)?;
        }
    }
    println!("{nodes} nodes {:.0} nps", nodes as f64 / start.elapsed().as_secs_f64());
    Ok(())
}
