//! The list of what is to be looked into, and having what it lists fixed.

use super::{App, Effect};
use crate::study::{Claim, SectionId, Verdict};
use crate::tui::layers::{AnyLayer, FixSeveral, Problems, Steer, ToFix};
use crate::tui::panes::problem::{NO_OBJECTION, Problem, problems};
use crate::tui::view::{View, WordsFor};

impl App {
    /// Opens the list, at what comes first from the current sentence on.
    pub(super) fn list_problems(&mut self, view: &View<'_>) -> Vec<Effect> {
        let cursor = self.current(view);
        let here = cursor.map_or((self.ui.section(), 0), |cursor| {
            (cursor.section, cursor.source.start)
        });
        let all = self.with_column(view, |column, _, _| problems(column, view));
        let is_checked = view.scorecard.verdicts.into_iter().any(|number| number > 0);
        self.open_layer(AnyLayer::Problems(Problems::new(all, here, is_checked)))
    }

    /// Before a frame: a list that is open lists what there is now.
    pub(super) fn renew_problems(&mut self, view: &View<'_>) {
        let is_list = |layer: &AnyLayer| matches!(layer, AnyLayer::Problems(_));
        if !self.ui.layers.iter().any(is_list) {
            return;
        }
        let all = self.with_column(view, |column, _, _| problems(column, view));
        for layer in &mut self.ui.layers {
            if let AnyLayer::Problems(list) = layer {
                return list.renew(all);
            }
        }
    }

    /// Where reasons are read that were opened from the list, those of the next one that is listed take their place.
    pub(super) fn step_listed(&mut self, direction: isize) -> bool {
        let Some([AnyLayer::Problems(list), AnyLayer::Why(shown)]) =
            self.ui.layers.last_chunk_mut()
        else {
            return false;
        };
        if let Some(why) = list.next_why(direction) {
            *shown = why;
        }
        true
    }

    /// Opens the sheet to have what was chosen in the list fixed: one sentence as everywhere, several together.
    pub(super) fn fix_listed(&mut self, chosen: Vec<Problem>, view: &View<'_>) -> Vec<Effect> {
        if let [problem] = &chosen[..] {
            return match &problem.claim {
                Some(claim) => self.fix_claim(problem.section, claim.clone(), view),
                None => self.steer_by(problem, view),
            };
        }
        let known = |section: SectionId| view.study.section(section);
        let may = |one: &ToFix| {
            known(one.section)
                .is_some_and(|known| known.is_written() && !known.is_pinned(&one.claim.text))
        };
        let all = chosen.len();
        let asked: Vec<ToFix> = chosen
            .into_iter()
            .filter_map(|problem| {
                Some(ToFix {
                    section: problem.section,
                    claim: problem.claim?,
                    objection: problem.objection,
                })
            })
            .filter(may)
            .collect();
        if asked.is_empty() {
            self.inform(
                "none of these can be fixed: they are pinned, or about no single sentence"
                    .to_owned(),
            );
            return vec![];
        }
        let left = all - asked.len();
        if left > 0 {
            let are = if left == 1 { "is" } else { "are" };
            self.inform(format!(
                "{left} of {all} {are} left out: pinned, or about no single sentence"
            ));
        }
        let begun = self.begun(|layer| matches!(layer, AnyLayer::FixSeveral(_)));
        let mut sheet = FixSeveral::new(asked);
        if let Some(AnyLayer::FixSeveral(begun)) = &begun {
            sheet = sheet.going_on(begun);
        }
        self.open_layer(AnyLayer::FixSeveral(sheet));
        vec![Effect::ReckonSteering]
    }

    /// What a critic says of all of a section becomes an instruction about it.
    fn steer_by(&mut self, problem: &Problem, view: &View<'_>) -> Vec<Effect> {
        if !view.study.has_model() {
            self.warn("{choose-writer} chooses a model: the built-in writer can only replace or remove a sentence, and this is about all of a section".to_owned());
            return vec![];
        }
        if !view.study.can_be_steered(problem.section) {
            self.warn(crate::study::Refusal::NotWritten.to_string());
            return vec![];
        }
        let asked = format!("A critic objects: {} Please correct that.", problem.said());
        let steer = Steer::section(problem.section, None).going_on(&asked);
        self.open_layer(AnyLayer::Steer(steer));
        vec![Effect::ReckonSteering]
    }

    /// "Fix this": an instruction with the reason of the claim's verdict in it.
    pub(super) fn fix_claim(
        &mut self,
        section: SectionId,
        claim: Claim,
        view: &View<'_>,
    ) -> Vec<Effect> {
        let known = view.study.section(section);
        if !known.is_some_and(crate::study::Section::is_written) {
            self.warn(crate::study::Refusal::NotWritten.to_string());
            return vec![];
        }
        if known.is_some_and(|known| known.is_pinned(&claim.text)) {
            self.inform(
                "this sentence is pinned, and no fix changes it: {pin} unpins it".to_owned(),
            );
            return vec![];
        }
        let objection = view
            .study
            .critic_on(section, &claim.text)
            .filter(|said| said != NO_OBJECTION);
        if claim.verdict == Verdict::Supported && objection.is_none() {
            let steer = if view.study.has_model() {
                ", {steer} asks for another text"
            } else {
                ""
            };
            self.inform(format!(
                "this sentence is supported: {{edit}} edits it{steer}"
            ));
            return vec![];
        }
        let kept = view.words_for(WordsFor::correction(section, &claim.text));
        let fix = Steer::fix(section, claim, objection.as_deref());
        self.open_layer(AnyLayer::Steer(match kept {
            Some(typed) if view.study.has_model() => fix.going_on(typed),
            _ => fix,
        }));
        vec![Effect::ReckonSteering]
    }
}
