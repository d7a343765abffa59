/**
 * The time of a request by its parts: CPU samples of the server while it answers, by function and by room of the core,
 * and the statements that it runs. Shares, not times: sampling costs time itself.
 */
import { CONNECTIONS, paymentBody } from './api.ts'
import { type Child, startChild } from './child.ts'
import { requestBytes, runLoad } from './load.ts'
import type { Frame, Profile } from './serve.ts'
import { wallet } from './setup.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3) * 2
const FUNCTIONS = 15

/** Samples `POST` and `GET` on a new database. */
export async function benchProfile(path: string): Promise<void> {
  const server = await startChild('checkout-server.ts', [path])
  const key = server.stats.key as { publicKey: string; secretKey: string }
  const credentials = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
  const headers = { ...credentials, 'content-type': 'application/json' }
  const post = (n: number) => requestBytes('POST', '/v1/payments', headers, paymentBody(n, wallet(n % 50)))
  const body = paymentBody(0, wallet(0))
  const created = await fetch(`${server.url}/v1/payments`, { method: 'POST', headers, body })
  const { id } = (await created.json()) as { id: string }
  const get = requestBytes('GET', `/v1/payments/${id}`, credentials)
  const requests = [
    ['POST /v1/payments, QR code cached', post],
    ['GET /v1/payments/:id', () => get],
  ] as const
  for (const [title, request] of requests) {
    await load(server, request, 2)
    await server.startProfile()
    await load(server, request, SECONDS)
    print(title, await server.stopProfile())
  }
  await server.stop()
}

async function load(server: Child, request: (n: number) => Buffer, seconds: number): Promise<void> {
  const { failed } = await runLoad({ url: server.url, request, connections: CONNECTIONS, seconds })
  if (failed > 0) throw new Error(`${failed} requests failed`)
}

function print(title: string, profile: Profile): void {
  const { functions, places } = sumShares(profile)
  console.log(`\n${title}\n\n| place | share of its CPU |\n|---|---|`)
  for (const row of toRows(places, FUNCTIONS)) console.log(row)
  console.log('\n| function, without what it calls | share |\n|---|---|')
  for (const row of toRows(functions, FUNCTIONS)) console.log(row)
}

function toRows(shares: ReadonlyMap<string, number>, most: number): string[] {
  const largest = [...shares].toSorted(([, a], [, b]) => b - a).slice(0, most)
  return largest.map(([name, share]) => `| ${name} | ${(100 * share).toFixed(1)} % |`)
}

const IDLE = new Set(['(idle)', '(root)'])

/** Shares of the time that was not idle, by function and by place. */
export function sumShares({ nodes, samples, timeDeltas }: Profile) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const functions = new Map<string, number>()
  const places = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || IDLE.has(frame.functionName)) continue
    const micros = timeDeltas[index] ?? 0
    total += micros
    const place = findPlace(frame)
    add(places, place, micros)
    add(functions, `${frame.functionName || 'anonymous'}, ${place}:${frame.lineNumber + 1}`, micros)
  }
  for (const map of [functions, places]) for (const [name, micros] of map) map.set(name, micros / total)
  return { functions, places }
}

function add(map: Map<string, number>, name: string, micros: number): void {
  map.set(name, (map.get(name) ?? 0) + micros)
}

/** A room of the core, a package, a module of Node, or what V8 does itself. */
function findPlace({ url, functionName }: Frame): string {
  const [, room] = /\/packages\/core\/src\/([\w-]+)\//.exec(url) ?? []
  if (room) return `core/${room}`
  const [, dependency] = /.*\/node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//.exec(url) ?? []
  if (dependency) return dependency
  const [, own] = /\/packages\/([\w-]+)\//.exec(url) ?? []
  if (own) return own
  return url.startsWith('node:') ? url : url === '' ? functionName || 'native code' : 'bench'
}
