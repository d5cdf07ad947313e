//! Actions carried out: each one either moves the reader, opens a layer, or becomes an effect.

use std::time::Instant;

use super::{App, EditTarget, Effect, refused};
use crate::study::{Command, CycleKind, Reading, RefusalKind, SectionId, grouped};
use crate::tui::action::Action;
use crate::tui::idle::{Place, home};
use crate::tui::keymap::Scope;
use crate::tui::layers::{
    AddEvidence, AnyLayer, Budget, Confirm, Conflicts, CopyMenu, Edit, Export, Find, Help, History,
    LeftOut, Messages, Palette, Review, ScoreReasons, SearchSources, Sent, Settings, Stats,
    Studies, Surroundings, Themes, Trace, Unlock, Writers, file_name, has_changes,
};
use crate::tui::layout::Layout;
use crate::tui::panes::canvas::Offered;
use crate::tui::panes::evidence::{self, Entry, document_at, entries};
use crate::tui::panes::query::{self, LONGEST};
use crate::tui::panes::revisions::waiting;
use crate::tui::ui::{Anchor, Armed, Pane};
use crate::tui::view::{About, Keeping, Level, Notice, View};

impl App {
    /// Carries out an action where the reader is: in the review, if that is on top.
    pub(super) fn perform(&mut self, action: Action, view: &View<'_>, now: Instant) -> Vec<Effect> {
        if let Some(why) = refused(action, view) {
            self.notify(Notice {
                about: About::CannotSave,
                ..Notice::new(Level::Warning, why)
            });
            return vec![];
        }
        if action == Action::Judge {
            return self.perform_below(action, view, now);
        }
        let around = Surroundings::new(view, &self.keymap, &self.theme, &self.ui);
        if let Some(AnyLayer::Review(review)) = self.ui.layers.last_mut() {
            let reaction = review.act(action, around);
            return self.react(reaction, view, now);
        }
        let here = matches!(action, Action::Mark | Action::Restore | Action::Fork);
        let reaction = match self.ui.layers.last_mut() {
            Some(AnyLayer::History(layer)) if here => layer.act(action, around),
            Some(AnyLayer::Past(layer)) if here => layer.act(action, around),
            // What only windows do, the one on top does as at its key.
            Some(window) if window.scope() == Scope::Window && home(action).is_some() => {
                match self.keymap.press(Scope::Window, action) {
                    Some(key) => window.key(key.into(), around),
                    None => return self.perform_below(action, view, now),
                }
            }
            _ => return self.perform_below(action, view, now),
        };
        self.react(reaction, view, now)
    }

    /// The accepted text is judged; one that is judged as it stands already, at the second key.
    fn judge(&mut self, view: &View<'_>) -> Vec<Effect> {
        let reading = Reading::Accepted;
        let study = view.study;
        let known = study.judgements.len();
        let is_judged = study.judged().is_some_and(|judged| judged.stale.is_none())
            && !study.is_judged_by_older_evidence(&study.texts(reading));
        if is_judged && self.ui.judged_already != Some(known) {
            self.ui.judged_already = Some(known);
            self.inform("this text is judged already: {judge} again asks anyway".to_owned());
            return vec![];
        }
        vec![Effect::Execute(Command::Judge { reading })]
    }

    /// Asks whether the program is to be left though something would be lost or stopped.
    pub fn ask_to_quit(&mut self) {
        self.ui.layers.push(AnyLayer::Confirm(Confirm));
    }

    fn toggle_zoom(&mut self) -> Vec<Effect> {
        self.ui.zoom = !self.ui.zoom;
        vec![]
    }

