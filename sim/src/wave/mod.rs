//! Waveform files: what to type to look at one, and pictures of them.

pub mod picture;

use std::path::Path;

/// The shell command that opens the waveform at `path` in GTKWave, for example
/// `gtkwave target/waves/ascon.fst`; a path with special characters is quoted.
///
/// Meant to be printed beside the seed of a failing run. VCD and FST open alike.
pub fn open_command(path: impl AsRef<Path>) -> String {
    format!("gtkwave {}", shell_word(&path.as_ref().to_string_lossy()))
}

/// `text` as one word of a POSIX shell, quoted only where it has to be.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.to_owned();
    }
    let prefix = if text.starts_with('-') { "./" } else { "" };
    format!("'{prefix}{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::open_command;

    #[test]
    fn quotes_only_where_needed() {
        assert_eq!(open_command("waves/a-1.fst"), "gtkwave waves/a-1.fst");
        assert_eq!(open_command("my waves/a.vcd"), "gtkwave 'my waves/a.vcd'");
        assert_eq!(open_command("it's.vcd"), r"gtkwave 'it'\''s.vcd'");
        assert_eq!(open_command("-a.vcd"), "gtkwave './-a.vcd'");
    }
}
