//! JSON for people and for `git diff`: pretty down to some level, and one line below it.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// Lists and objects nested deeper than this are written on one line.
const LEVELS: usize = 4;

/// The text of a value, ending in a newline. The same value gives the same text.
pub(super) fn to_text(value: &impl Serialize) -> serde_json::Result<String> {
    let mut bytes = Vec::new();
    let formatter = Shallow { pretty: PrettyFormatter::new(), level: 0 };
    value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
    bytes.push(b'\n');
    Ok(String::from_utf8(bytes).expect("JSON is text"))
}

struct Shallow {
    pretty: PrettyFormatter<'static>,
    level: usize,
}

impl Shallow {
    fn is_deep(&self) -> bool {
        self.level > LEVELS
    }
}

fn separator<W: ?Sized + io::Write>(out: &mut W, first: bool) -> io::Result<()> {
    if first { Ok(()) } else { out.write_all(b", ") }
}

impl Formatter for Shallow {
    fn begin_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.level += 1;
        if self.is_deep() { out.write_all(b"[") } else { self.pretty.begin_array(out) }
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        let end = if self.is_deep() { out.write_all(b"]") } else { self.pretty.end_array(out) };
        self.level -= 1;
        end
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.is_deep() {
            separator(out, first)
        } else {
            self.pretty.begin_array_value(out, first)
        }
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.is_deep() { Ok(()) } else { self.pretty.end_array_value(out) }
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.level += 1;
        if self.is_deep() { out.write_all(b"{") } else { self.pretty.begin_object(out) }
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        let end = if self.is_deep() { out.write_all(b"}") } else { self.pretty.end_object(out) };
        self.level -= 1;
        end
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.is_deep() {
            separator(out, first)
        } else {
            self.pretty.begin_object_key(out, first)
        }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        if self.is_deep() { Ok(()) } else { self.pretty.end_object_value(out) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deep_is_on_one_line_and_reads_back() {
        let value = serde_json::json!({"a": [{"b": [{"c": [1, {"d": 2}], "e": {}}]}], "f": "x"});
        let text = to_text(&value).unwrap();
        assert!(text.contains(r#""c": [1, {"d": 2}]"#), "{text}");
        assert!(text.lines().count() > 8, "{text}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }
}
