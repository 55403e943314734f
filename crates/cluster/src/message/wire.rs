//! Encodes numbers, texts and lists as bytes: little-endian, each length before its content.

use super::Malformed;

/// A type that can be written as bytes and read back.
pub(crate) trait Wire: Sized {
    /// Appends the value to the bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// Reads a value from the front of the bytes, which become shorter.
    ///
    /// # Errors
    /// The bytes end too early, or are no such value.
    fn read(input: &mut &[u8]) -> Result<Self, Malformed>;
}

macro_rules! wire_number {
    ($($type:ty),*) => {$(
        impl Wire for $type {
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn read(input: &mut &[u8]) -> Result<$type, Malformed> {
                let (bytes, rest) = input.split_first_chunk().ok_or(Malformed::TooShort)?;
                *input = rest;
                Ok(<$type>::from_le_bytes(*bytes))
            }
        }
    )*};
}

wire_number!(u8, u16, u32, u64, i16, i32);

/// The maximum length of a list or text.
const MOST: usize = 4096;

impl<T: Wire> Wire for Vec<T> {
    /// Writes the list. Leaves out elements beyond the maximum length.
    fn write(&self, out: &mut Vec<u8>) {
        let count = self.len().min(MOST);
        (count as u16).write(out);
        self[..count].iter().for_each(|item| item.write(out));
    }

    fn read(input: &mut &[u8]) -> Result<Vec<T>, Malformed> {
        let count = usize::from(u16::read(input)?);
        if count > MOST {
            return Err(Malformed::OutOfRange("the length of a list"));
        }
        (0..count).map(|_| T::read(input)).collect()
    }
}

impl Wire for String {
    fn write(&self, out: &mut Vec<u8>) {
        self.as_bytes().to_vec().write(out);
    }

    fn read(input: &mut &[u8]) -> Result<String, Malformed> {
        String::from_utf8(Vec::read(input)?).map_err(|_| Malformed::OutOfRange("a text"))
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut Vec<u8>) {
        u8::from(self.is_some()).write(out);
        self.iter().for_each(|value| value.write(out));
    }

    fn read(input: &mut &[u8]) -> Result<Option<T>, Malformed> {
        match u8::read(input)? {
            0 => Ok(None),
            1 => T::read(input).map(Some),
            _ => Err(Malformed::OutOfRange("whether a value follows")),
        }
    }
}
