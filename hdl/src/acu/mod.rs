//! Access control.

// The filter with its table has the name of the folder.
#[allow(clippy::module_inception)]
mod acu;
mod acu_core;
mod acu_mem;
mod acu_regs;
mod acu_ssd;
mod answer_order;
mod at_most;
mod burst_rule;
mod core_job;
mod decision;
mod deny_answer;
mod deny_counter;
mod deny_rail;
mod drain;
mod entry_counter;
mod fault_log;
mod in_flight;
mod job_rail;
mod rails;
pub mod regs;
mod request_gate;
pub mod settings;
mod write_queue;

pub use acu::Acu;
pub use acu_core::AcuCore;
pub use acu_mem::AcuMem;
pub use acu_regs::AcuRegs;
pub use acu_ssd::AcuSsd;
pub use answer_order::AnswerOrder;
pub use at_most::AtMost;
pub use burst_rule::BurstRule;
pub use core_job::CoreJob;
pub use decision::Decision;
pub use deny_answer::{AnswerPick, DenyRead, DenyWrite};
pub use deny_counter::DenyCounter;
pub use deny_rail::DenyRail;
pub use drain::Drain;
pub use entry_counter::EntryCounter;
pub use fault_log::FaultLog;
pub use in_flight::InFlight;
pub use job_rail::JobRail;
pub use rails::Rails;
pub use request_gate::RequestGate;
pub use write_queue::WriteQueue;
