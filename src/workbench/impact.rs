//! What an update would touch, found out beside the workbench before a writer is asked [W3b].
//!
//! The analyst sees it on a sheet and starts the update from there; what a watched folder brought is offered in one line, and nothing is spent before the analyst
//! takes it up. Without a screen, and for the built-in writer, which costs nothing, the line is told and the update begins. News that touch nothing are settled
//! without a call. What touches what is for the pipeline to say.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use super::meaning::Ranking;
use super::messages::ReportTo;
use super::retrieve::{self, Found};
use super::{About, Level, Notice, Workbench, beside, news};
use crate::clean;
use crate::engine::Writer;
use crate::library::{Library, LibraryError, Search};
use crate::pipeline::impact::{
    Assessing, Before, Costs, Forecast, Impact, MOST_NEWS, News, forecast, tells_nothing, weigh,
};
use crate::pipeline::{self, Budget, Price, Window, WriterRole};
use crate::study::{
    Command, CycleKind, DocumentId, Event, Passage, Refusal, RunCause, SectionId, Study, StudyId,
    counted, grouped,
};

/// New sentences that older evidence is searched for, and passages that are looked at for each.
const SEARCHED: usize = 32;
const FOR_FACT: usize = 3;

/// Who wants to know what an update would touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// The analyst asked.
    Asked,
    /// The analyst added evidence, with the last key before that.
    Added(Option<Instant>),
    /// A watched folder brought something.
    Watched,
    /// Evidence was named where there is no screen: what adds nothing is done with.
    Named,
}

/// What weighing the news came to.
#[derive(Debug, Clone, PartialEq)]
pub struct WeighedNews {
    study: StudyId,
    documents: Vec<DocumentId>,
    weighed: Result<Weighed, String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Weighed {
    impact: Impact,
    /// What a writer would be sent.
    found: Found,
}

/// What an update would touch and take, for the analyst to decide on.
#[derive(Debug, Clone, PartialEq)]
pub struct ImpactSheet {
    pub impact: Impact,
    /// None where it could not be estimated.
    pub forecast: Option<Forecast>,
    /// What the critic and the judge take of what comes of it, where they are asked.
    pub assessing: Option<Assessing>,
    /// What the writer's server asks for, where that is known.
    pub price: Option<Price>,
    /// The analyst did something else since the evidence was asked for.
    pub is_late: bool,
}

/// What a workbench knows of impacts.
pub(super) struct Impacts {
    reports: ReportTo<WeighedNews>,
    weighing: Option<Cause>,
    sheet: Option<ImpactSheet>,
    /// What the last weighing came to; an update that runs goes by it.
    last: Option<Impact>,
    /// Whether there is a screen to show a sheet on.
    is_wanted: bool,
    /// The last key before evidence was asked for.
    pub(super) asked_at: Option<Instant>,
}

impl Impacts {
    pub(super) fn new(reports: ReportTo<WeighedNews>) -> Self {
        Self {
            reports,
            weighing: None,
            sheet: None,
            last: None,
            is_wanted: false,
            asked_at: None,
        }
    }

    pub(super) fn is_weighing(&self) -> bool {
        self.weighing.is_some()
    }

    /// Forgets what is known of a study that is left.
    pub(super) fn leave(&mut self) {
        self.stop();
        self.last = None;
    }

    /// Forgets what was under way.
    pub(super) fn stop(&mut self) {
        self.weighing = None;
        self.sheet = None;
    }

    pub(super) fn last(&self) -> Option<&Impact> {
        self.last.as_ref()
    }
}

impl ImpactSheet {
    /// Everything in one line: `3 sentences touched, 2 new facts: asks 2 of 3 sections, about 9,400 tokens`.
    #[must_use]
    pub fn line(&self, study: &Study) -> String {
        let asked = self.impact.sections.len();
        let all = study.sections.len();
        let summary = self.impact.summary();
        let costs = self.costs().map(|costs| {
            let tokens = grouped(costs.tokens());
            let price = self.price.map(|price| format!(", {}", costs.priced(price)));
            let price = price.unwrap_or_default();
            match costs.repeated {
                0 => format!(", about {tokens} tokens{price}"),
                repeated => format!(
                    ", about {tokens} tokens of which {} were sent before{price}",
                    grouped(repeated)
                ),
            }
        });
        let assessing = self.assessed(|_| true);
        let assessing = assessing.map(|words| format!(", {words}"));
        if !study.has_model() {
            return format!("{summary}: looks at every section, which costs nothing");
        }
        format!(
            "{summary}: asks for {asked} of {}{}{}{}",
            counted(all, "section"),
            costs.unwrap_or_default(),
            assessing.unwrap_or_default(),
            self.may_take_more(|_| true)
                .map_or_else(String::new, |most| format!("; {most}"))
        )
    }

