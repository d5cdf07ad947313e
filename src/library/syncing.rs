//! Brings a file to the disk on a thread of its own: a slow disk holds up nobody, and is asked again only when it is done.

use std::fs::File;
use std::io;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The thread, which ends with this.
pub(super) struct Syncing {
    wanted: SyncSender<Arc<File>>,
    failed: Arc<Mutex<Option<io::Error>>>,
}

impl Syncing {
    /// Starts the thread that brings files to the disk in this way.
    pub(super) fn start(
        sync: impl Fn(&File) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Self> {
        let (wanted, asked) = sync_channel::<Arc<File>>(1);
        let failed = Arc::<Mutex<Option<io::Error>>>::default();
        let told = Arc::clone(&failed);
        let thread = std::thread::Builder::new().name("sync".to_owned());
        thread.spawn(move || {
            while let Ok(file) = asked.recv() {
                if let Err(error) = sync(&file) {
                    *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            }
        })?;
        Ok(Self { wanted, failed })
    }

    /// Has all that was written to the file so far brought to the disk, and does not wait for it. The error is of the time before.
    pub(super) fn want(&self, file: Arc<File>) -> io::Result<()> {
        match self.wanted.try_send(file) {
            // Where one waits already, it brings this along.
            Ok(()) | Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => {
                return Err(io::Error::other("nothing brings it to the disk any more"));
            }
        }
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.take().map_or(Ok(()), Err)
    }
}