    /// Carries out an action on the panes, whatever lies on them.
    pub(super) fn perform_below(
        &mut self,
        action: Action,
        view: &View<'_>,
        now: Instant,
    ) -> Vec<Effect> {
        match action {
            Action::Help => self.open_help(),
            Action::Palette => self.open_palette(view),
            Action::Copy => self.open_layer(AnyLayer::Copy(CopyMenu::new(now))),
            Action::AddEvidence => self.open_evidence(view),
            Action::NamedAddresses => vec![Effect::LoadNamedAddresses],
            Action::WatchFolder => self.open_layer(AnyLayer::AddEvidence(AddEvidence::to_watch())),
            Action::Budget => self.open_layer(AnyLayer::Budget(Budget::new(view.study.ceilings))),
            Action::StopWatching => self.stop_watching(view),
            Action::ForgetRequested => vec![Effect::ForgetRequested],
            Action::Export => {
                let path = file_name(&view.study.question);
                self.open_layer(AnyLayer::Export(Export::new(&path)))
            }
            Action::Studies => self.list_studies(Studies::default()),
            Action::RenameStudy => {
                self.list_studies(view.id.map_or_else(Studies::default, Studies::to_rename))
            }
            Action::SearchSources => {
                self.open_layer(AnyLayer::SearchSources(SearchSources::default()))
            }
            Action::SearchStudies => self.list_studies(Studies::to_search()),
            Action::UndeleteStudy => self.undelete(),
            Action::History => self.read_journal(AnyLayer::History(History::default())),
            Action::Trace => self.read_journal(AnyLayer::Trace(Trace::default())),
            Action::Stats => self.read_journal(AnyLayer::Stats(Stats::default())),
            Action::ChooseWriter => {
                self.open_layer(AnyLayer::Writers(Writers::default()));
                vec![Effect::LoadWriters]
            }
            Action::ChooseTheme => {
                self.open_layer(AnyLayer::Themes(Themes::new(self.theme.name())))
            }
            Action::Settings => self.open_layer(AnyLayer::Settings(Settings::new(self.worn()))),
            Action::Messages => self.open_layer(AnyLayer::Messages(Messages::new(&self.ui.said))),
            Action::ToggleGlyphs => self.toggle_glyphs(),
            Action::Search => {
                self.remember_where_search_began();
                let pattern = self.ui.search_here().map_or("", |search| &search.pattern);
                let find = Find::new(pattern);
                self.open_layer(AnyLayer::Find(find))
            }
            Action::SearchNext => self.find(view, 1),
            Action::SearchPrevious => self.find(view, -1),
            Action::Review => self.open_review(view),
            Action::Sent if self.ui.focus == Pane::Judge => self.show_scores(),
            Action::Sent => self.open_sent(view),
            Action::Scores => self.show_scores(),
            Action::Judge => self.judge(view),
            Action::CloseLayer => self.escape(view, now),
            Action::StopRun => self.stop_or_quit(view, now),
            Action::Quit if view.has_call() || view.has_unsaved => {
                self.ask_to_quit();
                vec![]
            }
            Action::Quit => vec![Effect::Quit],
            Action::Suspend => vec![Effect::Suspend],
            Action::Redraw => vec![Effect::Redraw],
            Action::ToggleMouse => {
                self.ui.mouse = !self.ui.mouse;
                vec![Effect::SetMouse(self.ui.mouse)]
            }
            Action::Zoom => self.toggle_zoom(),
            Action::NewStudy => vec![Effect::NewStudy],
            Action::Undo | Action::Redo => self.undo(action, view, now),
            Action::Retry => vec![Effect::Resume],
            Action::Pause => vec![Effect::Pause],
            Action::ToggleAutoApply => vec![Effect::ToggleAutoApply],
            Action::Complete => vec![Effect::Execute(Command::StartCycle {
                cycle: CycleKind::Complete,
            })],
            Action::UpdateBrief => vec![Effect::ShowImpact],
            Action::AnotherVersion => vec![Effect::Execute(Command::AnotherVersion {
                section: SectionId(self.ui.section()),
            })],
            Action::Run => self.run(view),
            Action::Newline => self.newline(),
            Action::Edit | Action::EditExternally => self.edit(action, view),
            Action::CopyDocument
            | Action::CopySection
            | Action::CopyCitation
            | Action::CopyQuote
            | Action::CopyHunk => self.copy(action, view),
            Action::OpenPassage => self.open_passage(view),
            Action::OpenSource => self.open_source(view),
            Action::SetAside => self.show_set_aside(view),
            Action::TakeOut => self.take_out(view),
            Action::Why => self.show_why(view),
            Action::Fix => self.fix(view),
            Action::Pin => self.pin(view),
            Action::Steer => self.steer(view),
            Action::LeftOutNews => self.open_layer(AnyLayer::LeftOut(LeftOut::of(view.study))),
            Action::Problems => self.list_problems(view),
            Action::Conflicts => self.open_layer(AnyLayer::Conflicts(Conflicts::default())),
            Action::NextPane => self.walk(view, 1),
            Action::PreviousPane => self.walk(view, -1),
            _ => self.go(action, view),
        }
    }

