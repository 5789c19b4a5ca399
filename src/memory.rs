//! Checks at the start that the machine has the memory that options ask for. A failed allocation would end the process,
//! and an overcommitted one would end it later.

use std::fs;
use std::path::Path;

/// Checks that `bytes` for `what` can be allocated, without touching them.
///
/// # Errors
/// A sentence, when the machine or the process's control group has less, or the system refuses the allocation.
pub fn check(what: &str, bytes: usize) -> Result<(), String> {
    let mb = bytes.div_ceil(1 << 20);
    if let Some(limit) = limit()
        && bytes > limit
    {
        return Err(format!("{what} may take {mb} MiB, and there are {} MiB of memory", limit >> 20));
    }
    // Also finds limits of the address space.
    let refused = Vec::<u8>::new().try_reserve_exact(bytes).is_err();
    if refused { Err(format!("{what} may take {mb} MiB, and the system refuses them")) } else { Ok(()) }
}

/// The memory of the machine, or of a control group if that has less. `None` where the system has no such files.
fn limit() -> Option<usize> {
    let meminfo = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().flat_map(|line| limits_of(Path::new("/sys/fs/cgroup"), line));
    limits.chain(machine(&meminfo)).min()
}

/// `MemTotal`, which is in kB.
fn machine(meminfo: &str) -> Option<usize> {
    let kb = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    kb.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// The limits of a control group and of its ancestors: `0::/path` in version 2, `4:memory:/path` in version 1.
///
/// In a container, the path may be the one outside of it, and the limit be at the root.
fn limits_of(mount: &Path, line: &str) -> Vec<usize> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { return Vec::new() };
    let (root, file) = match controllers {
        "" => (mount.to_owned(), "memory.max"),
        _ if controllers.split(',').any(|controller| controller == "memory") => {
            (mount.join("memory"), "memory.limit_in_bytes")
        }
        _ => return Vec::new(),
    };
    let limit = |group: &Path| fs::read_to_string(root.join(group).join(file)).ok()?.trim().parse().ok();
    Path::new(path.trim_start_matches('/')).ancestors().filter_map(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_passes_and_more_is_refused() {
        assert_eq!(check("a table", 1 << 20), Ok(()));
        let refused = check("a table", usize::MAX >> 2).unwrap_err();
        assert!(refused.starts_with("a table may take 4398046511104 MiB, and "), "{refused}");
    }

    #[test]
    fn the_machine_and_control_groups_of_both_versions_are_read() {
        assert_eq!(machine("MemTotal:       24681212 kB\nMemFree: 1 kB\n"), Some(24_681_212 * 1024));
        assert_eq!(machine("MemFree: 1 kB"), None);
        let mount = std::env::temp_dir().join(format!("plyd-groups-{}", std::process::id()));
        for (file, text) in [
            ("memory.max", "max\n"),
            ("service/memory.max", "1000\n"),
            ("service/one/memory.max", "3000\n"),
            ("memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("memory/one/memory.limit_in_bytes", "2000\n"),
        ] {
            let file = mount.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let limits = |line| limits_of(&mount, line);
        assert_eq!(limits("0::/service/one"), [3000, 1000]);
        assert_eq!(limits("4:memory:/one"), [2000, 9_223_372_036_854_771_712]);
        assert_eq!(limits("3:cpu,memory:/elsewhere"), [9_223_372_036_854_771_712]);
        assert!(limits("2:cpuacct:/one").is_empty());
        fs::remove_dir_all(mount).unwrap();
    }
}
