/**
 * The checkout's API compared with bare Express 5, measured in turns on one core. The ratios count; the requests per
 * second are specific to this machine.
 */
import { type Child, startChild } from './child.ts'
import { requestBytes, runLoad } from './load.ts'
import { paymentInput, wallet } from './setup.ts'

export const ROUNDS = 5
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
export const CONNECTIONS = 64
const WALLETS = 20_000

type Measured = { readonly perSecond: number; readonly cpuMicros: number; readonly busy: number; readonly hits: number }
/** `url`: of the server, unless it listens on another one too. */
type Variant = {
  readonly name: string
  readonly server: Child
  readonly url?: string
  readonly request: (n: number) => Buffer
}

/** Measures with each of these databases, which may be new. */
export async function benchApi(
  databases: readonly (readonly [payments: number | string, path: string])[],
): Promise<void> {
  const rows: string[] = []
  for (const [payments, path] of databases) rows.push(...(await benchDatabase(payments, path)))
  console.log(`\nAPI: ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s\n`)
  console.log(
    '| request | payments stored | served by | requests/s | of bare Express 5 | CPU µs | bare CPU of its CPU | QR codes from the cache |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const row of rows) console.log(row)
}

/** Measures payments that their payers may pay on three networks, compared with payments on one. */
export async function benchMethods(path: string): Promise<void> {
  const server = await startChild('checkout-server.ts', [path, 'three networks'])
  const key = server.stats.key as { publicKey: string; secretKey: string }
  const credentials = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
  const headers = { ...credentials, 'content-type': 'application/json' }
  const all = { alternatives: 'all' }
  const post = (n: number, more?: object) => {
    return requestBytes('POST', '/v1/payments', headers, paymentBody(n, wallet(n % 50), more))
  }
  const make = async (more?: object) => {
    const body = paymentBody(0, wallet(0), more)
    const answer = await fetch(`${server.url}/v1/payments`, { method: 'POST', headers, body })
    const { id } = (await answer.json()) as { id: string }
    return requestBytes('GET', `/v1/payments/${id}`, credentials)
  }
  // A network without a first payment counts as never read.
  for (const network of ['ethereum', 'sidechain']) await make({ network })
  const [one, three] = [await make(), await make(all)]
  const rows = [
    ['POST /v1/payments', post, (n: number) => post(n, all)],
    ['GET /v1/payments/:id', () => one, () => three],
  ] as const
  console.log('\n| request | served for | requests/s | of one network | CPU µs | CPU of one of its CPU | QR codes |')
  console.log('|---|---|---|---|---|---|---|')
  for (const [title, plain, choice] of rows) {
    const variants = [
      { name: 'one network', server, request: plain },
      { name: "`alternatives: 'all'` of three", server, request: choice },
    ] as const
    for (const row of await compare([title], variants)) console.log(row)
  }
  await server.stop()
}

async function benchDatabase(payments: number | string, path: string): Promise<string[]> {
  const checkout = await startChild('checkout-server.ts', [path])
  const key = checkout.stats.key as { publicKey: string; secretKey: string }
  const credentials = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }
  const postHeaders = { ...credentials, 'content-type': 'application/json' }
  const sample = await fetch(`${checkout.url}/v1/payments`, {
    method: 'POST',
    headers: postHeaders,
    body: paymentBody(0, wallet(0)),
  })
  const sampleText = await sample.text()
  const { id } = JSON.parse(sampleText) as { id: string }
  const size = String(Buffer.byteLength(sampleText))
  const bare = await startChild('bare-server.ts', [size])
  // The floor writes to a file.
  const floor = path.startsWith('postgres') ? null : await startChild('floor-server.ts', [`${path}.floor`, size])
  const post = (n: number, to: string) => requestBytes('POST', '/v1/payments', postHeaders, paymentBody(n, to))
  const get = requestBytes('GET', `/v1/payments/${id}`, credentials)
  const requests: [string, (n: number) => Buffer, (n: number) => Buffer][] = [
    ['POST /v1/payments, QR code cached', (n) => post(n, wallet(n % 50)), (n) => post(n, wallet(0))],
    ['POST /v1/payments, new wallet each', (n) => post(n, wallet(50 + (n % WALLETS))), (n) => post(n, wallet(0))],
    ['GET /v1/payments/:id', () => get, () => get],
  ]
  const rows: string[] = []
  for (const [title, request, bareRequest] of requests) {
    const variants: readonly Variant[] = [
      { name: 'bare Express 5', server: bare, request: bareRequest },
      ...(floor ? [{ name: 'the floor', server: floor, request: bareRequest }] : []),
      { name: 'checkout', server: checkout, request },
      { name: 'checkout in Express 5', server: checkout, url: String(checkout.stats.mountedUrl), request },
    ]
    rows.push(...(await compare([title, payments], variants)))
  }
  await Promise.all([checkout, bare, floor].map((server) => server?.stop()))
  return rows
}

/** Measures in turns, and returns a row of the table for each. The first is what the others are compared with. */
export async function compare(title: readonly (string | number)[], variants: readonly Variant[]): Promise<string[]> {
  for (const one of variants) await measure(one, 1)
  const rounds: Measured[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Measured[] = []
    for (const one of variants) measured.push(await measure(one, SECONDS))
    rounds.push(measured)
  }
  return variants.map(({ name }, index) => {
    const of = (pick: (own: Measured, first: Measured) => number) =>
      median(rounds.map((measured) => pick(measured[index] as Measured, measured[0] as Measured)))
    const busy = of((own) => own.busy)
    if (busy < 0.9)
      console.error(`${title.join(', ')}: ${name} was busy for only ${Math.round(busy * 100)} % of the time`)
    return `| ${[
      ...title,
      name,
      Math.round(of((own) => own.perSecond)),
      of((own, first) => own.perSecond / first.perSecond).toFixed(2),
      of((own) => own.cpuMicros).toFixed(1),
      of((own, first) => first.cpuMicros / own.cpuMicros).toFixed(2),
      `${Math.round(100 * of((own) => own.hits))} %`,
    ].join(' | ')} |`
  })
}

async function measure(variant: Variant, seconds: number): Promise<Measured> {
  const before = await variant.server.usage()
  const url = variant.url ?? variant.server.url
  const result = await runLoad({ url, request: variant.request, connections: CONNECTIONS, seconds })
  const after = await variant.server.usage()
  if (result.failed > 0) throw new Error(`${variant.name}: ${result.failed} of ${result.requests} requests failed`)
  const cpu = after.cpuMicros - before.cpuMicros
  const of = (name: string) => (after.details[name] ?? 0) - (before.details[name] ?? 0)
  return {
    perSecond: result.requests / result.seconds,
    cpuMicros: cpu / result.requests,
    busy: cpu / 1e6 / result.seconds,
    hits: of('hits') / Math.max(1, of('hits') + of('misses')),
  }
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

/** Prices vary, so that the amounts do not run out. */
export function paymentBody(n: number, merchantWallet: string, more: object = {}): string {
  const amount = (100 + (n % 90_000)) / 100
  return JSON.stringify({ ...paymentInput, amount, merchantWallet, metadata: { order: n }, ...more })
}
