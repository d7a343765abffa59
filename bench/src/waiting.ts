/** The cost of an open page: its requests for the state of a payment that waits, and how often it sends them. */
import { compare, paymentBody } from './api.ts'
import { type Child, startChild } from './child.ts'
import { requestBytes } from './load.ts'
import { followPages, type OpenPage } from './open-pages.ts'
import { withPostgres } from './postgres-server.ts'
import { wallet } from './setup.ts'

/** Pages of as many payments are open at a time: more than a process keeps states of (decision 85). */
const OPEN = 1_600
/** Their states are kept. */
const COMPARED = 400
/** Requests are limited by address. */
const PAGES = 8_000
/** Several waits. */
const FOLLOWED_SECONDS = 32

export async function benchWaiting(path: string): Promise<void> {
  const server = await startChild('checkout-server.ts', [path])
  const pages = await openPages(server)
  await compareRequests(server, pages)
  console.log(`\n| ${OPEN} open pages | server | PostgreSQL |\n|---|---|---|`)
  await follow('SQLite', server, pages, () => 0)
  await server.stop()
  await withPostgres(async (postgres) => {
    const other = await startChild('checkout-server.ts', [await postgres.newDatabase('waiting')])
    await follow('PostgreSQL', other, await openPages(other), postgres.cpuMicros)
    await other.stop()
  })
}

async function follow(database: string, server: Child, pages: readonly OpenPage[], readOther: () => number) {
  for (const waits of [false, true]) {
    const { own, other } = await followPages(server, pages, { seconds: FOLLOWED_SECONDS, waits, readOther })
    const name = waits ? 'wait for a change, 8 s at most' : 'ask every 2 s'
    console.log(`| ${database}: ${name} | ${own.toFixed(2)} ms a page and minute | ${other.toFixed(2)} ms |`)
  }
}

function credentialsOf({ stats }: Child) {
  const key = stats.key as { publicKey: string; secretKey: string }
  return { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
}

async function openPages(server: Child): Promise<OpenPage[]> {
  const headers = { ...credentialsOf(server), 'content-type': 'application/json' }
  const pages: OpenPage[] = []
  for (let n = 0; n < OPEN; n++) {
    const address = `10.0.${n >> 8}.${n & 255}`
    const body = paymentBody(n, wallet(n % 50))
    const created = await fetch(`${server.url}/v1/payments`, { method: 'POST', headers, body })
    const { id } = (await created.json()) as { id: string }
    const path = `/pay/${id.slice('pay_'.length)}/status`
    const { headers: sent } = await fetch(`${server.url}${path}`, { headers: { 'x-forwarded-for': address } })
    pages.push({ id, path, address, tag: sent.get('etag') ?? '' })
  }
  return pages
}

async function compareRequests(server: Child, pages: readonly OpenPage[]): Promise<void> {
  const requests = Array.from({ length: PAGES }, (_, n) => {
    const { id, path, tag } = pages[n % COMPARED] as OpenPage
    const from = { 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` }
    return {
      read: requestBytes('GET', `/v1/payments/${id}`, credentialsOf(server)),
      whole: requestBytes('GET', path, from),
      same: requestBytes('GET', path, { ...from, 'if-none-match': tag }),
    }
  })
  const of = (kind: keyof (typeof requests)[number]) => (n: number) => requests[n % PAGES]?.[kind] ?? Buffer.alloc(0)
  const variants = [
    { name: '`GET /v1/payments/:id`', server, request: of('read') },
    { name: 'state of a page', server, request: of('whole') },
    { name: 'state of a page, as it was (304)', server, request: of('same') },
  ]
  console.log('\n| request of | | requests/s | of the first | CPU µs | CPU of the first of its CPU | QR codes |')
  console.log('|---|---|---|---|---|---|---|')
  for (const row of await compare(['a payment that waits'], variants)) console.log(row)
}
