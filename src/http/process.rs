//! Prometheus' standard process metrics: CPU time, memory, file descriptors, threads. Read from Linux's /proc.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use prometheus::{Counter, Gauge};

/// The unit of CPU times in /proc: 1/100 s on every architecture that Rust's standard library is built for.
const TICKS_PER_SECOND: f64 = 100.0;

pub(super) struct ProcessMetrics {
    cpu_seconds: Counter,
    open_fds: Gauge,
    max_fds: Gauge,
    virtual_memory: Gauge,
    resident_memory: Gauge,
    start_time: Gauge,
    threads: Gauge,
}

impl ProcessMetrics {
    /// Takes the current time for the start of the process.
    pub(super) fn new() -> Self {
        let gauge = |name, help| Gauge::new(name, help).expect("a valid name");
        let metrics = Self {
            cpu_seconds: Counter::new("process_cpu_seconds_total", "User and system CPU time spent, in seconds.")
                .expect("a valid name"),
            open_fds: gauge("process_open_fds", "Open file descriptors."),
            max_fds: gauge("process_max_fds", "File descriptors that may be open at once."),
            virtual_memory: gauge("process_virtual_memory_bytes", "Virtual memory in bytes."),
            resident_memory: gauge("process_resident_memory_bytes", "Resident memory in bytes."),
            start_time: gauge("process_start_time_seconds", "Start of the process, in seconds since 1970."),
            threads: gauge("process_threads", "Threads of the operating system."),
        };
        metrics.start_time.set(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
        metrics
    }

    fn all(&self) -> [&dyn Collector; 7] {
        let Self { cpu_seconds, open_fds, max_fds, virtual_memory, resident_memory, start_time, threads } = self;
        [cpu_seconds, open_fds, max_fds, virtual_memory, resident_memory, start_time, threads]
    }

    /// Keeps the last value where a file cannot be read.
    fn update(&self) {
        if let Some(seconds) = read("stat").as_deref().and_then(cpu_seconds) {
            // A concurrent scrape may have counted more already.
            self.cpu_seconds.inc_by((seconds - self.cpu_seconds.get()).max(0.0));
        }
        if let Ok(files) = fs::read_dir("/proc/self/fd") {
            // Without the descriptor that lists them.
            self.open_fds.set(files.count() as f64 - 1.0);
        }
        if let Some(limit) = read("limits").as_deref().and_then(|limits| first_number(limits, "Max open files")) {
            self.max_fds.set(limit);
        }
        let status = read("status").unwrap_or_default();
        let rows = [
            ("VmSize:", 1024.0, &self.virtual_memory),
            ("VmRSS:", 1024.0, &self.resident_memory),
            ("Threads:", 1.0, &self.threads),
        ];
        for (name, unit, gauge) in rows {
            if let Some(number) = first_number(&status, name) {
                gauge.set(number * unit);
            }
        }
    }
}

impl Collector for ProcessMetrics {
    fn desc(&self) -> Vec<&Desc> {
        self.all().into_iter().flat_map(Collector::desc).collect()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        self.update();
        self.all().into_iter().flat_map(Collector::collect).collect()
    }
}

fn read(name: &str) -> Option<String> {
    fs::read_to_string(format!("/proc/self/{name}")).ok()
}

/// Fields 14 and 15 of `stat`: user and system time. Field 2, the name in parentheses, may contain spaces.
fn cpu_seconds(stat: &str) -> Option<f64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_PER_SECOND)
}

/// The first number in the row of this name; `None` for `unlimited`.
fn first_number(rows: &str, name: &str) -> Option<f64> {
    rows.lines().find_map(|row| row.strip_prefix(name))?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_proc_are_read() {
        let stat = "7 (a) name) S 1 7 7 0 -1 4194560 900 0 0 0 250 125 0 0 20 0 5 0 100 0 0";
        assert_eq!(cpu_seconds(stat), Some(3.75));
        let limits =
            "Limit  Soft Limit  Hard Limit  Units\nMax open files            1024                 4096    files\n";
        assert_eq!(first_number(limits, "Max open files"), Some(1024.0));
        assert_eq!(first_number("VmRSS:\t    1500 kB\n", "VmRSS:"), Some(1500.0));
        assert_eq!(first_number("Max open files  unlimited  unlimited\n", "Max open files"), None);
    }

    #[test]
    fn every_metric_of_this_process_has_a_value() {
        let metrics = ProcessMetrics::new();
        assert_eq!(metrics.collect().len(), metrics.desc().len());
        for gauge in [&metrics.open_fds, &metrics.virtual_memory, &metrics.resident_memory, &metrics.threads] {
            assert!(gauge.get() >= 1.0, "{:?}", gauge.desc());
        }
        assert!(metrics.start_time.get() > 1.7e9);
    }
}
