/** Webhook receivers in their own process: some answer at once, some never answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Ready, Usage } from './serve.ts'

const [answering = 0, hanging = 0] = process.argv.slice(2).map(Number)
/** The times when each message first arrived, in milliseconds since the epoch, by port and `webhook-id`. */
const arrivals: Record<string, number> = {}

async function listen(hangs: boolean): Promise<number> {
  const server = createServer((request, response) => {
    arrivals[`${port} ${request.headers['webhook-id']}`] ??= Date.now()
    request.resume()
    if (!hangs) response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return port
}

const listening = (count: number, hangs: boolean) => Promise.all(Array.from({ length: count }, () => listen(hangs)))

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMicros: user + system, details: arrivals } satisfies Usage)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ hanging: await listening(hanging, true), answering: await listening(answering, false) })
process.send?.({ port: 0 } satisfies Ready)
