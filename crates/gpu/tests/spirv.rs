//! Checks that every kernel is valid SPIR-V. Some drivers accept code that `spirv-val` refuses, but
//! others may not.

use std::process::Command;

use cleave_gpu::kernels::{self, Generator, SearchKernel, Stack};

/// Returns the SPIR-V that a driver gets for this source.
fn spirv(source: &str) -> Vec<u8> {
    let module = naga::front::wgsl::parse_str(source).expect("WGSL");
    let capabilities = naga::valid::Capabilities::SHADER_INT64;
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), capabilities);
    let info = validator.validate(&module).expect("a valid module");
    let options = naga::back::spv::Options { lang_version: (1, 3), ..Default::default() };
    let words = naga::back::spv::write_vec(&module, &info, &options, None).expect("SPIR-V");
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// Returns the errors of the validator.
fn complaints(name: &str, binary: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    std::fs::write(&file, binary).expect("a file");
    let mut validator = Command::new("spirv-val");
    let output = validator.args(["--target-env", "vulkan1.1"]).arg(&file).output();
    let output = output.expect("spirv-val, of Debian's spirv-tools");
    String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout)
}

#[test]
fn every_kernel_is_valid() {
    for generator in [Generator::Compiled, Generator::Table] {
        assert_eq!(
            complaints("perft", &spirv(&kernels::perft(generator, 64))),
            "",
            "{generator:?}"
        );
        for (table, together) in [(false, false), (true, false), (true, true)] {
            for stack in [Stack::Memory, Stack::Private, Stack::Workgroup] {
                let kernel =
                    SearchKernel { generator, group: 16, frames: 6, stack, table, together };
                assert_eq!(
                    complaints("search", &spirv(&kernels::search(&kernel))),
                    "",
                    "{kernel:?}"
                );
            }
        }
    }
}

#[test]
fn the_validator_refuses_code_that_naga_accepts() {
    let source = "@group(0) @binding(0) var<storage, read_write> x: array<u64>;
        @compute @workgroup_size(1) fn main() { x[0] = countOneBits(x[0]); }";
    assert!(complaints("wrong", &spirv(source)).contains("32"), "64-bit countOneBits is accepted");
}
