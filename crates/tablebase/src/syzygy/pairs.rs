//! Decompresses the value at an index.
//!
//! The values of a table, in the order of their indices, are cut into *symbols*. A symbol is one
//! value or a pair of symbols, so it represents a run of values. Symbols are written in a canonical
//! Huffman code into *blocks* of equal size, first bit first. A *sparse index* has an entry for
//! every `span` values. It names the block of the value in the middle of the span, and the place in
//! the block. From there the lengths of the blocks lead to any value of the span.

use super::file::TableFile;
use super::reader::Reader;

/// The flag of a table with one value for all positions.
const SINGLE_VALUE: u8 = 0x80;

/// The right half of a symbol that is a value.
const NO_SYMBOL: u16 = 0xfff;

/// Bytes of an entry of the sparse index: the block in four bytes, the offset in two.
const SPARSE_ENTRY: usize = 6;

/// The compressed values of a table.
pub(super) struct Pairs {
    /// The flags of the table. Most concern distances.
    pub(super) flags: u8,
    values: Values,
}

enum Values {
    /// All positions have this value.
    Single(u8),
    /// The values are compressed.
    Compressed(Box<Compressed>),
}

struct Compressed {
    block_size: usize,
    span: u64,
    sparse_entries: usize,
    blocks: usize,
    /// Entries in the list of block lengths. There may be more entries than blocks.
    block_lengths: usize,
    code: Code,
    symbols: Vec<Symbol>,
    /// The place in the file where the sparse index begins.
    sparse_index_at: usize,
    block_lengths_at: usize,
    blocks_at: usize,
}

/// A canonical Huffman code. Lists are by the length of code words, from `shortest` bits.
struct Code {
    shortest: u32,
    /// The smallest code word of each length, left-aligned in 64 bits.
    first_word: Vec<u64>,
    /// The symbol of the smallest code word of each length.
    first_symbol: Vec<u16>,
}

/// A value, or a pair of symbols.
#[derive(Clone, Copy)]
struct Symbol {
    /// The first half, or the value if there is no second half.
    left: u16,
    right: u16,
    /// The number of values in its run, minus one.
    length: u32,
}

impl Symbol {
    fn from_bytes([low, middle, high]: [u8; 3]) -> Symbol {
        Symbol {
            left: u16::from(low) | u16::from(middle & 0xf) << 8,
            right: u16::from(high) << 4 | u16::from(middle >> 4),
            length: 0,
        }
    }

    fn is_value(self) -> bool {
        self.right == NO_SYMBOL
    }
}

impl Pairs {
    /// Reads the header of a table with `positions` positions. Returns `None` if it is invalid.
    pub(super) fn read(reader: &mut Reader, positions: u64) -> Option<Pairs> {
        let flags = reader.u8()?;
        let values = if flags & SINGLE_VALUE != 0 {
            Values::Single(reader.u8()?)
        } else {
            Values::Compressed(Box::new(Compressed::read(reader, positions)?))
        };
        Some(Pairs { flags, values })
    }

    /// Records the place of the sparse index.
    pub(super) fn place_sparse_index(&mut self, reader: &mut Reader) -> Option<()> {
        if let Values::Compressed(values) = &mut self.values {
            values.sparse_index_at =
                reader.skip(values.sparse_entries.checked_mul(SPARSE_ENTRY)?)?;
        }
        Some(())
    }

    /// Records the place of the list of block lengths.
    pub(super) fn place_block_lengths(&mut self, reader: &mut Reader) -> Option<()> {
        if let Values::Compressed(values) = &mut self.values {
            values.block_lengths_at = reader.skip(values.block_lengths.checked_mul(2)?)?;
        }
        Some(())
    }

    /// Records the place of the blocks: a multiple of 64.
    pub(super) fn place_blocks(&mut self, reader: &mut Reader) -> Option<()> {
        if let Values::Compressed(values) = &mut self.values {
            reader.align(64);
            values.blocks_at = reader.skip(values.blocks.checked_mul(values.block_size)?)?;
        }
        Some(())
    }

    /// Returns the value at this index, or `None` if the file is damaged.
    pub(super) fn value(&self, file: &TableFile, index: u64) -> Option<u16> {
        match &self.values {
            Values::Single(value) => Some(u16::from(*value)),
            Values::Compressed(values) => {
                let mut reader = Reader::new(file, 0);
                let (block, offset) = values.locate(&mut reader, index)?;
                values.decode(reader, block, offset)
            }
        }
    }
}

impl Compressed {
    fn read(reader: &mut Reader, positions: u64) -> Option<Compressed> {
        let power = |exponent: u8| 1u64.checked_shl(exponent.into());
        let block_size = power(reader.u8()?)?;
        let span = power(reader.u8()?)?;
        let padding = reader.u8()?;
        let blocks = reader.u32()? as usize;
        let code_head = (reader.u8()?, reader.u8()?);
        let code = Code::read(reader, code_head.1.into(), code_head.0.into())?;
        let symbols = read_symbols(reader)?;
        Some(Compressed {
            block_size: block_size.try_into().ok()?,
            span,
            sparse_entries: positions.div_ceil(span).try_into().ok()?,
            blocks,
            block_lengths: blocks.checked_add(padding.into())?,
            code,
            symbols,
            sparse_index_at: 0,
            block_lengths_at: 0,
            blocks_at: 0,
        })
    }

