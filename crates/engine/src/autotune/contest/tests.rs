//! Contests on a machine whose clock is a number.

use std::collections::BTreeMap;

use super::*;

/// A machine on which a search takes the time that its depth and the settings say.
struct Machine {
    clock: Duration,
    /// The time to clear the tables.
    clearing: Duration,
    /// The extra time of the first search after a change, by value.
    starting: fn(&str) -> Duration,
    /// The time of a search with a value, in percent of the usual time.
    percent: fn(&str) -> u32,
    settings: BTreeMap<String, String>,
    /// The value that has just been set.
    new: Option<String>,
    searches: usize,
    /// The search that the user stops.
    stopped: Option<usize>,
    /// The value that the machine refuses once the user has stopped a search.
    refused: Option<&'static str>,
    said: Vec<String>,
}

impl Machine {
    fn new() -> Machine {
        let settings = [("NumaPolicy", "auto"), ("Split Spin", "77"), ("Split Depth", "5")];
        let of_text = |(option, value): (&str, &str)| (option.into(), value.into());
        Machine {
            clock: Duration::ZERO,
            clearing: Duration::from_millis(5),
            starting: |_| Duration::ZERO,
            percent: |_| 100,
            settings: settings.map(of_text).into(),
            new: None,
            searches: 0,
            stopped: None,
            refused: None,
            said: Vec::new(),
        }
    }

    fn hold(&mut self, seconds: u64) -> Result<Vec<&'static str>, Refusal> {
        hold(self, &trials(), Duration::from_secs(seconds))
    }

    fn said(&self, text: &str) -> bool {
        self.said.iter().any(|line| line.contains(text))
    }
}

fn trials() -> [Trial; 3] {
    [
        ("NumaPolicy", &["none", "system"][..]),
        ("Split Spin", &["0", "50", "200"]),
        ("Split Depth", &["4", "5", "6"]),
    ]
    .map(|(option, values)| Trial { option, values: values.iter().map(|&it| it.into()).collect() })
}

impl Ring for Machine {
    fn value(&self, option: &str) -> String {
        self.settings[option].clone()
    }

    fn set(&mut self, option: &str, value: &str) -> Reply {
        if self.refused == Some(value) && self.stopped.is_some_and(|at| at <= self.searches) {
            return Err("refused".into());
        }
        self.settings.insert(option.into(), value.into());
        self.new = Some(value.into());
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        self.clock
    }

    fn search(
        &mut self,
        _: &Position,
        depth: u32,
        until: Duration,
    ) -> Result<Option<Duration>, Refusal> {
        self.searches += 1;
        if self.stopped == Some(self.searches) {
            return Err(Refusal::NotNow("interrupted"));
        }
        self.clock += self.clearing;
        let all = self.settings.values();
        let percent = all.fold(100, |percent, value| percent * (self.percent)(value) / 100);
        let starting = self.new.take().map_or(Duration::ZERO, |value| (self.starting)(&value));
        let time = Duration::from_micros(100 << (depth - 1)) * percent / 100 + starting;
        let is_done = self.clock + time <= until;
        self.clock = if is_done { self.clock + time } else { until.max(self.clock) };
        Ok(is_done.then_some(time))
    }

    fn say(&mut self, line: &str) {
        self.said.push(line.into());
    }
}

#[test]
fn faster_values_are_kept_and_all_others_are_as_before() {
    let mut machine = Machine::new();
    machine.percent = |value| match value {
        "0" => 80,
        "50" => 120,
        "200" => 60,
        _ => 100,
    };
    assert_eq!(machine.hold(90).unwrap(), ["Split Spin"]);
    let values: Vec<&str> = machine.settings.values().map(String::as_str).collect();
    assert_eq!(values, ["auto", "5", "200"]);
    assert!(machine.said("Split Spin 0 takes 0.80 ± 0.00 of the time of 77, and is faster"));
    assert!(machine.said("Split Spin 50 takes 1.50 ± 0.00 of the time of 0, and stays out"));
    assert!(machine.said("Split Spin 200 takes 0.75 ± 0.00 of the time of 0, and is faster"));
    assert_eq!(machine.said.len(), 7, "each value once: {:?}", machine.said);
    assert!(machine.clock > Duration::from_secs(80), "it has used its time: {:?}", machine.clock);
}

