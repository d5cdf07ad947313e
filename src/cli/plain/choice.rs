//! The menu: which choices there are as the study stands, how each is named, and which of them typed words mean.
//!
//! Each choice stands for the commands of the screen that do the same, so that their names and the words that people look for them by are known here too.

use super::dialogue::Desk;
use super::names::{Fit, fit, words};
use crate::study::{Section, SectionId, Standing, Study, counted};
use crate::tui::action::Action;

macro_rules! choices {
    ($($variant:ident $name:literal [$($action:ident)*] $is_offered:expr $(, $lacks:literal)?;)+) => {
        /// A choice of the menu.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Choice {
            $($variant,)+
        }

        impl Choice {
            const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// What it is called.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What does the same on the screen.
            const fn actions(self) -> &'static [Action] {
                match self {
                    $(Self::$variant => &[$(Action::$action,)*],)+
                }
            }

            /// What there has to be first, where it is not offered for want of something.
            #[allow(clippy::match_same_arms, reason = "each is a row of the table")]
            const fn lacks(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($lacks)?),)+
                }
            }

            /// Whether there is anything that it would do now.
            #[allow(clippy::match_same_arms, reason = "each is a row of the table")]
            fn is_offered(self, known: &Known<'_>) -> bool {
                let is_offered: fn(&Known<'_>) -> bool = match self {
                    $(Self::$variant => $is_offered,)+
                };
                is_offered(known)
            }
        }
    };
}

choices! {
    Stop "stop the run" [StopRun] |known| known.desk.is_busy, "nothing is under way";
    Pause "pause after this step, or resume" [Pause] |known| known.may && known.desk.is_busy && known.study().active_run().is_some(), "no run is under way";
    GoOn "go on from where it stopped" [Retry] |known| known.is_idle
        && (known.study().halted().is_some() || known.study().paused || !known.study().requested.is_empty() || known.study().lacks_sections() || known.study().cut_short().is_some()), "nothing was interrupted";
    Decide "decide on changes" [Review] |known| known.may && known.study().open_hunks() > 0, "no changes to review";
    Read "read the brief" [FocusPane1 FocusPane2 FocusPane3] |known| known.has_text, "nothing is written yet";
    Walk "go through the brief sentence by sentence" [Why NextProblem PreviousProblem Problems OpenPassage Edit Fix Pin] |known| known.has_text, "nothing is written yet";
    Find "find text" [Search] |known| known.has_text || known.has_sources(), "there is nothing to search yet";
    Ask "ask a question" [Run FocusPane0] |known| known.is_idle;
    AddEvidence "add evidence" [AddEvidence] |known| known.may;
    Update "bring the new evidence into the brief" [UpdateBrief] |known| known.is_idle && known.has_text && known.study().has_news(), "no new evidence";
    Steer "say what should change" [Steer] |known| known.may && known.study().has_model() && known.has_text, "needs a model and a text";
    Sources "sources: hear of them, correct or remove one" [FocusPane6 TakeOut OpenSource] |known| known.has_sources(), "no evidence yet";
    Scores "hear how it scores and why" [Scores FocusPane4] |known| known.has_text, "nothing is written yet";
    Undo "undo the last change" [Undo] |known| known.may && known.study().can_undo(), "nothing to undo";
    Redo "redo what was undone" [Redo] |known| known.may && known.study().can_redo(), "nothing to redo";
    Export "export the brief" [Export] |known| known.has_text, "nothing is written yet";
    Studies "open another study" [Studies] |known| !known.desk.is_busy;
    More "more choices" [Palette] |_| true;
    Quit "quit" [Quit] |_| true;
    Judge "have the brief scored as it stands" [Judge] |known| known.is_idle && known.has_text, "nothing is written yet";
    Another "write another version of a section" [AnotherVersion] |known| known.is_idle && known.has_text, "nothing is written yet";
    Complete "write the sections that are missing" [Complete] |known| known.is_idle && known.has_text && !known.study().is_complete(), "no section is missing";
    Conflicts "hear what sources disagree on" [Conflicts] |known| known.study().current().count() > 1, "it takes two sources";
    FindPassages "find passages of the sources, by words and by meaning" [SearchSources] |known| known.has_sources(), "no evidence yet";
    LeftOut "hear what of the new evidence the brief does not tell" [LeftOutNews] |known| !known.study().weighed.is_empty(), "no new evidence was looked through yet";
    Sent "hear what the writer was given" [Sent] |known| !sent(known.study()).is_empty(), "nothing was given to a writer yet";
    History "hear the history of the brief, compare, restore" [History Restore Fork Mark MarkAll] |known| known.has_text, "nothing is written yet";
    Trace "hear of every call" [Trace] |known| known.has_text, "nothing is written yet";
    Stats "hear calls, tokens, cost and time" [Stats] |known| !known.study().question.is_empty(), "no question was asked yet";
    Writer "choose who writes" [ChooseWriter] |known| known.is_idle;
    Budget "set a budget" [Budget] |known| known.may;
    AutoApply "switch auto-apply on or off" [ToggleAutoApply] |known| known.may;
    Watch "watch a folder" [WatchFolder] |known| known.may;
    Unwatch "stop watching a folder" [StopWatching] |known| known.may && !known.study().watched.is_empty(), "no folder is watched";
    Addresses "fetch pages that the evidence names" [NamedAddresses] |known| known.may && known.has_sources(), "no evidence yet";
    SetAside "hear what was set aside" [SetAside Readmit] |known| known.study().evidence.iter().any(|document| document.set_aside > 0), "nothing was set aside";
    Forget "drop the evidence whose reading was interrupted" [ForgetRequested] |known| known.is_idle && !known.study().requested.is_empty(), "nothing waits to be read";
    NewStudy "start a new study" [NewStudy] |known| !known.desk.is_busy;
    Rename "rename this study" [RenameStudy] |known| known.may && !known.study().question.is_empty(), "no question was asked yet";
    FindStudies "find text in all studies" [SearchStudies] |_| true;
    Delete "delete a study" [DeleteStudy] |_| true;
    Undelete "bring back a deleted study" [UndeleteStudy] |_| true;
}

