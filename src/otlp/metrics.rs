//! Metrics as OTLP: those that Prometheus would read, under the same names.

use std::time::{SystemTime, UNIX_EPOCH};

use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::common::v1::{AnyValue, InstrumentationScope, KeyValue, any_value};
use opentelemetry_proto::tonic::metrics::v1::{
    AggregationTemporality, Gauge, Histogram, HistogramDataPoint, Metric, NumberDataPoint, ResourceMetrics,
    ScopeMetrics, Sum, metric, number_data_point,
};
use opentelemetry_proto::tonic::resource::v1::Resource;
use prometheus::proto::{LabelPair, Metric as Series, MetricFamily, MetricType};

const CUMULATIVE: i32 = AggregationTemporality::Cumulative as i32;

/// The time of a message in nanoseconds since 1970: of the process's start, and of the values.
#[derive(Clone, Copy)]
pub(super) struct Times {
    pub(super) start: u64,
    pub(super) now: u64,
}

/// A time in nanoseconds since 1970.
pub(super) fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
}

/// The message with these metrics.
pub(super) fn message(families: &[MetricFamily], resource: Resource, times: Times) -> ExportMetricsServiceRequest {
    let scope = InstrumentationScope {
        name: "plyd".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..InstrumentationScope::default()
    };
    let metrics = families.iter().filter_map(|family| metric(family, times)).collect();
    let scope_metrics = vec![ScopeMetrics { scope: Some(scope), metrics, ..ScopeMetrics::default() }];
    let resource = ResourceMetrics { resource: Some(resource), scope_metrics, ..ResourceMetrics::default() };
    ExportMetricsServiceRequest { resource_metrics: vec![resource] }
}

/// `None` for a kind of metric that plyd has none of.
fn metric(family: &MetricFamily, times: Times) -> Option<Metric> {
    let numbers = |value: fn(&Series) -> f64| {
        family.get_metric().iter().map(|series| number(series, value(series), times)).collect()
    };
    let data = match family.get_field_type() {
        MetricType::COUNTER => metric::Data::Sum(Sum {
            data_points: numbers(|series| series.get_counter().get_value()),
            aggregation_temporality: CUMULATIVE,
            is_monotonic: true,
        }),
        MetricType::GAUGE => {
            metric::Data::Gauge(Gauge { data_points: numbers(|series| series.get_gauge().get_value()) })
        }
        MetricType::HISTOGRAM => metric::Data::Histogram(Histogram {
            data_points: family.get_metric().iter().map(|series| histogram(series, times)).collect(),
            aggregation_temporality: CUMULATIVE,
        }),
        _ => return None,
    };
    let (name, description) = (family.name().to_owned(), family.help().to_owned());
    Some(Metric { unit: unit(&name).to_owned(), name, description, data: Some(data), metadata: Vec::new() })
}

/// The unit in UCUM's letters that the name ends in.
fn unit(name: &str) -> &'static str {
    match name.trim_end_matches("_total").rsplit('_').next() {
        Some("seconds") => "s",
        Some("bytes") => "By",
        _ => "",
    }
}

fn number(series: &Series, value: f64, Times { start, now }: Times) -> NumberDataPoint {
    NumberDataPoint {
        attributes: attributes(series.get_label()),
        start_time_unix_nano: start,
        time_unix_nano: now,
        value: Some(number_data_point::Value::AsDouble(value)),
        ..NumberDataPoint::default()
    }
}

/// Prometheus counts what is up to a bound; OTLP what is between two, and beyond the last.
fn histogram(series: &Series, Times { start, now }: Times) -> HistogramDataPoint {
    let histogram = series.get_histogram();
    let count = histogram.get_sample_count();
    let finite = histogram.get_bucket().iter().filter(|bucket| bucket.upper_bound().is_finite());
    let (explicit_bounds, up_to): (Vec<f64>, Vec<u64>) =
        finite.map(|bucket| (bucket.upper_bound(), bucket.cumulative_count())).unzip();
    let before = std::iter::once(0).chain(up_to.iter().copied());
    let bucket_counts = up_to.iter().copied().chain([count]).zip(before);
    HistogramDataPoint {
        attributes: attributes(series.get_label()),
        start_time_unix_nano: start,
        time_unix_nano: now,
        count,
        sum: Some(histogram.get_sample_sum()),
        // A value that is observed between two reads may be in one count and not yet in the next.
        bucket_counts: bucket_counts.map(|(up_to, before)| up_to.saturating_sub(before)).collect(),
        explicit_bounds,
        ..HistogramDataPoint::default()
    }
}

fn attributes(labels: &[LabelPair]) -> Vec<KeyValue> {
    let attribute = |label: &LabelPair| {
        let value = any_value::Value::StringValue(label.value().to_owned());
        KeyValue { key: label.name().to_owned(), value: Some(AnyValue { value: Some(value) }), ..KeyValue::default() }
    };
    labels.iter().map(attribute).collect()
}

#[cfg(test)]
mod tests {
    use prometheus::{Counter, Histogram as Observed, HistogramOpts, IntGaugeVec, Opts, Registry};

    use super::*;

    #[test]
    fn counters_gauges_and_histograms_keep_names_labels_and_values() {
        let registry = Registry::new();
        let counter = Counter::new("process_cpu_seconds_total", "CPU.").unwrap();
        counter.inc_by(1.5);
        let gauge = IntGaugeVec::new(Opts::new("plyd_memory_bytes", "Held."), &["use"]).unwrap();
        gauge.with_label_values(&["heads"]).set(-3);
        let histogram = Observed::with_opts(HistogramOpts::new("run", "Ran.").buckets(vec![1.0, 2.0])).unwrap();
        [0.5, 1.5, 1.5, 9.0].into_iter().for_each(|value| histogram.observe(value));
        for collector in
            [Box::new(counter) as Box<dyn prometheus::core::Collector>, Box::new(gauge), Box::new(histogram)]
        {
            registry.register(collector).unwrap();
        }
        let message = message(&registry.gather(), Resource::default(), Times { start: 1, now: 2 });
        let metrics = &message.resource_metrics[0].scope_metrics[0].metrics;
        let told: Vec<_> = metrics.iter().map(|metric| (metric.name.as_str(), metric.unit.as_str())).collect();
        assert_eq!(told, [("plyd_memory_bytes", "By"), ("process_cpu_seconds_total", "s"), ("run", "")]);
        let Some(metric::Data::Gauge(gauge)) = &metrics[0].data else { panic!("{:?}", metrics[0]) };
        assert_eq!(gauge.data_points[0].value, Some(number_data_point::Value::AsDouble(-3.0)));
        assert_eq!(gauge.data_points[0].attributes[0].key, "use");
        let Some(metric::Data::Sum(sum)) = &metrics[1].data else { panic!("{:?}", metrics[1]) };
        let point = &sum.data_points[0];
        assert!(sum.is_monotonic && sum.aggregation_temporality == CUMULATIVE);
        assert_eq!(point.value, Some(number_data_point::Value::AsDouble(1.5)));
        assert_eq!((point.start_time_unix_nano, point.time_unix_nano), (1, 2));
        let Some(metric::Data::Histogram(histogram)) = &metrics[2].data else { panic!("{:?}", metrics[2]) };
        let point = &histogram.data_points[0];
        assert_eq!((point.count, point.sum), (4, Some(12.5)));
        assert_eq!((&point.explicit_bounds, &point.bucket_counts), (&vec![1.0, 2.0], &vec![1, 2, 1]));
    }
}
