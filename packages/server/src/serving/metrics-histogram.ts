import type { Metric, Registry } from 'prom-client'

type HistogramOptions = {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** Upper bounds, in ascending order. */
  readonly buckets: readonly number[]
}

/** Hits of each bucket, the last one for values above all bounds; and the sum and count of all values. */
type Series = { readonly labels: Record<string, string>; readonly hits: Float64Array; sum: number; count: number }

/**
 * A histogram that is cheap enough to count every request. A series is looked up once, then counting is an addition;
 * the library's histogram builds a key from all labels each time. Returns a function that creates the series for some
 * label values: call it once for each combination.
 */
export function addHistogram(registry: Registry, { name, help, labelNames = [], buckets }: HistogramOptions) {
  const all: Series[] = []
  const metric = {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      values: all.flatMap((series) => listValues(name, buckets, series)),
    }),
  }
  // The registry uses nothing else of a metric, but its type lists the library's own classes.
  registry.registerMetric(metric as unknown as Metric)
  return (labelValues: readonly string[]) => {
    const labels = Object.fromEntries(labelNames.map((label, index) => [label, labelValues[index] ?? '']))
    const series = { labels, hits: new Float64Array(buckets.length + 1), sum: 0, count: 0 }
    all.push(series)
    return {
      observe(value: number): void {
        let bucket = 0
        while (bucket < buckets.length && value > (buckets[bucket] ?? 0)) bucket += 1
        series.hits[bucket] = (series.hits[bucket] ?? 0) + 1
        series.sum += value
        series.count += 1
      },
    }
  }
}

/** Buckets are cumulative: each includes the lower ones. */
function listValues(name: string, buckets: readonly number[], { labels, hits, sum, count }: Series) {
  let below = 0
  const bounds = buckets.map((bound, index) => {
    below += hits[index] ?? 0
    return { metricName: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: below }
  })
  return [
    ...bounds,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
