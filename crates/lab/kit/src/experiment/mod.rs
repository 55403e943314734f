//! A measurement of many pieces that do not depend on each other. They are done on all processors, kept in a journal as
//! they are done, resumed where they were broken off, and checked.

mod check;
mod entry;
mod journal;

use std::path::Path;
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::files::Destination;
use crate::{parallel, processors, progress};
pub use entry::{Entries, Entry};
pub use journal::{Journal, read, write};

/// A measurement of pieces that do not depend on each other.
pub trait Experiment: Sync {
    /// The result of a piece.
    type Entry: Entry;
    /// The common settings of all pieces.
    type Setting: Serialize + DeserializeOwned + PartialEq;
    /// The state that a thread keeps from piece to piece.
    type Worker: Send;
    /// The name of the pieces.
    const PIECES: &'static str;

    /// Returns the common settings of all pieces.
    fn setting(&self) -> &Self::Setting;

    /// Another worker.
    ///
    /// # Errors
    /// There is no memory for it.
    fn worker(&self) -> Result<Self::Worker>;

    /// Takes results from the pieces that are done, so that due pieces need not compute them again.
    ///
    /// # Errors
    /// The pieces that are done are not of this experiment.
    fn learn(
        &mut self,
        _done: &Entries<Self::Entry>,
        _due: &[<Self::Entry as Entry>::Key],
    ) -> Result<()> {
        Ok(())
    }

    /// Does a piece. Earlier pieces of the worker must not change the result.
    ///
    /// # Errors
    /// There is no memory for it.
    fn perform(
        &self,
        worker: &mut Self::Worker,
        key: &<Self::Entry as Entry>::Key,
    ) -> Result<Self::Entry>;
}

/// Does the pieces that are not in the file yet, and returns all that are in it. Without a file all are
/// done, and returned. Those not begun by the deadline are missing.
///
/// # Errors
/// The file cannot be used, or was made with another setting; or the first error of a piece, after which
/// none begins.
pub fn complete<X: Experiment>(
    experiment: &mut X,
    file: Option<&Destination>,
    keys: &[<X::Entry as Entry>::Key],
    deadline: Option<Instant>,
) -> Result<Entries<X::Entry>> {
    let opened = file.map(|file| Journal::open(file, experiment.setting())).transpose()?;
    let (journal, mut entries) = opened.unzip();
    let entries: &mut Entries<X::Entry> = entries.get_or_insert_default();
    let due: Vec<_> = keys.iter().filter(|&key| !entries.contains_key(key)).cloned().collect();
    if let Some(file) = file {
        let (path, known, due) = (file.path().display(), keys.len() - due.len(), due.len());
        eprintln!("{path}: {known} {} are read from this file, {due} are done now", X::PIECES);
    }
    experiment.learn(entries, &due)?;
    let keep = |entry: &X::Entry| journal.as_ref().map_or(Ok(()), |journal| journal.record(entry));
    entries.extend(perform(experiment, &due, deadline, keep)?);
    if let Some(Err(error)) = journal.map(|journal| journal.finish(entries)) {
        eprintln!("{error}; all is in the file, in the order in which it was done");
    }
    Ok(std::mem::take(entries))
}

/// Does `of_each` pieces of each team in the file again, chosen at random from `keys`.
///
/// # Errors
/// A piece comes out differently, the file cannot be read or was made with another setting, or it has none
/// of the pieces.
pub fn check<X: Experiment>(
    experiment: &mut X,
    file: &Path,
    keys: &[<X::Entry as Entry>::Key],
    of_each: u64,
) -> Result<()> {
    let written: Entries<X::Entry> = journal::made_with(file, experiment.setting())?;
    let due = check::choose(file, &written, keys, of_each)?;
    experiment.learn(&written, &due)?;
    let found = perform(experiment, &due, None, |_| Ok(()))?;
    check::compare(file, &written, &found)
}

