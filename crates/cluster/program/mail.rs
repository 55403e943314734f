//! Sends messages between carriers over MPI, without waiting.
//!
//! rsmpi's own requests borrow their buffer for a scope. That suits programs that wait at the end of the scope. Here a
//! message owns its buffer while it is on its way.
//!
//! MPI reports errors instead of ending the job, so that the others continue if a rank has died. An error only means
//! that a message is lost.
#![allow(unsafe_code)]

use std::mem::{self, ManuallyDrop};
use std::os::raw::c_int;
use std::thread;
use std::time::{Duration, Instant};

use mpi::environment::Universe;
use mpi::ffi;
use mpi::traits::AsRaw;

/// The number of a rank in MPI.
pub(crate) type RankNumber = c_int;

/// The time between two looks while waiting at the end.
const PAUSE: Duration = Duration::from_millis(1);

/// The kind of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum Tag {
    /// A message from one search process to another.
    Search = 0,
    /// The first rank ends, and so does the program. Another rank answers with the same tag.
    End = 1,
    /// A sign of life of the first rank.
    Beat = 2,
}

impl Tag {
    fn from_number(number: c_int) -> Option<Tag> {
        [Tag::Search, Tag::End, Tag::Beat].into_iter().find(|&tag| tag as c_int == number)
    }
}

/// A message to or from a rank.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) rank: RankNumber,
    pub(crate) tag: Tag,
    pub(crate) bytes: Vec<u8>,
}

/// A letter on its way. MPI reads or writes its buffer until the request is complete.
#[derive(Debug)]
struct Transfer {
    rank: RankNumber,
    tag: Tag,
    /// A transfer that is dropped earlier leaks the buffer, because MPI may still use it.
    bytes: ManuallyDrop<Vec<u8>>,
    request: ffi::MPI_Request,
}

/// The state of a transfer.
enum Progress {
    UnderWay(Transfer),
    Done(Letter),
    Lost(RankNumber, Tag),
}

impl Transfer {
    /// Creates the transfer of a letter with MPI's request.
    fn new(letter: Letter, request: ffi::MPI_Request) -> Transfer {
        let Letter { rank, tag, bytes } = letter;
        Transfer { rank, tag, bytes: ManuallyDrop::new(bytes), request }
    }

    fn progress(mut self) -> Progress {
        let mut is_done = 0;
        // SAFETY: MPI gave the request, and it is not complete. No status is requested.
        let result =
            unsafe { ffi::MPI_Test(&mut self.request, &mut is_done, ffi::RSMPI_STATUS_IGNORE) };
        if result != ffi::MPI_SUCCESS as c_int {
            Progress::Lost(self.rank, self.tag)
        } else if is_done != 0 {
            let bytes = ManuallyDrop::into_inner(self.bytes);
            Progress::Done(Letter { rank: self.rank, tag: self.tag, bytes })
        } else {
            Progress::UnderWay(self)
        }
    }
}

/// The way in which ranks part at the end of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Farewell {
    /// All ranks have come to the end.
    Met,
    /// Some ranks have not.
    SomeAreMissing,
    /// The first rank does not want this rank to wait for the missing ones.
    Dismissed,
}

/// All messages of this rank.
pub(crate) struct Mail<'u> {
    /// The mail ends before MPI is finalized.
    _universe: &'u Universe,
    communicator: ffi::MPI_Comm,
    leaving: Vec<Transfer>,
    arriving: Vec<Transfer>,
}

