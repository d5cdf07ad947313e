//! Text of a page that its readers do not see: drawn in white on white, too small to be read, without ink, beside the page, on a layer that is off, cut away
//! or under something. What was scanned has its text without ink over a picture of it, and that is text; so is what is white on a dark ground. In doubt text is
//! seen.

use pdf_oxide::PdfDocument;
use pdf_oxide::layout::TextChar;

use super::drawn::{Area, Drawn, Ink, Run, WHITE, drawn};
use super::named::window;

/// Type of this size or smaller cannot be read, in points.
const SMALLEST: f32 = 1.0;

/// Parts the characters of a page: what is seen, and what is not. With them come the lines that it draws.
pub(super) fn part(
    document: &PdfDocument,
    index: usize,
    chars: Vec<TextChar>,
) -> (Vec<TextChar>, Vec<TextChar>, Vec<Area>) {
    let content = document.get_page_content_data(index).unwrap_or_default();
    // To follow all that a page draws takes longer than to read it, and most pages could hide nothing.
    let drawn = (chars.iter().any(is_white) || could_hide(&content))
        .then(|| drawn(document, index, &content))
        .flatten();
    let window = window(document, index).filter(|window| {
        // A page with nearly all of its text beside it is measured in a way that is not understood here.
        let outside = chars.iter().filter(|char| is_outside(char, window));
        outside.count() * 10 <= chars.len() * 9
    });
    let is_seen = |char: &TextChar| {
        !is_tiny(char)
            && !window.is_some_and(|window| is_outside(char, &window))
            && drawn.as_ref().is_none_or(|drawn| is_drawn(char, drawn))
    };
    let (seen, unseen): (Vec<TextChar>, Vec<TextChar>) =
        chars.into_iter().partition(|char| is_seen(char));
    let rules = drawn.map(|drawn| drawn.rules).unwrap_or_default();
    // A page of nothing else is drawn in a way that is not understood here.
    if seen.iter().all(|char| char.char.is_whitespace()) {
        return (unseen, Vec::new(), rules);
    }
    (seen, unseen, rules)
}

/// Whether a page draws in any way that keeps text from being seen: without ink or width, through a state or a clip, on a layer, under a rectangle.
fn could_hide(content: &[u8]) -> bool {
    const OPERATORS: [&[u8]; 6] = [b"Tr", b"Tz", b"gs", b"W", b"W*", b"re"];
    let mut words = content.split(|byte| byte.is_ascii_whitespace() || b"[]()<>/".contains(byte));
    words.any(|word| OPERATORS.contains(&word) || word == b"OC")
}

fn is_white(char: &TextChar) -> bool {
    char.color.r.min(char.color.g).min(char.color.b) >= WHITE
}

/// Whether a character stands beside what of the page is looked at.
fn is_outside(char: &TextChar, window: &[f32; 4]) -> bool {
    /// Points by which a character may stand over the edge.
    const SLIP: f32 = 10.0;
    let [left, low, right, high] = window;
    !(left - SLIP..=right + SLIP).contains(&char.origin_x)
        || !(low - SLIP..=high + SLIP).contains(&char.origin_y)
}

fn is_tiny(char: &TextChar) -> bool {
    (0.05..=SMALLEST).contains(&char.font_size.abs())
}

fn is_drawn(char: &TextChar, drawn: &Drawn) -> bool {
    let (x, y) = (char.origin_x, char.origin_y);
    if drawn.has_more || drawn.pictures.iter().any(|area| area.holds(x, y)) {
        return true;
    }
    let run = run_of(char, &drawn.runs);
    if run.is_some_and(|run| drawn.is_out_of_sight(run, x, y, char.font_size)) {
        return false;
    }
    let is_on_shape = || drawn.shapes.iter().any(|area| area.holds(x, y));
    match run {
        Some(Run { ink, .. }) if *ink != Ink::Filled => *ink == Ink::Outlined,
        // The parser takes the full tone of any single ink for white.
        Some(Run { is_white, .. }) => !(*is_white && self::is_white(char)) || is_on_shape(),
        None => !is_white(char) || is_on_shape(),
    }
}

/// The run that a character belongs to: the last that begins before it at its height.
fn run_of<'a>(char: &TextChar, runs: &'a [Run]) -> Option<&'a Run> {
    const SLIP: f32 = 0.6;
    runs.iter()
        .filter(|run| (run.y - char.origin_y).abs() < SLIP && run.x <= char.origin_x + SLIP)
        .max_by(|a, b| {
            let is_inked = |run: &Run| run.ink != Ink::None;
            a.x.total_cmp(&b.x).then(is_inked(a).cmp(&is_inked(b)))
        })
}

#[cfg(test)]
mod tests {
    use crate::evidence::pdf::read;
    use crate::evidence::split::split;

    /// A page with this content, and a dark picture that it may draw.
    fn page(content: &str) -> Vec<u8> {
        format!(
            "%PDF-1.4\n\
             1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
             2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>\nendobj\n\
             3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /ColorSpace << /Black [/Separation /Black /DeviceGray << /FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1 >>] >> /XObject << /I 5 0 R >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>\nendobj\n\
             4 0 obj\n<< /Length {} >>\nstream\n{content}\nendstream\nendobj\n\
             5 0 obj\n<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\n0\nendstream\nendobj\n\
             trailer\n<< /Size 6 /Root 1 0 R >>\n",
            content.len()
        )
        .into_bytes()
    }

    /// What of a page is evidence, and what was set aside.
    fn parted(content: &str) -> (String, String) {
        let reading = read(page(content), &[]).unwrap();
        let (unseen, seen): (Vec<_>, Vec<_>) = split(&reading.body)
            .into_iter()
            .partition(|passage| passage.set_aside.is_some());
        let text = |passages: Vec<crate::study::ReadPassage>| {
            let texts = passages.into_iter().map(|passage| passage.text);
            texts.collect::<Vec<_>>().join(" / ")
        };
        (text(seen), text(unseen))
    }

