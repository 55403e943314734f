//! Pages with parts that a command writes: `<!-- REPORT: NAME -->`, the part, `<!-- end -->`.

const END: &str = "<!-- end -->";

/// Returns the page with the parts of this report as they are now; the rest stays.
///
/// # Errors
/// A part has no end, or `part` does not know its name.
pub fn renewed(
    page: &str,
    report: &str,
    mut part: impl FnMut(&str) -> Result<String, String>,
) -> Result<String, String> {
    let begin = format!("<!-- {report}: ");
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(&begin) {
        let (name, after) = after.split_once(" -->\n").ok_or("a part has no name")?;
        let (_, after) = after.split_once(END).ok_or_else(|| format!("{name} has no end"))?;
        text += &format!("{before}{begin}{name} -->\n{}{END}", part(name)?);
        rest = after;
    }
    Ok(text + rest)
}
