//! Settings of glibc's allocator, which a process can give to itself only by its environment, before it starts.
//!
//! By default each thread has an arena, which reserves 64 MiB of address space and is of no use to other threads; and the
//! largest buffer that was freed decides how much of all later ones is kept from the system.

/// Starts this program anew with the settings, in the same process, unless the environment has settings already.
///
/// Does nothing where the allocator is another one, or the program cannot be started again.
pub fn configure() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    glibc::configure();
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// Two arenas. Buffers of 128 KiB or more go back to the system when they are freed, and so does the end of an arena
    /// once it has a free mebibyte (mallopt(3)).
    const SETTINGS: [(&str, &str); 3] =
        [("MALLOC_ARENA_MAX", "2"), ("MALLOC_MMAP_THRESHOLD_", "131072"), ("MALLOC_TRIM_THRESHOLD_", "1048576")];

    pub(super) fn configure() {
        let is_set = |name: &str| env::var_os(name).is_some();
        if is_set("GLIBC_TUNABLES") || SETTINGS.iter().any(|(name, _)| is_set(name)) {
            return;
        }
        let (Ok(program), mut arguments) = (env::current_exe(), env::args_os()) else { return };
        let mut again = Command::new(program);
        if let Some(name) = arguments.next() {
            again.arg0(name);
        }
        // Returns only if it fails.
        let _ = again.args(arguments).envs(SETTINGS).exec();
    }
}
