//! Compiled kernels on the device model against what they mean, and against the shortest known
//! sequences.

use pimtee_gen::pim::{Ir, Kernel, Packed64, Public, Row, Secret, Target, Vertical};
use pimtee_hdl::dram::timing::Shift;
use pimtee_sim::pim::{Ran, check, random};
use rstest::rstest;

fn ops(ran: &Ran) -> u64 {
    ran.main.aap + ran.main.ap
}

fn run(ir: &Ir, shift: Shift, host: usize) -> Ran {
    let target = Target::new(shift);
    let checked = check(ir, &target, &random(ir, host, 1));
    checked
        .unwrap_or_else(|error| panic!("{}: {error}", ir.name))
        .1
}

type R = Row<Secret, Vertical>;

fn kernel(body: impl Fn(&mut Kernel, R, R, R) -> Vec<R>) -> Ir {
    let mut k = Kernel::new("basic");
    let [a, b, c] = ["a", "b", "c"].map(|name| k.input(name));
    for (at, row) in body(&mut k, a, b, c).into_iter().enumerate() {
        k.output(&format!("out.{at}"), row);
    }
    k.finish()
}

/// Shortest sequences, proved by exhaustive search in the model of the B-group.
#[rstest]
#[case::not(2, kernel(|k, a, _, _| vec![k.not(a)]))]
#[case::and(4, kernel(|k, a, b, _| vec![k.and(a, b)]))]
#[case::or(4, kernel(|k, a, b, _| vec![k.or(a, b)]))]
#[case::maj(4, kernel(|k, a, b, c| vec![k.maj(a, b, c)]))]
#[case::and_not(4, kernel(|k, a, b, _| { let a = k.not(a); vec![k.and(a, b)] }))]
#[case::nand(5, kernel(|k, a, b, _| { let t = k.and(a, b); vec![k.not(t)] }))]
#[case::and3(6, kernel(|k, a, b, c| { let t = k.and(a, b); vec![k.and(t, c)] }))]
#[case::select(7, kernel(|k, a, b, c| vec![k.select(a, b, c)]))]
#[case::xor(7, kernel(|k, a, b, _| vec![k.xor(a, b)]))]
#[case::xor3(7, kernel(|k, a, b, c| vec![k.xor3(a, b, c)]))]
#[case::xor_xor(7, kernel(|k, a, b, c| { let t = k.xor(a, b); vec![k.xor(t, c)] }))]
#[case::chi(9, kernel(|k, a, b, c| vec![k.chi(a, b, c)]))]
#[case::compressor(8, kernel(|k, a, b, c| { let (s, c) = k.full_add(a, b, c); vec![s, c] }))]
fn basic(#[case] most: u64, #[case] ir: Ir) {
    let ran = run(&ir, Shift::Migration, 0);
    assert!(ops(&ran) <= most, "{} operations, known {most}", ops(&ran));
}

#[test]
fn stages() {
    let mut k = Kernel::new("stages");
    let x: Row<Secret, Packed64> = k.input("x");
    let y = k.write::<Packed64>();
    let a = k.rotate_right(x, 19);
    let b = k.rotate_right(x, 28);
    let c = k.xor3(x, a, b);
    let d = k.xor(c, y);
    let n = k.not(d);
    let e = k.shift(n, 3);
    let f = k.shift(n, -2);
    let g = k.and(e, f);
    let h = k.declare(g);
    k.read("h", h);
    k.output("g", g);
    k.output("n", n);
    let ir = k.finish();
    for shift in Shift::ALL {
        run(&ir, shift, 1);
    }
}

#[test]
fn loops_calls_and_pointers() {
    let mut k = Kernel::new("loops");
    let rows: Vec<[u64; 8]> = (1..=6).map(|n| [n * 0x0123_4567_89ab_cdef; 8]).collect();
    let table = k.constant_array::<Vertical>("table", &rows);
    let log = k.scratch_array::<Secret, Vertical>("log", 6);
    let (p, q) = (k.pointer(table), k.pointer(log));
    let a: R = k.input("a");
    let b: R = k.input("b");
    let round = k.subroutine("round", &[a, b], |k, [a, b]| {
        let c = k.at_pointer(p, 0);
        let t = k.xor3(a, b, c);
        let u = k.chi(b, a, t);
        k.store_pointer(q, 0, t);
        k.advance(p, 1);
        k.advance(q, 1);
        [u, t]
    });
    k.point(p, 0);
    k.point(q, 0);
    let s = k.call(&round, [a, b]);
    let s = k.repeat(2, s, |k, s| {
        // A swap, so that what is carried changes places.
        let [x, y] = k.call(&round, s);
        k.repeat(1, [y, x], |k, s| k.call(&round, s))
    });
    let n = k.not(s[0]);
    k.output("n", n);
    k.output("s", s[1]);
    k.output("a", a);
    let ir = k.finish();
    run(&ir, Shift::Migration, 0);
}

#[test]
fn add_is_seven_a_bit() {
    let mut k = Kernel::new("add");
    let bits = 8;
    let a: Vec<R> = (0..bits).map(|at| k.input(&format!("a.{at}"))).collect();
    let b: Vec<R> = (0..bits).map(|at| k.input(&format!("b.{at}"))).collect();
    let zero: Row<Public, Vertical> = k.zeros();
    let (sum, carry) = k.add(&a, &b, zero);
    for (at, row) in sum.into_iter().enumerate() {
        k.output(&format!("s.{at}"), row);
    }
    k.output("carry", carry);
    let ran = run(&k.finish(), Shift::Migration, 0);
    assert!(ops(&ran) <= 7 * bits + 1, "{} operations", ops(&ran));
}
