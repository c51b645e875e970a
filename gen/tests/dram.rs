//! Timing files of memories.

use pimtee_gen::dram::{parse, read};
use pimtee_hdl::dram::timing::{Memory, Preset, Shift};
use pimtee_hdl::dram::{Row, RowOp, Timing};

const COPY: RowOp = RowOp::Aap {
    dst: Row::d(0),
    src: Row::d(1),
};

fn length(timing: &Timing) -> u32 {
    timing.schedule(&COPY).unwrap().length
}

#[test]
fn a_file_without_parameters_is_the_named_timing() {
    for memory in Memory::ALL {
        for preset in Preset::ALL {
            for shift in Shift::ALL {
                let text = format!("timing = '{memory}'\npreset = '{preset}'\nshift = '{shift}'\n");
                let read = parse("t.toml", &text).unwrap();
                let named = Timing::new(memory, preset, shift);
                assert_eq!(read.rules(), named.rules());
                assert_eq!(read.parameters(), named.parameters());
            }
        }
    }
}

#[test]
fn what_is_set_counts() {
    let text = "
        timing = 'ddr4-2400'
        preset = 'paper'
        aap = 'naive'
        overlapped_in_faw = true
        b_to_b_naive = true
        [parameters]
        t_ras = 40
        t_rc = 57
    ";
    let timing = parse("t.toml", text).unwrap();
    assert_eq!(length(&timing), 2 * 40 + 17);
    assert_eq!(timing.shift(), Shift::Migration);
    assert_eq!(timing.parameters().t_rc, 57);
    let text = text.replace("aap = 'naive'", "");
    assert_eq!(length(&parse("t.toml", &text).unwrap()), 57);
}

/// What is wrong with a file that begins with a DDR4-2400, and where.
const WRONG: [(&str, &str); 11] = [
    (
        "speed = 3",
        "3:1: unknown field `speed`, expected one of `timing`, `preset`, `shift`, `aap`, \
         `overlapped_in_faw`, `b_to_b_naive`, `parameters`",
    ),
    (
        "shift = 'fast'",
        "3:9: there is no shift preset `fast`; there are migration, lane-rotate, row-buffer",
    ),
    (
        "[parameters]\nt_rp = -1",
        "4:8: t_rp is -1, but it must be 0 to 4294967295",
    ),
    (
        "[parameters]\nt_rp = 0",
        "4:8: t_rp is 0, but it must be 1 or more",
    ),
    (
        "[parameters]\nt_rp = 2000000",
        "4:8: t_rp is 2000000, but it must be 1048576 or less",
    ),
    (
        "[parameters]\nt_rc = 55",
        "4:8: t_rc is 55, but it must not be less than t_ras + t_rp, 56",
    ),
    (
        "[parameters]\nt_ras = 40",
        " t_rc is 56, but it must not be less than t_ras + t_rp, 57",
    ),
    (
        "[parameters]\nt_faw = 15",
        "4:9: t_faw is 15, but it must not be less than 4 t_rrd_s, 16",
    ),
    (
        "shift = 'lane-rotate'\n[parameters]\nt_faw = 225",
        "5:9: t_faw is 225, but a SHIFT alone activates five times in such a window",
    ),
    (
        "[parameters]\nmax_postponed = 9",
        "4:17: max_postponed is 9, but JEDEC lets 8 REFs be postponed",
    ),
    (
        "[parameters]\nt_refi = 500",
        "4:10: t_refi is 500, but a REF and the longest operation take 654 clocks together",
    ),
];

#[test]
fn errors_name_the_field_the_value_and_the_rule() {
    for (text, message) in WRONG {
        let text = format!("timing = 'ddr4-2400'\npreset = 'paper'\n{text}\n");
        let refused = parse("t.toml", &text).unwrap_err();
        assert_eq!(refused.to_string(), format!("t.toml:{message}"));
    }
    let refused = |text: &str| parse("t.toml", text).unwrap_err().to_string();
    let missing = refused("timing = 'ddr4-2400'");
    assert_eq!(missing, "t.toml:1:1: missing field `preset`");
    let unknown = refused("timing = 'ddr5'\npreset = 'paper'");
    let expected = "t.toml:1:10: there is no timing `ddr5`; there are ddr3-1333, ddr4-2400";
    assert_eq!(unknown, expected);
    assert!(refused("timing = ").starts_with("t.toml:1:10: "));
}

#[test]
fn an_unknown_parameter_is_refused_with_the_known_ones() {
    let text = "timing = 'ddr4-2400'\npreset = 'paper'\n[parameters]\nt_rdc = 3\n";
    let refused = parse("t.toml", text).unwrap_err().to_string();
    assert!(refused.starts_with("t.toml:4:9: there is no parameter `t_rdc`; there are tck_num_ps"));
    assert!(refused.contains(" t_rcd,"));
}

#[test]
fn a_file_that_is_not_there_is_refused() {
    let refused = read("no/such.toml").unwrap_err().to_string();
    assert!(
        refused.starts_with("no/such.toml: cannot be read: "),
        "{refused}"
    );
}
