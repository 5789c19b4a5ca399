//! Checks at the start that the machine has the memory that the options ask for. Without this check, a failed
//! allocation would end the process. If the system overcommits memory, it could do so much later.

use std::fs;
use std::path::Path;

/// Checks that `bytes` for `what` can be allocated, without touching them.
///
/// # Errors
/// A sentence, if the machine or the process's control group has less memory, or the system refuses the allocation.
pub fn check(what: &str, bytes: usize) -> Result<(), String> {
    let mb = bytes.div_ceil(1 << 20);
    if let Some(limit) = limit()
        && bytes > limit
    {
        return Err(format!("{what} may take {mb} MiB, but there are only {} MiB of memory", limit >> 20));
    }
    // This also detects limits on the address space.
    let refused = Vec::<u8>::new().try_reserve_exact(bytes).is_err();
    if refused { Err(format!("{what} may take {mb} MiB, but the system refuses to allocate it")) } else { Ok(()) }
}

/// The memory of the machine, or of the control group if that is less. `None` on systems without these files.
fn limit() -> Option<usize> {
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let machine = machine(&read(Path::new("/proc/meminfo")));
    // In a container, this path may be the path outside the container, and then the limit is at the root.
    let groups = read(Path::new("/proc/self/cgroup"));
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let of_group = |group: &Path| read(&Path::new("/sys/fs/cgroup").join(group).join("memory.max")).trim().parse().ok();
    Path::new(group).ancestors().filter_map(of_group).chain(machine).min()
}

/// `MemTotal`, which is in kB.
fn machine(meminfo: &str) -> Option<usize> {
    let kb = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    kb.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_memory_passes_and_more_is_refused() {
        assert_eq!(check("a table", 1 << 20), Ok(()));
        let refused = check("a table", usize::MAX >> 2).unwrap_err();
        assert!(refused.starts_with("a table may take 4398046511104 MiB, but "), "{refused}");
    }

    #[test]
    fn the_memory_of_the_machine_is_read() {
        assert_eq!(machine("MemTotal:       24681212 kB\nMemFree: 1 kB\n"), Some(24_681_212 * 1024));
        assert_eq!(machine("MemFree: 1 kB"), None);
    }
}
