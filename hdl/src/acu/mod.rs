//! Access control.
mod acu_mem;
mod answer_order;
mod burst_rule;
mod decision;
mod deny_answer;
mod deny_counter;
mod deny_rail;
mod entry_counter;
mod fault_log;
mod rails;
mod request_gate;
pub mod settings;
mod write_queue;

pub use acu_mem::AcuMem;
pub use answer_order::AnswerOrder;
pub use burst_rule::BurstRule;
pub use decision::Decision;
pub use deny_answer::{AnswerPick, DenyRead, DenyWrite};
pub use deny_counter::DenyCounter;
pub use deny_rail::DenyRail;
pub use entry_counter::EntryCounter;
pub use fault_log::FaultLog;
pub use rails::Rails;
pub use request_gate::RequestGate;
pub use write_queue::WriteQueue;