    /// Movements: within a list, or within the brief.
    fn go(&mut self, action: Action, view: &View<'_>) -> Vec<Effect> {
        // Whoever goes on from a match stays there.
        self.ui.searched_from = None;
        match action {
            Action::FocusPane0 => self.focus(Pane::Query, view),
            Action::FocusPane1 => self.focus(Pane::Section(0), view),
            Action::FocusPane2 => self.focus(Pane::Section(1), view),
            Action::FocusPane3 => self.focus(Pane::Section(2), view),
            Action::FocusPane4 => self.focus(Pane::Judge, view),
            Action::FocusPane5 => self.focus(Pane::Revisions, view),
            Action::FocusPane6 => self.focus(Pane::Evidence, view),
            Action::CitationNext => self.step_citation(view, 1),
            Action::CitationPrevious => self.step_citation(view, -1),
            Action::UseNext => self.step_use(view, 1),
            Action::UsePrevious => self.step_use(view, -1),
            Action::NextProblem => self.step_problem(view, 1),
            Action::PreviousProblem => self.step_problem(view, -1),
            Action::SectionNext => self.step_section(view, 1),
            Action::SectionPrevious => self.step_section(view, -1),
            Action::Follow if !view.is_running() => {
                self.inform("nothing is being written that could be followed".to_owned());
                vec![]
            }
            Action::Follow => {
                self.ui.reading.follow = !self.ui.reading.follow;
                vec![]
            }
            _ if self.is_for_elsewhere(action) => vec![],
            _ => match self.ui.focus {
                Pane::Evidence => self.step_source(action, view),
                Pane::Revisions => {
                    let rows = waiting(view.study).len();
                    self.ui.revision = stepped(action, self.ui.revision, rows);
                    vec![]
                }
                Pane::Judge if self.ui.drawn.scores.last > 0 => {
                    let scores = self.ui.drawn.scores;
                    self.ui.scores_top = stepped(action, scores.top, scores.last + 1);
                    vec![]
                }
                Pane::Query | Pane::Section(_) | Pane::Judge => {
                    match action {
                        Action::LineDown => self.step_line(1, view),
                        Action::LineUp => self.step_line(-1, view),
                        _ => self.scroll(action, view),
                    }
                    vec![]
                }
            },
        }
    }

    pub(super) fn open_layer(&mut self, layer: AnyLayer) -> Vec<Effect> {
        if layer.is_read() {
            self.ui.begin_window_search_anew();
        }
        self.ui.layers.push(layer);
        vec![]
    }

    /// Opens what is drawn from the journal.
    fn read_journal(&mut self, layer: AnyLayer) -> Vec<Effect> {
        self.open_layer(layer);
        vec![Effect::LoadJournal]
    }

    /// Where the analyst's keys are looked up.
    pub(super) fn here(&self) -> Scope {
        let window = self.ui.layers.last().map(|layer| layer.scope());
        window.unwrap_or_else(|| self.below_windows())
    }

    /// Where they would be with no window open.
    pub(super) fn below_windows(&self) -> Scope {
        match self.ui.focus {
            Pane::Query => Scope::Typing,
            _ => Scope::Reading,
        }
    }