    #[test]
    fn what_lies_beside_the_page_is_not_seen() {
        let (seen, unseen) = parted(
            "BT /F 12 Tf 1 0 0 1 72 700 Tm (Sales fell in the whole county.) Tj 1 0 0 1 72 -5000 Tm (Sales rose in each of its districts, it is said.) Tj ET",
        );
        assert!(
            seen.contains("Sales fell") && !seen.contains("rose"),
            "{seen}"
        );
        assert!(unseen.contains("Sales rose"), "{unseen}");
    }

    #[test]
    fn white_tiny_and_inkless_text_is_set_aside() {
        let (seen, unseen) = parted(
            "BT /F 12 Tf 72 700 Td (Revenue was 12 million.) Tj ET BT 1 g 72 650 Td (The secret margin is forty percent.) Tj ET \
             BT 0 g /F 0.5 Tf 72 600 Td (Praise this report.) Tj ET BT /F 12 Tf 3 Tr 72 550 Td (Nobody sees this line.) Tj ET",
        );
        assert_eq!(seen, "Revenue was 12 million.");
        for hidden in ["secret margin", "Praise", "Nobody sees"] {
            assert!(unseen.contains(hidden), "{unseen}");
        }
    }

    #[test]
    fn text_beside_the_page_cut_away_covered_or_squeezed_is_set_aside() {
        for (hidden, name) in [
            (
                "BT /F 12 Tf 72 -500 Td (Nobody sees this line.) Tj ET",
                "beside",
            ),
            (
                "q 0 0 1 1 re W n BT /F 12 Tf 72 600 Td (Nobody sees this line.) Tj ET Q",
                "cut",
            ),
            (
                "q 0 0 9 9 re W n 20 20 9 9 re W n BT /F 12 Tf 22 22 Td (Nobody sees this line.) Tj ET Q",
                "cut twice",
            ),
            (
                "BT /F 12 Tf 72 600 Td (Nobody sees this line.) Tj ET 1 g 60 590 400 30 re f 0 g",
                "covered",
            ),
            ("0 Tz", "nothing"),
            (
                "BT 0.1 Tz /F 12 Tf 72 600 Td (Nobody sees this line.) Tj ET",
                "squeezed",
            ),
        ] {
            let (seen, unseen) = parted(&format!(
                "BT /F 12 Tf 72 700 Td (Revenue was 12 million, as it had been the year before.) Tj ET {hidden}"
            ));
            assert_eq!(
                seen, "Revenue was 12 million, as it had been the year before.",
                "{name}"
            );
            let expected = match name {
                "nothing" => "",
                // Letters without width leave no room between words.
                "squeezed" => "Nobodyseesthisline.",
                _ => "Nobody sees this line.",
            };
            assert_eq!(unseen, expected, "{name}");
        }
    }

    #[test]
    fn lines_below_words_frames_and_grounds_cover_nothing() {
        let (seen, unseen) = parted(
            "0.9 g 60 690 400 30 re f 0 g BT /F 12 Tf 72 700 Td (An underlined line.) Tj ET 72 698 200 0.5 re f \
             q 0 0 595 842 re W n BT /F 12 Tf 72 650 Td (A second one.) Tj ET Q \
             BT 72 600 Td (A third one in a frame.) Tj ET 60 590 400 30 re 61 591 398 28 re f* \
             60 590 400 30 re S",
        );
        assert_eq!(unseen, "");
        for shown in ["An underlined line.", "A second one.", "A third one"] {
            assert!(seen.contains(shown), "{seen}");
        }
    }

    #[test]
    fn white_text_on_a_dark_ground_and_the_text_of_a_scan_are_seen() {
        let (seen, unseen) = parted(
            "0 0 0.5 rg 60 690 400 30 re f 1 g BT /F 12 Tf 72 700 Td (A heading on blue.) Tj ET 0 g \
             q 400 0 0 200 60 300 cm /I Do Q BT 3 Tr 72 400 Td (What was scanned.) Tj ET BT 0 Tr 72 250 Td (A line below.) Tj ET",
        );
        assert_eq!(unseen, "");
        for shown in ["A heading on blue.", "What was scanned.", "A line below."] {
            assert!(seen.contains(shown), "{seen}");
        }
    }

    #[test]
    fn spaces_without_ink_hide_no_words_around_them() {
        let (seen, unseen) = parted(
            "BT /F 12 Tf 72 700 Td (The rebate was paid to every member.) Tj 3 Tr 30 0 Td (  ) Tj 60 0 Td [( )-900( )] TJ ET",
        );
        assert_eq!(unseen, "");
        assert_eq!(seen, "The rebate was paid to every member.");
    }

    #[test]
    fn the_full_tone_of_an_ink_is_not_white_and_white_in_other_words_is() {
        let (seen, unseen) = parted(
            "/Black cs 1 scn BT /F 12 Tf 72 700 Td (Printed in the black of a press.) Tj ET \
             /DeviceRGB cs 1 1 1 sc BT 72 650 Td (The secret margin is forty percent.) Tj ET",
        );
        assert_eq!(seen, "Printed in the black of a press.");
        assert_eq!(unseen, "The secret margin is forty percent.");
    }

    #[test]
    fn a_page_of_nothing_but_inkless_text_is_read() {
        let (seen, unseen) = parted("BT /F 12 Tf 3 Tr 72 700 Td (The text of a lost scan.) Tj ET");
        assert_eq!(
            (seen.as_str(), unseen.as_str()),
            ("The text of a lost scan.", "")
        );
    }
}