#[test]
fn the_start_of_the_workers_is_not_timed() {
    let mut machine = Machine::new();
    machine.starting = |value| match value {
        "system" => Duration::from_millis(400),
        _ => Duration::from_millis(100),
    };
    assert_eq!(machine.hold(90).unwrap(), [""; 0]);
    assert!(!machine.said.is_empty());
    for line in &machine.said {
        assert!(line.contains(" takes 1.00 ± 0.00 of the time"), "{line}");
    }
}

/// Only the first preparation takes the contest by surprise.
#[test]
fn the_time_is_kept_whatever_a_table_or_a_start_of_workers_takes() {
    for (milliseconds, tries_all) in
        [(0, true), (5, true), (100, true), (1_000, false), (7_000, false), (200_000, false)]
    {
        for seconds in [1, 20, 90, 3600] {
            let mut machine = Machine::new();
            machine.clearing = Duration::from_millis(milliseconds);
            machine.hold(seconds).unwrap();
            let (time, clock) = (Duration::from_secs(seconds), machine.clock);
            assert!(clock <= time.max(machine.clearing), "{clock:?} of {time:?}");
            let rest = time.saturating_sub(clock);
            assert!(rest <= machine.clearing + time / 10, "{clock:?} of {time:?} is little");
            if tries_all && seconds >= 90 {
                assert!(!machine.said("no time"), "{milliseconds} ms: {:?}", machine.said);
            }
        }
    }
}

#[test]
fn values_for_which_there_is_no_time_are_named_and_not_kept() {
    let mut machine = Machine::new();
    machine.clearing = Duration::from_secs(1);
    machine.percent = |value| if value == "6" { 1 } else { 100 };
    assert_eq!(machine.hold(60).unwrap(), [""; 0]);
    let tried = machine.said.len() - 1;
    assert!((1..7).contains(&tried), "{:?}", machine.said);
    let last = machine.said.last().unwrap();
    assert!(last.starts_with("There was no time for ") && last.ends_with(", Split Depth 6."));
    assert_eq!(last.matches(", ").count(), 7 - tried - 1, "{last}");
}

/// The user stops each search in turn. In some of them a challenger is set, and after some a challenger has won.
#[test]
fn a_contest_that_the_user_stops_changes_nothing() {
    let before = Machine::new().settings;
    let mut seen = Vec::new();
    for stopped in 1.. {
        let mut machine = Machine::new();
        machine.percent = |value| if matches!(value, "system" | "200") { 50 } else { 100 };
        machine.stopped = Some(stopped);
        let result = machine.hold(5);
        if result.is_ok() {
            break;
        }
        assert_eq!(result, Err(Refusal::NotNow("interrupted")));
        assert_eq!(machine.settings, before, "after search {stopped}");
        seen.push(machine.said.len());
    }
    assert!(seen.len() > 50 && seen.iter().any(|&lines| lines > 4), "{seen:?}");
}

#[test]
fn a_value_that_cannot_be_set_again_leaves_the_others_as_they_were() {
    let percent = |value: &str| if matches!(value, "system" | "200") { 50 } else { 100 };
    let mut machine = Machine { percent, ..Machine::new() };
    machine.hold(5).unwrap();
    let last = machine.searches;
    let mut machine =
        Machine { percent, stopped: Some(last), refused: Some("auto"), ..Machine::new() };
    assert!(machine.hold(5).is_err());
    let values: Vec<&str> = machine.settings.values().map(String::as_str).collect();
    assert_eq!(values, ["system", "5", "77"], "NumaPolicy, Split Depth, Split Spin");
}