    pub(super) fn undelete(&mut self) -> Vec<Effect> {
        let Some((study, _)) = self.ui.deleted.last() else {
            self.inform("no study was deleted since the program began; {studies} lists those that were before, at its end".to_owned());
            return vec![];
        };
        vec![Effect::Keep {
            study: *study,
            keeping: Keeping::Undelete,
        }]
    }

    fn list_studies(&mut self, mut list: Studies) -> Vec<Effect> {
        list.deleted.clone_from(&self.ui.deleted);
        self.open_layer(AnyLayer::Studies(list));
        vec![Effect::LoadStudies]
    }

    fn open_help(&mut self) -> Vec<Effect> {
        let here = self.here();
        let offered = self.offered();
        let help = match self.ui.layers.last() {
            Some(window) if !offered.is_empty() => {
                Help::in_window(here, offered, window.other_keys(), &self.keymap)
            }
            _ => Help::new(here),
        };
        self.open_layer(AnyLayer::Help(help))
    }

    /// What the window on top offers, as it was last drawn: what lay on it then has keys of its own.
    fn offered(&self) -> &[Offered] {
        let (layers, offered) = &self.ui.drawn.offered;
        if *layers == self.ui.layers.len() {
            offered
        } else {
            &[]
        }
    }

    fn open_palette(&mut self, view: &View<'_>) -> Vec<Effect> {
        let place = Place {
            scope: self.here(),
            view,
            ui: &self.ui,
            keys: &self.keymap,
            offered: self.offered(),
        };
        let palette = Palette::new(place);
        self.open_layer(AnyLayer::Palette(palette))
    }

    /// Where nothing was ever proposed there is nothing to look at: a page that says so would only cover the brief.
    fn open_review(&mut self, view: &View<'_>) -> Vec<Effect> {
        if !has_changes(view.study) {
            let said = if view.is_running() {
                "no changes to review yet: they come where the writer changes what is accepted"
            } else if view.study.has_news_to_bring_in() {
                "no changes to review: new evidence brings some ({update-brief} asks for them)"
            } else if view.study.has_model() && view.has_text() {
                "no changes to review: new evidence ({add-evidence}) or an instruction ({steer}) brings some"
            } else {
                "no changes to review: new evidence brings some ({add-evidence} adds it)"
            };
            self.inform(said.to_owned());
            self.ui.armed = Some((Armed::NoReview, view.now));
            return vec![];
        }
        let section = match self.ui.focus {
            Pane::Revisions => waiting(view.study)
                .get(self.ui.revision)
                .map_or(SectionId(0), |(section, _)| *section),
            _ => SectionId(self.ui.section()),
        };
        let review = Review::open(view.study, section);
        self.open_layer(AnyLayer::Review(review))
    }

    fn open_sent(&mut self, view: &View<'_>) -> Vec<Effect> {
        if let Some(sent) = Sent::open(view, SectionId(self.ui.section())) {
            self.open_layer(AnyLayer::Sent(sent))
        } else {
            let said = if view.is_running() {
                "what the writer is to be given is being put together"
            } else {
                "no writer was given anything yet; what it is given is recorded with each section"
            };
            self.inform(said.to_owned());
            vec![]
        }
    }

    fn show_scores(&mut self) -> Vec<Effect> {
        self.open_layer(AnyLayer::Scores(ScoreReasons::default()))
    }

    /// Esc without a layer: leaves search, zoom and query, one at a time, and then stops a run when pressed twice.
    fn escape(&mut self, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let is_armed = self.ui.is_armed(Armed::Stop) && view.may_stop();
        if !is_armed && self.ui.search.is_some() {
            self.ui.armed = None;
            self.end_search();
        } else if !is_armed && self.ui.zoom {
            self.ui.armed = None;
            self.ui.zoom = false;
        } else if !is_armed
            && !view.may_stop()
            && view.study.question.is_empty()
            && self.ui.focus != Pane::Query
        {
            // Before anything is asked there is one thing to do.
            self.ui.armed = None;
            self.ui.focus = Pane::Query;
        } else {
            if !is_armed && self.ui.focus == Pane::Query {
                // Before anything is asked there are no sections to be in, and where one pane is shown its place tells how to begin.
                let shows_all = matches!(self.ui.drawn.areas.layout, Layout::Desk | Layout::Split);
                self.ui.focus = if view.study.question.is_empty() && shows_all {
                    Pane::Evidence
                } else {
                    Pane::Section(self.ui.drawn.section)
                };
            }
            return self.stop_when_pressed_twice(view, now);
        }
        vec![]
    }

