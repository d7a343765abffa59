/** Loaded before the standalone server: tells its parent what it uses. */
import { constants, PerformanceObserver } from 'node:perf_hooks'

/**
 * `heapUsed`: after the last collection of all garbage, or now if there was none. One that the bench forced would stop the
 * server for as long as many requests take.
 */
export type Probed = { readonly cpuMicros: number; readonly rss: number; readonly heapUsed: number }

let heapAfterCollection: number | null = null
new PerformanceObserver((list) => {
  const isMajor = list.getEntries().some((entry) => kindOf(entry) === constants.NODE_PERFORMANCE_GC_MAJOR)
  if (isMajor) heapAfterCollection = process.memoryUsage().heapUsed
}).observe({ entryTypes: ['gc'] })

/** The types know no entry's details. */
function kindOf(entry: object): unknown {
  return (entry as { detail?: { kind?: unknown } }).detail?.kind
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpuMicros: user + system, rss, heapUsed: heapAfterCollection ?? heapUsed } satisfies Probed)
})
process.on('disconnect', () => process.exit(0))
// Asked to stop, the server ends by itself.
process.channel?.unref()
