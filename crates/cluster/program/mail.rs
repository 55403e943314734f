//! Messages between carriers, over MPI, without waiting for any.
//!
//! rsmpi's own requests borrow their buffer for a scope, which suits programs that wait at the scope's
//! end. Here a message owns its buffer for as long as it is on its way.
//!
//! MPI reports errors instead of ending the job, so that the others go on if a rank has died. What it
//! reports needs no other answer than that a message is lost.
#![allow(unsafe_code)]

use std::mem::{self, ManuallyDrop};
use std::os::raw::c_int;
use std::thread;
use std::time::{Duration, Instant};

use mpi::environment::Universe;
use mpi::ffi;
use mpi::traits::AsRaw;

/// The number of a rank, as MPI has it.
pub(crate) type RankNumber = c_int;

/// Time between two looks at something that is awaited at the end.
const PAUSE: Duration = Duration::from_millis(1);

/// What a message is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(i32)]
pub(crate) enum Tag {
    /// From one search process to another.
    Search = 0,
    /// The first rank has come to its end, and so does the program; another rank answers with the same.
    End = 1,
    /// The first rank is there.
    Beat = 2,
}

impl Tag {
    fn from_number(number: c_int) -> Option<Tag> {
        [Tag::Search, Tag::End, Tag::Beat].into_iter().find(|&tag| tag as c_int == number)
    }
}

/// A message, to a rank or from it.
#[derive(Debug)]
pub(crate) struct Letter {
    pub(crate) rank: RankNumber,
    pub(crate) tag: Tag,
    pub(crate) bytes: Vec<u8>,
}

/// A letter on its way, whose buffer MPI reads or writes until the request is complete.
#[derive(Debug)]
struct Transfer {
    rank: RankNumber,
    tag: Tag,
    /// A transfer that is dropped before that leaves the buffer to MPI for good: it may still use it.
    bytes: ManuallyDrop<Vec<u8>>,
    request: ffi::MPI_Request,
}

/// What has become of a transfer.
enum Progress {
    UnderWay(Transfer),
    Done(Letter),
    Lost(RankNumber, Tag),
}

impl Transfer {
    /// That of a letter for which MPI has given this request.
    fn new(letter: Letter, request: ffi::MPI_Request) -> Transfer {
        let Letter { rank, tag, bytes } = letter;
        Transfer { rank, tag, bytes: ManuallyDrop::new(bytes), request }
    }

    fn progress(mut self) -> Progress {
        let mut is_done = 0;
        // SAFETY: the request is one that MPI gave and has not been completed; a status is not asked for.
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

/// How ranks part at the end of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Farewell {
    /// All have come to the end.
    Met,
    /// Some have not.
    SomeAreMissing,
    /// The first rank does not want this one to wait for those that are missing.
    Dismissed,
}

/// All messages of this rank.
pub(crate) struct Mail<'u> {
    /// Everything here is over before MPI is finalized.
    _universe: &'u Universe,
    communicator: ffi::MPI_Comm,
    leaving: Vec<Transfer>,
    arriving: Vec<Transfer>,
}

impl<'u> Mail<'u> {
    /// The mail of this rank.
    pub(crate) fn new(universe: &'u Universe) -> Mail<'u> {
        let communicator = universe.world().as_raw();
        // SAFETY: both are handles of MPI's own, and MPI is initialised.
        unsafe { ffi::MPI_Comm_set_errhandler(communicator, ffi::RSMPI_ERRORS_RETURN) };
        Mail { _universe: universe, communicator, leaving: Vec::new(), arriving: Vec::new() }
    }

    /// Begins to send a letter; false if MPI refuses.
    pub(crate) fn send(&mut self, letter: Letter) -> bool {
        // SAFETY: any value will do, MPI writes another.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the buffer has as many bytes as stated. It stays where it is, unchanged, until MPI
        // has done with it: a transfer frees it only when the request is complete.
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

    /// Letters that are being sent.
    pub(crate) fn leaving(&self) -> usize {
        self.leaving.len()
    }

    /// True if a letter of this kind to this rank is being sent.
    pub(crate) fn is_leaving(&self, rank: RankNumber, tag: Tag) -> bool {
        self.leaving.iter().any(|transfer| (transfer.rank, transfer.tag) == (rank, tag))
    }

    /// The ranks to which messages of the search processes have gone, or have been lost, since the last
    /// call.
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

    /// Letters that have arrived, at most about `most` of them.
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

    /// Begins to receive the next letter; false if there is none.
    fn begin_to_receive(&mut self) -> bool {
        // SAFETY: plain data of C; MPI fills them in if it says that there is a message.
        let (mut message, mut status): (ffi::MPI_Message, ffi::MPI_Status) =
            unsafe { (ffi::RSMPI_MESSAGE_NULL, mem::zeroed()) };
        let (mut is_there, mut count) = (0, 0);
        // SAFETY: handles and places for the answers are valid.
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
        // SAFETY: MPI has filled the status in.
        unsafe { ffi::MPI_Get_count(&status, ffi::RSMPI_UINT8_T, &mut count) };
        let mut bytes = vec![0; count.max(0) as usize];
        // SAFETY: any value will do, MPI writes another.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the buffer has as many bytes as stated, and belongs to MPI until the request is
        // complete, as in `send`. The message is the one just found.
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

    /// Waits until so many letters that say [`Tag::End`] have arrived, at most this long. False if they
    /// have not.
    pub(crate) fn hear_end_from(&mut self, others: usize, patience: Duration) -> bool {
        let mut heard = 0;
        self.carry_on_until(patience, |mail| {
            heard += mail.count_ends();
            heard >= others
        })
    }

    /// Goes on sending and receiving for this long.
    pub(crate) fn carry_on_for(&mut self, time: Duration) {
        self.carry_on_until(time, |_| false);
    }

    /// Waits until all that is leaving has left, and until all ranks have come here as well, at most
    /// this long.
    pub(crate) fn meet_all(&mut self, patience: Duration) -> Farewell {
        // SAFETY: any value will do, MPI writes another.
        let mut request = unsafe { ffi::RSMPI_REQUEST_NULL };
        // SAFETY: the communicator is valid, and all ranks call this once.
        let mut result = unsafe { ffi::MPI_Ibarrier(self.communicator, &mut request) };
        let (mut all_are_here, mut farewell) = (0, Farewell::SomeAreMissing);
        self.carry_on_until(patience, |mail| {
            if mail.count_ends() > 0 {
                farewell = Farewell::Dismissed;
            } else if result == ffi::MPI_SUCCESS as c_int && all_are_here == 0 {
                // SAFETY: the request is MPI's and not complete.
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

    /// How many letters that say [`Tag::End`] have arrived since the last call. Others are of no use any
    /// more.
    fn count_ends(&mut self) -> usize {
        self.receive(usize::MAX).iter().filter(|letter| letter.tag == Tag::End).count()
    }

    /// Goes on sending until something has come to its end, at most this long. False if it has not.
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

    /// At the end of the program, or in a panic, MPI may still be reading or writing.
    #[test]
    fn a_transfer_dropped_early_does_not_free_its_buffer() {
        assert!(!mem::needs_drop::<Transfer>());
    }
}
