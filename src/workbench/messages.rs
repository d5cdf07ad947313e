//! What comes back from the threads that work for the workbench: waited for in one place, taken in one after the other.

use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::{
    CheckReport, IngestReport, MadeLedger, ReckonedSteering, Renewed, ScoreReport, SearchReport,
    ServersReport, WeighedNews, Workbench,
};
use crate::engine;
use crate::evidence::watch::WatchReport;
use crate::study::StudyId;

/// How long messages are taken in without a look at anything else: half a frame.
const AT_ONCE: Duration = Duration::from_millis(8);

/// What came back from a thread.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    Reply(engine::Reply),
    Ingest(IngestReport),
    Check(CheckReport),
    Ledger(MadeLedger),
    Impact(WeighedNews),
    Steering(ReckonedSteering),
    Search(SearchReport),
    Servers(ServersReport),
    Scores(ScoreReport),
    /// A provider's vectors were made anew.
    Renewed(Renewed),
    /// What was seen of the watched folders of a study.
    Watch(StudyId, WatchReport),
    /// What follows a step that has ended is to be begun.
    Due,
}

/// Where threads of one kind report: what they say comes back as a message.
pub(super) struct ReportTo<T> {
    messages: UnboundedSender<Message>,
    message: fn(T) -> Message,
}

impl<T> Clone for ReportTo<T> {
    fn clone(&self) -> Self {
        Self {
            messages: self.messages.clone(),
            message: self.message,
        }
    }
}

impl<T> ReportTo<T> {
    pub(super) fn new(messages: &UnboundedSender<Message>, message: fn(T) -> Message) -> Self {
        Self {
            messages: messages.clone(),
            message,
        }
    }

    /// Says whether anyone listens: nobody does any more when the program is closing.
    pub(super) fn send(&self, report: T) -> bool {
        self.messages.send((self.message)(report)).is_ok()
    }
}

impl Workbench {
    /// One turn of the loop around a workbench: waits for what comes back from a thread, or, at `own` the latest, until something is due: what the workbench
    /// waits for is done by `tick`. Safe to cancel.
    pub async fn turn(&mut self, own: Option<Instant>) -> Option<Message> {
        let due = self.deadline().into_iter().chain(own).min();
        let due = async {
            match due {
                Some(due) => tokio::time::sleep_until(due.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            message = self.next_message() => Some(message),
            () = due => None,
        }
    }

    /// Waits for the next thing that comes back from a thread. Safe to cancel.
    pub async fn next_message(&mut self) -> Message {
        if self.desk.due {
            return Message::Due;
        }
        tokio::select! {
            Some(reply) = self.replies.recv() => Message::Reply(reply),
            Some(message) = self.messages.recv() => message,
            else => std::future::pending().await,
        }
    }

    /// The next thing that has come back already. What a writer streams comes first.
    pub fn ready_message(&mut self) -> Option<Message> {
        let reply = self.replies.try_recv().map(Message::Reply);
        reply.or_else(|_| self.messages.try_recv()).ok()
    }

    /// Takes in what came back, and what more has come back already, as far as there is time: a key does not wait for all that a fast server says.
    pub fn receive_ready(&mut self, message: Message) {
        let until = Instant::now() + AT_ONCE;
        self.receive(message);
        while Instant::now() < until
            && let Some(message) = self.ready_message()
        {
            self.receive(message);
        }
    }

    /// Takes in what came back from a thread.
    pub fn receive(&mut self, message: Message) {
        match message {
            Message::Reply(reply) => self.receive_reply(reply),
            Message::Ingest(report) => self.receive_report(report),
            Message::Check(report) => self.receive_check(report),
            Message::Ledger(made) => self.receive_ledger(made),
            Message::Impact(weighed) => self.receive_impact(weighed),
            Message::Steering(reckoned) => self.receive_steering(reckoned),
            Message::Search(report) => self.receive_search(report),
            Message::Servers(report) => self.receive_servers(report),
            Message::Renewed(renewed) => self.receive_renewed(&renewed),
            Message::Scores(report) => self.receive_scores(report),
            // What a study that was left had under way concerns nobody.
            Message::Watch(study, report) if study == self.id() => self.receive_watch(report),
            Message::Watch(..) => {}
            Message::Due => self.begin_due(),
        }
    }

    pub(super) fn begin_due(&mut self) {
        if std::mem::take(&mut self.desk.due) {
            self.pump();
            self.update_when_calm();
        }
    }
}