    /// What it comes to, where the analyst is at something else, and what shows the rest.
    #[must_use]
    pub fn offered(&self) -> String {
        format!(
            "{}; {{update-brief}} shows what it takes",
            self.impact.summary()
        )
    }

    /// What the critic and the judge are likely to take of these sections, in words; of those that nobody is asked about they read nothing anew.
    pub fn assessed(&self, asks: impl Fn(SectionId) -> bool) -> Option<String> {
        let forecast = self.forecast.as_ref()?;
        let is_asked = |id| forecast.sections.iter().any(|(section, _)| *section == id);
        self.assessing
            .as_ref()?
            .in_words(|id| is_asked(id) && asks(id))
    }

    /// That it may take more than that, in words, where what comes of these sections may be revised. How much more nobody can foresee: what it could come to at
    /// most is many times what it takes.
    pub fn may_take_more(&self, asks: impl Fn(SectionId) -> bool) -> Option<&'static str> {
        let asked = &self.forecast.as_ref()?.sections;
        let is_asked = asked.iter().any(|(section, _)| asks(*section));
        let revisions = self.assessing.as_ref()?.revisions;
        (is_asked && revisions > 0).then_some("more if it is revised")
    }

    fn costs(&self) -> Option<Costs> {
        Some(self.forecast.as_ref()?.of(|_| true))
    }
}

impl Workbench {
    /// From now on what an update would touch is shown before it begins, where the analyst asked for it.
    pub fn want_impact(&mut self) {
        self.impacts.is_wanted = true;
    }

    /// Whether there is a screen, on which the last line is the one that is read.
    pub(super) fn has_screen(&self) -> bool {
        self.impacts.is_wanted
    }

    /// The sheet that the analyst is to see, once.
    pub fn take_impact(&mut self) -> Option<ImpactSheet> {
        self.impacts.sheet.take()
    }

    /// The analyst wants the new evidence in the brief: shows what that would touch, and begins where there is nothing to decide.
    pub fn update(&mut self) {
        self.desk.again.leave();
        if self.refuse_read_only() {
            return;
        }
        if self.ingestion.is_some() {
            self.desk.after_ingest = Some(CycleKind::Update);
            return;
        }
        let is_mended = self.leave_out_what_is_gone();
        if self.study().news().is_empty() && self.study().proposes_without_gone() {
            let changes = counted(self.study().open_hunks(), "open change");
            self.notify(
                Level::Info,
                format!("the missing source is dealt with in {changes}: {{review}} reviews"),
            );
        } else if self.study().news_of_update().is_empty()
            && self.study().open_hunks() > 0
            && !self.study().is_behind()
        {
            let changes = counted(self.study().open_hunks(), "change");
            let (is, them) = if self.study().open_hunks() == 1 {
                ("is", "it")
            } else {
                ("are", "them")
            };
            let rest = if self.study().halted().is_some() {
                "; {retry} goes on with what was not finished"
            } else {
                ""
            };
            self.notify(
                Level::Info,
                format!("{changes} {is} ready: {{review}} reviews {them}{rest}"),
            );
        } else if self.impacts.is_wanted {
            self.update_because(Cause::Asked);
        } else if self.study().has_news_to_bring_in() {
            self.update_because(Cause::Named);
        } else if !is_mended {
            self.notify(
                Level::Info,
                "this evidence adds nothing new to the study; the brief stays as it is".to_owned(),
            );
        }
    }

    /// Brings the news into these sections, unless there are others by now than were shown.
    pub fn update_sections(&mut self, news: &[DocumentId], sections: Vec<SectionId>) {
        self.update_sections_because(news, sections, RunCause::Asked);
    }

