//! The text of docs/speedup.md.

use std::fmt::Write;

use super::pictures::Picture;
use super::{Data, again, sets, shares, tables, whole};
use crate::searches::Goal;
use crate::speedup::amdahl::Amdahl;
use crate::speedup::measurement::Measurement;
use crate::timeline::stretches::Timeline;
use crate::validate::validation::Validation;

const HEAD: &str = "\
# Speed-up

For those who want to know what Dynamic Tree Splitting gains, and where the rest of the time goes.

";

const ORIGIN: &str = "
`cargo xtask report` writes this page from the measurements in `data/speedup`; its text is in
`crates/lab/src/report`. The [end of the page](#to-measure-again) has the commands that made the measurements.

";

const DEFINITIONS: &str = "
## What the figures mean

| name | meaning |
|---|---|
| P_seq | the recursive driver on the whole tree, without split blocks, job list or locks: our best sequential program. It is not the parallel program with one worker |
| speed-up | the time in which P_seq finishes a depth, divided by the time in which N workers finish it. Time to depth, never nodes per second |
| mean | the geometric mean of the positions' speed-ups: every position counts alike |
| total time | the time of P_seq for all positions together, divided by that of N workers: what a user waits for; a few long searches can decide it |
| runs | the worst and the best round of runs, each summarised over all positions |
| positions | the position with the lowest speed-up and the one with the highest |
| vs one | the mean speed-up against the parallel program with one worker, which textbooks call relative speed-up. It hides what the machinery costs one worker |
| DTS | published speed-ups of Dynamic Tree Splitting on this number of processors |
| nodes | nodes of N workers, divided by those of P_seq. The excess over 1 is **search overhead**: subtrees that the sequential order would have cut off, or that two workers searched before either could tell the other. Below 1, some worker found a cutoff sooner |
| nps | nodes per second of N workers, divided by those of P_seq: the speed-up if there were no search overhead. Idle time, copying and memory keep it below N |
| idle | share of the workers' time without work: **synchronisation overhead**, together with waiting for locks and aborting jobs |
| bytes a join | bytes that a worker copies to join a split block: **communication overhead**, together with merging results |
| balance | nodes of the worker that searched most, divided by those of the worker that searched least (at least one); 1 is perfect |

Real runs of a position are summarised by the median of their ratios. Each ratio compares two runs made one
after the other, so that a machine that slows down slows both. Seeds in virtual time are summarised by their
geometric mean. A search begins with an empty table and an empty history, in memory that has been touched
before. In each run of a position but the first a **perturbation** precedes the search: P_seq searches 1,000
nodes of another position, the same ones for all programs. A chess search is chaotic: this is enough to make
it half as large again, or to reduce it to two thirds. So P_seq is a sample too, and not one tree that happens
to be large or small. The clock includes starting threads (0.1 ms) but not forking, since forked workers
persist from search to search.

**Amdahl's bound.** If a share s of the work could not be divided, N workers would be
1 / (s + (1 - s) / N) times as fast, and never more than 1 / s times. A search has no such part. Fitted to
the logarithms of a curve, s summarises all its losses in one number.

**Published speed-ups** of Dynamic Tree Splitting on 16 processors are 8.81 (R. M. Hyatt, *A
high-performance parallel algorithm to search depth-first game trees*, dissertation, University of Alabama
at Birmingham, 1988) and 11.1 (R. M. Hyatt, *The Dynamic Tree Splitting parallel search algorithm*, ICCA
Journal 20(1), 1997: a Cray C916, 24 consecutive positions of a game, which are `data/dts24.epd`).
";

const LIMITS: &str = "
## What virtual time does not show

Virtual time shows the algorithm: which nodes are searched twice, who waits for whom, who finds nothing to do,
what a lock delays and what a join copies. Every worker has a processor to itself, and one price alone stands
for memory: a node of a team costs more than a node of P_seq, by as much as was measured with two real
workers, and with N workers in the proportion (N - 1) / N. Cache lines that every join and leave write have no price
of their own. Real processors share caches, memory bandwidth, power and often the execution units of a core,
and memory may have a near and a far part (NUMA). So at large N a real machine is slower than the curve.
";

/// From this number of workers on, lines that all workers write would cost much of the time.
const MANY_WORKERS: usize = 32;

/// What [`MANY_WORKERS`] and more leave out.
pub(super) const LEFT_OUT: &str = "From 32 workers on, cache lines that all workers write are left out: \
    with them 64 gain about a quarter less";

/// Whether [`LEFT_OUT`] is to be said of these teams.
pub(super) fn has_many_workers(workers: impl IntoIterator<Item = usize>) -> bool {
    workers.into_iter().any(|workers| workers >= MANY_WORKERS)
}

/// The whole page.
pub(super) fn text(data: &Data, pictures: &[Box<dyn Picture>]) -> String {
    let mut page = Page { text: HEAD.to_owned() + &conclusion(data) + ORIGIN, pictures };
    page.show("speedup");
    page.text.push_str(DEFINITIONS);
    if let Some(model) = &data.model {
        in_virtual_time(&mut page, model);
    }
    if let Some(large_model) = &data.large_model {
        larger_trees(&mut page.text, large_model);
    }
    for (name, measurement) in [("Forked processes", &data.fork), ("Threads", &data.thread)] {
        if let Some(measurement) = measurement {
            let _ = writeln!(page.text, "\n## {name}\n\n{}\n", setting(measurement));
            summaries(&mut page.text, measurement);
            by_position(&mut page.text, measurement);
        }
    }
    if let Some(timeline) = &data.timeline {
        stretch(&mut page, timeline);
    }
    if let Some(validation) = &data.validation {
        validity(&mut page, validation);
    }
    page.text.push_str(LIMITS);
    if data.trees.is_some() {
        artificial_trees(&mut page);
    }
    page.text.push_str(&again::text(data));
    page.text
}

/// The most important figures, as sentences; nothing of what has not been measured.
fn conclusion(data: &Data) -> String {
    let mut text = String::new();
    if let Some(model) = &data.model {
        let few = model.summary.iter().filter(|row| row.workers > 1 && row.workers < MANY_WORKERS);
        let (workers, speedups): (Vec<_>, Vec<_>) =
            few.map(|row| (row.workers.to_string(), format!("{:.2}", row.speedup_vs_seq))).unzip();
        let _ = writeln!(
            text,
            "* **Virtual time**: {} workers are {} times as fast as the sequential search.",
            workers.join(", "),
            speedups.join(", ")
        );
        if has_many_workers(model.summary.iter().map(|row| row.workers)) {
            let _ = writeln!(text, "* {LEFT_OUT}.");
        }
    }
    for (name, measurement) in [("processes", &data.fork), ("threads", &data.thread)] {
        let last = measurement.as_ref().and_then(|measurement| measurement.summary.last());
        if let Some(row) = last {
            let _ = writeln!(
                text,
                "* **{} {name}**: {:.2} times as fast, with {:.2} times the nodes a second and {:.2} times the nodes.",
                row.workers, row.speedup_vs_seq, row.nps_ratio, row.node_ratio
            );
        }
    }
    text
}

/// The page so far, and the pictures that it may show.
struct Page<'a> {
    text: String,
    pictures: &'a [Box<dyn Picture>],
}

