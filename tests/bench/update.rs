//! What an update costs beside writing again: one new document among ten, against a server that keeps count of what it is sent.
//!
//! Tokens are estimated as the program estimates them. What a request has in common with the beginning of an earlier one counts as repeated, which is what a
//! server's cache goes by.

use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::desk;
use crate::overhead::server;
use tercet::config::{Config, Options};
use tercet::library::Library;
use tercet::pipeline::impact::{Before, News, weigh};
use tercet::pipeline::{Roles, Tier, estimate_tokens};
use tercet::study::{
    Command, CycleKind, Decision, Document, DocumentId, Event, Framework, Passage, PassageId,
    Provenance, RhetoricalRole, RunPlan, Section, SectionId, SectionPlan, Study,
};
use tercet::workbench::{Setup, Workbench};
use tokio::runtime::Runtime;

const QUESTION: &str = "What do the depots hold, what do they cost, and what should be built next?";
pub const DEPOTS: [&str; 11] = [
    "Norland",
    "Sundal",
    "Westmark",
    "Ostby",
    "Fjellheim",
    "Midtvik",
    "Hallen",
    "Kyrkby",
    "Lindholm",
    "Marenholt",
    "Vestby",
];
const WEIGHED: usize = 20;

/// What a server was sent and what it answered.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    calls: usize,
    prompt: usize,
    repeated: usize,
    reply: usize,
}

impl Count {
    fn all(self) -> usize {
        self.prompt + self.reply
    }

    /// Without what a cache serves.
    fn fresh(self) -> usize {
        self.prompt - self.repeated + self.reply
    }
}

pub fn run() {
    cost();
    speed();
}

/// One update of each kind, and the same brief written again.
fn cost() {
    println!("one new document among ten, tokens sent and written:");
    let (update, again, anew) = (
        updated(&register()),
        written_again(&register()),
        written_anew(&register()),
    );
    line("  corrects one figure and agrees in the rest", update);
    line("  the brief written again in its study", again);
    line("  the brief written in a new study", anew);
    shares("  update / again in its study", update, again);
    shares("  update / new study", update, anew);
    let update = updated(&report(10));
    let (again, anew) = (written_again(&report(10)), written_anew(&report(10)));
    line("  has news for every part", update);
    shares("  update / again in its study", update, again);
    shares("  update / new study", update, anew);
    let session = session();
    line("  draft, update and an instruction for each part", session);
    share(
        "  repeated prefix in that chain",
        session.repeated,
        session.prompt,
        "at least 80 %",
    );
}

/// A workbench with a finished brief from ten reports, and what is around it.
struct Desk {
    folder: tempfile::TempDir,
    server: server::Server,
    runtime: Runtime,
    workbench: Workbench,
}

impl Desk {
    fn new(documents: &[String]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let reports = folder.path().join("reports");
        std::fs::create_dir(&reports).expect("made");
        for (at, text) in documents.iter().enumerate() {
            std::fs::write(reports.join(format!("{at}.md")), text).expect("written");
        }
        let server = server::Server::model(|seen| answer(&messages(seen)));
        let runtime = Runtime::new().expect("a runtime");
        let plan = RunPlan::default();
        let workbench = workbench(&folder.path().join("data"), &server, &runtime, plan);
        let mut desk = Self {
            folder,
            server,
            runtime,
            workbench,
        };
        desk.workbench.add_evidence(vec![reports.into()]);
        desk.work();
        desk.workbench.run(QUESTION);
        desk.work();
        let told = desk.workbench.take_notices();
        assert!(desk.workbench.study().is_complete(), "{told:?}");
        desk
    }

    fn ten() -> Self {
        let reports: Vec<String> = (0..10).map(report).collect();
        Self::new(&reports)
    }

    fn add(&mut self, text: &str) {
        let path = self.folder.path().join("new.md");
        std::fs::write(&path, text).expect("written");
        self.workbench.add_evidence(vec![path.into()]);
    }

    fn work(&mut self) {
        work(&mut self.workbench, &self.runtime);
    }

    fn count(&self, from: usize) -> Count {
        counted(&self.server, from)
    }
}

fn updated(new: &str) -> Count {
    let mut desk = Desk::ten();
    let drafted = desk.server.requests().len();
    let sections = &desk.workbench.study().sections;
    let before: Vec<String> = sections.iter().map(Section::candidate).collect();
    desk.add(new);
    desk.work();
    let sections = &desk.workbench.study().sections;
    for (section, before) in sections.iter().zip(&before) {
        let revision = section.revision.as_ref().expect("written");
        assert_eq!(revision.original(), *before, "what is no hunk is as it was");
    }
    let changed = sections
        .iter()
        .filter(|section| section.open_hunks() > 0)
        .count();
    let told = desk.workbench.take_notices();
    let line = told
        .iter()
        .find(|notice| notice.text.starts_with("update:"));
    println!(
        "  {changed} of {} parts with hunks, 0 changed bytes outside them; {}",
        before.len(),
        line.map_or("nothing was told", |notice| &notice.text)
    );
    desk.count(drafted)
}

