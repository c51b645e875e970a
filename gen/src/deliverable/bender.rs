//! The description of a deliverable for Bender.

use super::{Design, yaml};
use serde::Serialize;

#[derive(Serialize)]
struct Manifest<'a> {
    package: Package<'a>,
    sources: Vec<Sources>,
}

#[derive(Serialize)]
struct Package<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Sources {
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'static str>,
    files: Vec<String>,
}

/// Text of `Bender.yml`. Assertions are for the target `simulation`.
pub fn manifest(design: &Design<'_>) -> String {
    let mut sources = vec![Sources {
        target: None,
        files: design.rtl(),
    }];
    sources.extend(design.assertions().map(|path| Sources {
        target: Some("simulation"),
        files: vec![path],
    }));
    let manifest = Manifest {
        package: Package {
            name: design.name(),
        },
        sources,
    };
    let header = design.header("#", &format!("{}, for Bender.", design.name()));
    format!("{header}{}", yaml(&manifest))
}
