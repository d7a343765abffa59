/** Open pages that follow payments for which nothing happens: at intervals, or by requests that wait for a change. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'

/** The request of an open page: its address at the server, with the tag of what it has. */
export type OpenPage = { readonly id: string; readonly path: string; readonly tag: string; readonly address: string }

type Following = {
  readonly seconds: number
  /** True if requests wait for a change. */
  readonly waits: boolean
  /** Microseconds of CPU of the database so far, if it is a process of its own. */
  readonly readOther: () => number
}

/** CPU time for a page that is open for a minute, in milliseconds, of the server and of the database. */
type Spent = { readonly own: number; readonly other: number }

/** As the element does it. */
const WAIT = '?wait=8'
const PAUSE_MS = 2_000

/** Follows pages for some time. What an idle server takes does not count. */
export async function followPages(
  server: Child,
  pages: readonly OpenPage[],
  { seconds, waits, readOther }: Following,
): Promise<Spent> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const follow = async (page: OpenPage, index: number, end: number) => {
    // Payers come one after the other.
    await sleep((PAUSE_MS * index) / pages.length)
    while (performance.now() < end) {
      const startedAt = performance.now()
      await ask(server, agent, { ...page, path: waits ? page.path + WAIT : page.path })
      const pause = waits ? PAUSE_MS - (performance.now() - startedAt) : PAUSE_MS
      await sleep(Math.max(0, pause))
    }
  }
  const idle = await measure(server, readOther, () => sleep(1_000 * seconds))
  const end = performance.now() + 1_000 * seconds
  const busy = await measure(server, readOther, () => Promise.all(pages.map((page, index) => follow(page, index, end))))
  agent.destroy()
  const perPage = (microsPerSecond: number) => (microsPerSecond * 60) / 1_000 / pages.length
  return { own: perPage(busy.own - idle.own), other: perPage(busy.other - idle.other) }
}

/** Microseconds of CPU in a second of the work. */
async function measure(server: Child, readOther: () => number, work: () => Promise<unknown>): Promise<Spent> {
  const [before, otherBefore, startedAt] = [await server.usage(), readOther(), performance.now()]
  await work()
  const [after, otherAfter] = [await server.usage(), readOther()]
  const seconds = (performance.now() - startedAt) / 1_000
  return { own: (after.cpuMicros - before.cpuMicros) / seconds, other: (otherAfter - otherBefore) / seconds }
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