/// Does these pieces, several at once, and gives each to `keep`.
fn perform<X: Experiment>(
    experiment: &X,
    due: &[<X::Entry as Entry>::Key],
    deadline: Option<Instant>,
    keep: impl Fn(&X::Entry) -> Result<()> + Sync,
) -> Result<Entries<X::Entry>> {
    let mut workers = Vec::new();
    for _ in 0..processors::available().min(due.len()) {
        workers.push(experiment.worker()?);
    }
    let bar = progress::bar(X::PIECES, due.len() as u64);
    let done = parallel::until_error(&mut workers, due.len(), deadline, |worker, place| {
        let entry = experiment.perform(worker, &due[place])?;
        keep(&entry)?;
        bar.inc(1);
        Ok::<_, Error>(entry)
    })?;
    bar.finish_and_clear();
    Ok(done.into_iter().flatten().map(|entry| (entry.key(), entry)).collect())
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::files::scratch::Scratch;

    /// The product of a pair of numbers.
    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    pub(super) struct Product {
        factors: (u32, u32),
        product: u32,
    }

    impl Product {
        pub(super) fn of(factors: (u32, u32)) -> Product {
            Product { factors, product: factors.0 * factors.1 }
        }
    }

    impl Entry for Product {
        type Key = (u32, u32);
        type Team = u32;

        fn key(&self) -> (u32, u32) {
            self.factors
        }

        /// The first factor.
        fn team(&self) -> u32 {
            self.factors.0
        }
    }

    /// Multiplies; its products can be checked against the setting.
    struct Multiplication(String);

    impl Experiment for Multiplication {
        type Entry = Product;
        type Setting = String;
        type Worker = ();

        const PIECES: &'static str = "products";

        fn setting(&self) -> &String {
            &self.0
        }

        fn worker(&self) -> Result<()> {
            Ok(())
        }

        fn perform(&self, (): &mut (), &factors: &(u32, u32)) -> Result<Product> {
            Ok(Product::of(factors))
        }
    }

    fn products() -> Multiplication {
        Multiplication("products".into())
    }

    fn done(scratch: &Scratch, keys: &[(u32, u32)]) -> Result<Entries<Product>> {
        complete(&mut products(), Some(&scratch.destination("file")), keys, None)
    }

    fn checked(scratch: &Scratch, keys: &[(u32, u32)]) -> Result<()> {
        check(&mut products(), &scratch.path("file"), keys, 9)
    }

    const KEYS: [(u32, u32); 3] = [(3, 1), (1, 4), (1, 2)];

    #[test]
    fn work_broken_off_is_resumed_and_ends_in_the_same_file() {
        let scratch = Scratch::new("experiment");
        done(&scratch, &KEYS).unwrap();
        let whole = scratch.text("file");
        let line = |factors, product| format!("{{\"factors\":{factors},\"product\":{product}}}\n");
        let lines = [line("[1,2]", 2), line("[1,4]", 4), line("[3,1]", 3)].concat();
        assert_eq!(whole, format!("\"products\"\n{lines}"));
        // In the order in which it was done, and without the end of the last line.
        let broken_off = ["\"products\"\n", &line("[3,1]", 7), "{\"factors\":[1,"].concat();
        scratch.write("file", &broken_off);
        let found = done(&scratch, &KEYS).unwrap();
        assert_eq!(found[&(3, 1)].product, 7, "what is written is not done again");
        assert_eq!(scratch.text("file"), whole.replace("\"product\":3", "\"product\":7"));
        let without: Vec<_> =
            complete(&mut products(), None, &KEYS, None).unwrap().into_keys().collect();
        assert_eq!(without, [(1, 2), (1, 4), (3, 1)], "no file is needed");
    }

    /// Two programs would overwrite each other's entries.
    #[test]
    fn only_one_program_writes_a_journal() {
        let scratch = Scratch::new("experiment-locked");
        let file = scratch.destination("file");
        let open = || Journal::open::<_, Product>(&file, &"products".to_string());
        let (journal, entries) = open().unwrap();
        let refused = open().err().unwrap().to_string();
        assert!(refused.contains("another program writes it"), "{refused}");
        journal.finish(&entries).unwrap();
        assert!(open().is_ok());
    }

    /// A pipe would be read for ever.
    #[test]
    fn a_journal_is_a_regular_file() {
        let scratch = Scratch::new("experiment-pipe");
        let pipe = scratch.path("file");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _both = std::fs::File::options().read(true).write(true).open(&pipe).unwrap();
        let refused = done(&scratch, &KEYS).unwrap_err().to_string();
        assert!(refused.contains("it is no regular file"), "{refused}");
    }

    #[test]
    fn another_setting_and_other_text_are_refused_and_the_file_stays() {
        let scratch = Scratch::new("experiment-refused");
        for text in ["\"sums\"\n", "\"products\"\nnonsense\n", "nonsense\n", "nonsense"] {
            scratch.write("file", text);
            for refused in [done(&scratch, &KEYS).map(drop), checked(&scratch, &KEYS)] {
                let error = refused.unwrap_err().to_string();
                assert!(error.contains("experiment-refused"), "{error}");
                let reasons = ["another setting", "line 2", "no journal"];
                assert!(reasons.iter().any(|reason| error.contains(reason)), "{error}");
            }
            assert_eq!(scratch.text("file"), text);
        }
    }

    #[test]
    fn a_check_refuses_an_entry_that_was_written_differently() {
        let scratch = Scratch::new("experiment-check");
        done(&scratch, &KEYS).unwrap();
        checked(&scratch, &KEYS).unwrap();
        let spoilt = scratch.text("file").replace("\"product\":4", "\"product\":5");
        scratch.write("file", &spoilt);
        checked(&scratch, &KEYS[..1]).unwrap();
        let error = checked(&scratch, &KEYS).unwrap_err().to_string();
        assert!(error.contains("1 of 3 entries done again are not as they are written"), "{error}");
        assert_eq!(scratch.text("file"), spoilt, "nothing is written");
        let error = checked(&scratch, &[(7, 7)]).unwrap_err().to_string();
        assert!(error.contains("none of the entries to check"), "{error}");
    }
}
