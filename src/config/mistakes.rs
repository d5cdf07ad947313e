//! What is wrong with a configuration file, in words that say where it stands and what to do: never with what may be a key [Z2].
//!
//! People paste keys where names belong. So a line is quoted only where nothing in it can be one, and a name only where it looks like a name.

use std::path::Path;

use toml::de::DeTable;

/// Words in a line whose value is not repeated: keys go there, or addresses that may hold one.
const SECRETIVE: [&str; 8] = [
    "key", "token", "secret", "pass", "auth", "bearer", "url", "api",
];
/// So many mistakes are told at once.
const MOST: usize = 8;
/// Longer runs of letters and digits together are taken for a key.
const LONGEST_WORD: usize = 15;
/// Digits that no name of a variable has.
const TOO_MANY_DIGITS: usize = 8;

/// What the reader of TOML says of a file, in the order of its lines.
pub(super) fn all_told(path: &Path, text: &str, first: toml::de::Error) -> Vec<String> {
    let place = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    let (_, wrong) = DeTable::parse_recoverable(text);
    // What comes after the first line that is no TOML may be wrong for no other reason.
    if let Some(first) = wrong.iter().min_by_key(|error| place(error)) {
        return vec![told(path, text, first)];
    }
    // The reader stops at the first mistake that it comes to, which need not be the first of the file: what is told is taken out, and the rest read again.
    let mut mistakes = Vec::new();
    let (mut rest, mut next) = (text.to_owned(), Some(first));
    while let Some(error) = next.filter(|_| mistakes.len() < MOST) {
        let at = place(&error);
        mistakes.push((at, told(path, text, &error)));
        rest = without(&rest, at);
        next = match toml::from_str::<super::File>(&rest) {
            Err(error) if DeTable::parse(&rest).is_ok() => Some(error),
            _ => None,
        };
    }
    mistakes.sort();
    mistakes.into_iter().map(|(_, line)| line).collect()
}

/// A file without the line at a place, and with what belongs to it where it is the head of a table; all else stays where it is.
fn without(text: &str, at: usize) -> String {
    let start = text.get(..at).and_then(|before| before.rfind('\n'));
    let start = start.map_or(0, |end| end + 1);
    let mut end = start;
    for line in text.get(start..).unwrap_or_default().split_inclusive('\n') {
        let is_part = !begins_table(line) && text.get(start..).is_some_and(begins_table);
        if end > start && !is_part {
            break;
        }
        end += line.len();
    }
    let blank = |(at, c): (usize, char)| {
        let stays = c == '\n' || !(start..end).contains(&at);
        if stays {
            c.to_string()
        } else {
            " ".repeat(c.len_utf8())
        }
    };
    text.char_indices().map(blank).collect()
}

fn begins_table(text: &str) -> bool {
    text.trim_start().starts_with('[')
}

/// What the reader of TOML says, with the line that it means.
fn told(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let path = path.display();
    let message = harmless(error.message());
    let Some(span) = error.span() else {
        return format!("{path}: {message}");
    };
    let before = text.get(..span.start).unwrap_or(text);
    let number = before.matches('\n').count() + 1;
    let line = text.lines().nth(number - 1).unwrap_or_default().trim();
    let shown = if is_harmless(line) {
        line.to_owned()
    } else {
        // Of a line that may hold a key only what it sets.
        let name = line.split('=').next().unwrap_or_default().trim();
        if line.contains('=') && is_harmless_name(name) {
            format!("{name} = …")
        } else {
            String::new()
        }
    };
    let quoted = if shown.is_empty() {
        String::new()
    } else {
        format!(": {shown}")
    };
    let advice = advice(line);
    format!("{path}, line {number}{quoted}: {message}{advice}")
}

/// What to do about a line, where that is known.
fn advice(line: &str) -> &'static str {
    let name = line.split('=').next().unwrap_or_default().trim();
    match name {
        "api_key" | "key" | "apikey" | "api-key" | "token" => {
            ". Keys do not belong in this file: put yours into a variable and name that with api_key_env, or into a file of mode 0600 and name that with api_key_file"
        }
        _ => "",
    }
}

/// A message without the values in it that may be keys.
fn harmless(message: &str) -> String {
    const MARKS: [char; 2] = ['"', '`'];
    let mut told = String::new();
    for (at, part) in message.trim().split_inclusive(MARKS).enumerate() {
        let (words, mark) = match part.strip_suffix(MARKS) {
            Some(words) => (words, part.get(words.len()..).unwrap_or_default()),
            None => (part, ""),
        };
        // Every other part stands between marks.
        let is_value = at % 2 == 1;
        told.push_str(if is_value && !is_harmless_name(words) {
            "…"
        } else {
            words
        });
        told.push_str(mark);
    }
    told
}

