/** The dashboard's cost in memory: without it, with nobody signed in, and with an owner who looks at its pages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAuthenticator } from '@crypto-checkout/core/testing'
import { RawNode } from './raw-node.ts'
import { serveNode } from './serve-node.ts'
import { startServer } from './server-process.ts'
import { benchOptions, NETWORK_MS } from './setup.ts'

const IDLE_MS = 10_000
const ROUNDS = 5
/** Of the benchmark's `publicUrl`, to which its passkeys belong. */
const ORIGIN = 'https://pay.example.com'
/** Requests of an owner's browser on its first pages. */
const LOOKS = [
  '/v1/overview',
  '/v1/network_status',
  '/v1/users',
  '/v1/payments',
  '/v1/webhooks',
  '/v1/keys',
  '/v1/audit',
]

type Server = Awaited<ReturnType<typeof startServer>>
type Case = { readonly name: string; readonly dashboard: boolean; readonly use?: (server: Server) => Promise<void> }

const cases: readonly Case[] = [
  { name: 'without the dashboard', dashboard: false },
  { name: 'with it, and nobody signed in', dashboard: true },
  { name: 'with an owner signed in by a passkey', dashboard: true, use: useDashboard },
]

/** In turns, so that what else the machine does falls on all alike. */
export async function benchDashboardMemory(): Promise<void> {
  const node = new RawNode(Date.now() - 40 * 86_400_000)
  const timer = setInterval(() => node.mine(Date.now(), []), NETWORK_MS)
  const { url, close } = await serveNode(node)
  const found = cases.map(() => [] as Measured[])
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, one] of cases.entries()) found[index]?.push(await measure(one, url))
  }
  console.log(
    `\n| memory of an idle server in MB, median of ${ROUNDS} | RSS | after a collection | heap |\n|---|---|---|---|`,
  )
  for (const [index, { name }] of cases.entries()) {
    const pick = (of: keyof Measured) => toMedian((found[index] ?? []).map((one) => one[of]))
    console.log(`| ${name} | ${pick('idle')} | ${pick('collected')} | ${pick('heap')} |`)
  }
  clearInterval(timer)
  close()
}

/** In megabytes of 2^20 bytes. */
type Measured = { readonly idle: number; readonly collected: number; readonly heap: number }

function toMedian(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

async function measure({ dashboard, use }: Case, nodeUrl: string): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
  const server = await startServer(folder, { ...benchOptions(join(folder, 'data.db'), nodeUrl), dashboard })
  try {
    await use?.(server)
    await sleep(IDLE_MS)
    const idle = await server.probe()
    const collected = await server.probe('collect')
    const toMegabytes = (bytes: number) => Math.round(bytes / 2 ** 20)
    return {
      idle: toMegabytes(idle.rss),
      collected: toMegabytes(collected.rss),
      heap: toMegabytes(collected.heapUsed),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the first owner by the printed link, loads the page and asks what its pages ask. The live events stay open. */
async function useDashboard(server: Server): Promise<void> {
  const cookies: string[] = []
  const ask = (method: string, path: string, body?: object) => send(server.url, cookies, { method, path, body })
  const token = server.readLine(/\/dashboard\/invitation#([\w-]{43})$/)
  const named = { token, email: 'ann@example.com' }
  await ask('GET', '/dashboard/')
  const options = await ask('POST', '/dashboard/auth/invitation/passkey/options', named)
  const passkey = openAuthenticator(ORIGIN).register(JSON.parse(options))
  await ask('POST', '/dashboard/auth/invitation/accept', { ...named, passkey, name: 'Phone' })
  for (const path of LOOKS) await ask('GET', path)
  request(`${server.url}/v1/events/stream`, { headers: { cookie: cookies.join('; ') } })
    .on('response', (response) => response.resume())
    .on('error', () => {})
    .end()
}

type Sent = { readonly method: string; readonly path: string; readonly body?: object | undefined }

/** As a page of the checkout itself: `fetch` would not send such a header. Throws if the answer is a refusal. */
function send(url: string, cookies: string[], { method, path, body }: Sent): Promise<string> {
  const headers = {
    ...{ 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
  }
  return new Promise((resolve, reject) => {
    const sending = request(`${url}${path}`, { method, headers }, (response) => {
      cookies.push(...(response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? ''))
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${method} ${path}: ${text}`)),
      )
    })
    sending.on('error', reject).end(body && JSON.stringify(body))
  })
}
