//! The functions of the module, and the page's functions that it calls.
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
    /// Reports the iteration and the number of nodes of a search.
    safe fn progress(depth: u32, nodes: f64);
    /// Reports the reason why the program ends.
    safe fn panicked(text: *const u8, length: usize);
}

/// A module with its request and its answer. The page owns it and creates it once.
#[derive(Default)]
pub(crate) struct Desk {
    module: Module,
    request: Vec<u8>,
    answer: Vec<u8>,
}

// SAFETY (for each name below): no linked library has this name.
/// Makes a desk.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn open() -> Box<Desk> {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        panicked(text.as_ptr(), text.len());
    }));
    Box::default()
}

/// Makes room for a request of `length` bytes, and returns its address.
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

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answered(desk: &Desk) -> *const u8 {
    desk.answer.as_ptr()
}
