//! From the order in which characters stand on a line to the order in which they are read, for scripts that run from right to left.

/// What a character does to the direction of its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Left,
    Right,
    Digit,
    /// Space and punctuation take the direction of what is around them.
    Neutral,
}

fn direction(c: char) -> Direction {
    match c {
        '0'..='9' | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}' => Direction::Digit,
        _ if is_rightward(c) => Direction::Right,
        _ if c.is_alphabetic() => Direction::Left,
        _ => Direction::Neutral,
    }
}

/// Whether a character belongs to a script that runs from right to left.
pub(super) fn is_rightward(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{65F}' | '\u{66A}'..='\u{6EF}' | '\u{6FA}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

/// Whether more letters of a text run from right to left than from left to right.
pub(super) fn runs_leftwards(chars: impl Iterator<Item = char>) -> bool {
    let (mut left, mut right) = (0_usize, 0_usize);
    for c in chars {
        match direction(c) {
            Direction::Left => left += 1,
            Direction::Right => right += 1,
            Direction::Digit | Direction::Neutral => {}
        }
    }
    right > left
}

/// Brings the characters of a line, given from left to right as they stand, into the order in which they are read.
pub(super) fn into_reading_order(line: &mut [char]) {
    if !line.iter().copied().any(is_rightward) {
        return;
    }
    if runs_leftwards(line.iter().copied()) {
        line.reverse();
        turn_runs(line, Direction::Left);
    } else {
        turn_runs(line, Direction::Right);
    }
    match_brackets(line);
}

/// The reverse: brings the characters of a line, given as they are read, into the order in which they stand from left to right.
pub(super) fn into_standing_order(line: &mut [char]) {
    if !line.iter().copied().any(is_rightward) {
        return;
    }
    if runs_leftwards(line.iter().copied()) {
        turn_runs(line, Direction::Left);
        line.reverse();
    } else {
        turn_runs(line, Direction::Right);
    }
}

/// Reverses each run of characters of one direction, the neutral ones between them included.
fn turn_runs(line: &mut [char], turned: Direction) {
    let mut at = 0;
    while at < line.len() {
        let end = run_end(line, at, turned);
        if let Some(run) = line.get_mut(at..end) {
            run.reverse();
            // Within what runs to the left, numbers still run to the right.
            if turned == Direction::Right {
                turn_numbers(run);
            }
        }
        at = end.max(at + 1);
    }
}

/// Where the run ends that starts at `start`; there where none starts.
fn run_end(line: &[char], start: usize, turned: Direction) -> usize {
    let mut end = start;
    let mut letters = false;
    for (at, c) in line.iter().enumerate().skip(start) {
        match direction(*c) {
            Direction::Digit if turned == Direction::Left || end > start => end = at + 1,
            Direction::Digit => break,
            Direction::Neutral if end == start => break,
            Direction::Neutral => {
                // Two numbers with a space between them are two runs.
                if !letters && turned == Direction::Left && c.is_whitespace() {
                    break;
                }
            }
            found if found == turned => {
                letters = true;
                end = at + 1;
            }
            _ => break,
        }
    }
    end
}

fn turn_numbers(run: &mut [char]) {
    let mut at = 0;
    while at < run.len() {
        let length = run
            .iter()
            .skip(at)
            .take_while(|c| {
                direction(**c) == Direction::Digit || matches!(c, '.' | ',' | '/' | ':')
            })
            .count();
        if let Some(number) = run.get_mut(at..at + length) {
            number.reverse();
        }
        at += length.max(1);
    }
}

/// Brackets are drawn mirrored in text that runs to the left; where that left a closing one first, all are turned.
fn match_brackets(line: &mut [char]) {
    let first = line
        .iter()
        .find(|c| matches!(c, '(' | ')' | '[' | ']' | '«' | '»'));
    if !first.is_some_and(|c| matches!(c, ')' | ']' | '»')) {
        return;
    }
    for c in line {
        *c = match *c {
            '(' => ')',
            ')' => '(',
            '[' => ']',
            ']' => '[',
            '«' => '»',
            '»' => '«',
            other => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_in_the_direction_of_its_script() {
        for (seen, read) in [
            ("plain words 12", "plain words 12"),
            ("םלוע םולש", "שלום עולם"),
            ("PDF ץבוק", "קובץ PDF"),
            ("2026 תנש", "שנת 2026"),
            ("the word םולש means peace", "the word שלום means peace"),
            ("ףוס 1.5 – 20 ןיב", "בין 20 – 1.5 סוף"),
        ] {
            let mut line: Vec<char> = seen.chars().collect();
            into_reading_order(&mut line);
            assert_eq!(line.iter().collect::<String>(), read);
            into_standing_order(&mut line);
            assert_eq!(line.iter().collect::<String>(), seen);
        }
    }
}
