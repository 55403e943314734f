//! The functions of the module, and those of the page that it calls.
//!
//! ```text
//! page                                   module
//! open()                                 a new Desk
//! room(desk, length)                     where the request goes
//!   writes the request there
//! answer(desk)                           the length of the answer; calls progress meanwhile
//! answered(desk)                         where the answer is, until the next request
//! ```
#![allow(unsafe_code)]

use crate::module::Module;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The search is in this iteration and has searched so many nodes.
    safe fn progress(depth: u32, nodes: f64);
    /// The program ends, for the reason in this text.
    safe fn panicked(text: *const u8, length: usize);
}

/// A module with its request and its answer. The page owns it, and has it made once.
#[derive(Default)]
pub(crate) struct Desk {
    module: Module,
    request: Vec<u8>,
    answer: Vec<u8>,
}

// SAFETY (of each name below): no library that is linked has it.
/// Makes a desk.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn open() -> Box<Desk> {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    Box::default()
}

/// Makes room for a request of so many bytes, and says where.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(desk: &mut Desk, length: usize) -> *mut u8 {
    desk.request = vec![0; length];
    desk.request.as_mut_ptr()
}

/// Answers the request. Returns the length of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer(desk: &mut Desk) -> usize {
    let mut tell = |status: &cleave_search::Status| progress(status.depth, status.nodes as f64);
    desk.answer = desk.module.answer(&desk.request, &mut tell);
    desk.answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answered(desk: &Desk) -> *const u8 {
    desk.answer.as_ptr()
}
