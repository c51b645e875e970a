//! Builds again when there is another file in `formal/`, which the library includes.

fn main() {
    println!("cargo::rerun-if-changed=formal");
}
