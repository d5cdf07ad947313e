//! The workbench as lines: for screen readers, and for terminals that can do nothing else.
//!
//! What happens is told in whole sentences as it happens, and nothing is written over. Choices are numbered; an empty line lists them. It is the same
//! workbench on the same studies, so that a study can be gone on with here and on the screen.

mod change;
mod choice;
mod dialogue;
mod looking;
mod names;
mod record;
mod told;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use color_eyre::eyre::Result;
use signal_hook::consts::SIGINT;
use tokio::sync::mpsc::{Receiver, channel};

use self::choice::Choice;
use self::dialogue::{Desk, Dialogue, Picks, Then, Wish};
use super::output;
use super::stopping::stop_requests;
use crate::clean;
use crate::evidence::{LineRead, Password, next_line};
use crate::study::{Scores, Study, counted, lasting};
use crate::tui::action::Action;
use crate::tui::keymap::Keymap;
use crate::tui::paths::expand_home;
use crate::workbench::{Appendices, ExportError, Keeping, Workbench};

/// Bytes of a line that is typed.
const LONGEST_LINE: u64 = 1 << 20;
/// Lines that are read before they can be taken: what is piped in waits where it is.
const AHEAD: usize = 64;
/// While something runs and says nothing, it is said that it still runs.
const STILL: Duration = Duration::from_secs(20);

/// Holds the conversation until the analyst quits or the input ends; `keys` are the analyst's own. Returns where the brief was exported to.
pub(super) async fn run(workbench: &mut Workbench, keys: Option<&str>) -> Result<Option<PathBuf>> {
    workbench.want_impact();
    workbench.want_ledger();
    let lines = typed();
    // What is wrong with the keys matters where they are the only way.
    let mut desk = Plain {
        dialogue: Dialogue::new(Keymap::with_user(keys.unwrap_or_default())),
        told: 0,
        state: Study::default(),
        was_busy: false,
        steering_is_told: true,
        since: Instant::now(),
        exported: None,
        quit: false,
    };
    desk.open(workbench)?;
    if !desk.was_busy {
        desk.ask(workbench)?;
    }
    desk.converse(workbench, lines).await
}

/// The lines that are typed, from a thread of their own: reading them waits.
fn typed() -> Receiver<String> {
    let (send, lines) = channel(AHEAD);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        while let Ok(Some(line)) = next_line(&mut input, LONGEST_LINE) {
            let line = match line {
                LineRead::Whole(line) => String::from_utf8_lossy(&line).into_owned(),
                // Nobody types that; to do nothing is the least surprise.
                LineRead::TooLong => String::new(),
            };
            if send
                .blocking_send(line.trim_end_matches('\r').to_owned())
                .is_err()
            {
                return;
            }
        }
    });
    lines
}

struct Plain {
    dialogue: Dialogue,
    /// The last event that was told, and the study as it was then.
    told: u64,
    state: Study,
    was_busy: bool,
    /// Whether it was said what an instruction takes.
    steering_is_told: bool,
    /// When something was last said.
    since: Instant,
    exported: Option<PathBuf>,
    quit: bool,
}

impl Plain {
    async fn converse(
        mut self,
        workbench: &mut Workbench,
        mut lines: Receiver<String>,
    ) -> Result<Option<PathBuf>> {
        let mut ended = false;
        let mut stops = stop_requests()?;
        while !self.quit {
            self.tell(workbench)?;
            let is_busy = workbench.is_busy();
            // Between two steps of a run there is nothing to choose yet.
            let goes_on = is_busy || workbench.goes_on();
            if self.was_busy && !goes_on && self.dialogue.is_at_menu() {
                self.stand(workbench)?;
                self.ask(workbench)?;
            }
            self.was_busy = goes_on;
            // Who types no more may still want what was asked for.
            if ended && !is_busy {
                break;
            }
            let still = is_busy.then(|| self.since + STILL);
            tokio::select! {
                line = lines.recv(), if !ended => match line {
                    Some(line) => self.take(&line, workbench)?,
                    None => ended = true,
                },
                Some(signal) = stops.recv() => if signal == SIGINT && is_busy {
                    workbench.stop();
                    self.say(["Stopping; what is written is kept. Once more ends Tercet."])?;
                } else {
                    self.quit = true;
                },
                turn = workbench.turn(still) => if let Some(message) = turn {
                    workbench.receive_ready(message);
                } else {
                    workbench.tick();
                    if self.since.elapsed() >= STILL {
                        self.say_still(workbench)?;
                    }
                },
            }
        }
        workbench.settle_scores();
        Ok(self.exported)
    }

