//! The text of docs/speedup.md.

use std::fmt::Write;

use super::pictures::Picture;
use super::{Data, again, sets, shares, tables, whole};
use crate::figures::amdahl::Amdahl;
use crate::figures::measurement::Measurement;
use crate::figures::timeline::Timeline;
use crate::figures::validation::Validation;

const HEAD: &str = "\
# Speed-up

Written by `cargo xtask report` from the measurements in `data/speedup`; to change the text, change
`xtask/src/report`. How to measure is at the [end](#to-measure-again).

";

const DEFINITIONS: &str = "
## What the figures mean

| name | meaning |
|---|---|
| P_seq | the recursive driver for the whole tree, without split blocks, job list or locks: the best sequential program we have. Not the parallel program with one worker |
| speed-up against P_seq | time P_seq takes to finish a depth, divided by the time N workers take to finish it. Time to depth, never nodes per second |
| speed-up against one | the same, with the parallel program at one worker in place of P_seq: what the textbook calls relative speed-up. It hides what the machinery costs one worker |
| nodes | nodes of N workers by nodes of P_seq. What is above 1 is **search overhead**: subtrees that the sequential order would have cut off, or that two workers searched before either could tell the other. Below 1 somebody found a cutoff sooner |
| nps | nodes per second of N workers by those of P_seq: speed-up if there were no search overhead. What it lacks to N is the next two rows, and memory |
| idle | share of the workers' time without work: **synchronisation overhead**, together with waiting for locks and giving up jobs |
| bytes a join | what a worker copies to join a split block: **communication overhead**, together with the merging of results |
| balance | nodes of the worker that searched most by nodes of the one that searched least; 1 is perfect. Who searched none counts as if it were one |
| of runs | worst and best round of runs, each the geometric mean over the positions |
| of positions | the position with the least speed-up and the one with the most |

Averages over positions are geometric means. Of several runs of a position the median of the ratios
counts, each of two runs made one after the other, so that a machine that slows down slows both; of
several seeds in virtual time, which nothing slows down, their geometric mean. A search begins with
nothing in its table and history but a prelude, and all memory has been touched before. The first run of
a position has none; before any other P_seq searches 1,000 nodes of another position, the same ones for
all programs. A chess search is chaotic, and that is enough to make it half as large again, or two thirds
of what it was: so with several runs P_seq, too, is a sample, and not one tree that happened to be large
or small. The clock runs from the call of the search to its return. Starting threads is within that time
(0.1 ms); forked workers stay from search to search, so the fork is not.

**Amdahl's bound.** If a share s of the work were not divided, N workers would be
1 / (s + (1 - s) / N) times as fast, and never more than 1 / s times. A search has no such part; s,
fitted to the logarithms of a curve, says what all losses together look like.

**Published** are the figures of R. M. Hyatt, *The Dynamic Tree Splitting parallel search algorithm*,
ICCA Journal 20(1), 1997: 24 consecutive positions of a game (`data/dts24.epd`) on a Cray C916.
";

const LIMITS: &str = "
## What virtual time does not show

Every worker in virtual time has a processor to itself, and pays for memory by one price alone: so much
more for a node as two real workers were measured to take, and with N of them in the proportion
(N - 1) / N, as if it all came from lines that another had written last. Real processors share caches,
memory bandwidth, power and often the execution units of a
core; a table probe takes longer when many ask at once, and longer still on a machine whose memory
has a near and a far part (NUMA). None of that is modelled, so at large N a real machine is slower
than the curve. What is modelled is the algorithm: which nodes are searched twice, who waits for
whom, who finds nothing to do, what a lock delays and what a join copies.
";

/// The whole page.
pub(super) fn text(data: &Data, pictures: &[Box<dyn Picture>]) -> String {
    let mut page = Page { text: HEAD.to_owned(), pictures };
    page.show("speedup");
    page.text.push_str(DEFINITIONS);
    if let Some(model) = &data.model {
        in_virtual_time(&mut page, model);
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

/// The page as far as it is written, and the pictures for it.
struct Page<'a> {
    text: String,
    pictures: &'a [Box<dyn Picture>],
}

impl Page<'_> {
    /// The picture of this name, if there are the measurements for it.
    fn show(&mut self, name: &str) {
        if let Some(picture) = self.pictures.iter().find(|picture| picture.name() == name) {
            self.text.push_str(&image(picture.as_ref()));
        }
    }
}

fn in_virtual_time(page: &mut Page, model: &Measurement) {
    page.text.push_str("\n## In virtual time\n\nThe real search, its workers moved by one thread in order of their clocks.");
    let _ = writeln!(page.text, " {}\n", setting(model));
    summaries(&mut page.text, model);
    page.text.push_str("\n### Where the time goes\n\n");
    page.show("shares");
    let _ = write!(page.text, "\n{}", tables::shares(&shares::columns(model).1));
    page.text.push_str("\nUseful work is what P_seq needed for the same depth; of a position for which a team needed\n\
         less, all its search is useful.\n");
    by_position(&mut page.text, model);
}

fn stretch(page: &mut Page, timeline: &Timeline) {
    page.text.push_str("\n## A stretch of one search\n\n");
    page.show("timeline");
    let _ = writeln!(
        page.text,
        "\n`{}`. Each row is a worker. Strong colour is work below a block near the root, with many\n\
         plies left to search, faint colour far from it; where there is none the worker is idle. A\n\
         worker without work joins whatever block promises most, wherever it is and whoever made it;\n\
         nobody waits for the one who did.",
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
            .push_str("\nOne worker, real or virtual, searched exactly the tree of P_seq.\n"),
        others => {
            let others = others.join(", ");
            let _ =
                writeln!(page.text, "\nOne worker searched another tree than P_seq in {others}.");
        }
    }
    let _ = writeln!(
        page.text,
        "\nDepths for which P_seq needs about {} s; {} real searches of each position by each program, {}\n\
         seeds in virtual time. All searches: the median of them all. By position: the median of each\n\
         position's searches, then the geometric mean over the positions. The standard error, in percent as\n\
         the difference is, is that of the choice of runs, by resampling. What one worker loses was fitted\n\
         to one worker on the same positions, so its row is no test. What a node takes longer in a team\n\
         is a price of the model that was measured on other positions; [virtual.md](virtual.md) says what\n\
         that leaves to be compared.",
        validation.seconds, validation.runs, validation.seeds
    );
}

fn artificial_trees(page: &mut Page) {
    page.text.push_str("\n## Artificial trees\n\n");
    page.show("trees");
    page.text.push_str(
        "\nTrees of `crates/smp/src/artificial`, on the same scheduler: children come from a hash,\n\
         every value is known, there is no table, and so nothing that a node of a team would cost more\n\
         for. One thing is changed at a time, and with the branching the height, so that the trees stay\n\
         about as large.\n",
    );
}

/// A picture, for light and for dark pages.
fn image(picture: &dyn Picture) -> String {
    let (name, alternative) = (picture.name(), picture.alternative());
    format!(
        "<picture>\n\
         <source media=\"(prefers-color-scheme: dark)\" srcset=\"pictures/{name}-dark.svg\">\n\
         <img src=\"pictures/{name}-light.svg\" alt=\"{alternative}\">\n\
         </picture>\n"
    )
}

fn setting(measurement: &Measurement) -> String {
    let setting = &measurement.setting;
    let depth = match (setting.depth, setting.seconds) {
        (Some(depth), _) => format!("depth {depth}"),
        (None, seconds) => {
            format!("depths for which P_seq needs about {} s", seconds.unwrap_or_default())
        }
    };
    let run = if setting.backend == "virtual" { "seed" } else { "run" };
    let plural = if setting.runs == 1 { "" } else { "s" };
    let split = match &setting.split[..] {
        [] => String::new(),
        changes => format!("; split not as usual: {}", changes.join(", ")),
    };
    format!(
        "{} positions, {depth}, {} {run}{plural}, a table of {} MiB{split}.",
        measurement.positions.len(),
        setting.runs,
        setting.hash
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
                "Amdahl: as if {:.2} % of the work were not divided; at most {bound:.0} times as fast.\n",
                100.0 * law.serial
            );
        }
    }
}

fn by_position(text: &mut String, measurement: &Measurement) {
    let table = tables::positions(measurement);
    let _ =
        write!(text, "\n<details><summary>Position by position</summary>\n\n{table}\n</details>\n");
}
