import type { Host } from './host.ts'
import type { Timed } from './open-load.ts'
import type { Probed } from './server-probe.ts'

const POST_BELOW_MS = 50
const LAG_BELOW_INTERVALS = 2
/** A value is flat if it grows less than repeated measurements vary. */
const GROWS_BELOW = 1.1
const MIB = 2 ** 20

export type Sustained = {
  readonly created: number
  readonly refused: number
  readonly completed: number
  /** Milliseconds each. */
  readonly posts: readonly Timed[]
  readonly lags: { readonly recorded: readonly number[]; readonly delivered: readonly number[] }
  /** Samples at equal intervals, each after a garbage collection. */
  readonly looks: readonly (Probed & { readonly created: number })[]
  /** While payments were created. */
  readonly host: Host
  /** CPU time of the server and of PostgreSQL in the same period. */
  readonly cpuMicros: { readonly server: number; readonly postgres: number }
}

/** A table of what was asked and what was measured. */
export function printSustained(measured: Sustained, intervalMs: number): void {
  const rows = rowsOf(measured, intervalMs)
  console.log('| | asked | measured |\n|---|---|---|')
  for (const { what, asked, text } of rows) console.log(`| ${[what, asked ?? '', text].join(' | ')} |`)
  const missed = rows.filter(({ met }) => met === false).map(({ what }) => what)
  console.log(missed.length === 0 ? '\nAll that was asked is met.' : `\nNot met: ${missed.join('; ')}.`)
}

type Line = { readonly what: string; readonly text: string | number; readonly asked?: string; readonly met?: boolean }

function rowsOf(
  { created, refused, completed, posts, lags, looks, host, cpuMicros }: Sustained,
  intervalMs: number,
): Line[] {
  const post = percentiles(posts.map((one) => one.ms))
  const undisturbed = posts.filter((one) => host.wasQuiet(one.due)).map((one) => one.ms)
  const recorded = percentiles(lags.recorded.map((ms) => ms / intervalMs))
  const deliveredLags = percentiles(lags.delivered.map((ms) => ms / intervalMs))
  const below = (value: number, limit: number, digits: number) => ({
    text: value.toFixed(digits),
    asked: `< ${limit}`,
    met: value < limit,
  })
  const none = (value: number) => ({ text: value, asked: '0', met: value === 0 })
  const ms = (micros: number) => (micros / 1_000 / created).toFixed(2)
  return [
    { what: 'payments created', text: created },
    { what: 'refused', ...none(refused) },
    { what: 'completed', text: completed },
    { what: 'missing', ...none(created - completed) },
    { what: '`POST`, ms: median', text: post.median.toFixed(1) },
    { what: '`POST`, ms: 99th percentile', ...below(post.p99, POST_BELOW_MS, 1) },
    { what: '`POST`, ms: worst', text: post.worst.toFixed(0) },
    { what: 'CPU time that the host gave to others, %', text: (host.stolen() * 100).toFixed(1) },
    { what: 'of the `POST`s while it gave none, %', text: ((undisturbed.length / posts.length) * 100).toFixed(0) },
    { what: 'these, ms: 99th percentile', text: percentiles(undisturbed).p99.toFixed(1) },
    { what: 'from block to event, polling intervals: median', text: recorded.median.toFixed(2) },
    { what: 'from block to event: 99th percentile', ...below(recorded.p99, LAG_BELOW_INTERVALS, 2) },
    { what: `from block to \`GET\`, ${lags.delivered.length} times: median`, text: deliveredLags.median.toFixed(2) },
    { what: 'from block to `GET`: 99th percentile', ...below(deliveredLags.p99, LAG_BELOW_INTERVALS, 2) },
    ...memoryRows(looks, below),
    { what: 'CPU of the server, ms a payment', text: ms(cpuMicros.server) },
    { what: 'CPU of PostgreSQL, ms a payment', text: ms(cpuMicros.postgres) },
  ]
}

type Below = (value: number, limit: number, digits: number) => Omit<Line, 'what'>

/** Compares the last two samples with the third and fourth: before those, memory is still filling. */
function memoryRows(looks: Sustained['looks'], below: Below): Line[] {
  const mean = (of: (look: Sustained['looks'][number]) => number, from: number, to?: number) => {
    const some = looks.slice(from, to).map(of)
    return some.reduce((sum, one) => sum + one, 0) / some.length
  }
  const [heap, rss, payments] = (['heapUsed', 'rss', 'created'] as const).map((name) => ({
    first: mean((look) => look[name], 2, 4),
    last: mean((look) => look[name], -2),
  }))
  if (!heap || !rss || !payments) return []
  const mib = ({ first, last }: typeof heap) => `${(first / MIB).toFixed(1)}, ${(last / MIB).toFixed(1)}`
  return [
    { what: 'heap in use, MiB: at first, at last', text: mib(heap) },
    { what: 'heap in use: ratio', ...below(heap.last / heap.first, GROWS_BELOW, 2) },
    {
      what: 'heap in use: bytes a further payment',
      text: ((heap.last - heap.first) / (payments.last - payments.first)).toFixed(0),
    },
    { what: 'RSS, MiB: at first, at last', text: mib(rss) },
    { what: 'RSS: ratio', ...below(rss.last / rss.first, GROWS_BELOW, 2) },
  ]
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99), worst: at(1) }
}