    /// Another study is open: what it is, and what can be done.
    fn open(&mut self, workbench: &Workbench) -> Result<()> {
        self.state = Study::default();
        self.told = 0;
        for envelope in workbench.events_after(0)? {
            self.state.apply(&envelope.event);
            self.told = envelope.seq;
        }
        let study = workbench.study();
        self.was_busy = workbench.is_busy();
        if study.question.is_empty() {
            self.say(["Tercet. New study; no question yet."])?;
        } else {
            self.say([format!(
                "Tercet. Study {}: {}",
                workbench.id(),
                clean::line(&study.question, 1000)
            )])?;
        }
        self.dialogue.begin();
        if self.was_busy {
            self.say(["Tercet is working. Press enter to list the choices."])
        } else {
            self.stand(workbench)
        }
    }

    /// Tells what has happened since.
    fn tell(&mut self, workbench: &mut Workbench) -> Result<()> {
        for envelope in workbench.events_after(self.told)? {
            let lines = told::lines(&self.state, &envelope.event);
            self.say(lines)?;
            self.state.apply(&envelope.event);
            self.told = envelope.seq;
        }
        for notice in workbench.take_notices() {
            // Keys have no meaning here.
            let text = notice.told(|name| {
                let action = Action::named(name)?;
                let choice = Choice::of(action).map(Choice::name);
                Some(format!("“{}”", choice.unwrap_or_else(|| action.title())))
            });
            self.say([clean::stored(&text)])?;
        }
        if let Some(costs) = workbench.steering().filter(|_| !self.steering_is_told) {
            self.steering_is_told = true;
            if self.dialogue.is_steering() {
                self.say([format!("It takes {}.", costs.in_words(None, ""))])?;
            }
        }
        if let Some(choices) = workbench.take_choices() {
            let (lines, picks) = record::writers(workbench, choices);
            self.say(lines)?;
            if self.dialogue.is_at_menu()
                && let Some(picks) = picks
            {
                self.dialogue.pick(picks);
                self.ask(workbench)?;
            }
        }
        if let Some(sheet) = workbench.take_impact() {
            self.say(told::impact(workbench.study(), &sheet))?;
            if self.dialogue.is_at_menu() {
                self.dialogue.offer_update(sheet.impact);
                self.ask(workbench)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, line: &str, workbench: &mut Workbench) -> Result<()> {
        let wishes = self.dialogue.answer(line, &desk(workbench));
        for wish in wishes {
            self.grant(wish, workbench)?;
        }
        self.tell(workbench)?;
        self.was_busy = workbench.is_busy();
        // What runs is told of as it goes, and the choices follow its end.
        let follows = self.was_busy && self.dialogue.is_at_menu() && !line.trim().is_empty();
        if self.quit || follows {
            return Ok(());
        }
        self.ask(workbench)
    }

    fn grant(&mut self, wish: Wish, workbench: &mut Workbench) -> Result<()> {
        match wish {
            Wish::Say(lines) => self.say(lines)?,
            Wish::Execute(command) => workbench.execute(&command),
            Wish::Run(question) => workbench.run(&question),
            Wish::AddEvidence(paths) => {
                let paths = paths.iter().map(|path| expand_home(path).into());
                workbench.add_evidence(paths.collect());
            }
            Wish::ReckonSteering => {
                self.steering_is_told = false;
                workbench.reckon_steering();
            }
            Wish::Update => workbench.update(),
            Wish::UpdateSections { news, sections } => workbench.update_sections(&news, sections),
            Wish::Stop => workbench.stop(),
            Wish::Pause => workbench.pause(),
            Wish::GoOn => workbench.go_on(),
            Wish::ToggleAutoApply => workbench.toggle_auto_apply(),
            Wish::Standing => self.stand(workbench)?,
            Wish::Look(look) => {
                let (lines, picks) = looking::look(look, workbench);
                self.say(lines)?;
                if let Some(picks) = picks {
                    self.dialogue.pick(picks);
                }
            }
            Wish::Export { path, overwrite } => self.export(&path, overwrite, workbench)?,
            Wish::Open(study) => {
                if workbench.switch(study) || study == Some(workbench.id()) {
                    self.open(workbench)?;
                }
            }
            Wish::Keep(study, keeping) => {
                if workbench.keep(study, &keeping) {
                    self.say(["Done."])?;
                }
            }
            Wish::Rename(name) => {
                if workbench.keep(workbench.id(), &Keeping::Rename(name)) {
                    let title = clean::line(workbench.study().title(), 1000);
                    self.say([format!("This study is called: {title}")])?;
                }
            }
            Wish::Fork(at) => {
                if workbench.fork(Some(at)) {
                    self.open(workbench)?;
                }
            }
            Wish::ChooseWriter(writer) => workbench.choose_writer(&writer),
            Wish::Watch(folder) => workbench.watch(Path::new(&expand_home(&folder))),
            Wish::Unwatch(folder) => workbench.unwatch(&folder),
            Wish::Forget => workbench.forget_requested(),
            Wish::Unlock { source, password } => {
                workbench.unlock(&source, Password::from(password));
            }
            Wish::Quit => self.quit = true,
        }
        Ok(())
    }

    fn export(&mut self, path: &str, overwrite: bool, workbench: &mut Workbench) -> Result<()> {
        let path = expand_home(path);
        match workbench.export(Path::new(&path), overwrite, Appendices::default()) {
            Ok(_) => {
                self.say([format!("Exported to {path}.")])?;
                self.exported = Some(path.into());
                Ok(())
            }
            Err(ExportError::Exists { path: found }) => {
                let overwrite = true;
                let replace = Then::Do(vec![Wish::Export { path, overwrite }]);
                let leave = Then::Do(vec![dialogue::said("It was left as it is.")]);
                let mut picks =
                    Picks::answers(vec![("yes, replace it", replace), ("no, leave it", leave)]);
                picks.asks = format!("{} exists. {}", found.display(), picks.asks);
                self.dialogue.pick(picks);
                Ok(())
            }
            Err(error) => self.say([error.to_string()]),
        }
    }

    fn stand(&mut self, workbench: &Workbench) -> Result<()> {
        let composite = looking::scores(workbench).map(Scores::composite);
        self.say(told::standing(workbench.study(), composite))
    }

    fn say_still(&mut self, workbench: &Workbench) -> Result<()> {
        let doing = match (workbench.live(), workbench.asking(), workbench.progress()) {
            (Some(live), _, _) => {
                let words = live.text.split_whitespace().count();
                let title = told::title(workbench.study(), live.section);
                format!("Still writing {title}, {} so far.", counted(words, "word"))
            }
            (None, Some(asking), _) => format!("Still {}.", asking.question.doing()),
            (None, None, Some(reading)) => {
                format!("Still reading, {} of {}.", reading.done, reading.total)
            }
            (None, None, None) => "Still working.".to_owned(),
        };
        let since = workbench.run_time().map(|time| {
            let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            format!("{doing} {} since it began.", lasting(time))
        });
        self.say([since.unwrap_or(doing)])
    }

    fn ask(&mut self, workbench: &Workbench) -> Result<()> {
        let prompt = self.dialogue.prompt(&desk(workbench));
        self.say(prompt)
    }

    /// Says lines; a reader that went away ends the conversation.
    fn say<S: AsRef<str>>(&mut self, lines: impl IntoIterator<Item = S>) -> Result<()> {
        let mut text = String::new();
        for line in lines {
            text.push_str(line.as_ref());
            text.push('\n');
        }
        if text.is_empty() {
            return Ok(());
        }
        self.since = Instant::now();
        if !output::print_some(&text)? {
            self.quit = true;
        }
        std::io::stdout().flush()?;
        Ok(())
    }
}

fn desk(workbench: &Workbench) -> Desk<'_> {
    Desk {
        study: workbench.study(),
        is_busy: workbench.is_busy(),
        is_read_only: workbench.is_read_only(),
    }
}
