//! Formulas of web pages and books, as `MathML` and as TeX in scripts, as text in the line they stand in.

use dom_query::{Document, NodeRef};

use super::measure::is_one_of;
use crate::evidence::formula::{exponent, fraction, index, power, root};

/// The classes of what scripts show in the place of formulas.
const SHOWN: [&str; 7] = [
    "katex",
    "MathJax",
    "MathJax_CHTML",
    "MathJax_Display",
    "MathJax_Preview",
    "MathJax_SVG",
    "mwe-math-element",
];
/// A deeper formula is nobody's.
const DEEPEST: u8 = 40;

/// Puts text in the place of all formulas. Has to come before hidden text is looked for: what shows formulas holds them twice, once for the eye and once for
/// those who listen.
pub(super) fn plain(page: &Document) {
    let classes = SHOWN.map(|class| format!(".{class}")).join(", ");
    for shown in page.select(&format!("mjx-container, {classes}")).nodes() {
        let told = shown.descendants_it().find(|part| part.has_name("math"));
        if let Some(told) = told {
            told.remove_from_parent();
            shown.insert_before(&told);
            shown.remove_from_parent();
        }
    }
    for script in page.select("script[type^='math/']").nodes() {
        let is_shown = |before: &NodeRef<'_>| SHOWN.iter().any(|class| before.has_class(class));
        while let Some(shown) = script.prev_element_sibling().filter(is_shown) {
            shown.remove_from_parent();
        }
        let source = script.text();
        let formula = Document::fragment(source.as_ref());
        match formula.select("math").nodes().first() {
            Some(math) => put_text(script, &line(math, DEEPEST)),
            None => put_text(script, source.trim()),
        }
        script.remove_from_parent();
    }
    for math in page.select("math").nodes() {
        let text = line(math, DEEPEST);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let alone = &*math.attr_or("display", "") == "block";
        put_text(math, &if alone { format!(" {text} ") } else { text });
        math.remove_from_parent();
    }
}

/// The text of a formula, of which this is what stands within its element.
pub(super) fn alone(inside: &str) -> String {
    let formula = Document::fragment(format!("<math>{inside}</math>"));
    let maths = formula.select("math");
    let text = maths.nodes().first().map(|math| line(math, DEEPEST));
    let text = text.unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn put_text(before: &NodeRef<'_>, text: &str) {
    let text = before.tree.new_text(text);
    before.insert_before(&text);
}

/// A part of a formula in one line.
fn line(part: &NodeRef<'_>, depth: u8) -> String {
    let Some(inner) = depth.checked_sub(1) else {
        return part.text().to_string();
    };
    if part.is_text() {
        // Operators that are only meant, as between a factor and the next, have no sign.
        return part
            .text()
            .trim()
            .replace(['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'], "");
    }
    let parts: Vec<NodeRef<'_>> = part
        .children_it(false)
        .filter(|child| child.is_element() || child.is_text() && !child.text().trim().is_empty())
        .filter(|child| {
            !is_one_of(
                child,
                &[
                    "annotation",
                    "annotation-xml",
                    "mphantom",
                    "none",
                    "mprescripts",
                ],
            )
        })
        .collect();
    let of = |at: usize| {
        parts
            .get(at)
            .map(|part| line(part, inner))
            .unwrap_or_default()
    };
    let name = part.node_name();
    match name.as_deref().unwrap_or_default() {
        "msub" | "munder" => index(&of(0), &of(1)),
        "msubsup" | "munderover" => index(&of(0), &of(1)) + &exponent(&of(2)),
        "mover" if is_accent(&of(1)) => of(0) + &of(1),
        "msup" | "mover" => power(&of(0), &of(1)),
        "mfrac" => fraction(&of(0), &of(1)),
        "mroot" => root(&of(0), &of(1)),
        "msqrt" => root(&joined(&parts, "", inner), ""),
        "mfenced" => {
            let mark = |name: &str, usual: &str| {
                part.attr(name)
                    .map_or_else(|| usual.to_owned(), |mark| mark.to_string())
            };
            format!(
                "{}{}{}",
                mark("open", "("),
                joined(&parts, ", ", inner),
                mark("close", ")")
            )
        }
        "mtable" => joined(&parts, "; ", inner),
        "mtr" | "mlabeledtr" => joined(&parts, ", ", inner),
        "mspace" => " ".to_owned(),
        "mo" => operator(&joined(&parts, "", inner)),
        "semantics" => of(0),
        _ => joined(&parts, "", inner),
    }
}

fn joined(parts: &[NodeRef<'_>], between: &str, depth: u8) -> String {
    let parts: Vec<String> = parts.iter().map(|part| line(part, depth)).collect();
    parts.join(between)
}

/// Relations stand apart from what they relate.
fn operator(mark: &str) -> String {
    if mark.chars().count() == 1 && mark.contains(|c| "=≠<>≤≥≈≡∼≃≅→←↔⇒⇐⇔∈∉⊂⊆∝".contains(c))
    {
        format!(" {mark} ")
    } else {
        mark.to_owned()
    }
}

fn is_accent(mark: &str) -> bool {
    mark.chars().all(|c| "ˆ^~˜¯‾→⃗˙¨".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str) -> String {
        let page = Document::fragment(html);
        plain(&page);
        page.root().text().to_string()
    }

    #[test]
    fn formulas_keep_their_powers_bars_and_roots() {
        assert_eq!(
            text(
                "<p>It is <math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>.</p>"
            ),
            "It is E = mc²."
        );
        let solved = "<math><mi>x</mi><mo>=</mo><mfrac><mrow><mo>−</mo><mi>b</mi><mo>±</mo><msqrt><msup><mi>b</mi><mn>2</mn></msup><mo>−</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac></math>";
        assert_eq!(text(solved), "x = (−b±√(b²−4ac))/2a");
        assert_eq!(
            text(
                "<math><munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>k</mi></msub></math>"
            ),
            "∑_(k = 1)ⁿa_k"
        );
    }

    #[test]
    fn a_formula_that_is_shown_and_told_stands_once() {
        let told = "<math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding='application/x-tex'>x^2</annotation></semantics></math>";
        assert_eq!(
            text(&format!(
                "<p>With <span class=katex><span class=katex-mathml>{told}</span><span class=katex-html aria-hidden=true>x2</span></span> so.</p>"
            )),
            "With x² so."
        );
        assert_eq!(
            text(&format!(
                "<p>With <mjx-container><mjx-math aria-hidden=true></mjx-math><mjx-assistive-mml>{told}</mjx-assistive-mml></mjx-container> so.</p>"
            )),
            "With x² so."
        );
        assert_eq!(
            text(
                "<p>With <span class=MathJax>x2</span><script type='math/tex'>x^2</script> so.</p>"
            ),
            "With x^2 so."
        );
    }
}
