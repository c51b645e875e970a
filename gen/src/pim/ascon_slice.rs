//! The S-box of ASCON on rows, in the form that takes the fewest operations here.
//!
//! Formulas follow from the algebraic normal form of the S-box (Ascon v1.2, section 2.6.2; NIST SP
//! 800-232, 3.3) by the cases of x1, and were chosen with the search among several hundred.

use super::ir::Ir;
use super::kernel::{Kernel, Layout, Row, Secret, Vertical};

/// The S-box on five rows, constant addition not included. `each` is called with every result as
/// soon as it is there, while compute rows still hold it: what takes it next is shorter then.
pub fn ascon_sbox<L: Layout>(
    k: &mut Kernel,
    x: [Row<Secret, L>; 5],
    mut each: impl FnMut(&mut Kernel, usize, Row<Secret, L>),
) -> [Row<Secret, L>; 5] {
    let [x0, x1, x2, x3, x4] = x;
    let v = k.xor(x3, x4);
    let w = k.or(x0, v);
    let z3 = k.xor3(x1, x2, w);
    each(k, 3, z3);
    let not_x3 = k.not(x3);
    let u = k.and(x4, not_x3);
    let z2 = k.xor3(x1, x2, u);
    let z2 = k.not(z2);
    each(k, 2, z2);
    let s = k.xor3(x0, x2, x3);
    let not_v = k.not(v);
    let z0 = k.select(x1, not_v, s);
    each(k, 0, z0);
    // Not all of x1, x2, x3 are equal.
    let p = k.xor(x1, x2);
    let q = k.xor(x2, x3);
    let n = k.or(p, q);
    let z1 = k.xor3(x4, x0, n);
    each(k, 1, z1);
    let c = k.xor(x0, x3);
    let not_c = k.not(c);
    let z4 = k.select(x1, not_c, v);
    each(k, 4, z4);
    [z0, z1, z2, z3, z4]
}

/// S-box and linear layer of one bit slice: `x` to `y`, the other operands of the linear layer from
/// rows of other slices.
pub fn ascon_slice() -> Ir {
    let mut k = Kernel::new("ascon-slice");
    let x: [Row<Secret, Vertical>; 5] = std::array::from_fn(|at| k.input(&format!("x.{at}")));
    let others: [[Row<Secret, Vertical>; 2]; 5] =
        std::array::from_fn(|at| ["r", "s"].map(|name| k.input(&format!("{name}.{at}"))));
    let mut y = Vec::new();
    let z = ascon_sbox(&mut k, x, |k, at, z| {
        let [r, s] = others[at];
        y.push((at, k.xor3(z, r, s)));
    });
    for (at, z) in z.into_iter().enumerate() {
        k.output(&format!("z.{at}"), z);
    }
    for (at, y) in y {
        k.output(&format!("y.{at}"), y);
    }
    k.finish()
}
