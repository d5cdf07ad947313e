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
        // With the signs that part the figures of Arabic numbers.
        '0'..='9' | '\u{660}'..='\u{669}' | '\u{66B}' | '\u{66C}' | '\u{6F0}'..='\u{6F9}' => {
            Direction::Digit
        }
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

/// What each character of a line does. The signs beside a number are part of it, but not where Arabic is written: there a percent sign stands on the other side.
fn directions(line: &[char]) -> Vec<Direction> {
    let mut directions: Vec<Direction> = line.iter().map(|c| direction(*c)).collect();
    if line.iter().copied().any(is_arabic) {
        return directions;
    }
    let mut at = 0;
    while at < line.len() {
        let signs = line.iter().skip(at).take_while(|c| is_sign_of_number(**c));
        let end = at + signs.count();
        let is_digit =
            |at: Option<usize>| at.and_then(|at| directions.get(at)) == Some(&Direction::Digit);
        if is_digit(at.checked_sub(1)) || is_digit(Some(end)) {
            for sign in directions.get_mut(at..end).into_iter().flatten() {
                *sign = Direction::Digit;
            }
        }
        at = end + 1;
    }
    directions
}

fn is_arabic(c: char) -> bool {
    is_rightward(c)
        && matches!(c, '\u{600}'..='\u{8FF}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

/// Units of money and of parts, which stand at a number without a space.
fn is_sign_of_number(c: char) -> bool {
    matches!(c, '#' | '$' | '%' | '¢'..='¥' | '°' | '‰' | '′' | '″' | '₠'..='⃀')
}

/// Brings the characters of a line, given from left to right as they stand, into the order in which they are read. In a text that runs to the left a line does so
/// even where it mostly quotes another language, and so does one of numbers.
pub(super) fn into_reading_order(line: &mut [char], text_runs_leftwards: bool) {
    let turns = line.iter().copied().any(is_rightward);
    let leftwards = if turns {
        text_runs_leftwards || runs_leftwards(line.iter().copied())
    } else {
        text_runs_leftwards && !line.iter().any(|c| direction(*c) == Direction::Left)
    };
    if leftwards {
        line.reverse();
        turn_runs(line, Direction::Left);
    } else if turns {
        turn_runs(line, Direction::Right);
    }
    if turns {
        match_brackets(line);
    }
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
    let directions = directions(line);
    let mut at = 0;
    while at < line.len() {
        let end = run_end(line, &directions, at, turned);
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
fn run_end(line: &[char], directions: &[Direction], start: usize, turned: Direction) -> usize {
    let mut end = start;
    let mut letters = false;
    for (at, direction) in directions.iter().enumerate().skip(start) {
        match *direction {
            Direction::Digit if turned == Direction::Left || end > start => end = at + 1,
            Direction::Digit => break,
            Direction::Neutral if end == start => break,
            Direction::Neutral => {
                let is_over = || ends_number(line, directions, at);
                if !letters && turned == Direction::Left && is_over() {
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

/// Whether a number ends before the neutral character here: two numbers are two runs, unless what stands between them makes one of them. Those behind a word run
/// on with it.
fn ends_number(line: &[char], directions: &[Direction], at: usize) -> bool {
    let rest = directions.iter().skip(at);
    let between = rest.take_while(|next| **next == Direction::Neutral).count();
    match directions.get(at + between) {
        Some(Direction::Left) => false,
        Some(Direction::Digit) => {
            let joins = |c: &char| matches!(c, '.' | ',' | '/' | ':' | '-' | '+');
            between > 1 || !line.get(at).is_some_and(joins)
        }
        _ => true,
    }
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

/// Brackets are drawn mirrored in text that runs to the left; where that left more of them open at an end and closed at a beginning, all are turned.
fn match_brackets(line: &mut [char]) {
    let is_word = |at: Option<usize>| {
        let c = at.and_then(|at| line.get(at));
        c.is_some_and(|c| c.is_alphanumeric())
    };
    let (mut right, mut wrong) = (0, 0);
    for (at, c) in line.iter().enumerate() {
        let (before, after) = (is_word(at.checked_sub(1)), is_word(Some(at + 1)));
        if before == after {
            continue;
        }
        match c {
            '(' | '[' | '«' if after => right += 1,
            ')' | ']' | '»' if before => right += 1,
            '(' | '[' | '«' | ')' | ']' | '»' => wrong += 1,
            _ => {}
        }
    }
    if wrong <= right {
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
    fn a_line_of_a_text_that_runs_leftwards_runs_so_whatever_it_quotes() {
        for (seen, read) in [
            (
                ".5–3 םידומעב report.example.org לע רבודמ ISO 9001 ןקתה",
                "התקן ISO 9001 מדובר על report.example.org בעמודים 3–5.",
            ),
            ("2.5 2023", "2023 2.5"),
            ("12%-", "-12%"),
            (".«רקי הז", "זה יקר»."),
            ("Plain words, 12.", "Plain words, 12."),
        ] {
            let mut line: Vec<char> = seen.chars().collect();
            into_reading_order(&mut line, true);
            assert_eq!(line.iter().collect::<String>(), read);
        }
    }

    #[test]
    fn the_signs_of_a_number_stay_on_their_side_of_it() {
        for (seen, read) in [
            ("12.5%-ב הדירי", "ירידה ב-12.5%"),
            ("$1.5-ב", "ב-$1.5"),
            ("%12.5 ةبسنب", "بنسبة 12.5%"),
            ("فلأ لكل ٤٫٥", "٤٫٥ لكل ألف"),
        ] {
            let mut line: Vec<char> = seen.chars().collect();
            into_reading_order(&mut line, false);
            assert_eq!(line.iter().collect::<String>(), read);
        }
    }

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
            into_reading_order(&mut line, false);
            assert_eq!(line.iter().collect::<String>(), read);
            into_standing_order(&mut line);
            assert_eq!(line.iter().collect::<String>(), seen);
        }
    }
}