/// The same document, and every part written again in the study that there is.
fn written_again(new: &str) -> Count {
    let mut desk = Desk::ten();
    let drafted = desk.server.requests().len();
    desk.add(new);
    desk.workbench.start(CycleKind::Draft);
    desk.work();
    desk.count(drafted)
}

/// A study of its own from all eleven documents.
fn written_anew(new: &str) -> Count {
    let reports: Vec<String> = (0..10).map(report).chain([new.to_owned()]).collect();
    Desk::new(&reports).count(0)
}

/// A draft, an update that is accepted, and an instruction for each part.
fn session() -> Count {
    let mut desk = Desk::ten();
    desk.add(&register());
    desk.work();
    for section in (0..3).map(SectionId) {
        desk.workbench.execute(&Command::DecideAll {
            section,
            decision: Decision::Accepted,
        });
        desk.workbench.execute(&Command::Steer {
            sections: vec![section],
            text: "Name the year in every sentence.".to_owned(),
            claim: None,
        });
        desk.work();
    }
    desk.count(0)
}

fn shares(what: &str, part: Count, whole: Count) {
    let all = format!("{what}, repeated prefixes counted");
    share(&all, part.all(), whole.all(), "40 %");
    let fresh = format!("{what}, repeated prefixes not counted");
    share(&fresh, part.fresh(), whole.fresh(), "40 %");
}

fn line(what: &str, count: Count) {
    println!(
        "{what:<62} {:>2} calls, {:>6} sent ({:>6} repeated), {:>5} written",
        count.calls, count.prompt, count.repeated, count.reply
    );
}

fn share(what: &str, part: usize, whole: usize, target: &str) {
    println!(
        "{what:<62} {:>8.1} %   {target}",
        100.0 * part as f64 / whole.max(1) as f64
    );
}

/// How long weighing takes: 200 new passages against a brief of 100 sentences.
fn speed() {
    let (study, documents, passages) = weighed();
    let mut times = Vec::new();
    for _ in 0..WEIGHED {
        let began = Instant::now();
        let weighing = weigh(
            &study,
            News {
                documents: &documents,
                passages: &passages,
                versions: &[],
                before: &Before::default(),
                older: &[],
                is_cut: false,
            },
        );
        let impact = weighing.settle(&passages[..1]);
        times.push(began.elapsed());
        assert!(!impact.adds_nothing());
    }
    crate::report(
        "weighing 200 new passages against 100 sentences",
        times,
        "beside the screen",
    );
}

/// What the server was sent from one request on.
fn counted(server: &server::Server, from: usize) -> Count {
    let requests = server.requests();
    let mut before: Vec<String> = Vec::new();
    let mut count = Count::default();
    for (at, seen) in requests.iter().enumerate() {
        let messages = messages(seen);
        if at >= from {
            count.calls += 1;
            count.repeated += crate::repeated(&before, &messages.join("\n"));
            count.prompt += messages
                .iter()
                .map(|text| estimate_tokens(text))
                .sum::<usize>();
            count.reply += estimate_tokens(&answer(&messages));
        }
        before.push(messages.join("\n"));
    }
    count
}

fn messages(seen: &server::Seen) -> Vec<String> {
    let body = seen.json();
    let all = body["messages"].as_array().cloned().unwrap_or_default();
    let text =
        |message: &serde_json::Value| message["content"].as_str().unwrap_or_default().to_owned();
    all.iter().map(text).collect()
}

/// What the model says to a conversation: a sentence for each depot that it was told of, and an edit where it is asked for edits.
fn answer(messages: &[String]) -> String {
    let asked = messages.last().map_or("", String::as_str);
    let number = |at: usize| {
        let title = format!("] The depot of {} (", DEPOTS[at]);
        let (before, _) = messages.iter().find_map(|text| text.split_once(&title))?;
        before.rsplit('[').next()?.parse::<u32>().ok()
    };
    let cited = |at: usize, sentence: fn(usize) -> String| {
        Some(sentence(at).replace("[0]", &format!("[{}]", number(at)?)))
    };
    let is_of = |title: &str| {
        asked.contains(&format!("Write the part \"{title}\""))
            || asked.contains(&format!("The part \"{title}\""))
    };
    let sentence = if is_of("Situation") {
        holds
    } else if is_of("Complication") {
        costs
    } else {
        plans
    };
    if !asked.contains("REPLACE 3") && !asked.contains("Write the edits in the form") {
        let all = (0..DEPOTS.len()).filter_map(|at| cited(at, sentence));
        return all.collect::<Vec<_>>().join(" ");
    }
    let new = cited(10, sentence).unwrap_or_default();
    if asked.contains("52 chargers") {
        let line = asked
            .lines()
            .find(|line| line.contains(". The depot of Norland holds"));
        let at = line.and_then(|line| line.split('.').next()).unwrap_or("1");
        let corrected = cited(0, holds)
            .unwrap_or_default()
            .replace("40 chargers", "52 chargers");
        return format!("REPLACE {at}\nWHY the register counted again\nTEXT {corrected}\n");
    }
    format!("INSERT AFTER 1\nWHY a depot that was not in the brief\nTEXT {new}\n")
}

