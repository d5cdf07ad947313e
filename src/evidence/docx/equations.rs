//! Equations of Word documents as text in their line. The parser puts their parts one behind the other, where ten to the sixth over two is 1062; it is given
//! the document with runs of text in their place.

use std::fmt::Write as _;
use std::ops::Range;

use crate::evidence::formula::{exponent, fraction, index, power, root};
use crate::evidence::xml::Element;

const NAMESPACE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/math";
/// An equation of more bytes is nobody's.
const LONGEST_EQUATION: usize = 1 << 20;
/// A deeper one as well.
const DEEPEST: u8 = 60;

/// What an equation becomes: a run of the text around it, or an equation that is one text, which the parser of slides puts into the line.
#[derive(Clone, Copy)]
pub(super) enum As {
    Run,
    Text,
}

/// A document in which runs of text stand in the place of equations; `None` for one without any.
pub(super) fn with_text(document: &str, told_as: As) -> Option<String> {
    let mut written = String::with_capacity(document.len());
    let mut copied = 0;
    while let Some(place) = equation(document, copied) {
        let equation = document
            .get(place.clone())
            .filter(|text| text.len() <= LONGEST_EQUATION)?;
        let (element, _) = Element::root_of(equation);
        let text = line(&element?, DEEPEST);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let between = document.get(copied..place.start)?;
        written.push_str(between);
        // Equations one behind the other in a line are several.
        let is_next = copied > 0
            && !["<w:t", "<w:br", "</w:p>", "<a:t", "<a:br", "</a:p>"]
                .iter()
                .any(|part| between.contains(part));
        let apart = if is_next { " " } else { "" };
        let text = quick_xml::escape::escape(text.as_str());
        let _ = match told_as {
            As::Run => write!(
                written,
                "<w:r><w:t xml:space=\"preserve\">{apart}{text}</w:t></w:r>"
            ),
            As::Text => write!(
                written,
                "<m:oMath xmlns:m=\"{NAMESPACE}\"><m:r><m:t>{apart}{text}</m:t></m:r></m:oMath>"
            ),
        };
        copied = place.end;
    }
    if copied == 0 {
        return None;
    }
    written.push_str(document.get(copied..)?);
    Some(written)
}

/// Where the next equation stands, with the paragraph of equations that it is in.
fn equation(document: &str, from: usize) -> Option<Range<usize>> {
    const NAMES: [&str; 2] = ["<m:oMathPara", "<m:oMath"];
    let rest = document.get(from..)?;
    let start = rest.find(NAMES[1])?;
    let name = NAMES
        .into_iter()
        .find(|name| rest.get(start..).is_some_and(|rest| rest.starts_with(name)))?;
    let close = format!("</{}>", name.trim_start_matches('<'));
    let end = start + rest.get(start..)?.find(&close)? + close.len();
    Some(from + start..from + end)
}

/// A part of an equation in one line.
fn line(part: &Element, depth: u8) -> String {
    let Some(inner) = depth.checked_sub(1) else {
        return String::new();
    };
    let of = |name: &str| {
        let found = part.elements().find(|child| child.local() == name);
        found.map(|child| line(child, inner)).unwrap_or_default()
    };
    let all = |name: &str, between: &str| {
        let parts = part.elements().filter(|child| child.local() == name);
        parts
            .map(|child| line(child, inner))
            .collect::<Vec<_>>()
            .join(between)
    };
    match part.local() {
        "t" => part.text(),
        "f" => fraction(&of("num"), &of("den")),
        "sSup" => power(&of("e"), &of("sup")),
        "sSub" => index(&of("e"), &of("sub")),
        "sSubSup" => index(&of("e"), &of("sub")) + &exponent(&of("sup")),
        "sPre" => exponent(&of("sup")) + &of("e"),
        "limLow" => index(&of("e"), &of("lim")),
        "limUpp" => power(&of("e"), &of("lim")),
        "rad" => root(&of("e"), &of("deg")),
        "d" => {
            let mark = |name: &str, usual: &str| setting(part, name).unwrap_or(usual).to_owned();
            let between = mark("sepChr", "|");
            mark("begChr", "(") + &all("e", &between) + &mark("endChr", ")")
        }
        "nary" => {
            let sign = setting(part, "chr").unwrap_or("∫");
            let above = of("sup");
            let sign = index(sign, &of("sub"))
                + &if above.is_empty() {
                    above
                } else {
                    exponent(&above)
                };
            format!("{sign} {}", of("e"))
        }
        "func" => format!("{} {}", of("fName"), of("e")),
        "eqArr" => all("e", "; "),
        "m" => all("mr", "; "),
        "mr" => all("e", ", "),
        name if name.ends_with("Pr") || name == "del" => String::new(),
        "oMathPara" => all("oMath", " "),
        _ => part.elements().map(|child| line(child, inner)).collect(),
    }
}

/// What the properties of a part say under a name.
fn setting<'a>(part: &'a Element, name: &str) -> Option<&'a str> {
    let properties = part
        .elements()
        .find(|child| child.local().ends_with("Pr"))?;
    let said = properties.elements().find(|child| child.local() == name)?;
    Some(said.attribute("m:val").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> String {
        format!("<m:r><m:rPr><m:sty m:val=\"p\"/></m:rPr><m:t>{text}</m:t></m:r>")
    }

    #[test]
    fn an_equation_keeps_its_powers_and_bars() {
        let power = format!(
            "<m:sSup><m:sSupPr/><m:e>{}</m:e><m:sup>{}</m:sup></m:sSup>",
            run("10"),
            run("-6")
        );
        let over = format!(
            "<m:f><m:num>{}{power}{}</m:num><m:den>{}</m:den></m:f>",
            run("550×"),
            run(" mm"),
            run("2.5 mm")
        );
        let document = format!(
            "<w:p><w:r><w:t>So</w:t></w:r><m:oMathPara><m:oMath>{}{over}</m:oMath></m:oMathPara></w:p><w:p><m:oMath>{}</m:oMath></w:p>",
            run("a&lt;"),
            run("m=1")
        );
        let text = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
        assert_eq!(
            with_text(&document, As::Run).unwrap(),
            format!(
                "<w:p><w:r><w:t>So</w:t></w:r>{}</w:p><w:p>{}</w:p>",
                text("a&lt;(550×10⁻⁶ mm)/(2.5 mm)"),
                text("m=1")
            )
        );
        assert_eq!(with_text("<w:p/>", As::Run), None);
    }

    #[test]
    fn equations_in_a_row_stay_apart() {
        let equation = |text: &str| format!("<m:oMath>{}</m:oMath>", run(text));
        let document = format!(
            "<w:p>{}{}</w:p><w:p>{}</w:p>",
            equation("a=b"),
            equation("c=d"),
            equation("e=f")
        );
        let text = |text: &str| format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>");
        assert_eq!(
            with_text(&document, As::Run).unwrap(),
            format!(
                "<w:p>{}{}</w:p><w:p>{}</w:p>",
                text("a=b"),
                text(" c=d"),
                text("e=f")
            )
        );
    }

    #[test]
    fn a_document_that_ends_within_an_equation_is_left_as_it_is() {
        assert_eq!(with_text("<w:p><m:oMath><m:r>", As::Run), None);
    }
}
