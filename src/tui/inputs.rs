//! Inputs and the loop: how they are read from the terminal, what each does to the screen, and how the loop stops listening to them.
//!
//! They are read where they are waited for, so that nothing reads from a terminal that another program has been lent.

use std::fs::File;
use std::future::pending;
use std::io::{self, IsTerminal, Read};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use crossterm::event::{self, Event, KeyCode, KeyEventKind};
use rustix::io::Errno;
use signal_hook::consts::{SIGHUP, SIGWINCH};
use signal_hook::{SigId, low_level};
use tokio::io::unix::AsyncFd;

/// What comes from the terminal.
pub struct Inputs {
    terminal: AsyncFd<OwnedFd>,
    /// Has a byte for each time that the window got another size.
    resized: AsyncFd<UnixStream>,
    resizes: SigId,
}

impl Inputs {
    pub fn listen() -> io::Result<Self> {
        let stdin = io::stdin();
        let terminal = if stdin.is_terminal() {
            stdin.as_fd().try_clone_to_owned()?
        } else {
            File::open("/dev/tty")?.into()
        };
        let (resized, told) = UnixStream::pair()?;
        resized.set_nonblocking(true)?;
        Ok(Self {
            terminal: watched(terminal)?,
            resized: watched(resized)?,
            resizes: low_level::pipe::register(SIGWINCH, told)?,
        })
    }

    /// Waits until there are inputs, and takes all that are ready.
    pub async fn next(&mut self) -> io::Result<Vec<Event>> {
        loop {
            let inputs = self.ready().await?;
            if !inputs.is_empty() {
                return Ok(inputs);
            }
            tokio::select! {
                readable = self.terminal.readable() => readable?.clear_ready(),
                readable = self.resized.readable() => {
                    readable?.clear_ready();
                    let mut told = self.resized.get_ref();
                    while told.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
                }
            }
        }
    }

    async fn ready(&self) -> io::Result<Vec<Event>> {
        let bytes = match rustix::io::ioctl_fionread(&self.terminal) {
            // The terminal is gone, and the signal that says so may not have been meant for this process. Whoever reads on would never come back.
            Err(Errno::IO) => {
                low_level::raise(SIGHUP)?;
                pending().await
            }
            bytes => bytes.unwrap_or_default(),
        };
        let mut inputs = Vec::new();
        while event::poll(Duration::ZERO)? {
            inputs.push(event::read()?);
        }
        Ok(as_pressed(inputs, bytes))
    }
}

impl Drop for Inputs {
    fn drop(&mut self) {
        low_level::unregister(self.resizes);
    }
}

#[expect(
    deprecated,
    reason = "what replaces it is unsafe, for descriptors that may be closed while they are watched; these are owned"
)]
fn watched<T: AsRawFd>(owned: T) -> io::Result<AsyncFd<T>> {
    AsyncFd::new(owned)
}

/// Escape pressed twice, before anyone looked or on a line that gathers keys, comes as two bytes at once. They are read as one press; here they are two again.
fn as_pressed(inputs: Vec<Event>, bytes: u64) -> Vec<Event> {
    let escape = Event::Key(KeyCode::Esc.into());
    let pressed = usize::try_from(bytes).unwrap_or(usize::MAX);
    let are_escapes = inputs.iter().all(|input| *input == escape);
    if are_escapes && (inputs.len()..=2 * inputs.len()).contains(&pressed) {
        vec![escape; pressed]
    } else {
        inputs
    }
}

/// Leaves what is typed to another program. What was typed ahead is not for the workbench any more.
pub fn stop_listening(inputs: &mut Option<Inputs>) {
    *inputs = None;
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

#[cfg(test)]
mod tests {
    use crossterm::event::KeyEvent;

    use super::*;

    #[test]
    fn escape_pressed_twice_at_once_is_two_presses() {
        let key = |code| Event::Key(KeyEvent::from(code));
        let escape = || key(KeyCode::Esc);
        for (read, bytes, expected) in [(1, 1, 1), (1, 2, 2), (2, 3, 3), (2, 4, 4), (0, 0, 0)] {
            let found = as_pressed(vec![escape(); read], bytes);
            assert_eq!(found, vec![escape(); expected], "{read} of {bytes} bytes");
        }
        // One in a longer form, and one that was not counted in time.
        assert_eq!(as_pressed(vec![escape()], 5), [escape()]);
        assert_eq!(as_pressed(vec![escape()], 0), [escape()]);
        let others = vec![escape(), key(KeyCode::Up)];
        assert_eq!(as_pressed(others.clone(), 4), others);
    }
}