fn holds(at: usize) -> String {
    format!(
        "The depot of {} holds {} chargers and {} buses, which its council approved in 2024 [0].",
        DEPOTS[at],
        40 + at,
        110 + at
    )
}

fn costs(at: usize) -> String {
    format!(
        "Running costs in {} rose by {} percent, because {} cables broke and were replaced by hand [0].",
        DEPOTS[at],
        5 + at,
        11 + at
    )
}

fn plans(at: usize) -> String {
    format!(
        "The operator of {} recommends {} further transformers, to be built before the winter of 2027 [0].",
        DEPOTS[at],
        2 + at
    )
}

/// A report of three parts, each of which is a passage of its own.
fn report(at: usize) -> String {
    let depot = DEPOTS[at];
    let mut text = format!("# The depot of {depot}\n");
    for (title, fact) in [
        ("Holdings", holds(at)),
        ("Costs", costs(at)),
        ("Plans", plans(at)),
    ] {
        let fact = fact.replace(" [0].", ".");
        let _ = write!(text, "\n## {title}\n\n{fact}");
        for told in ["drivers", "fitters", "neighbours", "wholesalers"] {
            let _ = write!(
                text,
                " The {told} say of the {} that they are much as they were when the {told} were asked before, and they expect nothing else of those who \
                 will be asked after them.",
                title.to_lowercase()
            );
        }
        text.push('\n');
    }
    text
}

/// A document that corrects one figure of one report and agrees in the rest.
fn register() -> String {
    report(0).replace("40 chargers", "52 chargers")
}

/// Waits until there is nothing more to do.
pub fn work(workbench: &mut Workbench, runtime: &Runtime) {
    while workbench.is_busy() {
        let message = runtime.block_on(workbench.next_message());
        workbench.receive(message);
    }
}

/// A workbench on the model of a server, whose drafts are followed by what the plan says.
pub fn workbench(
    data: &Path,
    server: &server::Server,
    runtime: &Runtime,
    plan: RunPlan,
) -> Workbench {
    let options = Options {
        data_dir: Some(data.to_owned()),
        writer: Some("openai/m".into()),
        ..Options::default()
    };
    let base = server.base_url();
    let set = move |name: &str| (name == "OPENAI_BASE_URL").then(|| base.clone());
    let config = Config::load(&options, &set).expect("a configuration");
    let library = Library::open(&config.data_dir).expect("a library");
    let roles = Roles {
        tiers: [(Tier::Critic, "extractive".to_owned())].into(),
        ..config.roles.clone()
    };
    let setup = Setup {
        roles,
        plan,
        ..desk::setup(config, desk::PROGRAM)
    };
    let handle = runtime.handle().clone();
    Workbench::open(library, None, setup, handle, Duration::ZERO).expect("a study")
}

/// A brief of 100 sentences, and 200 passages that are new to it.
fn weighed() -> (Study, Vec<DocumentId>, Vec<Passage>) {
    let plan = |title: &str| SectionPlan {
        title: title.to_owned(),
        purpose: "What the depots hold and cost.".to_owned(),
        role: RhetoricalRole::Situation,
        words: 600,
    };
    let titles = ["Situation", "Complication", "Resolution"];
    let mut study = Study::default();
    study.apply(&Event::StudyOpened {
        question: QUESTION.to_owned(),
        framework: Framework {
            id: "own".to_owned(),
            title: "Own".to_owned(),
            sections: titles.map(plan).to_vec(),
        },
    });
    for (section, count) in [34, 33, 33].into_iter().enumerate() {
        let sentences: Vec<String> = (0..count)
            .map(|at| {
                format!(
                    "Line {} of district {at} lost {} trips in the winter of 2024 [1].",
                    100 * section + at,
                    3 * at + 11
                )
            })
            .collect();
        study.apply(&Event::SectionWritten {
            section: SectionId(section),
            text: sentences.join(" "),
            warnings: vec![],
            provenance: Provenance {
                writer: "openai/m".to_owned(),
                ..Provenance::default()
            },
        });
    }
    let mut documents = Vec::new();
    let mut passages = Vec::new();
    for document in 0..20_i64 {
        let id = DocumentId(100 + document);
        study.apply(&Event::EvidenceAdded {
            document: Document {
                id,
                title: format!("Report {document} on the depots"),
                hash: format!("{document}"),
                ..Document::default()
            },
        });
        documents.push(id);
        for part in 0..10_i64 {
            let at = document * 10 + part;
            let text = format!(
                "Depot {at} bought {} chargers in 2024 and pays for them until 2031. Line {at} lost {} trips in the winter of 2024, as the operator of district \
                 {part} reported to the council. The council asked the workshop for another {} of spare parts, and the workshop delivered them within {} weeks \
                 of the order being placed at the counter. Nobody was surprised. Fares stay as they are.",
                at + 3,
                at * 2 + 5,
                at + 9,
                part + 2
            );
            passages.push(Passage {
                id: PassageId(1000 + at),
                document: id,
                span: 0..text.len(),
                text,
                ..Passage::default()
            });
        }
    }
    (study, documents, passages)
}
