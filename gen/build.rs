//! Builds again when a shipped configuration comes or goes.

fn main() {
    println!("cargo::rerun-if-changed=../configs");
}
