//! Inputs and the loop: what each does to the screen, and how the loop stops listening to them.

use std::time::{Duration, Instant};

use crossterm::event::{self, Event, EventStream, KeyEventKind};

/// Leaves what is typed to another program: the stream's thread would read it.
pub fn stop_listening(inputs: &mut Option<EventStream>) {
    *inputs = None;
    // The stream wakes its thread when it ends, and that call stays behind. Met together with the first key of the next stream, it would hide the key
    // until another one is pressed. What was typed ahead is not for the workbench any more.
    while event::poll(Duration::ZERO).unwrap_or(false) {
        let _ = event::read();
    }
}

/// What an input does to the screen, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draws {
    /// It is taken note of, and nothing looks different.
    Nothing,
    Resized,
    Now,
}

impl Draws {
    pub fn of(event: &Event) -> Self {
        match event {
            Event::FocusGained | Event::FocusLost => Self::Nothing,
            Event::Key(key) if key.kind == KeyEventKind::Release => Self::Nothing,
            Event::Resize(..) => Self::Resized,
            Event::Key(_) | Event::Paste(_) | Event::Mouse(_) => Self::Now,
        }
    }
}

/// Waits for a moment, or for ever.
pub async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.into()).await,
        None => std::future::pending().await,
    }
}
