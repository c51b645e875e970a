//! A folder of finished builds, shared by processes.
//!
//! An entry is a folder named by its key. It appears whole, by a rename, or not at all; a list of
//! checksums inside tells a damaged entry from a whole one.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::build::BuildOutcome;
use super::error::BuildError;

/// Checksums of an entry, in the format of `sha256sum`.
const CHECKSUMS: &str = "SHA256SUMS";

/// Computes the key of an entry from everything the entry depends on.
pub(super) struct KeyHasher(Sha256);

impl KeyHasher {
    pub(super) fn new() -> Self {
        Self(Sha256::new())
    }

    /// Adds one item; its length goes in as well, so that items cannot run into each other.
    pub(super) fn add(&mut self, item: &str) {
        self.0.update((item.len() as u64).to_le_bytes());
        self.0.update(item.as_bytes());
    }

    pub(super) fn finish(self) -> String {
        hex::encode(self.0.finalize())
    }
}

/// The cache folder.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    root: PathBuf,
    /// Deletes a cache that lives only as long as this process needs it.
    _temporary: Option<Arc<TempDir>>,
}

impl Cache {
    /// The cache at `root`, or the default one: `$PIMTEE_CACHE`, else `$XDG_CACHE_HOME/pimtee`,
    /// else `~/.cache/pimtee`, else a temporary folder that goes away with its last user.
    pub(super) fn open(root: Option<&Path>) -> Result<Self, BuildError> {
        match root.map(Path::to_owned).or_else(default_root) {
            Some(root) => Ok(Self {
                root: std::path::absolute(&root).unwrap_or(root),
                _temporary: None,
            }),
            None => {
                let folder = temporary_root()?;
                Ok(Self {
                    root: folder.path().to_owned(),
                    _temporary: Some(folder),
                })
            }
        }
    }

    /// The folder of entry `key`, from the cache or else made by `build`, which gets an empty
    /// folder to fill. Whoever asks for the same key meanwhile, in this or another process,
    /// waits. When `build` fails, nothing of it stays.
    pub(super) fn entry(
        &self,
        kind: &str,
        key: &str,
        build: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<(PathBuf, BuildOutcome), BuildError> {
        let shelf = self.folder(kind)?;
        let entry = shelf.join(key);
        let _lock = self.lock(key)?;
        if is_whole(&entry) {
            return Ok((entry, BuildOutcome::Cached));
        }
        remove(&entry)?;
        let fresh = tempfile::Builder::new()
            .prefix("tmp-")
            .tempdir_in(&shelf)
            .map_err(cache_error("create a folder in", &shelf))?;
        build(fresh.path())?;
        write_checksums(fresh.path()).map_err(cache_error("write", fresh.path()))?;
        fs::rename(fresh.path(), &entry).map_err(cache_error("create", &entry))?;
        Ok((entry, BuildOutcome::Built))
    }

    /// Removes entry `key` if it is there.
    pub(super) fn discard(&self, kind: &str, key: &str) -> Result<(), BuildError> {
        let _lock = self.lock(key)?;
        remove(&self.folder(kind)?.join(key))
    }

    /// Keeps the log of a failed build, over the log of an earlier failure of the same build.
    pub(super) fn keep_log(&self, name: &str, text: &str) -> Result<PathBuf, BuildError> {
        let path = self.folder("log")?.join(format!("{name}.log"));
        fs::write(&path, text).map_err(cache_error("write", &path))?;
        Ok(path)
    }

    fn folder(&self, name: &str) -> Result<PathBuf, BuildError> {
        let path = self.root.join(name);
        fs::create_dir_all(&path).map_err(cache_error("create", &path))?;
        Ok(path)
    }

    /// Waits until nobody else works on `key`. Dropping the file, or dying, releases the lock.
    fn lock(&self, key: &str) -> Result<File, BuildError> {
        let path = self.folder("lock")?.join(key);
        let file = File::create(&path).map_err(cache_error("create", &path))?;
        file.lock().map_err(cache_error("lock", &path))?;
        Ok(file)
    }
}

/// Makes a [`BuildError::Cache`] out of an I/O error.
pub(super) fn cache_error(
    action: &'static str,
    path: &Path,
) -> impl FnOnce(io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::Cache {
        action,
        path,
        source,
    }
}

fn default_root() -> Option<PathBuf> {
    let folder = |variable: &str| {
        env::var_os(variable)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    folder("PIMTEE_CACHE")
        .or_else(|| Some(folder("XDG_CACHE_HOME")?.join("pimtee")))
        .or_else(|| Some(folder("HOME")?.join(".cache").join("pimtee")))
}

/// One private folder per process, deleted with its last user.
fn temporary_root() -> Result<Arc<TempDir>, BuildError> {
    static SHARED: Mutex<Weak<TempDir>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(|error| error.into_inner());
    if let Some(folder) = shared.upgrade() {
        return Ok(folder);
    }
    let folder = tempfile::Builder::new()
        .prefix("pimtee-")
        .tempdir()
        .map_err(cache_error("create a folder in", &env::temp_dir()))?;
    let folder = Arc::new(folder);
    *shared = Arc::downgrade(&folder);
    Ok(folder)
}

fn remove(entry: &Path) -> Result<(), BuildError> {
    match fs::remove_dir_all(entry) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(cache_error("remove", entry)(error))
        }
        _ => Ok(()),
    }
}

/// True when every file of the entry has the content it was stored with.
fn is_whole(entry: &Path) -> bool {
    match (fs::read_to_string(entry.join(CHECKSUMS)), checksums(entry)) {
        (Ok(stored), Ok(actual)) => stored == actual,
        _ => false,
    }
}

fn write_checksums(entry: &Path) -> io::Result<()> {
    fs::write(entry.join(CHECKSUMS), checksums(entry)?)
}

fn checksums(entry: &Path) -> io::Result<String> {
    let mut sums = BTreeMap::new();
    for item in fs::read_dir(entry)? {
        let item = item?;
        let name = item.file_name().to_string_lossy().into_owned();
        if name != CHECKSUMS {
            sums.insert(name, hex::encode(Sha256::digest(fs::read(item.path())?)));
        }
    }
    Ok(sums
        .iter()
        .map(|(name, sum)| format!("{sum}  {name}\n"))
        .collect())
}
