//! What a writer holds: as configured, or less where its server said so when it refused a request [M3].

use super::{Level, Workbench};
use crate::engine::Writer;
use crate::pipeline::{Composed, Window};
use crate::study::{Halt, SectionId};

/// A section's request that was more than its writer holds.
pub(super) struct TooLong {
    section: SectionId,
    /// What prompt and reply could take together.
    tokens: usize,
    why: String,
}

impl TooLong {
    pub(super) fn of(section: SectionId, tokens: usize, why: &str) -> Self {
        Self {
            section,
            tokens,
            why: why.to_owned(),
        }
    }
}

impl Workbench {
    /// Why a request is not worth making: it is no smaller than the one for the same section that was just refused.
    pub(super) fn refused_already(&mut self, composed: &Composed) -> Option<String> {
        let refused = self.desk.too_long.take()?;
        let is_again = refused.section == composed.request.section;
        (is_again && composed.tokens() >= refused.tokens).then_some(refused.why)
    }

    /// Makes a section's request again with less evidence.
    pub(super) fn make_shorter(&mut self, by: &str, refused: TooLong) {
        let section = refused.section;
        self.desk.too_long = Some(refused);
        self.notify(
            Level::Info,
            format!("{by} holds less than it is said to: trying again with less evidence"),
        );
        if let Err(why) = self.write(section, true) {
            self.notify(Level::Error, why.clone());
            self.halt_at(section, why, Halt::Failed);
        }
        self.desk.due = true;
    }

    /// A writer of this name and what it holds, as far as that is known; the error is in words for the analyst.
    pub(super) fn writer_named(&self, name: &str) -> Result<(Writer, Window), String> {
        let (writer, mut window) = (self.setup.writers)(name)?;
        if let Some(told) = self.told(&writer) {
            window.tokens = window.tokens.min(told);
        }
        Ok((writer, window))
    }

    /// Whether a writer holds less than it is configured to.
    pub(super) fn is_narrowed(&self, name: &str) -> bool {
        let configured = (self.setup.writers)(name);
        configured.is_ok_and(|(writer, window)| {
            self.told(&writer).is_some_and(|told| told < window.tokens)
        })
    }

    /// Whether it is known now that a writer holds less than this: then what was refused as too long is worth asking again with less.
    pub(super) fn holds_less(&self, name: &str, than: Window) -> bool {
        self.writer_named(name)
            .is_ok_and(|(_, window)| window.tokens < than.tokens)
    }

    fn told(&self, writer: &Writer) -> Option<usize> {
        match writer {
            Writer::Model(model) => self.engine.window(model),
            Writer::Extractive => None,
        }
    }
}
