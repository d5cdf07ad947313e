//! Macros: the abbreviations that a source defines for itself without arguments, `\newcommand{\co}{CO2}`, in the words that they stand for.

use std::collections::HashMap;

use super::group;

/// More of them, or longer ones, are no abbreviations.
const MOST: usize = 500;
const LONGEST: usize = 200;

/// A text with the abbreviations that a preamble defines written out, each once: none is looked for within another.
pub(super) fn written_out(preamble: &str, body: &str) -> String {
    let macros = defined(preamble);
    if macros.is_empty() {
        return body.to_owned();
    }
    let mut text = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        let (before, command) = rest.split_at(at);
        text.push_str(before);
        let name = name_of(command);
        let behind = command.get(1 + name.len()..).unwrap_or_default();
        if let Some(words) = macros.get(name) {
            text.push_str(words);
            rest = behind.strip_prefix("{}").unwrap_or(behind);
        } else {
            // What is escaped is no name, and is passed over with its sign.
            let next = behind.chars().next().filter(|_| name.is_empty());
            let length = 1 + name.len() + next.map_or(0, char::len_utf8);
            text.push_str(command.get(..length).unwrap_or(command));
            rest = command.get(length..).unwrap_or_default();
        }
    }
    text + rest
}

fn defined(preamble: &str) -> HashMap<&str, &str> {
    let mut macros = HashMap::new();
    for way in [
        "\\newcommand",
        "\\renewcommand",
        "\\providecommand",
        "\\def",
    ] {
        for part in preamble.split(way).skip(1).take(MOST) {
            let part = part.trim_start_matches('*').trim_start();
            let named = group(part).or_else(|| {
                let length = 1 + name_of(part).len();
                Some((part.get(..length)?, part.get(length..)?))
            });
            let Some((command, behind)) = named else {
                continue;
            };
            let name = name_of(command.trim());
            let words = group(behind).map(|(words, _)| words);
            let words = words.filter(|words| words.len() <= LONGEST && !words.contains('#'));
            if let Some(words) = words.filter(|_| !name.is_empty() && !behind.starts_with('[')) {
                macros.insert(name, words);
            }
        }
    }
    macros
}

/// The letters behind the `\` that a command begins with.
fn name_of(command: &str) -> &str {
    let name = command.strip_prefix('\\').unwrap_or_default();
    let end = name.find(|letter: char| !letter.is_ascii_alphabetic());
    name.get(..end.unwrap_or(name.len())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_source_abbreviates_is_written_out() {
        let preamble =
            "\\newcommand{\\co}{CO2}\n\\def\\eu{the Union}\n\\newcommand{\\two}[1]{#1 and #1}";
        assert_eq!(
            written_out(
                preamble,
                "\\co{} falls in \\eu\\ by 12\\%, \\cost{} and \\two{x} é\\"
            ),
            "CO2 falls in the Union\\ by 12\\%, \\cost{} and \\two{x} é\\"
        );
        assert_eq!(written_out("\\newcommand", "a \\co b"), "a \\co b");
    }
}