/// What the choices depend on.
struct Known<'a> {
    desk: &'a Desk<'a>,
    has_text: bool,
    /// Whether anything may be changed, and whether nothing is under way besides.
    may: bool,
    is_idle: bool,
}

impl<'a> Known<'a> {
    fn of(desk: &'a Desk<'a>) -> Self {
        let mut sections = desk.study.sections.iter();
        let may = !desk.is_read_only;
        Self {
            desk,
            has_text: sections.any(|section| section.is_written() || section.partial.is_some()),
            may,
            is_idle: may && !desk.is_busy,
        }
    }

    fn study(&self) -> &Study {
        self.desk.study
    }

    fn has_sources(&self) -> bool {
        !self.study().evidence.is_empty() || !self.study().refused.is_empty()
    }
}

/// What typed words mean.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Named {
    One(Choice),
    /// All of them are called that.
    Several(Vec<Choice>),
    /// It is known, but there is nothing that it would do now.
    Idle(Choice),
    Nothing,
}

impl Choice {
    /// The choices that there are now, in their order; of `more`, those that are needed less often.
    pub(super) fn all(desk: &Desk<'_>, more: bool) -> Vec<Self> {
        let known = Known::of(desk);
        let all = Self::ALL.iter().copied();
        all.filter(|choice| choice.is_further() == more && choice.is_offered(&known))
            .collect()
    }

    /// Why it is not offered now.
    pub(super) fn why_not(self, desk: &Desk<'_>) -> &'static str {
        let is_offered = |desk: &Desk<'_>| self.is_offered(&Known::of(desk));
        let at_rest = Desk {
            is_busy: false,
            ..*desk
        };
        let open = Desk {
            is_read_only: false,
            ..at_rest
        };
        if !is_offered(&open) {
            self.lacks()
        } else if is_offered(&at_rest) {
            "what is under way has to end, or be stopped, first"
        } else {
            "this study can only be read"
        }
    }

    /// Whether it is listed only when more choices are asked for.
    fn is_further(self) -> bool {
        self as usize > Self::Quit as usize
    }

    /// How it is named where it is listed.
    pub(super) fn says(self, study: &Study) -> String {
        match self {
            Self::Decide => format!("decide on {}", counted(study.open_hunks(), "change")),
            Self::GoOn if study.lacks_sections() => {
                "go on with what is not written, from what there is".to_owned()
            }
            Self::GoOn if study.cut_short().is_some() => {
                "write again what was cut short".to_owned()
            }
            Self::Ask if !study.question.is_empty() => {
                "write the brief again, for this question or another".to_owned()
            }
            _ => self.name().to_owned(),
        }
    }

    /// The choice that does what a command of the screen does.
    pub(super) fn of(action: Action) -> Option<Self> {
        let all = Self::ALL.iter().copied();
        let mut doing = all.filter(|choice| choice.actions().contains(&action));
        doing.next()
    }

    /// What a typed line means: the name of a choice, its beginning, or words by which it is known here or on the screen.
    pub(super) fn named(line: &str, desk: &Desk<'_>) -> Named {
        let typed = words(line);
        if !line.contains(char::is_alphabetic) {
            return Named::Nothing;
        }
        // What is needed most is meant where a name begins like that of a choice that is needed less often.
        let fit = |choice: Self| {
            let how = choice.fits(&typed, desk.study)?;
            Some((how, how < Fit::Words && choice.is_further()))
        };
        let best = |choices: &[Self]| -> Vec<Self> {
            let least = choices.iter().filter_map(|choice| fit(*choice)).min();
            let best = choices.iter().copied();
            best.filter(|choice| least.is_some() && fit(*choice) == least)
                .collect()
        };
        let offered = [Self::all(desk, false), Self::all(desk, true)].concat();
        match best(&offered).as_slice() {
            [choice] => Named::One(*choice),
            [] => best(Self::ALL)
                .first()
                .map_or(Named::Nothing, |idle| Named::Idle(*idle)),
            several => Named::Several(several.to_vec()),
        }
    }

    /// How well typed words name it.
    fn fits(self, typed: &[String], study: &Study) -> Option<Fit> {
        let says = self.says(study);
        fit(typed, &[says.as_str(), self.name()], self.actions())
    }
}

/// The sections of which it is recorded what the writer was sent.
pub(super) fn sent(study: &Study) -> Vec<SectionId> {
    let is_recorded = |section: &Section| {
        let provenance = section.provenance.as_ref();
        provenance.is_some_and(|provenance| provenance.sent.is_some())
    };
    let sections = study.sections.iter().enumerate();
    sections
        .filter(|(_, section)| is_recorded(section))
        .map(|(at, _)| SectionId(at))
        .collect()
}

/// The sources that there are to choose from, in the order of their numbers: older versions are none of their own.
pub(super) fn sources(study: &Study) -> Vec<crate::study::DocumentId> {
    let all = study.evidence.iter().map(|document| document.id);
    let mut all: Vec<_> = all
        .filter(|id| !matches!(study.standing(*id), Standing::Superseded { .. }))
        .collect();
    // Those that are not cited come last.
    all.sort_by_key(|id| study.number_of(*id).unwrap_or(u32::MAX));
    all
}
