//! The ports of one side, found by prefix.

use super::{Answer, Channel, Cycle, DATA_WORDS, Data, ReadBeat, Request, WriteBeat};
use crate::verilator::{InPort, Library, Model, OutPort, PortError, SimError};

/// Why a model of AXI4 stopped.
#[derive(Debug, thiserror::Error)]
pub enum AxiError {
    /// The design lacks a port.
    #[error(transparent)]
    Port(#[from] PortError),
    /// The simulation stopped.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// A rule of AXI4 was broken.
    #[error("{side}, cycle {cycle}: {rule}")]
    Rule {
        /// Prefix of the ports.
        side: String,
        /// Cycle since the start of the checker.
        cycle: u64,
        /// The rule, and what was seen instead.
        rule: String,
    },
}

/// Who drives a side: the model under test has the other part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Requests go into the design.
    Master,
    /// Requests come out of the design.
    Slave,
}

#[derive(Clone, Copy)]
enum Port {
    In(InPort),
    Out(OutPort),
}

impl Port {
    fn set(self, model: &mut Model, value: u64) {
        if let Port::In(port) = self {
            model.set(port, value);
        }
    }

    fn set_data(self, model: &mut Model, value: &Data) {
        if let Port::In(port) = self {
            model.set_wide(port, value);
        }
    }

    fn get(self, model: &Model) -> u64 {
        match self {
            Port::In(_) => 0,
            Port::Out(port) => model.get(port),
        }
    }

    fn get_data(self, model: &Model) -> Data {
        let mut data = [0; DATA_WORDS];
        if let Port::Out(port) = self {
            let words = model.get_wide(port);
            data[..words.len()].copy_from_slice(words);
        }
        data
    }

    fn width(self) -> usize {
        match self {
            Port::In(port) => port.width(),
            Port::Out(port) => port.width(),
        }
    }
}

/// The attributes that a request has beside those that matter to a burst, with their widths.
const ATTRIBUTES: [(&str, u32); 5] = [
    ("lock", 1),
    ("cache", 4),
    ("prot", 3),
    ("qos", 4),
    ("region", 4),
];

struct RequestPorts {
    valid: Port,
    ready: Port,
    fields: [Port; 6],
    attributes: [Port; ATTRIBUTES.len()],
}

/// The ports of one side.
pub(super) struct Ports {
    ar: RequestPorts,
    aw: RequestPorts,
    w: [Port; 5],
    r: [Port; 6],
    b: [Port; 4],
}

impl Ports {
    pub fn of(library: &Library, prefix: &str, side: Side) -> Result<Self, PortError> {
        let port = |name: &str, to_slave: bool| {
            let name = format!("{prefix}_{name}");
            match to_slave == (side == Side::Master) {
                true => library.input(&name).map(Port::In),
                false => library.output(&name).map(Port::Out),
            }
        };
        let request = |channel: &str| {
            let field = |name: &str| port(&format!("{channel}{name}"), true);
            Ok::<_, PortError>(RequestPorts {
                valid: field("valid")?,
                ready: port(&format!("{channel}ready"), false)?,
                fields: [
                    field("addr")?,
                    field("id")?,
                    field("len")?,
                    field("size")?,
                    field("burst")?,
                    field("user")?,
                ],
                attributes: [
                    field("lock")?,
                    field("cache")?,
                    field("prot")?,
                    field("qos")?,
                    field("region")?,
                ],
            })
        };
        Ok(Self {
            ar: request("ar")?,
            aw: request("aw")?,
            w: [
                port("wvalid", true)?,
                port("wready", false)?,
                port("wdata", true)?,
                port("wstrb", true)?,
                port("wlast", true)?,
            ],
            r: [
                port("rvalid", false)?,
                port("rready", true)?,
                port("rid", false)?,
                port("rdata", false)?,
                port("rresp", false)?,
                port("rlast", false)?,
            ],
            b: [
                port("bvalid", false)?,
                port("bready", true)?,
                port("bid", false)?,
                port("bresp", false)?,
            ],
        })
    }

