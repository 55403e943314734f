//! What can be wrong with a device.

use thiserror::Error;

/// Why the device cannot do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DeviceError {
    /// There is no device with a Vulkan driver.
    #[error(
        "no device with a Vulkan driver ({0}); Debian's mesa-vulkan-drivers brings one that runs on the CPU"
    )]
    NoAdapter(String),
    /// The kernels use integers of 64 bits.
    #[error("{0} has no 64-bit integers in its shaders")]
    NoInt64(String),
    /// The device does not open.
    #[error("{0} does not open: {1}")]
    Refused(String, String),
    /// The device takes no kernel of ours.
    #[error("the kernel `{0}` is refused: {1}")]
    Kernel(&'static str, String),
    /// A buffer must be smaller than was wished.
    #[error("{what} of {wished} bytes, but the device allows {most}")]
    TooSmall {
        /// What the buffer was for.
        what: &'static str,
        /// Its size.
        wished: u64,
        /// The most that the device allows.
        most: u64,
    },
    /// The device is gone.
    #[error("the device is lost: {0}")]
    Lost(String),
}
