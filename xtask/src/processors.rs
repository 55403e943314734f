//! Real workers need a processor each: with fewer they take turns, and their times mean nothing.

use std::thread;

/// The processors that this process may use.
pub(crate) fn available() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Warns of times that say nothing about so many workers.
pub(crate) fn warn_if_fewer_than(workers: usize) {
    if let Some(warning) = warning(workers, available()) {
        eprintln!("warning: {warning}");
    }
}

fn warning(workers: usize, processors: usize) -> Option<String> {
    let plural = if processors == 1 { "" } else { "s" };
    (workers > processors).then(|| {
        format!(
            "{workers} workers share {processors} processor{plural}, so their times say nothing \
             about {workers} processors; virtual time needs only one"
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
        assert!(text.starts_with("4 workers share 1 processor, so their times"), "{text}");
    }
}
