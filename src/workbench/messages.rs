//! What comes back from the threads that work for the workbench: waited for in one place, taken in one after the other.

use std::time::{Duration, Instant};

use super::{
    CheckReport, IngestReport, MadeLedger, ReckonedSteering, ScoreReport, ServersReport,
    WeighedNews, Workbench,
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
    Servers(ServersReport),
    Scores(ScoreReport),
    /// What was seen of the watched folders of a study.
    Watch(StudyId, WatchReport),
    /// What follows a step that has ended is to be begun.
    Due,
}

impl Workbench {
    /// Waits for the next thing that comes back from a thread. Safe to cancel.
    pub async fn next_message(&mut self) -> Message {
        if self.desk.due {
            return Message::Due;
        }
        tokio::select! {
            Some(reply) = self.replies.recv() => Message::Reply(reply),
            Some(report) = self.checks.recv() => Message::Check(report),
            Some(report) = self.reports.recv() => Message::Ingest(report),
            Some(made) = self.ledgers.recv() => Message::Ledger(made),
            Some(weighed) = self.weighed.recv() => Message::Impact(weighed),
            Some(reckoned) = self.reckoned.recv() => Message::Steering(reckoned),
            Some(report) = self.servers.reports.recv() => Message::Servers(report),
            Some(report) = self.scores.recv() => Message::Scores(report),
            Some((study, report)) = self.seen.recv() => Message::Watch(study, report),
            else => std::future::pending().await,
        }
    }

    /// The next thing that has come back already.
    pub fn ready_message(&mut self) -> Option<Message> {
        self.replies
            .try_recv()
            .map(Message::Reply)
            .or_else(|_| self.checks.try_recv().map(Message::Check))
            .or_else(|_| self.reports.try_recv().map(Message::Ingest))
            .or_else(|_| self.ledgers.try_recv().map(Message::Ledger))
            .or_else(|_| self.weighed.try_recv().map(Message::Impact))
            .or_else(|_| self.reckoned.try_recv().map(Message::Steering))
            .or_else(|_| self.servers.reports.try_recv().map(Message::Servers))
            .or_else(|_| self.scores.try_recv().map(Message::Scores))
            .or_else(|_| {
                let seen = self.seen.try_recv();
                seen.map(|(study, report)| Message::Watch(study, report))
            })
            .ok()
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
            Message::Servers(report) => self.receive_servers(report),
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