    fn update_sections_because(
        &mut self,
        news: &[DocumentId],
        sections: Vec<SectionId>,
        cause: RunCause,
    ) {
        if self.study().news_of_update() == news {
            self.desk.held = false;
            self.meaning.try_again();
            let weighed = self
                .impacts
                .last
                .as_ref()
                .filter(|last| last.documents == news);
            let notes = weighed.map(Impact::notes).unwrap_or_default();
            // What was found for an earlier update is not for this one's writer.
            if self.study().weighed != notes {
                self.record(&[Event::NewsWeighed { notes }]);
            }
            self.execute_because(&Command::Update { sections }, cause);
        } else {
            self.notify(
                Level::Info,
                "more evidence arrived; this is what all of it affects".to_owned(),
            );
            self.update();
        }
    }

    pub(super) fn update_because(&mut self, cause: Cause) {
        let update = Command::StartCycle {
            cycle: CycleKind::Update,
        };
        match self.study().decide(&update) {
            Ok(_) => {}
            Err(Refusal::NothingNew) if self.has_screen() => {
                let said = "there is no new evidence: {add-evidence} adds some, {fix} has a sentence fixed";
                return self.notify(Level::Warning, said.to_owned());
            }
            Err(refusal) => return self.notify(Level::Warning, refusal.to_string()),
        }
        if self.impacts.is_weighing() {
            // What the analyst asks for meanwhile is shown as they asked for it.
            if cause == Cause::Asked {
                self.impacts.weighing = Some(cause);
            }
            return;
        }
        let budget = match self.writer_named(self.writer_for(WriterRole::Write)) {
            Ok((writer, window)) => self.limits(&writer, window),
            Err(why) => return self.notify(Level::Error, why),
        };
        let order = Order {
            id: self.session.id,
            study: self.session.study.clone(),
            documents: self.study().news_of_update(),
            limited: budget,
        };
        let (folder, reports) = (
            self.library.folder().to_owned(),
            self.impacts.reports.clone(),
        );
        let (study, documents) = (order.id, order.documents.clone());
        let report = move |weighed| {
            let report = WeighedNews {
                study,
                documents,
                weighed,
            };
            reports.send(report);
        };
        let broke = {
            let report = report.clone();
            move || report(Err(beside::BROKE.to_owned()))
        };
        let spawned = beside::start("impact", broke, move || {
            report(make(&folder, &order).map_err(|error| error.to_string()));
        });
        match spawned {
            Ok(()) => self.impacts.weighing = Some(cause),
            Err(error) => self.notify(
                Level::Error,
                format!("cannot work out what the new evidence affects: {error}"),
            ),
        }
    }

    /// Passages for a model and the room for them.
    fn limits(&self, writer: &Writer, window: Window) -> Option<(usize, Budget)> {
        let budget = self.budget(writer, window)?;
        Some((self.setup.context.passages, budget))
    }

    pub(super) fn receive_impact(&mut self, report: WeighedNews) {
        let is_this = report.study == self.session.id;
        let Some(cause) = self.impacts.weighing.take_if(|_| is_this) else {
            return;
        };
        if self.desk.broken || self.study().writing().is_some() {
            return;
        }
        if report.documents != self.study().news_of_update() {
            return self.update_because(cause);
        }
        let Weighed { impact, found } = match report.weighed {
            Ok(weighed) => weighed,
            Err(why) => {
                let text = format!(
                    "what the new evidence touches could not be found out ({why}): every section is asked"
                );
                self.notify(Level::Warning, text);
                Weighed::unknown(self.study(), report.documents.clone())
            }
        };
        let insists =
            self.study().news().is_empty() && cause == Cause::Asked || self.study().may_restore();
        let against = self.open_changes_against(&impact);
        if impact.adds_nothing() && !insists {
            self.tell_against(against);
            return self.settle_news(impact.documents);
        }
        let mut impact = if impact.adds_nothing() {
            every_section(self.study(), impact)
        } else {
            impact
        };
        let plan = &self.setup.plan;
        let study = &self.session.study;
        impact.sections.retain(|id| study.is_updated(*id, plan));
        self.impacts.last = Some(impact.clone());
        let sheet = ImpactSheet {
            forecast: self.forecast_of(&impact, &found),
            assessing: self.assessing(&impact.disputed_in()),
            price: self.setup.prices.of(self.writer_for(WriterRole::Write)),
            is_late: matches!(cause, Cause::Added(asked) if asked != self.active || pipeline::is_under_way(study)),
            impact,
        };
        if !self.impacts.is_wanted || !self.study().has_model() {
            self.tell_against(against);
            // On a screen it has one row.
            let said = if self.impacts.is_wanted {
                let summary = sheet.impact.summary();
                let what = if sheet.impact.documents.is_empty() {
                    "a source is gone"
                } else {
                    "update"
                };
                format!("{what}: {summary}; {{review}} reviews the result")
            } else {
                format!("update: {}", sheet.line(self.study()))
            };
            self.notify(Level::Info, said);
            let cause = self.run_cause(cause, &report.documents);
            // The built-in writer shares out sentences by itself, and looks at every section.
            let sections = if self.study().has_model() {
                sheet.impact.sections
            } else {
                (0..self.study().sections.len()).map(SectionId).collect()
            };
            self.update_sections_because(&report.documents, sections, cause);
        } else if let RunCause::Folder(folder) = self.run_cause(cause, &report.documents) {
            let name = Path::new(&folder).file_name().map_or_else(
                || folder.clone(),
                |name| name.to_string_lossy().into_owned(),
            );
            self.tell_news(&format!("{name} changed: {}", sheet.offered()), against);
        } else if sheet.is_late {
            self.tell_news(&format!("new evidence: {}", sheet.offered()), against);
        } else {
            self.tell_against(against);
            self.impacts.sheet = Some(sheet);
        }
    }

