/**
 * Loaded before the standalone server. Reports the server's resource use to its parent, on request after a garbage
 * collection.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type Probed = { readonly cpuMicros: number; readonly rss: number; readonly heapUsed: number }

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

process.on('message', (wish) => {
  if (wish === 'collect') collect()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpuMicros: user + system, rss, heapUsed } satisfies Probed)
})
process.on('disconnect', () => process.exit(0))
// The channel must not keep the process alive: the server ends by itself when asked to stop.
process.channel?.unref()
