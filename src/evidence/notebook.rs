//! Notebooks (Jupyter): their text as Markdown, and between it the code and what it printed, in order.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::problem::Problem;
use super::reading::Reading;
use super::{decode, markdown};

/// Characters of what one cell printed: a log says no more at length.
const LONGEST_OUTPUT: usize = 20_000;
/// What stands around code; nobody begins a line of code with so many.
const FENCE: &str = "~~~~~~~~";

#[derive(Deserialize)]
struct Notebook {
    #[serde(default)]
    cells: Vec<Cell>,
    /// Where older notebooks keep their cells.
    #[serde(default)]
    worksheets: Vec<Worksheet>,
    #[serde(default)]
    metadata: Map<String, Value>,
}

#[derive(Deserialize)]
struct Worksheet {
    #[serde(default)]
    cells: Vec<Cell>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "cell_type")]
    kind: String,
    #[serde(default, alias = "input")]
    source: Lines,
    #[serde(default)]
    outputs: Vec<Output>,
}

#[derive(Deserialize)]
struct Output {
    #[serde(default)]
    text: Lines,
    #[serde(default)]
    data: Shown,
}

/// What a result is shown as, of which the plain text is read.
#[derive(Deserialize, Default)]
struct Shown {
    #[serde(default, rename = "text/plain")]
    text: Lines,
}

/// Text, which is written as one string or in lines that keep their ends.
#[derive(Deserialize, Default)]
#[serde(from = "Value")]
struct Lines(String);

impl From<Value> for Lines {
    fn from(written: Value) -> Self {
        Self(match written {
            Value::String(text) => text,
            Value::Array(lines) => lines.iter().filter_map(Value::as_str).collect(),
            _ => String::new(),
        })
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Reading, Problem> {
    let decoded = decode::text(bytes, None);
    let notebook: Notebook =
        serde_json::from_str(&decoded.text).map_err(|error| Problem::Damaged {
            kind: "notebook",
            detail: error.to_string(),
        })?;
    let mut text = String::new();
    let older = notebook.worksheets.iter().flat_map(|sheet| &sheet.cells);
    for cell in notebook.cells.iter().chain(older) {
        let Lines(source) = &cell.source;
        if cell.kind == "code" {
            fenced(source, &mut text);
            for output in &cell.outputs {
                for Lines(printed) in [&output.text, &output.data.text] {
                    let end = printed.floor_char_boundary(LONGEST_OUTPUT);
                    let printed = printed.get(..end).unwrap_or_default();
                    if !is_no_text(printed) {
                        fenced(printed, &mut text);
                    }
                }
            }
        } else {
            text.extend([source, "\n\n"]);
        }
    }
    let mut reading = markdown::read(&text);
    reading.warnings.extend(decoded.warning);
    let title = notebook.metadata.get("title").and_then(Value::as_str);
    reading.title = reading.title.or_else(|| title.map(str::to_owned));
    let authors = notebook.metadata.get("authors").and_then(Value::as_array);
    let names = authors.into_iter().flatten();
    let names = names.filter_map(|author| author.get("name")?.as_str());
    let names = names.collect::<Vec<_>>().join(", ");
    reading.author = reading
        .author
        .or_else(|| Some(names).filter(|names| !names.is_empty()));
    Ok(reading)
}

/// Whether what was printed only says that there is something that shows no text: `[<Line2D at 0x7f21>]`, `<Figure size 432x288 with 1 Axes>`.
fn is_no_text(printed: &str) -> bool {
    let printed = printed.trim().trim_matches(['[', ']', '(', ')', ',']);
    let inside = printed
        .strip_prefix('<')
        .and_then(|printed| printed.strip_suffix('>'));
    inside.is_some_and(|inside| {
        !inside.contains('\n')
            && (inside.contains(" at 0x")
                || inside.starts_with("Figure size ")
                || inside.ends_with(" object"))
    })
}

fn fenced(code: &str, text: &mut String) {
    if !code.trim().is_empty() {
        text.extend([FENCE, "\n", code.trim_end(), "\n", FENCE, "\n\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_code_and_what_it_printed_are_read_in_order() {
        let reading = read(
            br##"{"nbformat":4,"metadata":{"kernelspec":{"name":"python3"}},"cells":[
              {"cell_type":"markdown","source":["# Range in winter\n","It fell by a **third**."]},
              {"cell_type":"code","source":"print(mean)","outputs":[
                {"output_type":"stream","name":"stdout","text":["mean: 31.4\n"]},
                {"output_type":"display_data","data":{"image/png":"iVBOR","text/plain":["<Figure>"]}},
                {"output_type":"execute_result","data":{"text/plain":["<matplotlib.figure.Figure at 0x7f2143>"]}},
                {"output_type":"error","ename":"E","evalue":"v","traceback":["t"]}]}]}"##,
        )
        .unwrap();
        assert_eq!(reading.body.headings().next(), Some("Range in winter"));
        let text = reading.body.text();
        for part in [
            "It fell by a third.",
            "print(mean)",
            "mean: 31.4",
            "<Figure>",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("0x7f"), "{text}");
        assert!(!text.contains("iVBOR") && !text.contains("kernelspec"));
    }

    #[test]
    fn a_notebook_that_breaks_off_is_damaged() {
        assert!(matches!(
            read(b"{\"cells\":["),
            Err(Problem::Damaged { .. })
        ));
    }
}