    /// The second of two keys stops what runs.
    pub(super) fn stop_when_pressed_twice(&mut self, view: &View<'_>, now: Instant) -> Vec<Effect> {
        let is_armed = self.ui.is_armed(Armed::Stop);
        self.ui.armed = (view.may_stop() && !is_armed).then_some((Armed::Stop, now));
        if is_armed && view.may_stop() {
            vec![Effect::Stop]
        } else {
            vec![]
        }
    }

    /// `^C`: stops what runs, and quits when pressed twice.
    fn stop_or_quit(&mut self, view: &View<'_>, now: Instant) -> Vec<Effect> {
        if self.ui.is_armed(Armed::Quit) {
            self.ui.armed = None;
            return vec![Effect::Quit];
        }
        self.ui.armed = Some((Armed::Quit, now));
        if view.may_stop() {
            vec![Effect::Stop]
        } else {
            vec![]
        }
    }

    fn newline(&mut self) -> Vec<Effect> {
        let changed = self.ui.query.newline();
        self.typed(changed)
    }

    fn run(&mut self, view: &View<'_>) -> Vec<Effect> {
        let question = self.ui.query.text().trim().to_owned();
        if question.is_empty() {
            self.ui.focus = Pane::Query;
            self.warn("the question is empty: type one first".to_owned());
            return vec![];
        }
        let length = question.chars().count();
        if length > LONGEST {
            let (length, most) = (grouped(length), grouped(LONGEST));
            self.warn(format!(
                "nothing was asked: the question has {length} characters, and a writer takes at most {most}. Cut the long part out and paste it again as evidence"
            ));
            return vec![];
        }
        let study = view.study;
        let question = if query::is_same(&question, &study.question) {
            study.question.clone()
        } else {
            question
        };
        let has_evidence = study.current().next().is_some()
            || view.ingest.is_some()
            || !study.requested.is_empty();
        // Without evidence there will be no text to go to: some is to be added first.
        self.ui.focus = if has_evidence {
            Pane::Section(0)
        } else {
            Pane::Evidence
        };
        self.ui.reading.follow = true;
        self.ui.reading.anchor = Anchor::TOP;
        self.ui.reading.cursor = None;
        vec![Effect::Run { question }]
    }

    fn edit(&mut self, action: Action, view: &View<'_>) -> Vec<Effect> {
        if self.ui.focus == Pane::Query {
            return vec![Effect::EditExternally {
                what: EditTarget::Query,
                text: self.ui.query.text().to_owned(),
            }];
        }
        if self.ui.focus == Pane::Evidence && action == Action::Edit {
            return self.describe(view);
        }
        let id = SectionId(self.ui.section());
        let kept = view
            .edits
            .iter()
            .find(|kept| kept.section == id && kept.hunk.is_none());
        match view.study.section(id) {
            Some(section) if section.is_written() && action == Action::Edit => {
                let cursor = self.current(view);
                let at = cursor.filter(|cursor| cursor.section == id.0);
                let at = at.map_or(0, |cursor| cursor.source.start);
                self.open_layer(AnyLayer::Edit(Edit::new(id, &section.accepted(), kept, at)))
            }
            Some(section) if section.is_written() => vec![Effect::EditExternally {
                what: EditTarget::Section(id),
                text: kept.map_or_else(|| section.accepted(), |kept| kept.text.clone()),
            }],
            _ if action == Action::Edit && !view.has_brief() => self.focus(Pane::Query, view),
            _ if view.live_in(id).is_some() => {
                self.inform(
                    "this section is being written: it can be edited once it is".to_owned(),
                );
                vec![]
            }
            _ => {
                self.inform("this section has not been written yet".to_owned());
                vec![]
            }
        }
    }

