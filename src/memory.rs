//! Whether there is memory for what options ask for, asked before it is too late: an allocation that fails ends the
//! process, and one that the system grants without having it ends the process later.

use std::fs;
use std::path::Path;

/// Checks that so many bytes for `what` can be had. None is touched.
///
/// # Errors
/// A sentence, when they are more than the machine or the process's control group has, or the system refuses them.
pub fn check(what: &str, bytes: usize) -> Result<(), String> {
    let mb = bytes.div_ceil(1 << 20);
    if let Some(most) = most()
        && bytes > most
    {
        return Err(format!("{what} may take {mb} MiB, and there are {} MiB of memory", most >> 20));
    }
    // Limits of the address space are found by asking.
    let refused = Vec::<u8>::new().try_reserve_exact(bytes).is_err();
    if refused { Err(format!("{what} may take {mb} MiB, and the system refuses them")) } else { Ok(()) }
}

/// The memory of the machine, or of a control group if that has less. None where the system does not tell.
fn most() -> Option<usize> {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().flat_map(|line| limits_of(Path::new("/sys/fs/cgroup"), line));
    limits.chain(machine(&told)).min()
}

/// `MemTotal`, which is told in kB.
fn machine(told: &str) -> Option<usize> {
    let kb = told.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    kb.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

/// The limits of one control group and of those around it: `0::/path` in version 2, `4:memory:/path` in version 1. In a
/// container the path may be that outside, and the limit stand at the root.
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
    fn what_there_is_may_be_had_and_what_there_is_not_may_not() {
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
