//! Real workers need a processor each: with fewer they take turns, and their times mean nothing.

use std::thread;

use rustix::process::nice;

/// Returns the processors that this process may use.
pub fn available() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Lets other programs go first, for measurements whose figures do not depend on the time they take.
pub fn yield_to_others() {
    // If the system refuses, the figures are the same.
    let _ = nice(10);
}

/// Warns if times will say nothing about this many workers.
pub fn warn_if_fewer_than(workers: usize) {
    if let Some(warning) = warning(workers, available()) {
        eprintln!("warning: {warning}");
    }
}

fn warning(workers: usize, processors: usize) -> Option<String> {
    (workers > processors).then(|| {
        format!(
            "only {processors} of the processors that {workers} workers need can be used; their \
             times mean nothing. Virtual time needs only one"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_lack_of_processors_warns() {
        assert_eq!(warning(2, 2), None);
        assert_eq!(warning(2, 16), None);
        let text = warning(4, 1).unwrap();
        assert!(text.starts_with("only 1 of the processors that 4 workers need"), "{text}");
    }
}