impl Page<'_> {
    /// Adds the picture of this name, if it has been measured.
    fn show(&mut self, name: &str) {
        if let Some(picture) = self.pictures.iter().find(|picture| picture.name() == name) {
            self.text.push_str(&image(picture.as_ref()));
        }
    }
}

fn in_virtual_time(page: &mut Page, model: &Measurement) {
    page.text.push_str("\n## In virtual time\n\nThe real search; one thread steps the workers in the order of their clocks ([virtual.md](virtual.md)).");
    let _ = writeln!(page.text, " {}\n", setting(model));
    summaries(&mut page.text, model);
    page.text.push_str("### Where the time goes\n\n");
    page.show("shares");
    let _ = write!(page.text, "\n{}", tables::shares(&shares::columns(model).1));
    page.text.push_str(
        "\nUseful work is the time P_seq takes for the same depth. If a team takes less, all its search is\n\
         useful.\n\n",
    );
    by_position(&mut page.text, model);
}

/// As [`in_virtual_time`], without the picture.
fn larger_trees(text: &mut String, large_model: &Measurement) {
    let _ = writeln!(text, "\n### Larger trees\n\n{}\n", setting(large_model));
    summaries(text, large_model);
    let _ = writeln!(text, "{}", tables::shares(&shares::columns(large_model).1));
    by_position(text, large_model);
}