impl<'u> Mail<'u> {
    /// Creates the mail of this rank.
    pub(crate) fn new(universe: &'u Universe) -> Mail<'u> {
        let communicator = universe.world().as_raw();
        // SAFETY: both are MPI's own handles, and MPI is initialised.
        unsafe { ffi::MPI_Comm_set_errhandler(communicator, ffi::RSMPI_ERRORS_RETURN) };
        Mail { _universe: universe, communicator, leaving: Vec::new(), arriving: Vec::new() }
    }

    /// Begins to send a letter. Returns false if MPI refuses.
    pub(crate) fn send(&mut self, letter: Letter) -> bool {
        // SAFETY: any initial value is fine, because MPI overwrites it.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the buffer has the stated length. It does not move or change until MPI has finished with it, because
        // a transfer frees it only after the request is complete.
        let result = unsafe {
            ffi::MPI_Isend(
                letter.bytes.as_ptr().cast(),
                letter.bytes.len() as c_int,
                ffi::RSMPI_UINT8_T,
                letter.rank,
                letter.tag as c_int,
                self.communicator,
                &mut request,
            )
        };
        let is_sent = result == ffi::MPI_SUCCESS as c_int;
        if is_sent {
            self.leaving.push(Transfer::new(letter, request));
        }
        is_sent
    }

    /// Returns the number of letters being sent.
    pub(crate) fn leaving(&self) -> usize {
        self.leaving.len()
    }

    /// Returns true if a letter with this tag is being sent to this rank.
    pub(crate) fn is_leaving(&self, rank: RankNumber, tag: Tag) -> bool {
        self.leaving.iter().any(|transfer| (transfer.rank, transfer.tag) == (rank, tag))
    }

    /// Returns the ranks to which messages of the search processes have been sent or lost since the last call.
    pub(crate) fn take_gone(&mut self) -> Vec<RankNumber> {
        let mut gone = Vec::new();
        for transfer in mem::take(&mut self.leaving) {
            match transfer.progress() {
                Progress::UnderWay(transfer) => self.leaving.push(transfer),
                Progress::Done(Letter { rank, tag, .. }) | Progress::Lost(rank, tag) => {
                    gone.extend((tag == Tag::Search).then_some(rank));
                }
            }
        }
        gone
    }

    /// Returns the letters that have arrived, at most about `most`.
    pub(crate) fn receive(&mut self, most: usize) -> Vec<Letter> {
        while self.arriving.len() < most && self.begin_to_receive() {}
        let mut letters = Vec::new();
        for transfer in mem::take(&mut self.arriving) {
            match transfer.progress() {
                Progress::UnderWay(transfer) => self.arriving.push(transfer),
                Progress::Done(letter) => letters.push(letter),
                Progress::Lost(..) => {}
            }
        }
        letters
    }

    /// Begins to receive the next letter. Returns false if there is none.
    fn begin_to_receive(&mut self) -> bool {
        // SAFETY: these are plain C data. MPI fills them in if it reports a message.
        let (mut message, mut status): (ffi::MPI_Message, ffi::MPI_Status) =
            unsafe { (ffi::RSMPI_MESSAGE_NULL, mem::zeroed()) };
        let (mut is_there, mut count) = (0, 0);
        // SAFETY: the handles and the places for results are valid.
        let result = unsafe {
            ffi::MPI_Improbe(
                ffi::RSMPI_ANY_SOURCE,
                ffi::RSMPI_ANY_TAG,
                self.communicator,
                &mut is_there,
                &mut message,
                &mut status,
            )
        };
        if result != ffi::MPI_SUCCESS as c_int || is_there == 0 {
            return false;
        }
        // SAFETY: MPI has filled in the status.
        unsafe { ffi::MPI_Get_count(&status, ffi::RSMPI_UINT8_T, &mut count) };
        let mut bytes = vec![0; count.max(0) as usize];
        // SAFETY: any initial value is fine, because MPI overwrites it.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the buffer has the stated length, and belongs to MPI until the request is complete, as in `send`. The
        // message is the one just found.
        let result = unsafe {
            ffi::MPI_Imrecv(
                bytes.as_mut_ptr().cast(),
                count,
                ffi::RSMPI_UINT8_T,
                &mut message,
                &mut request,
            )
        };
        if let (Some(tag), true) =
            (Tag::from_number(status.MPI_TAG), result == ffi::MPI_SUCCESS as c_int)
        {
            let letter = Letter { rank: status.MPI_SOURCE, tag, bytes };
            self.arriving.push(Transfer::new(letter, request));
        } else {
            // MPI may have begun to write.
            mem::forget(bytes);
        }
        true
    }

    /// Waits until `others` letters with [`Tag::End`] have arrived, at most for `patience`. Returns false if they have
    /// not.
    pub(crate) fn hear_end_from(&mut self, others: usize, patience: Duration) -> bool {
        let mut heard = 0;
        self.carry_on_until(patience, |mail| {
            heard += mail.count_ends();
            heard >= others
        })
    }

    /// Continues to send and receive for this time.
    pub(crate) fn carry_on_for(&mut self, time: Duration) {
        self.carry_on_until(time, |_| false);
    }

    /// Waits until all leaving letters have left and all ranks have come here, at most for `patience`.
    pub(crate) fn meet_all(&mut self, patience: Duration) -> Farewell {
        // SAFETY: any initial value is fine, because MPI overwrites it.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the communicator is valid, and every rank calls this once.
        let mut result = unsafe { ffi::MPI_Ibarrier(self.communicator, &mut request) };
        let (mut all_are_here, mut farewell) = (0, Farewell::SomeAreMissing);
        self.carry_on_until(patience, |mail| {
            if mail.count_ends() > 0 {
                farewell = Farewell::Dismissed;
            } else if result == ffi::MPI_SUCCESS as c_int && all_are_here == 0 {
                // SAFETY: MPI gave the request, and it is not complete.
                result = unsafe {
                    ffi::MPI_Test(&mut request, &mut all_are_here, ffi::RSMPI_STATUS_IGNORE)
                };
            } else if all_are_here != 0 && mail.leaving.is_empty() && mail.arriving.is_empty() {
                farewell = Farewell::Met;
            }
            result != ffi::MPI_SUCCESS as c_int || farewell != Farewell::SomeAreMissing
        });
        farewell
    }

    /// Returns the number of letters with [`Tag::End`] that have arrived since the last call. Other letters are useless
    /// by now.
    fn count_ends(&mut self) -> usize {
        self.receive(usize::MAX).iter().filter(|letter| letter.tag == Tag::End).count()
    }

    /// Continues to send until a condition holds, at most for a given time. Returns false if it does not hold by then.
    fn carry_on_until(
        &mut self,
        patience: Duration,
        mut is_over: impl FnMut(&mut Mail<'u>) -> bool,
    ) -> bool {
        let began = Instant::now();
        while began.elapsed() < patience {
            self.take_gone();
            if is_over(self) {
                return true;
            }
            thread::sleep(PAUSE);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MPI may still be reading or writing at the end of the program or in a panic.
    #[test]
    fn a_transfer_dropped_early_does_not_free_its_buffer() {
        assert!(!mem::needs_drop::<Transfer>());
    }
}
