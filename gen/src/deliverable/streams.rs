//! The valid/ready streams of a top, told from the names of its ports: `<s>_valid_i` and
//! `<s>_ready_o` into it, `<s>_valid_o` and `<s>_ready_i` out of it, with AXI4-Stream `<s>_tvalid`
//! and `<s>_tready` either way, and the other ports `<s>_*` of the direction of valid, which are
//! what a beat carries.

use crate::sv::{Port, PortDir};

/// A stream.
#[derive(Debug, PartialEq)]
pub struct Stream<'p> {
    /// What the names of its ports begin with.
    pub name: &'p str,
    /// Direction of its beats.
    pub dir: PortDir,
    pub valid: &'p Port,
    pub ready: &'p Port,
    /// What a beat carries.
    pub payload: Vec<&'p Port>,
}

impl<'p> Stream<'p> {
    /// What says that a beat is the last one.
    pub fn last(&self) -> Option<&'p Port> {
        let is_last = |port: &&&Port| {
            let rest = port.name.strip_prefix(self.name);
            rest.is_some_and(|rest| rest.starts_with("_last_") || rest == "_tlast")
        };
        self.payload.iter().find(is_last).copied()
    }

    /// All its ports.
    pub fn ports(&self) -> impl Iterator<Item = &'p Port> {
        [self.valid, self.ready]
            .into_iter()
            .chain(self.payload.iter().copied())
    }
}

/// Every stream, in the order of the ports.
pub fn streams(ports: &[Port]) -> Vec<Stream<'_>> {
    let named = |name: String| ports.iter().find(|port| port.name == name);
    let mut streams: Vec<Stream<'_>> = ports
        .iter()
        .filter_map(|valid| {
            let [native, peer] = match valid.dir {
                PortDir::Input => ["_valid_i", "_ready_o"],
                PortDir::Output => ["_valid_o", "_ready_i"],
            };
            let pairs = [[native, peer], ["_tvalid", "_tready"]];
            let (name, ready) = pairs.iter().find_map(|[valid_end, ready_end]| {
                let name = valid.name.strip_suffix(valid_end)?;
                Some((name, named(format!("{name}{ready_end}"))?))
            })?;
            let fits = valid.width == 1 && ready.width == 1 && ready.dir != valid.dir;
            fits.then_some(Stream {
                name,
                dir: valid.dir,
                valid,
                ready,
                payload: Vec::new(),
            })
        })
        .collect();
    let handshake: Vec<&Port> = streams.iter().flat_map(Stream::ports).collect();
    for port in ports.iter().filter(|port| !handshake.contains(port)) {
        let owner = streams
            .iter_mut()
            .filter(|stream| {
                let rest = port.name.strip_prefix(stream.name);
                rest.is_some_and(|rest| rest.starts_with('_'))
            })
            .max_by_key(|stream| stream.name.len());
        if let Some(stream) = owner.filter(|stream| stream.dir == port.dir) {
            stream.payload.push(port);
        }
    }
    streams
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, width: usize) -> Port {
        let output = name.ends_with("_o") || name.starts_with("m_") != name.ends_with("_tready");
        let dir = match output && !name.ends_with("_i") {
            true => PortDir::Output,
            false => PortDir::Input,
        };
        Port {
            name: name.into(),
            dir,
            width,
        }
    }

    fn shown(names: &[&str]) -> Vec<String> {
        let ports: Vec<Port> = names.iter().map(|name| port(name, 1)).collect();
        let show = |stream: &Stream<'_>| {
            let payload: Vec<&str> = stream.payload.iter().map(|p| p.name.as_str()).collect();
            format!("{} {:?}: {}", stream.name, stream.dir, payload.join(" "))
        };
        streams(&ports).iter().map(show).collect()
    }

    #[test]
    fn ports_belong_to_the_stream_with_the_longest_name_and_the_direction_of_its_valid() {
        assert_eq!(
            shown(&[
                "clk_i",
                "key_valid_i",
                "key_ready_o",
                "key_data_i",
                "key_loaded_o",
                "key_tag_valid_o",
                "key_tag_ready_i",
                "key_tag_data_o",
                "key_tag_clear_i",
            ]),
            ["key Input: key_data_i", "key_tag Output: key_tag_data_o"]
        );
    }

    #[test]
    fn ports_of_axi4_stream_are_known() {
        assert_eq!(
            shown(&[
                "s_axis_ad_tvalid",
                "s_axis_ad_tready",
                "s_axis_ad_tdata",
                "s_axis_ad_tlast",
                "m_axis_tag_tvalid",
                "m_axis_tag_tready",
                "m_axis_tag_tdata",
            ]),
            [
                "s_axis_ad Input: s_axis_ad_tdata s_axis_ad_tlast",
                "m_axis_tag Output: m_axis_tag_tdata"
            ]
        );
    }

    #[test]
    fn a_valid_without_ready_and_a_ready_of_the_same_direction_make_no_stream() {
        assert_eq!(shown(&["a_valid_i", "b_valid_o", "b_ready_o"]), [""; 0]);
        assert_eq!(streams(&[port("a_valid_i", 2), port("a_ready_o", 1)]), []);
    }
}
