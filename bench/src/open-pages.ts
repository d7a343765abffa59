/** Open pages that follow payments for which nothing happens: at intervals, or by requests that wait for a change. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'

/** What an open page asks for: its address at the server, with the tag of what it has. */
export type OpenPage = { readonly path: string; readonly tag: string; readonly address: string }

/** As the element does it. */
const WAIT = '?wait=8'
const PAUSE_MS = 2_000

/** The CPU time of the server for a page that is open for a minute, in milliseconds. */
export async function followPages(
  server: Child,
  pages: readonly OpenPage[],
  { seconds, waits }: { readonly seconds: number; readonly waits: boolean },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const end = performance.now() + 1_000 * seconds
  const follow = async (page: OpenPage, index: number) => {
    // Payers come one after the other.
    await sleep((PAUSE_MS * index) / pages.length)
    while (performance.now() < end) {
      const startedAt = performance.now()
      await ask(server, agent, { ...page, path: waits ? page.path + WAIT : page.path })
      const pause = waits ? PAUSE_MS - (performance.now() - startedAt) : PAUSE_MS
      await sleep(Math.max(0, pause))
    }
  }
  const before = await server.usage()
  await Promise.all(pages.map(follow))
  const after = await server.usage()
  agent.destroy()
  return (after.cpuMicros - before.cpuMicros) / 1_000 / pages.length / (seconds / 60)
}

function ask(server: Child, agent: Agent, { path, tag, address }: OpenPage): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'if-none-match': tag, 'x-forwarded-for': address }
    const asked = request(`${server.url}${path}`, { agent, headers }, (answer) => {
      if (answer.statusCode !== 304) reject(new Error(`a page was answered ${answer.statusCode}`))
      answer.resume().on('end', resolve)
    })
    asked.on('error', reject).end()
  })
}