fn stretch(page: &mut Page, timeline: &Timeline) {
    page.text.push_str("\n## A stretch of one search\n\n");
    page.show("timeline");
    let _ = writeln!(
        page.text,
        "\n`{}`. Each row is a worker. Strong colour marks work below a block near the root, with many\n\
         plies left to search, and faint colour work far from it; a worker without colour is idle. An\n\
         idle worker joins the most promising block, wherever it is, and no worker waits for another.",
        timeline.fen
    );
}

fn validity(page: &mut Page, validation: &Validation) {
    page.text.push_str("\n## Is virtual time right?\n\n");
    page.show("validation");
    let _ = write!(page.text, "\n{}", tables::validation(validation));
    match &validation.other_trees[..] {
        [] => page
            .text
            .push_str("\nOne worker, real or virtual, searches exactly the tree of P_seq.\n"),
        others => {
            let others = others.join(", ");
            let _ =
                writeln!(page.text, "\nOne worker does not search the tree of P_seq in {others}.");
        }
    }
    let _ = writeln!(
        page.text,
        "\nDepths for which P_seq takes about {} s; {} real searches of each position by each program, {}\n\
         seeds in virtual time. *All searches* is the median of all of them; *by position* is the geometric\n\
         mean, over the positions, of the median of each position's searches. The standard error, like the\n\
         difference in percent, is that of the choice of runs, by resampling. The cost of one worker was\n\
         fitted on the same positions, so its row is no test. The surcharge of a node in a team was\n\
         measured on other positions ([virtual.md](virtual.md#how-well-it-predicts)).",
        validation.seconds, validation.runs, validation.seeds
    );
}

fn artificial_trees(page: &mut Page) {
    page.text.push_str("\n## Artificial trees\n\n");
    page.show("trees");
    page.text.push_str(
        "\nThe same scheduler on the trees of `crates/smp-lab/src/artificial`. A hash yields the children, so\n\
         every value is known. There is no table, so a node of a team costs no more than one of P_seq. One\n\
         property varies at a time; height goes with branching, so that the trees stay about as large.\n",
    );
}

/// A picture, for light and for dark pages.
pub(super) fn image(picture: &dyn Picture) -> String {
    let (name, alternative) = (picture.name(), picture.alternative());
    format!(
        "<picture>\n\
         <source media=\"(prefers-color-scheme: dark)\" srcset=\"pictures/{name}-dark.svg\">\n\
         <img src=\"pictures/{name}-light.svg\" alt=\"{alternative}\">\n\
         </picture>\n"
    )
}

/// Positions, depths, runs and table of a measurement, as a sentence.
pub(super) fn setting(measurement: &Measurement) -> String {
    let plan = &measurement.plan;
    let depth = match plan.goal {
        Goal::Depth { depth } => format!("depth {depth}"),
        Goal::Seconds { seconds } => format!("depths for which P_seq takes about {seconds} s"),
        Goal::Nodes { nodes } => format!("depths at which P_seq's trees have about {nodes} nodes"),
    };
    let run = if plan.backend == "virtual" { "seed" } else { "run" };
    let plural = if plan.runs == 1 { "" } else { "s" };
    let split = match &plan.split[..] {
        [] => String::new(),
        changes => format!("; split parameters changed: {}", changes.join(", ")),
    };
    format!(
        "{} positions, {depth}, {} {run}{plural}, a table of {} MiB{split}.",
        measurement.positions.len(),
        plan.runs,
        plan.hash
    )
}

fn summaries(text: &mut String, measurement: &Measurement) {
    let mut parts = sets(measurement);
    if parts.len() > 1 {
        parts.extend(whole(measurement));
    }
    for (name, summary) in parts {
        let _ = writeln!(text, "**{name}**\n\n{}", tables::summary(summary));
        if let Some(law) = Amdahl::of(summary)
            && let Some(bound) = law.bound()
        {
            let _ = writeln!(
                text,
                "Amdahl: as if {:.2} % of the work could not be divided; at most {bound:.0} times as fast.\n",
                100.0 * law.serial
            );
        }
    }
}

fn by_position(text: &mut String, measurement: &Measurement) {
    let table = tables::positions(measurement);
    let _ =
        write!(text, "<details><summary>Position by position</summary>\n\n{table}\n</details>\n");
}
