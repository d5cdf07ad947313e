//! Pairs: lines of JSON in, one line of JSON out for each, in their order and as soon as they are known, computed on all cores.
//!
//! For measuring on public sets. A line that cannot be used is answered in its place with what is wrong, and the rest goes on.

use std::io::BufRead;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use color_eyre::eyre::{Result, bail};
use serde_json::{Map, Value, json};

use super::input::Input;
use super::{CHECKS_FAILED, DONE, output};
use crate::check::Pairs;
use crate::clean;
use crate::cores;
use crate::evidence::next_line;
use crate::study::counted;

/// Lines that are computed at once, if so many are waiting.
const AT_ONCE: usize = 1024;
/// Bytes of a line. What is longer is no pair, and must not cost the memory.
const LONGEST: u64 = 64 << 20;

/// What is asked of each line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// `{"id", "claim", "evidence"}` -> `{"id", "verdict", "score", "reason"}`.
    Support,
    /// `{"id", "a", "b"}` -> `{"id", "contradict"}`.
    Conflict,
}

/// Answers every line of a file, or of standard input for `-`.
pub(super) fn answer(path: &Path, question: Question) -> Result<u8> {
    let Input { name, lines: input } = Input::open(path)?;
    // The thread that reads is left behind where the reader of the answers goes away: it may be waiting for a line that never comes.
    let (sender, lines) = mpsc::sync_channel(AT_ONCE * 2);
    thread::spawn(move || read_lines(input, &sender));
    let mut judges: Vec<Pairs> = Vec::new();
    judges.resize_with(cores::count(), Pairs::default);
    let mut wrong = 0;
    while let Ok(first) = lines.recv() {
        let mut batch = vec![first];
        batch.extend(lines.try_iter().take(AT_ONCE - 1));
        let failed = batch
            .iter()
            .position(|line| line.text.is_err() && line.is_end);
        let end = failed.map(|at| batch.split_off(at));
        let answers = answers(&batch, question, &mut judges);
        wrong += answers.iter().filter(|answer| !answer.is_good).count();
        let text: String = answers.into_iter().map(|answer| answer.line).collect();
        if !output::print_some(&text)? {
            return Ok(DONE);
        }
        if let Some(Err(why)) = end
            .and_then(|mut rest| rest.drain(..).next())
            .map(|line| line.text)
        {
            bail!("{name} could not be read to its end: {why}");
        }
    }
    if wrong == 0 {
        return Ok(DONE);
    }
    output::progress(&format!(
        "{} could not be used; the output line of each says why",
        counted(wrong, "line")
    ));
    Ok(CHECKS_FAILED)
}

/// A line with its number, or why it could not be taken.
struct Line {
    number: usize,
    text: Result<String, String>,
    /// Nothing can come after it.
    is_end: bool,
}

fn read_lines(mut input: impl BufRead, sender: &mpsc::SyncSender<Line>) {
    for number in 1.. {
        let (text, is_end) = match next_line(&mut input, LONGEST) {
            Ok(None) => return,
            Ok(Some(line)) => (line.text(LONGEST), false),
            Err(error) => (Err(error.to_string()), true),
        };
        let is_blank = text.as_ref().is_ok_and(|text| text.trim().is_empty());
        // Nobody takes lines any more where the answers are not read.
        let line = Line {
            number,
            text,
            is_end,
        };
        if !is_blank && sender.send(line).is_err() || is_end {
            return;
        }
    }
}

struct Answer {
    line: String,
    is_good: bool,
}

/// The answers to lines, in their order; each judge works on a thread of its own. A few lines are not worth threads.
fn answers(lines: &[Line], question: Question, judges: &mut [Pairs]) -> Vec<Answer> {
    const WORTH_A_THREAD: usize = 8;
    let wanted = (lines.len() / WORTH_A_THREAD).clamp(1, judges.len().max(1));
    let judges = judges.get_mut(..wanted).unwrap_or_default();
    cores::in_order(lines, judges, |judge, line| {
        answer_line(line, question, judge)
    })
}

fn answer_line(line: &Line, question: Question, judge: &mut Pairs) -> Answer {
    let mut id = Value::Null;
    let answered = line
        .text
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|text| fields(text))
        .and_then(|mut fields| {
            id = taken_id(&mut fields)?;
            match question {
                Question::Support => support(&fields, judge),
                Question::Conflict => conflict(&fields, judge),
            }
        });
    let (fields, is_good) = match answered {
        Ok(fields) => (fields, true),
        Err(why) => {
            let why = format!("line {} {why}", line.number);
            (json!({ "error": why, "line": line.number }), false)
        }
    };
    let mut answer = Map::new();
    answer.insert("id".to_owned(), id);
    if let Value::Object(fields) = fields {
        answer.extend(fields);
    }
    Answer {
        line: format!("{}\n", Value::Object(answer)),
        is_good,
    }
}

fn fields(text: &str) -> Result<Map<String, Value>, String> {
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) => Err("is no JSON object".to_owned()),
        Err(error) => {
            let why = error.to_string();
            let why = why.split(" at line ").next().unwrap_or_default();
            Err(format!(
                "is not valid JSON: {why} at column {}",
                error.column()
            ))
        }
    }
}

/// The id, which is given back as it came; a line without one is answered all the same.
fn taken_id(fields: &mut Map<String, Value>) -> Result<Value, String> {
    match fields.remove("id") {
        None | Some(Value::Null) => Ok(Value::Null),
        Some(id @ (Value::String(_) | Value::Number(_))) => Ok(id),
        Some(_) => Err("has an \"id\" that is neither a string nor a number".to_owned()),
    }
}

fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Result<&'a str, String> {
    match fields.get(name) {
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(format!("has a \"{name}\" that is not a string")),
        None => Err(format!("has no \"{name}\"")),
    }
}

fn support(fields: &Map<String, Value>, judge: &mut Pairs) -> Result<Value, String> {
    const WRONG: &str = "has an \"evidence\" that is neither a string nor a list of strings";
    let claim = clean::stored(text(fields, "claim")?);
    let evidence: Vec<&str> = match fields.get("evidence") {
        Some(Value::String(text)) => vec![text],
        Some(Value::Array(list)) => list
            .iter()
            .map(|one| one.as_str().ok_or_else(|| WRONG.to_owned()))
            .collect::<Result<_, _>>()?,
        Some(Value::Null) => Vec::new(),
        Some(_) => return Err(WRONG.to_owned()),
        None => return Err("has no \"evidence\"".to_owned()),
    };
    let evidence: Vec<_> = evidence.into_iter().map(clean::stored).collect();
    let evidence: Vec<&str> = evidence.iter().map(AsRef::as_ref).collect();
    let judged = judge.judge(&claim, &evidence);
    Ok(json!({
        "verdict": judged.verdict.name(),
        "score": share(judged.score),
        "reason": clean::stored(&judged.reason),
    }))
}

fn conflict(fields: &Map<String, Value>, judge: &mut Pairs) -> Result<Value, String> {
    let (a, b) = (text(fields, "a")?, text(fields, "b")?);
    let surely = judge.contradiction(&clean::stored(a), &clean::stored(b));
    Ok(json!({ "contradict": share(surely) }))
}

/// From 0 to 1 with four digits, never rounded up over a threshold.
pub(super) fn share(score: f32) -> f64 {
    if score.is_finite() {
        (f64::from(score.clamp(0.0, 1.0)) * 10_000.0).floor() / 10_000.0
    } else {
        0.0
    }
}
