import type { Metric, Registry } from 'prom-client'

type HistogramOptions = {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  /** Upper bounds, the lowest first. */
  readonly buckets: readonly number[]
}

/** How often each bucket was hit, the last one for what is above all bounds; and the sum of it all. */
type Series = { readonly labels: Record<string, string>; readonly hits: Float64Array; sum: number; count: number }

/**
 * A histogram of which each request counts: a series is looked up once, and then counting is an addition. The library's own
 * makes a key of all labels each time. Answers what makes a series of labels' values, each of them once.
 */
export function addHistogram(registry: Registry, { name, help, labelNames = [], buckets }: HistogramOptions) {
  const all: Series[] = []
  const metric = {
    name,
    get: async () => ({
      name,
      help,
      type: 'histogram',
      values: all.flatMap((series) => valuesOf(name, buckets, series)),
    }),
  }
  // The registry asks nothing else of a metric, and its type lists the library's own classes.
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

/** Buckets hold what is in the lower ones, too. */
function valuesOf(name: string, buckets: readonly number[], { labels, hits, sum, count }: Series) {
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
