//! Tests the device against the twin and against independent results. Fails if there is no device.

mod common;
mod device {
    mod output;
    mod perft;
    mod search;
}