fn is_harmless(text: &str) -> bool {
    let lower = text.to_lowercase();
    !SECRETIVE.iter().any(|word| lower.contains(word)) && is_harmless_name(text)
}

/// Whether there is no word in it that is long enough for a key, with digits among its letters.
pub(super) fn is_harmless_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    text.split(|c: char| !is_part(c)).all(|word| {
        let has = |is: fn(&char) -> bool| word.chars().any(|c| is(&c));
        word.len() <= LONGEST_WORD || !(has(char::is_ascii_digit) && has(char::is_ascii_alphabetic))
    })
}

/// Whether this can be the name of a variable, and is no key that was put in its place.
pub(super) fn names_variable(name: &str) -> bool {
    let mut characters = name.chars();
    let begins = characters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let has = |is: fn(&char) -> bool| name.chars().any(|c| is(&c));
    begins
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !(has(char::is_ascii_lowercase) && has(char::is_ascii_uppercase))
        && name.chars().filter(char::is_ascii_digit).count() < TOO_MANY_DIGITS
}

/// Whether what goes by this name is to be seen by nobody.
pub(super) fn may_be_secret(name: &str) -> bool {
    const WORDS: [&str; 9] = [
        "key",
        "token",
        "secret",
        "password",
        "auth",
        "cookie",
        "credential",
        "signature",
        "session",
    ];
    let name = name.to_ascii_lowercase();
    name == "sig" || name == "code" || WORDS.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let error = toml::from_str::<super::super::File>(text).expect_err("wrong");
        told(Path::new("config.toml"), text, &error)
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let line = said("writer = \"extractive\"\ntheme = 3\n");
        assert!(
            line.starts_with("config.toml, line 2: theme = 3: invalid type: integer"),
            "{line}"
        );
        let field = said("them = \"dark\"");
        assert!(
            field.contains("line 1: them = \"dark\": unknown field `them`"),
            "{field}"
        );
        assert!(said("[run\njudge = true").contains("line 1: [run: "));
    }

    #[test]
    fn mistakes_are_told_in_the_order_of_their_lines() {
        let all = |text: &str| {
            let error = toml::from_str::<super::super::File>(text).expect_err("wrong");
            all_told(Path::new("c.toml"), text, error)
        };
        let unclosed = all("theme = \"dark\n[providers.x\n");
        assert_eq!(unclosed.len(), 1, "{unclosed:?}");
        assert!(unclosed[0].starts_with("c.toml, line 1: "), "{unclosed:?}");
        let unknown =
            all("model = \"a\"\nthem = \"dark\"\n\n[run]\njudge = true\n\n[keys]\nq = 1\n");
        let lines: Vec<&str> = unknown
            .iter()
            .filter_map(|line| line.split(':').next())
            .collect();
        assert_eq!(
            lines,
            ["c.toml, line 1", "c.toml, line 2", "c.toml, line 7"]
        );
    }

    #[test]
    fn a_key_that_stands_in_the_file_is_not_repeated() {
        let key = "sk-proj-4fGh7JkL9mN2pQ";
        for text in [
            format!("[providers.work]\nbase_url = \"https://x\"\napi_key = \"{key}\""),
            format!("[providers.work]\nbase_url = \"https://x\"\napi_key = {key}"),
            format!("[providers.work]\nbase_url = \"https://x\"\nmodels = \"{key}\""),
            format!("[providers.work]\nbase_url = \"https://x\"\nwhatever = \"{key}\""),
            format!("[providers.work]\nbase_url = [\"https://u:{key}@x\"]"),
            format!("look_for_servers = \"{key}\""),
            format!("\"{key}\" = 1"),
            format!("{key}\n"),
        ] {
            let line = said(&text);
            assert!(!line.contains("4fGh7JkL9mN2pQ"), "{line}");
            assert!(line.contains("line "), "{line}");
        }
        let pasted = said("[providers.work]\nbase_url = \"https://x\"\napi_key = \"abc\"");
        assert!(
            pasted.contains("line 3: api_key = …: unknown field `api_key`"),
            "{pasted}"
        );
        assert!(pasted.contains("name that with api_key_env"), "{pasted}");
    }

    #[test]
    fn names_of_variables_are_told_from_keys() {
        for name in ["OPENAI_API_KEY", "work_llm_key", "KEY2", "_X"] {
            assert!(names_variable(name), "{name}");
        }
        for key in [
            "",
            "sk-abc",
            "sk_live_51Habc",
            "hf_AbCdEfGhIjKl",
            "AIzaSyDq",
            "a0123456789b",
            "MY KEY",
        ] {
            assert!(!names_variable(key), "{key}");
        }
    }
}
