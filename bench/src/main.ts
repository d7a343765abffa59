/**
 * `npm run bench`: the checkout's API beside bare Express 5, in one run, in turns, on one core. What
 * counts are the ratios; the requests a second are this machine's.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'
import { requestBytes, runLoad } from './load.ts'

const ROUNDS = 5
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const CONNECTIONS = 64
const WALLETS = 20_000

type Measured = { readonly perSecond: number; readonly cpuMicros: number; readonly busy: number; readonly hits: number }
type Variant = { readonly name: string; readonly server: Child; readonly request: (n: number) => Buffer }

const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
const checkout = await startChild('checkout-server.ts', [folder])
const key = checkout.said.key as { publicKey: string; secretKey: string }
const credentials = { authorization: `Bearer ${key.publicKey}`, 'x-api-secret': key.secretKey }

const sample = await fetch(`${checkout.url}/v1/payments`, {
  method: 'POST',
  headers: { ...credentials, 'content-type': 'application/json' },
  body: paymentBody(0, wallet(0)),
})
const sampleText = await sample.text()
const { id } = JSON.parse(sampleText) as { id: string }
const bare = await startChild('bare-server.ts', [String(Buffer.byteLength(sampleText))])

const postHeaders = { ...credentials, 'content-type': 'application/json' }
const post = (n: number, to: string) => requestBytes('POST', '/v1/payments', postHeaders, paymentBody(n, to))
const get = requestBytes('GET', `/v1/payments/${id}`, credentials)

const table = [
  await compare(
    'POST /v1/payments, QR code cached',
    { name: 'checkout', server: checkout, request: (n) => post(n, wallet(n % 50)) },
    (n) => post(n, wallet(0)),
  ),
  await compare(
    'POST /v1/payments, new wallet each',
    { name: 'checkout', server: checkout, request: (n) => post(n, wallet(50 + (n % WALLETS))) },
    (n) => post(n, wallet(0)),
  ),
  await compare('GET /v1/payments/:id', { name: 'checkout', server: checkout, request: () => get }, () => get),
]
await Promise.all([checkout.stop(), bare.stop()])
rmSync(folder, { recursive: true, force: true })

const [cpu] = cpus()
console.log(
  `\n${cpu?.model ?? 'unknown CPU'}, Node.js ${process.version}, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s\n`,
)
console.log(
  '| request | bare Express 5 /s | checkout /s | ratio | bare CPU µs | checkout CPU µs | CPU ratio | QR codes from the cache |',
)
console.log('|---|---|---|---|---|---|---|---|')
for (const row of table) console.log(row)

/** Measures the checkout and bare Express in turns, and answers a row of the table. */
async function compare(title: string, variant: Variant, bareRequest: (n: number) => Buffer): Promise<string> {
  const bareVariant: Variant = { name: 'bare', server: bare, request: bareRequest }
  for (const one of [bareVariant, variant]) await measure(one, 1)
  const rounds: { bare: Measured; checkout: Measured }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ bare: await measure(bareVariant, SECONDS), checkout: await measure(variant, SECONDS) })
  }
  const of = (pick: (round: { bare: Measured; checkout: Measured }) => number) => median(rounds.map(pick))
  const busy = of((round) => Math.min(round.bare.busy, round.checkout.busy))
  if (busy < 0.9) console.error(`${title}: the server was busy for only ${Math.round(busy * 100)} % of the time`)
  return `| ${[
    title,
    Math.round(of((round) => round.bare.perSecond)),
    Math.round(of((round) => round.checkout.perSecond)),
    of((round) => round.checkout.perSecond / round.bare.perSecond).toFixed(2),
    of((round) => round.bare.cpuMicros).toFixed(1),
    of((round) => round.checkout.cpuMicros).toFixed(1),
    of((round) => round.bare.cpuMicros / round.checkout.cpuMicros).toFixed(2),
    `${Math.round(100 * of((round) => round.checkout.hits))} %`,
  ].join(' | ')} |`
}

async function measure(variant: Variant, seconds: number): Promise<Measured> {
  const before = await variant.server.usage()
  const result = await runLoad({ url: variant.server.url, request: variant.request, connections: CONNECTIONS, seconds })
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function wallet(n: number): string {
  return `0x${(n + 1).toString(16).padStart(40, '0')}`
}

/** Prices vary, so that amounts are not used up. */
function paymentBody(n: number, merchantWallet: string): string {
  const amount = (100 + (n % 90_000)) / 100
  return JSON.stringify({
    amount,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'polygon',
    merchantWallet,
    metadata: { order: n },
  })
}
