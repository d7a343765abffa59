/** The price list: each part that exists for speed, by the CPU time of requests with all parts and without it. */
import { join } from 'node:path'
import { compare, paymentBody } from './api.ts'
import { type Child, startChild } from './child.ts'
import { requestBytes } from './load.ts'
import { type Part, parts } from './parts.ts'
import { withPostgres } from './postgres-server.ts'
import { wallet } from './setup.ts'

/** Reads of a page's state are limited by address. */
const PAGES = 60_000

type Database = { readonly kind: NonNullable<Part['only']>; make(name: string): Promise<string> }
type Server = { readonly name: string; readonly child: Child; readonly id: string }

export async function benchPrices(folder: string): Promise<void> {
  await benchOn({ kind: 'sqlite', make: async (name) => join(folder, `${name}.db`) })
  await withPostgres((postgres) => benchOn({ kind: 'postgres', make: (name) => postgres.newDatabase(name) }))
}

async function benchOn({ kind, make }: Database): Promise<void> {
  const names = ['', ...parts.filter(({ only }) => !only || only === kind).map(({ name }) => name)]
  const servers: Server[] = []
  for (const [index, name] of names.entries()) servers.push(await open(name, await make(`prices${index}`)))
  console.log(
    `\n| request | database | without | requests/s | of all parts | CPU µs | CPU of all parts of its CPU | QR codes |`,
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [title, requestTo] of requests) {
    const variants = servers.map((server) => ({
      name: server.name || 'nothing',
      server: server.child,
      request: requestTo(server),
    }))
    for (const row of await compare([title, kind], variants)) console.log(row)
  }
  await Promise.all(servers.map(({ child }) => child.stop()))
}

async function open(name: string, database: string): Promise<Server> {
  const child = await startChild('server-without.ts', [name, database])
  const body = paymentBody(0, wallet(0))
  const created = await fetch(`${child.url}/v1/payments`, { method: 'POST', headers: makeHeaders(child), body })
  const { id } = (await created.json()) as { id: string }
  return { name, child, id }
}

function makeHeaders({ stats }: Child): Record<string, string> {
  const { publicKey, secretKey } = stats.key as { publicKey: string; secretKey: string }
  return { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey, 'content-type': 'application/json' }
}

type RequestsTo = (server: Server) => (n: number) => Buffer

const requests: readonly (readonly [title: string, to: RequestsTo])[] = [
  [
    'POST /v1/payments',
    ({ child }) => {
      const headers = makeHeaders(child)
      return (n) => requestBytes('POST', '/v1/payments', headers, paymentBody(n, wallet(n % 50)))
    },
  ],
  [
    'GET /v1/payments/:id',
    ({ child, id }) => {
      const request = requestBytes('GET', `/v1/payments/${id}`, makeHeaders(child))
      return () => request
    },
  ],
  [
    'state of a page',
    ({ id }) => {
      const path = `/pay/${id.slice('pay_'.length)}/status`
      return (n) => requestBytes('GET', path, { 'x-forwarded-for': formatAddress(n % PAGES) })
    },
  ],
]

function formatAddress(n: number): string {
  return `10.${n >> 8}.${n & 255}.1`
}
