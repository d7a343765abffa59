import { createServer, type RequestListener } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'

/** The server's first message to its parent. */
export type Ready = { readonly port: number }
export type Usage = { readonly cpuMicros: number; readonly details: Record<string, number> }

/** A wish of the parent. */
export type Frame = { readonly functionName: string; readonly url: string; readonly lineNumber: number }
type ProfileNode = { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }
export type Profile = {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export type Wish = 'usage' | 'start profile' | 'stop profile'

/** Serves on loopback, reports the port to the parent, and answers its wishes: the CPU time used so far, or a profile. */
export async function serveBench(
  listener: RequestListener,
  counters: { read?: () => Record<string, number> } = {},
): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port } satisfies Ready)
  })
  const session = new Session()
  const wishes: Readonly<Record<Wish, () => Promise<object>>> = {
    async usage() {
      const { user, system } = process.cpuUsage()
      return { cpuMicros: user + system, details: counters.read?.() ?? {} } satisfies Usage
    },
    async 'start profile'() {
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval: 200 })
      await session.post('Profiler.start')
      return {}
    },
    async 'stop profile'() {
      const { profile } = await session.post('Profiler.stop')
      session.disconnect()
      return profile
    },
  }
  process.on('message', (wish: Wish) => void wishes[wish]().then((answer) => process.send?.(answer)))
  process.on('disconnect', () => process.exit(0))
}
