//! Errors of a device.

use thiserror::Error;

/// The reason why the device cannot do its work.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DeviceError {
    /// There is no device with a Vulkan driver.
    #[error(
        "no device with a Vulkan driver ({0}); Debian's mesa-vulkan-drivers brings one that runs on the CPU"
    )]
    NoAdapter(String),
    /// The device has no 64-bit integers, which the kernels need.
    #[error("{0} has no 64-bit integers in its shaders")]
    NoInt64(String),
    /// The device does not open.
    #[error("{0} does not open: {1}")]
    Refused(String, String),
    /// The device refuses a kernel.
    #[error("the kernel `{0}` is refused: {1}")]
    Kernel(&'static str, String),
    /// A buffer is larger than the device allows.
    #[error("{what} of {wished} bytes, but the device allows {most}")]
    TooSmall {
        /// The purpose of the buffer.
        what: &'static str,
        /// Its size.
        wished: u64,
        /// The maximum size that the device allows.
        most: u64,
    },
    /// The device is gone.
    #[error("the device is lost: {0}")]
    Lost(String),
}
