import type { AddressInfo } from 'node:net'
import type { Express } from 'express'

/** The server's first message to its parent. */
export type Ready = { readonly port: number }
export type Usage = { readonly cpuMicros: number; readonly details: Record<string, number> }

/** Serves on loopback, reports the port to the parent, and answers each message with the CPU time used so far. */
export async function serveBench(app: Express, counters: { read?: () => Record<string, number> }): Promise<void> {
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port } satisfies Ready)
  })
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system, details: counters.read?.() ?? {} } satisfies Usage)
  })
  process.on('disconnect', () => process.exit(0))
}
