//! A text as its author wrote it, Markdown marks and all: for reports that are checked, not for evidence.

use super::format::{self, Format};
use super::problem::Problem;
use super::{Reader, Source, decode};
use crate::study::RefusedEvidence;

impl Reader {
    /// The text of a report. Markdown and plain text come as they are; of other formats, whose marks mean nothing, comes what a reader makes of them.
    ///
    /// # Errors
    /// The refusal, naming the source, what is wrong and what to do.
    pub fn written(&self, source: &Source) -> Result<String, RefusedEvidence> {
        let named = |problem: &Problem| problem.refusing(&source.name());
        let (format, bytes) = match source {
            Source::File(path) => {
                let read = || Ok((self.format_of(path)?, self.bytes_of(path)?));
                read().map_err(|problem: Problem| named(&problem))?
            }
            Source::Standard(bytes) => {
                let read = || -> Result<Format, Problem> {
                    self.fits(bytes.len() as u64)?;
                    format::of_bytes(None, bytes.get(..8192).unwrap_or(bytes))
                };
                (read().map_err(|problem| named(&problem))?, bytes.clone())
            }
            Source::Address(_) => return self.told(source),
        };
        match format {
            Format::Pdf | Format::Docx | Format::Epub | Format::Html => self.told(source),
            Format::Markdown | Format::Text | Format::Table | Format::Json | Format::JsonLines => {
                Ok(decode::text(&bytes, None).text)
            }
        }
    }

    fn told(&self, source: &Source) -> Result<String, RefusedEvidence> {
        let documents = self.read(source)?;
        let texts: Vec<String> = documents
            .into_iter()
            .map(|document| document.text)
            .collect();
        Ok(texts.join("\n\n"))
    }
}

impl Source {
    /// What the analyst calls it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Standard(_) => "-".to_owned(),
            Self::File(path) => path.to_string_lossy().into_owned(),
            Self::Address(address) => address.as_str().to_owned(),
        }
    }
}
