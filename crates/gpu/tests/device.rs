//! The device, against the twin and against what is known without either. Fails where there is no device.

mod common;
mod device {
    mod output;
    mod perft;
    mod search;
}
