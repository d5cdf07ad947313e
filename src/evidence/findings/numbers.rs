//! Numbers that some programs write into JSON although it knows none such: `NaN`, `Infinity`, `-Infinity`.

const STRANGERS: [&[u8]; 3] = [b"-Infinity", b"Infinity", b"NaN"];

/// The file with `null` in place of such numbers, and how many there were; `None` where there is none. Within texts they are words.
pub(super) fn mended(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut mended: Vec<u8> = Vec::new();
    let mut count = 0;
    let mut taken = 0;
    let (mut in_text, mut escaped, mut value_due) = (false, false, true);
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            // No text goes on over a line, so a broken one does no harm behind it.
            b'\n' => (in_text, escaped, value_due) = (false, false, true),
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => {
                in_text = !in_text;
                value_due = false;
            }
            _ if in_text || byte.is_ascii_whitespace() => {}
            b':' | b',' | b'[' => value_due = true,
            _ if value_due => {
                value_due = false;
                let rest = bytes.get(at..).unwrap_or_default();
                if let Some(stranger) = STRANGERS.iter().find(|name| rest.starts_with(name)) {
                    mended.extend_from_slice(bytes.get(taken..at).unwrap_or_default());
                    mended.extend_from_slice(b"null");
                    taken = at + stranger.len();
                    at = taken - 1;
                    count += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    mended.extend_from_slice(bytes.get(taken..).unwrap_or_default());
    (count > 0).then_some((mended, count))
}
