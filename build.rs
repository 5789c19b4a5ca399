//! Writes the contract as JSON beside its YAML, so that the binary carries both and no YAML reader.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo:rerun-if-changed=openapi.yaml");
    let yaml = fs::read_to_string("openapi.yaml").expect("openapi.yaml stands beside Cargo.toml");
    let contract: serde_json::Value = serde_saphyr::from_str(&yaml).expect("openapi.yaml is YAML");
    let path = Path::new(&env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("openapi.json");
    fs::write(path, serde_json::to_vec(&contract).expect("YAML of this kind is JSON too"))
        .expect("OUT_DIR is writable");
}
