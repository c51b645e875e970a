//! The checker of AXI4 takes what the standard allows, and names the rule that anything else breaks.

use pimtee_sim::axi::{Answer, Channel, Checker, Cycle, ReadBeat, Request, WriteBeat};
use rstest::rstest;

fn moved<T>(beat: T) -> Channel<T> {
    Channel {
        offered: Some(beat),
        ready: true,
    }
}

fn waits<T>(beat: T) -> Channel<T> {
    Channel {
        offered: Some(beat),
        ready: false,
    }
}

fn request(id: u64, len: u64) -> Request {
    Request {
        id,
        len,
        ..Request::default()
    }
}

fn ar(id: u64, len: u64) -> Cycle {
    Cycle {
        ar: moved(request(id, len)),
        ..Cycle::default()
    }
}

fn aw(id: u64, len: u64) -> Cycle {
    Cycle {
        aw: moved(request(id, len)),
        ..Cycle::default()
    }
}

fn w(last: bool) -> Cycle {
    Cycle {
        w: moved(WriteBeat {
            last,
            ..WriteBeat::default()
        }),
        ..Cycle::default()
    }
}

fn r(id: u64, last: bool) -> Cycle {
    Cycle {
        r: moved(ReadBeat {
            id,
            last,
            ..ReadBeat::default()
        }),
        ..Cycle::default()
    }
}

fn b(id: u64) -> Cycle {
    Cycle {
        b: moved(Answer {
            id,
            ..Answer::default()
        }),
        ..Cycle::default()
    }
}

fn verdict(cycles: &[Cycle]) -> Result<(usize, usize), String> {
    let mut checker = Checker::new("s_axi");
    for cycle in cycles {
        checker.check(cycle).map_err(|error| error.to_string())?;
    }
    Ok(checker.outstanding())
}

#[rstest]
#[case::nothing(&[Cycle::default()], (0, 0))]
#[case::read_of_two_beats(&[ar(1, 1), r(1, false), r(1, true)], (0, 0))]
#[case::reads_of_two_ids_out_of_order(&[ar(1, 0), ar(2, 0), r(2, true), r(1, true)], (0, 0))]
#[case::beats_of_two_ids_mixed(&[ar(1, 1), ar(2, 1), r(1, false), r(2, false), r(2, true), r(1, true)], (0, 0))]
#[case::read_not_answered(&[ar(1, 0), ar(1, 0), r(1, true)], (1, 0))]
#[case::write(&[aw(1, 1), w(false), w(true), b(1)], (0, 0))]
#[case::data_before_its_request(&[w(false), w(true), aw(1, 1), b(1)], (0, 0))]
#[case::data_begun_before_its_request(&[w(false), aw(1, 1), w(true), b(1)], (0, 0))]
#[case::data_of_two_writes_before_their_requests(&[w(true), w(true), aw(1, 0), aw(2, 0), b(2), b(1)], (0, 0))]
#[case::write_not_answered(&[aw(1, 0), w(true)], (0, 1))]
#[case::waits_unchanged(&[Cycle { ar: waits(request(1, 0)), ..Cycle::default() }, ar(1, 0), r(1, true)], (0, 0))]
fn what_the_standard_allows_is_taken(#[case] cycles: &[Cycle], #[case] open: (usize, usize)) {
    assert_eq!(verdict(cycles), Ok(open));
}

#[rstest]
#[case::request_withdrawn(&[Cycle { aw: waits(request(1, 0)), ..Cycle::default() }, Cycle::default()], "AW was withdrawn")]
#[case::request_changed(&[Cycle { ar: waits(request(1, 0)), ..Cycle::default() }, ar(2, 0)], "AR was withdrawn or changed")]
#[case::data_withdrawn(&[Cycle { w: waits(WriteBeat::default()), ..Cycle::default() }, Cycle::default()], "W was withdrawn")]
#[case::read_data_changed(&[ar(1, 0), Cycle { r: waits(ReadBeat { id: 1, last: true, ..ReadBeat::default() }), ..Cycle::default() },
    Cycle { r: moved(ReadBeat { id: 1, last: true, resp: 2, ..ReadBeat::default() }), ..Cycle::default() }], "R was withdrawn or changed")]
#[case::answer_withdrawn(&[aw(1, 0), w(true), Cycle { b: waits(Answer { id: 1, resp: 0 }), ..Cycle::default() }, Cycle::default()], "B was withdrawn")]
#[case::answer_nobody_asked_for(&[r(1, true)], "R with id 1, of which no read is unanswered")]
#[case::answer_twice(&[ar(1, 0), r(1, true), r(1, true)], "R with id 1")]
#[case::answer_of_another_id(&[ar(1, 0), r(2, true)], "R with id 2")]
#[case::read_cut_short(&[ar(1, 1), r(1, true)], "RLAST is true with 2 beats to come")]
#[case::read_too_long(&[ar(1, 0), r(1, false)], "RLAST is false with 1 beats to come")]
#[case::read_answered_in_its_own_cycle(&[Cycle { ar: ar(1, 0).ar, r: r(1, true).r, ..Cycle::default() }], "R with id 1")]
#[case::write_data_cut_short(&[aw(1, 1), w(true)], "WLAST is true with 1 beats to come")]
#[case::write_data_too_long(&[aw(1, 0), w(false)], "WLAST is false with 0 beats to come")]
#[case::early_data_too_short(&[w(true), aw(1, 1)], "WLAST after 1 of 2 beats")]
#[case::early_data_too_long(&[w(false), aw(1, 0)], "WLAST is missing")]
#[case::write_answered_before_its_data(&[aw(1, 0), b(1)], "B with id 1")]
#[case::write_answered_before_its_request(&[w(true), b(1)], "B with id 1")]
#[case::write_answered_twice(&[aw(1, 0), w(true), b(1), b(1)], "B with id 1")]
#[case::write_answered_under_another_id(&[aw(1, 0), w(true), b(2)], "B with id 2")]
fn what_breaks_a_rule_is_named(#[case] cycles: &[Cycle], #[case] rule: &str) {
    let error = verdict(cycles).expect_err("the rule is broken");
    assert!(error.contains(rule), "{error}");
    assert!(error.contains("s_axi"), "{error}");
}

#[test]
fn a_reset_forgets_what_was_under_way() {
    let mut checker = Checker::new("m_axi");
    for cycle in [ar(1, 3), aw(2, 0), w(true)] {
        checker.check(&cycle).expect("legal");
    }
    assert_eq!(checker.outstanding(), (1, 1));
    checker.reset();
    assert_eq!(checker.outstanding(), (0, 0));
    checker.check(&r(1, true)).expect_err("forgotten");
}
