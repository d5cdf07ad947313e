//! Raised and lowered text of files that say so by a rise. The PDF library tells such characters at the height of their line, where ten to the sixth is 106;
//! in the content that it is given, the page itself is moved up or down instead.

/// What is known while content is followed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct State {
    /// How the line of text runs: its upward direction.
    up: (f32, f32),
    rise: f32,
    /// How far the page has been moved for it.
    moved: (f32, f32),
}

/// Content in which text is raised by moving the page; `None` for content that raises none.
pub(super) fn placed(content: &[u8]) -> Option<Vec<u8>> {
    const RISE: &[u8] = b"Ts";
    if !content.windows(RISE.len()).any(|at| at == RISE) {
        return None;
    }
    let mut state = State {
        up: (0.0, 1.0),
        rise: 0.0,
        moved: (0.0, 0.0),
    };
    let mut saved = Vec::new();
    let mut numbers: Vec<f32> = Vec::new();
    let mut placed = Vec::with_capacity(content.len() + content.len() / 8);
    let mut copied = 0;
    let mut raises = false;
    let mut tokens = Tokens { content, at: 0 };
    while let Some((start, token)) = tokens.next() {
        if let Some(number) = std::str::from_utf8(token)
            .ok()
            .and_then(|token| token.parse().ok())
        {
            numbers.push(number);
            continue;
        }
        let end = start + token.len();
        match (token, numbers.as_slice()) {
            (b"Ts", [.., rise]) => state.rise = *rise,
            (b"Tm", [.., _, _, c, d, _, _]) => state.up = (*c, *d),
            (b"BT", _) => state.up = (0.0, 1.0),
            (b"q", _) => saved.push(state),
            (b"Q", _) => state = saved.pop().unwrap_or(state),
            // Pictures in the content hold anything.
            (b"ID", _) => tokens.skip_picture(),
            _ => {}
        }
        numbers.clear();
        let meant = (state.rise * state.up.0, state.rise * state.up.1);
        if matches!(token, b"Ts" | b"Tm" | b"BT") && meant != state.moved {
            raises = true;
            placed.extend_from_slice(content.get(copied..end)?);
            copied = end;
            let (x, y) = (meant.0 - state.moved.0, meant.1 - state.moved.1);
            placed.extend(format!(" 1 0 0 1 {x} {y} cm").bytes());
            state.moved = meant;
        }
    }
    placed.extend_from_slice(content.get(copied..)?);
    raises.then_some(placed)
}

/// The words of content with their places; texts and what else is no operator or number come as they are written.
struct Tokens<'a> {
    content: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        while let Some(byte) = self.content.get(self.at)
            && (byte.is_ascii_whitespace() || *byte == 0)
        {
            self.at += 1;
        }
        let start = self.at;
        match self.content.get(start)? {
            b'(' => self.skip_text(),
            b'%' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
            b'/' => {
                self.at += 1;
                self.skip_while(is_plain);
            }
            byte if is_plain(*byte) => self.skip_while(is_plain),
            _ => self.at += 1,
        }
        Some((start, self.content.get(start..self.at)?))
    }

    fn skip_while(&mut self, is_part: impl Fn(u8) -> bool) {
        while self.content.get(self.at).is_some_and(|byte| is_part(*byte)) {
            self.at += 1;
        }
    }

    /// To the end of a text in parentheses, which may hold others.
    fn skip_text(&mut self) {
        let mut open = 0_u32;
        while let Some(byte) = self.content.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    fn skip_picture(&mut self) {
        let rest = self.content.get(self.at..).unwrap_or_default();
        let is_end = |window: &[u8]| matches!(window, [before, b'E', b'I', after] if before.is_ascii_whitespace() && after.is_ascii_whitespace());
        self.at = match rest.windows(4).position(is_end) {
            Some(end) => self.at + end + 3,
            None => self.content.len(),
        };
    }
}

fn is_plain(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && !b"()<>[]{}/%\0".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::pdf::update::file_of;

    fn text(content: &str) -> Option<String> {
        placed(content.as_bytes()).map(|placed| String::from_utf8(placed).unwrap())
    }

    #[test]
    fn a_rise_becomes_a_move_of_the_page_and_back() {
        assert_eq!(
            text("BT (10) Tj 5 Ts (6) Tj 0 Ts (.) Tj ET").as_deref(),
            Some("BT (10) Tj 5 Ts 1 0 0 1 0 5 cm (6) Tj 0 Ts 1 0 0 1 0 -5 cm (.) Tj ET")
        );
        let scaled = "BT 12 0 0 12 72 700 Tm .5 Ts (6) Tj 0 Ts ET";
        assert!(text(scaled).unwrap().contains(".5 Ts 1 0 0 1 0 6 cm (6)"));
    }

    #[test]
    fn figures_that_a_file_raises_are_read_as_raised() {
        let content = "BT /F 10 Tf 72 700 Td (The grid has 10) Tj /F 7 Tf 4 Ts (6) Tj /F 10 Tf 0 Ts ( nodes.) Tj ET";
        let stream = format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        );
        let file = file_of(&[
            "<< /Type /Catalog /Pages 3 0 R >>",
            "<< >>",
            "<< /Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
            "<< /Type /Page /Parent 3 0 R /Contents 5 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
            &stream,
        ]);
        let reading = crate::evidence::pdf::read(file, &[]).unwrap();
        assert_eq!(reading.body.text(), "The grid has 10⁶ nodes.");
    }

    #[test]
    fn content_that_raises_nothing_stays_as_it_is() {
        assert_eq!(
            text("BT 0 Ts (10 5 Ts \\) 6 Ts) Tj <05> Tj /Ts gs ET"),
            None
        );
        assert_eq!(text("BI /W 1 ID \x01 5 Ts 3 EI BT (a) Tj ET"), None);
        assert_eq!(text("BT (never closed 5 Ts"), None);
    }
}
