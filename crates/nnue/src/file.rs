//! Reads and writes a network as bytes.
//!
//! [`Network::to_bytes`] writes such a file. It has a header, the rows of neurons in the order of
//! [`Parameters`], the output biases, and the CRC-32 of all bytes before. Numbers are
//! little-endian.

use std::sync::LazyLock;

use thiserror::Error;

use crate::inputs::INPUTS;
use crate::network::Network;
use crate::parameters::{BUCKETS, HIDDEN, Parameters};

const MAGIC: [u8; 8] = *b"CleaveNN";
const VERSION: u32 = 1;
/// The sizes that must agree between a file and the program.
const SIZES: [u32; 3] = [INPUTS as u32, HIDDEN as u32, BUCKETS as u32];

const HEADER: usize = MAGIC.len() + 4 * (1 + SIZES.len());
const CHECKSUM: usize = 4;
/// The length of a file.
const LENGTH: usize = HEADER + 2 * HIDDEN * (INPUTS + 1 + 2 * BUCKETS) + 4 * BUCKETS + CHECKSUM;

/// The reason why bytes or parameters are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The bytes do not begin like a network.
    #[error("this is not a network of Cleave")]
    Magic,
    /// The format has another version.
    #[error("the network has format {found}; this program reads format {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// The network has layers of other sizes.
    #[error(
        "the network has {} inputs, {} neurons and {} buckets; this program uses {}, {} and {}",
        found[0], found[1], found[2], SIZES[0], SIZES[1], SIZES[2]
    )]
    Sizes {
        /// Inputs, neurons and buckets of the file.
        found: [u32; 3],
    },
    /// Bytes are missing or left over.
    #[error("the network has {found} bytes instead of {LENGTH}")]
    Length {
        /// The number of bytes.
        found: usize,
    },
    /// Some bytes have changed.
    #[error("the network is damaged: its checksum does not match its bytes")]
    Checksum,
    /// A weight or bias is so large that sums would overflow.
    #[error("the network has a weight of {number}; weights must be from -{limit} to {limit}")]
    Limit {
        /// The number.
        number: i16,
        /// The largest possible absolute value.
        limit: i16,
    },
}

impl Network {
    /// The maximum number of bytes to read from a file. A longer file is no network of this
    /// program's size.
    pub const MOST_BYTES: u64 = 2 * LENGTH as u64;

    /// Returns the network that comes with the program. book/src/network.md describes its training.
    pub fn built_in() -> Network {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| {
            Network::read(include_bytes!("../network.net")).expect("a test reads it")
        });
        NETWORK.clone()
    }

    /// Returns the network as the content of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let parameters = self.parameters();
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(SIZES.iter().flat_map(|size| size.to_le_bytes()));
        bytes.extend(parameters.rows().flat_map(|row| row.0).flat_map(i16::to_le_bytes));
        bytes.extend(parameters.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the network from the content of a file.
    ///
    /// # Errors
    /// The bytes are not what [`Network::to_bytes`] writes.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::new(parameters(checked(bytes)?))
    }
}

/// Checks the header and the checksum, and returns the bytes between them.
fn checked(bytes: &[u8]) -> Result<&[u8], NetworkError> {
    let length = NetworkError::Length { found: bytes.len() };
    let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::Magic)?;
    let (header, rest) = rest.split_at_checked(HEADER - MAGIC.len()).ok_or(length)?;
    let numbers: [u32; 1 + SIZES.len()] =
        std::array::from_fn(|i| u32::from_le_bytes(header.as_chunks().0[i]));
    let [version, found @ ..] = numbers;
    if version != VERSION {
        return Err(NetworkError::Version { found: version });
    }
    if found != SIZES {
        return Err(NetworkError::Sizes { found });
    }
    if bytes.len() != LENGTH {
        return Err(length);
    }
    let (body, checksum) = rest.split_at(rest.len() - CHECKSUM);
    let intact = checksum == crc32fast::hash(&bytes[..LENGTH - CHECKSUM]).to_le_bytes();
    intact.then_some(body).ok_or(NetworkError::Checksum)
}

fn parameters(body: &[u8]) -> Box<Parameters> {
    let mut parameters = Parameters::zero();
    let (rows, biases) = body.split_at(body.len() - 4 * BUCKETS);
    let slots = parameters.rows_mut().flat_map(|row| &mut row.0);
    for (slot, bytes) in slots.zip(rows.as_chunks().0) {
        *slot = i16::from_le_bytes(*bytes);
    }
    for (slot, bytes) in parameters.output_bias.iter_mut().zip(biases.as_chunks().0) {
        *slot = i32::from_le_bytes(*bytes);
    }
    parameters
}