    /// Bytes of the data bus.
    pub fn bytes(&self) -> usize {
        self.r[3].width() / 8
    }

    /// Sets every input to what `cycle` says; what the design drives is left alone.
    pub fn drive(&self, model: &mut Model, cycle: &Cycle) {
        for (ports, channel) in [(&self.ar, &cycle.ar), (&self.aw, &cycle.aw)] {
            ports.valid.set(model, u64::from(channel.offered.is_some()));
            ports.ready.set(model, u64::from(channel.ready));
            let request = channel.offered.unwrap_or_default();
            let fields = [
                request.addr,
                request.id,
                request.len,
                request.size,
                request.burst,
                request.user,
            ];
            for (port, value) in ports.fields.iter().zip(fields) {
                port.set(model, value);
            }
            let mut rest = request.attributes;
            for (port, (_, width)) in ports.attributes.iter().zip(ATTRIBUTES) {
                port.set(model, rest & ((1 << width) - 1));
                rest >>= width;
            }
        }
        let [valid, ready, data, strb, last] = self.w;
        let beat = cycle.w.offered.unwrap_or_default();
        valid.set(model, u64::from(cycle.w.offered.is_some()));
        ready.set(model, u64::from(cycle.w.ready));
        data.set_data(model, &beat.data);
        strb.set(model, beat.strb);
        last.set(model, u64::from(beat.last));

        let [valid, ready, id, data, resp, last] = self.r;
        let beat = cycle.r.offered.unwrap_or_default();
        valid.set(model, u64::from(cycle.r.offered.is_some()));
        ready.set(model, u64::from(cycle.r.ready));
        id.set(model, beat.id);
        data.set_data(model, &beat.data);
        resp.set(model, beat.resp);
        last.set(model, u64::from(beat.last));

        let [valid, ready, id, resp] = self.b;
        let answer = cycle.b.offered.unwrap_or_default();
        valid.set(model, u64::from(cycle.b.offered.is_some()));
        ready.set(model, u64::from(cycle.b.ready));
        id.set(model, answer.id);
        resp.set(model, answer.resp);
    }

    /// Fills in what the design drives.
    pub fn sample(&self, model: &Model, cycle: &mut Cycle) {
        for (ports, channel) in [(&self.ar, &mut cycle.ar), (&self.aw, &mut cycle.aw)] {
            match ports.valid {
                Port::In(_) => channel.ready = ports.ready.get(model) != 0,
                Port::Out(_) => {
                    let [addr, id, len, size, burst, user] = ports.fields.map(|p| p.get(model));
                    let mut attributes = 0;
                    let mut place = 0;
                    for (port, (_, width)) in ports.attributes.iter().zip(ATTRIBUTES) {
                        attributes |= port.get(model) << place;
                        place += width;
                    }
                    let request = Request {
                        addr,
                        id,
                        len,
                        size,
                        burst,
                        user,
                        attributes,
                    };
                    channel.offered = (ports.valid.get(model) != 0).then_some(request);
                }
            }
        }
        let on = |port: Port| port.get(model) != 0;
        let [valid, ready, data, strb, last] = self.w;
        sample(&mut cycle.w, valid, ready, model, || WriteBeat {
            data: data.get_data(model),
            strb: strb.get(model),
            last: on(last),
        });
        let [valid, ready, id, data, resp, last] = self.r;
        sample(&mut cycle.r, valid, ready, model, || ReadBeat {
            id: id.get(model),
            data: data.get_data(model),
            resp: resp.get(model),
            last: on(last),
        });
        let [valid, ready, id, resp] = self.b;
        sample(&mut cycle.b, valid, ready, model, || Answer {
            id: id.get(model),
            resp: resp.get(model),
        });
    }
}

fn sample<T>(
    channel: &mut Channel<T>,
    valid: Port,
    ready: Port,
    model: &Model,
    beat: impl FnOnce() -> T,
) {
    match valid {
        Port::In(_) => channel.ready = ready.get(model) != 0,
        Port::Out(_) => channel.offered = (valid.get(model) != 0).then(beat),
    }
}
