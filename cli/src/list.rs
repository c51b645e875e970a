//! `pimtee list`.

use crate::output::{Fatal, JsonArg, table};
use pimtee_gen::catalogue::{self, ParamKind, Setting, TOPS};
use serde::Serialize;
use std::process::ExitCode;
use tabled::Tabled;

/// List blocks, tops with their parameters, and shipped configurations.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  pimtee list
  pimtee list --json - | jq '.rows[] | select(.kind == \"parameter\")'")]
pub struct Args {
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Row {
    Block(Block),
    Top(Top),
    Parameter(Parameter),
    Configuration(Configuration),
}

#[derive(Clone, Serialize, Tabled)]
struct Block {
    block: String,
    summary: String,
}

#[derive(Clone, Serialize, Tabled)]
struct Top {
    top: &'static str,
    block: &'static str,
    summary: &'static str,
}

#[derive(Clone, Serialize, Tabled)]
struct Parameter {
    top: &'static str,
    parameter: &'static str,
    #[tabled(rename = "values")]
    #[serde(skip)]
    range: String,
    #[tabled(skip)]
    #[serde(flatten)]
    values: Values,
    unit: &'static str,
    default: Setting,
    summary: &'static str,
}

#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Values {
    Range { min: u64, max: u64 },
    OneOf { values: &'static [u64] },
    Choice { choices: &'static [&'static str] },
}

#[derive(Clone, Serialize, Tabled)]
struct Configuration {
    configuration: String,
    top: &'static str,
    summary: String,
}

/// Prints the lists.
pub fn run(args: &Args) -> Result<ExitCode, Fatal> {
    let blocks: Vec<Block> = catalogue::blocks()
        .into_iter()
        .map(|block| Block {
            block: block.path,
            summary: block.summary,
        })
        .collect();
    let tops: Vec<Top> = TOPS
        .iter()
        .map(|top| Top {
            top: top.name,
            block: top.block,
            summary: top.summary,
        })
        .collect();
    let parameters: Vec<Parameter> = TOPS
        .iter()
        .flat_map(|top| top.params.iter().map(|spec| (top.name, spec)))
        .map(|(top, spec)| Parameter {
            top,
            parameter: spec.name,
            range: spec.kind.to_string(),
            values: match spec.kind {
                ParamKind::Int { min, max } => Values::Range { min, max },
                ParamKind::OneOf(values) => Values::OneOf { values },
                ParamKind::Choice(choices) => Values::Choice { choices },
            },
            unit: spec.unit,
            default: spec.default,
            summary: spec.doc,
        })
        .collect();
    let configurations: Vec<Configuration> = catalogue::shipped()
        .map_err(Fatal::failed)?
        .into_iter()
        .map(|shipped| Configuration {
            configuration: shipped.path,
            top: shipped.config.top().name,
            summary: shipped.summary,
        })
        .collect();

    let text = [
        table("Blocks", blocks.clone()),
        table("Tops", tops.clone()),
        table("Parameters", parameters.clone()),
        table("Shipped configurations", configurations.clone()),
    ]
    .join("\n");
    let rows: Vec<Row> = (blocks.into_iter().map(Row::Block))
        .chain(tops.into_iter().map(Row::Top))
        .chain(parameters.into_iter().map(Row::Parameter))
        .chain(configurations.into_iter().map(Row::Configuration))
        .collect();
    args.json.write(&text, &rows)?;
    Ok(ExitCode::SUCCESS)
}