    /// That an open change says otherwise than the news, in words, where one does: no update takes it back.
    fn open_changes_against(&self, impact: &Impact) -> Option<String> {
        const SHOWN: usize = 120;
        let first = impact.proposed.first()?;
        let said = first.said.as_ref()?;
        let mut places: Vec<&str> = impact
            .proposed
            .iter()
            .map(|one| one.sentence.as_str())
            .collect();
        places.dedup();
        let is_one = places.len() == 1;
        let title = self.study().framework.sections.get(first.section.0);
        let title = title.map_or("", |plan| plan.title.as_str());
        let which = if is_one {
            format!("an open change in {title} says")
        } else {
            format!("{} say", counted(places.len(), "open change"))
        };
        Some(format!(
            "{which} otherwise than the new evidence, “{}”: {{review}} reviews {}",
            clean::line(&said.text, SHOWN),
            if is_one { "it" } else { "them" }
        ))
    }

    fn tell_against(&mut self, against: Option<String>) {
        if let Some(text) = against {
            self.notify(Level::Warning, text);
        }
    }

    /// What a folder or somebody brought, in the one line that it has on a screen.
    fn tell_news(&mut self, offered: &str, against: Option<String>) {
        let against = against.map_or_else(String::new, |against| format!("; {against}"));
        self.push_notice(Notice {
            about: About::News,
            ..Notice::new(Level::Info, format!("{offered}{against}"))
        });
    }

    /// What the journal is to name as the cause of an update about these documents.
    fn run_cause(&self, cause: Cause, documents: &[DocumentId]) -> RunCause {
        match cause {
            Cause::Asked | Cause::Named => RunCause::Asked,
            Cause::Added(_) => RunCause::Evidence,
            Cause::Watched => {
                let study = self.study();
                let lies_in = |folder: &&String| {
                    let cards = documents.iter().filter_map(|id| study.document(*id));
                    let mut paths = cards.map(|document| Path::new(&document.uri));
                    paths.any(|path| path.starts_with(folder))
                };
                let watched = &study.watched;
                let folder = watched.iter().find(lies_in).or(watched.first());
                RunCause::Folder(folder.cloned().unwrap_or_default())
            }
        }
    }

    /// News that add nothing cost no call; the analyst is told, and can insist.
    fn settle_news(&mut self, documents: Vec<DocumentId>) {
        let count = documents.len();
        let why = "nothing of it touches or adds to the brief".to_owned();
        self.record(&[Event::NewsSettled { documents, why }]);
        let what = if count == 1 {
            "the new document adds".to_owned()
        } else {
            format!("the {count} new documents add")
        };
        let insist = if self.impacts.is_wanted {
            "; {update-brief} asks anyway"
        } else {
            ""
        };
        self.notify(
            Level::Info,
            if self.study().has_model() {
                format!("{what} nothing to the brief: not sent to the model{insist}")
            } else {
                format!("{what} nothing to the brief, which stays as it is{insist}")
            },
        );
    }

    fn forecast_of(&self, impact: &Impact, found: &Found) -> Option<Forecast> {
        let (writer, window) = self.writer_named(self.writer_for(WriterRole::Write)).ok()?;
        let limits = (Some(self.budget(&writer, window)?), window);
        let prompts = &self.setup.prompts;
        forecast(self.study(), impact, &found.passages, limits, prompts).ok()
    }
}