    /// Returns the block that holds the value at this index, and the number of values before it in
    /// the block.
    fn locate(&self, reader: &mut Reader, index: u64) -> Option<(usize, u32)> {
        let entry = usize::try_from(index / self.span).ok()?;
        reader.go_to(self.sparse_index_at + entry * SPARSE_ENTRY);
        let mut block = reader.u32()? as usize;
        let mut offset = i64::from(reader.u16()?);
        offset += (index % self.span) as i64 - (self.span / 2) as i64;
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += self.values_in(reader, block)?;
        }
        loop {
            let values = self.values_in(reader, block)?;
            if offset < values {
                return Some((block, offset as u32));
            }
            offset -= values;
            block += 1;
        }
    }

    fn values_in(&self, reader: &mut Reader, block: usize) -> Option<i64> {
        if block >= self.block_lengths {
            return None;
        }
        reader.go_to(self.block_lengths_at + 2 * block);
        Some(i64::from(reader.u16()?) + 1)
    }

    /// Returns the value in this block that has `offset` values before it.
    fn decode(&self, mut reader: Reader, block: usize, mut offset: u32) -> Option<u16> {
        if block >= self.blocks {
            return None;
        }
        reader.go_to(self.blocks_at + block * self.block_size);
        let mut bits = Bits::new(reader, self.block_size);
        let mut symbol = loop {
            let symbol = *self.symbols.get(self.code.next(&mut bits)?)?;
            if offset <= symbol.length {
                break symbol;
            }
            offset -= symbol.length + 1;
        };
        // No symbol is part of itself (see `read_symbols`), so this loop ends.
        while !symbol.is_value() {
            let left = self.symbols[usize::from(symbol.left)];
            if offset <= left.length {
                symbol = left;
            } else {
                offset -= left.length + 1;
                symbol = self.symbols[usize::from(symbol.right)];
            }
        }
        Some(symbol.left)
    }
}

/// Reads the symbols. Returns `None` if a symbol is part of itself or a half does not exist.
fn read_symbols(reader: &mut Reader) -> Option<Vec<Symbol>> {
    let count = usize::from(reader.u16()?);
    let mut symbols = Vec::new();
    for _ in 0..count {
        symbols.push(Symbol::from_bytes(reader.take()?));
    }
    reader.skip(count % 2)?;
    let mut known = vec![Known::No; count];
    for symbol in 0..count {
        measure(&mut symbols, &mut known, symbol)?;
    }
    Some(symbols)
}

/// Shows whether the length of a symbol is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    No,
    /// The length is being computed.
    Soon,
    Yes,
}

/// Computes the length of a symbol, after the lengths of its halves.
fn measure(symbols: &mut [Symbol], known: &mut [Known], symbol: usize) -> Option<()> {
    match *known.get(symbol)? {
        Known::Yes => return Some(()),
        Known::Soon => return None,
        Known::No => known[symbol] = Known::Soon,
    }
    let Symbol { left, right, .. } = symbols[symbol];
    if !symbols[symbol].is_value() {
        let (left, right) = (usize::from(left), usize::from(right));
        measure(symbols, known, left)?;
        measure(symbols, known, right)?;
        let length = symbols[left].length.checked_add(symbols[right].length)?;
        symbols[symbol].length = length.checked_add(1)?;
    }
    known[symbol] = Known::Yes;
    Some(())
}

impl Code {
    /// Reads the code with words of these lengths in bits. The file has the first symbol of each
    /// length. Longer words have smaller symbols and, with zeros appended, smaller values.
    fn read(reader: &mut Reader, shortest: u32, longest: u32) -> Option<Code> {
        // A refill of `Bits` provides at least thirty-two bits, but no more for certain.
        if shortest == 0 || longest < shortest || longest > 32 {
            return None;
        }
        let lengths = (longest - shortest + 1) as usize;
        let mut first_symbol = Vec::with_capacity(lengths);
        for _ in 0..lengths {
            first_symbol.push(reader.u16()?);
        }
        // The first word of a length is half of the first free word of the next length.
        let mut first_word = vec![0u64; lengths];
        for i in (0..lengths - 1).rev() {
            let longer = first_word[i + 1] + u64::from(first_symbol[i]);
            first_word[i] = longer.checked_sub(u64::from(first_symbol[i + 1]))? / 2;
        }
        for (word, length) in first_word.iter_mut().zip(shortest..) {
            if *word >> length != 0 {
                return None;
            }
            *word <<= 64 - length;
        }
        Some(Code { shortest, first_word, first_symbol })
    }

    /// Takes the next code word, and returns its symbol.
    fn next(&self, bits: &mut Bits) -> Option<usize> {
        let next = bits.peek()?;
        // The last word is 0, so a match exists.
        let place = self.first_word.iter().position(|&word| next >= word)?;
        let length = self.shortest + place as u32;
        bits.drop(length);
        let above = (next - self.first_word[place]) >> (64 - length);
        Some(usize::from(self.first_symbol[place]) + above as usize)
    }
}

/// The bits of a block, highest bit of each byte first.
struct Bits<'a> {
    reader: Reader<'a>,
    /// The number of thirty-two-bit words left to read.
    words: usize,
    buffer: u64,
    /// The number of valid bits in the buffer, from the left.
    len: u32,
}

impl<'a> Bits<'a> {
    /// Starts reading a block of `bytes` bytes at this place.
    fn new(start: Reader<'a>, bytes: usize) -> Bits<'a> {
        Bits { reader: start, words: bytes / 4, buffer: 0, len: 0 }
    }

    /// Returns at least the next thirty-two bits, left-aligned, with zeros after the end of the
    /// block. Returns `None` if no bits are left, or if they cannot be read.
    fn peek(&mut self) -> Option<u64> {
        while self.len <= 32 && self.words > 0 {
            let word = u32::from_be_bytes(self.reader.take()?);
            self.buffer |= u64::from(word) << (32 - self.len);
            self.len += 32;
            self.words -= 1;
        }
        (self.len > 0).then_some(self.buffer)
    }

    fn drop(&mut self, bits: u32) {
        self.buffer <<= bits;
        self.len = self.len.saturating_sub(bits);
    }
}
