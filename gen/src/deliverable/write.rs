//! How a deliverable reaches the disk: whole or not at all.

use super::{Deliverable, Entry, MANIFEST};
use itertools::Itertools;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the names of temporary directories begin with.
const ASIDE: &str = ".pimtee-";

/// Why a deliverable was not written. Nothing has changed on the disk.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// Something that is not a directory is in the way.
    #[error(
        "{dir}: not replaced, because it is not a directory; choose another directory, or remove it"
    )]
    NoDirectory {
        /// The directory to write.
        dir: String,
    },
    /// The directory is not one that pimtee wrote.
    #[error(
        "{dir}: not replaced, because pimtee did not write it (it has no {MANIFEST} of pimtee); choose another directory, or remove it"
    )]
    Foreign {
        /// The directory to write.
        dir: String,
    },
    /// The directory has more in it than pimtee wrote.
    #[error(
        "{dir}: not replaced, because it holds what pimtee did not write: {found}; move that away, or choose another directory"
    )]
    Visitors {
        /// The directory to write.
        dir: String,
        /// Paths of what would be lost.
        found: String,
    },
    /// The operating system refuses.
    #[error("{dir}: cannot be written: {reason}; choose a directory that you may write to")]
    Io {
        /// The directory to write.
        dir: String,
        /// What the operating system says.
        reason: String,
    },
}

/// Writes the deliverable to `dir`, whole or not at all: into a temporary directory beside it,
/// which takes its place when everything is there.
///
/// # Errors
/// `dir` cannot be written, or holds something other than an earlier deliverable.
pub fn write(deliverable: &Deliverable, dir: impl AsRef<Path>) -> Result<(), WriteError> {
    let shown = || dir.as_ref().display().to_string();
    let failed = |error: io::Error| WriteError::Io {
        dir: shown(),
        reason: error.to_string(),
    };
    let place = match dir.as_ref().try_exists().map_err(failed)? {
        true => fs::canonicalize(&dir),
        false => std::path::absolute(&dir),
    }
    .map_err(failed)?;
    let (Some(parent), Some(_)) = (place.parent(), place.file_name()) else {
        return Err(WriteError::Foreign { dir: shown() });
    };

    fs::create_dir_all(parent).map_err(failed)?;
    // One run at a time writes here, the next one waits. Not every file system has such locks.
    let lock = File::open(parent).and_then(|folder| folder.lock().map(|()| folder));
    if lock.is_ok() {
        remove_leftovers(parent);
    }
    let present = place.try_exists().map_err(failed)?;
    if present {
        check_replaceable(&place, &shown())?;
    }
    // The new tree is a directory inside the temporary one, which only its owner may enter.
    let aside = tempfile::Builder::new()
        .prefix(ASIDE)
        .tempdir_in(parent)
        .map_err(failed)?;
    let (new, old) = (aside.path().join("new"), aside.path().join("old"));
    for (path, bytes) in &deliverable.files {
        let path = new.join(path);
        let folder = path.parent().unwrap_or(&new);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(failed)?;
    }
    if present {
        fs::rename(&place, &old).map_err(failed)?;
    }
    let Err(error) = fs::rename(&new, &place) else {
        return Ok(());
    };
    let mut reason = error.to_string();
    if present && fs::rename(&old, &place).is_err() {
        let kept = aside.keep().join("old");
        reason += &format!(" (what was there is now in {})", kept.display());
    }
    Err(WriteError::Io {
        dir: shown(),
        reason,
    })
}

/// Removes what runs that were killed while they wrote have left in `parent`. Only the run that has
/// the lock may: all others there are dead. A directory with anything but a new tree is kept.
fn remove_leftovers(parent: &Path) {
    let is_leftover = |path: &Path| -> io::Result<bool> {
        let mut names = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.file_name()));
        names.try_fold(true, |all, name| Ok(all && name? == "new"))
    };
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let named = entry.file_name().to_string_lossy().starts_with(ASIDE);
        let is_dir = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if named && is_dir && is_leftover(&entry.path()).unwrap_or(false) {
            // What cannot be removed is in nobody's way.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Checks that nothing but an earlier deliverable would be lost.
fn check_replaceable(place: &Path, shown: &str) -> Result<(), WriteError> {
    #[derive(Deserialize)]
    struct Written {
        generator: String,
        files: Vec<Entry>,
    }

    let dir = || shown.to_owned();
    if !place.is_dir() {
        return Err(WriteError::NoDirectory { dir: dir() });
    }
    let failed = |error: io::Error| WriteError::Io {
        dir: dir(),
        reason: error.to_string(),
    };
    if fs::read_dir(place).map_err(failed)?.next().is_none() {
        return Ok(());
    }
    let manifest = fs::read_to_string(place.join(MANIFEST)).unwrap_or_default();
    let written = match serde_json::from_str::<Written>(&manifest) {
        Ok(written) if written.generator.starts_with("pimtee ") => written,
        _ => return Err(WriteError::Foreign { dir: dir() }),
    };
    let found = files_below(place).map_err(failed)?;
    let known: BTreeSet<PathBuf> = written
        .files
        .into_iter()
        .map(|entry| entry.path.into())
        .chain([MANIFEST.into()])
        .collect();
    let mut visitors = found.difference(&known).peekable();
    if visitors.peek().is_none() {
        return Ok(());
    }
    const SHOWN: usize = 3;
    let mut list = visitors
        .by_ref()
        .take(SHOWN)
        .map(|path| path.display())
        .join(", ");
    let more = visitors.count();
    if more > 0 {
        list += &format!(" and {more} more");
    }
    Err(WriteError::Visitors {
        dir: dir(),
        found: list,
    })
}

/// Everything below `root` that is not a directory, and every empty directory.
fn files_below(root: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let mut empty = true;
        for entry in fs::read_dir(root.join(&folder))? {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            empty = false;
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                found.insert(path);
            }
        }
        if empty && folder != Path::new("") {
            found.insert(folder);
        }
    }
    Ok(found)
}