impl Weighed {
    /// Where nothing is known, everything may be touched.
    fn unknown(study: &Study, documents: Vec<DocumentId>) -> Self {
        let impact = Impact {
            documents,
            unweighed: 1,
            ..Impact::default()
        };
        Self {
            impact: every_section(study, impact),
            found: Found::default(),
        }
    }
}

fn every_section(study: &Study, impact: Impact) -> Impact {
    Impact {
        sections: (0..study.sections.len()).map(SectionId).collect(),
        ..impact
    }
}

/// What is weighed.
struct Order {
    id: StudyId,
    study: Study,
    documents: Vec<DocumentId>,
    limited: Option<(usize, Budget)>,
}

fn make(folder: &Path, order: &Order) -> Result<Weighed, LibraryError> {
    let library = Library::open(folder)?;
    let study = &order.study;
    let mut passages = library.first_passages(&order.documents, MOST_NEWS + 1)?;
    let mut back = 0;
    for id in &study.readmitted {
        let readmitted = library.passage(*id)?;
        let readmitted = readmitted.filter(|one| order.documents.contains(&one.document));
        back += usize::from(readmitted.is_some());
        passages.extend(readmitted);
    }
    let is_cut = passages.len() > MOST_NEWS;
    passages.truncate(MOST_NEWS);
    let is_version = |passage: &&Passage| !study.seen_before(passage.document).is_empty();
    let versions: Vec<Passage> = passages.iter().filter(is_version).cloned().collect();
    news::only_of(&library, study, &mut passages)?;
    let documents = order.documents.iter();
    let seen: Vec<DocumentId> = documents
        .flat_map(|id| study.seen_before(*id).iter().copied())
        .collect();
    let before = library.first_passages(&seen, MOST_NEWS)?;
    let before = Before::read(study, &order.documents, before);
    let current: Vec<DocumentId> = study.current().map(|document| document.id).collect();
    let earlier: Vec<DocumentId> = current
        .iter()
        .copied()
        .filter(|id| !order.documents.contains(id))
        .collect();
    let told_before = if tells_nothing(study) {
        library.first_passages(&earlier, MOST_NEWS)?
    } else {
        Vec::new()
    };
    let weighing = weigh(
        study,
        News {
            documents: &order.documents,
            passages: &passages,
            versions: &versions,
            before: &before,
            older: &told_before,
            is_cut,
        },
    );
    let mut known = BTreeSet::new();
    let mut held: Vec<Passage> = Vec::new();
    for text in weighing.wanted().take(SEARCHED) {
        let hits = library.search(&Search {
            text,
            documents: Some(&earlier),
            among: Some(&current),
            readmitted: &study.readmitted,
            limit: FOR_FACT,
            ..Search::default()
        })?;
        let hits = hits.into_iter().map(|hit| hit.passage);
        held.extend(hits.filter(|passage| known.insert(passage.id)));
    }
    held.extend(before.into_passages());
    let mut impact = weighing.settle(&held);
    // What has not been written yet is no text that could stay as it is.
    let unwritten = (0..study.sections.len()).map(SectionId).filter(|id| {
        let section = study.section(*id);
        section.is_some_and(|section| !section.is_written())
    });
    // What the analyst let back in is wanted in the brief, whatever it says.
    if back > 0 {
        impact.unweighed += back;
        impact = every_section(study, impact);
    } else if !impact.adds_nothing() {
        impact.sections.extend(unwritten);
        impact.sections.sort_unstable();
    }
    // Nothing is sent by the built-in writer.
    let found = match order.limited {
        Some(_) => found(&library, order, &impact)?,
        None => Found::default(),
    };
    Ok(Weighed { impact, found })
}

/// What a writer would be sent: the same for every section of an update.
fn found(library: &Library, order: &Order, impact: &Impact) -> Result<Found, LibraryError> {
    let mut study = order.study.clone();
    let sections: Vec<SectionId> = (0..study.sections.len()).map(SectionId).collect();
    let first = impact.sections.first().copied().unwrap_or(SectionId(0));
    study.apply(&Event::CycleStarted {
        cycle: CycleKind::Update,
        sections,
    });
    // What a provider's vectors would rank better costs a request to know.
    let ranking = Ranking::default();
    retrieve::for_section(library, &study, first, order.limited, &ranking, None)
}