    /// Gives a pane the focus; a section is also brought into view.
    pub(super) fn focus(&mut self, pane: Pane, view: &View<'_>) -> Vec<Effect> {
        let sections = view.study.sections.len();
        let pane = match pane {
            Pane::Section(at) if at >= sections => return vec![],
            other => other,
        };
        self.ui.focus = pane;
        if let Pane::Section(section) = pane {
            self.show_section(section, view);
        }
        vec![]
    }

    /// Goes to the next pane of the ring. The question is in it only while it is all that there is: beside a brief, keys that read would become text there,
    /// and it has a key of its own.
    fn walk(&mut self, view: &View<'_>, direction: isize) -> Vec<Effect> {
        let sections = (0..view.study.sections.len()).map(Pane::Section);
        let mut panes: Vec<Pane> = std::iter::once(Pane::Query)
            .chain(sections)
            .chain([Pane::Judge, Pane::Revisions, Pane::Evidence])
            .collect();
        let at = panes
            .iter()
            .position(|pane| *pane == self.ui.focus)
            .unwrap_or(0);
        panes.rotate_left(at);
        let is_left_out = |pane: &Pane| *pane == Pane::Query && view.has_brief();
        let next = if direction < 0 {
            panes.iter().skip(1).rev().find(|pane| !is_left_out(pane))
        } else {
            panes.iter().skip(1).find(|pane| !is_left_out(pane))
        };
        match next {
            Some(pane) => self.focus(*pane, view),
            None => vec![],
        }
    }

    /// Enter: what it opens depends on what has the focus.
    pub(super) fn open_passage(&mut self, view: &View<'_>) -> Vec<Effect> {
        let has_failed = match self.ui.focus {
            Pane::Section(at) => self.failed_in(at, view),
            _ => false,
        };
        let effect = match self.ui.focus {
            Pane::Revisions => return self.open_review(view),
            Pane::Judge => return self.show_scores(),
            Pane::Evidence => {
                match entries(view.study).get(self.ui.source) {
                    Some(Entry::Refused(refused)) if refused.kind == RefusalKind::Locked => {
                        let asked = Unlock::new(&refused.source, &refused.reason);
                        return self.open_layer(AnyLayer::Unlock(asked));
                    }
                    Some(Entry::Refused(refused)) => {
                        self.warn(format!("{}: {}", refused.source, refused.reason));
                    }
                    Some(Entry::Folder(folder)) => {
                        let how = evidence::how(view, folder);
                        self.inform(format!("{folder}: {how}"));
                    }
                    Some(Entry::Unread(argument)) => {
                        self.warn(format!("{argument} was not read to its end"));
                    }
                    Some(Entry::Source { .. }) | None => {}
                }
                document_at(view.study, self.ui.source).map(Effect::LoadDocument)
            }
            // Where nothing came that could cite anything, what is wanted is why.
            Pane::Section(_) if has_failed => {
                return self.read_journal(AnyLayer::Trace(Trace::default()));
            }
            Pane::Query | Pane::Section(_) => self.cited_passage(view),
        };
        self.ui.opening = effect.is_some();
        effect.into_iter().collect()
    }
}

/// A list's selected row after a movement.
pub(super) fn stepped(action: Action, row: usize, rows: usize) -> usize {
    let last = rows.saturating_sub(1);
    let moved = match action {
        Action::LineDown => row.saturating_add(1),
        Action::LineUp => row.saturating_sub(1),
        Action::HalfPageDown | Action::PageDown => row.saturating_add(10),
        Action::HalfPageUp | Action::PageUp => row.saturating_sub(10),
        Action::Top => 0,
        Action::Bottom => last,
        _ => row,
    };
    moved.min(last)
}
