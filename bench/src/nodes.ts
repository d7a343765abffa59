/**
 * POST and GET requests per second of one server and of two on one PostgreSQL, in turns, with one on SQLite for
 * comparison. All share this machine with PostgreSQL and the load generator: the CPU time per request shows what more
 * cores would give.
 */
import { median, CONNECTIONS as OF_A_SERVER, paymentBody, ROUNDS, SECONDS } from './api.ts'
import { type Child, startChild } from './child.ts'
import { requestBytes, runLoad } from './load.ts'
import { type Postgres, withPostgres } from './postgres-server.ts'
import { wallet } from './setup.ts'

const WALLETS = 100
/** Enough to fill the commits of two servers. One gets as many, so that all have the same load. */
const CONNECTIONS = 2 * OF_A_SERVER
/** Until each server's code is compiled. */
const WARM_S = 10

type Variant = { readonly name: string; readonly servers: readonly Child[]; readonly headers: Record<string, string> }
/** The other values are CPU time in microseconds per request. */
type Measured = {
  readonly perSecond: number
  readonly servers: number
  readonly postgres: number
  readonly generator: number
}

export function benchNodes(path: string): Promise<void> {
  return withPostgres(async (postgres) => {
    const url = await postgres.newDatabase('nodes')
    const start = (database: string) => startChild('checkout-server.ts', [database], { pinned: false })
    const alone = await start(path)
    const one = await start(url)
    const other = await start(url)
    const variants: readonly Variant[] = [
      { name: 'one, SQLite', servers: [alone], headers: headersOf(alone) },
      { name: 'one, PostgreSQL', servers: [one], headers: headersOf(one) },
      { name: 'two, PostgreSQL', servers: [one, other], headers: headersOf(one) },
    ]
    const rows = [
      ...(await compare('POST /v1/payments', variants, postgres, postOf)),
      ...(await compare('GET /v1/payments/:id', variants, postgres, await getOfEach(variants))),
    ]
    console.log(`\nServers on one database: ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s\n`)
    console.log('| request | servers | requests/s | of one on PostgreSQL | CPU µs: servers | PostgreSQL | generator |')
    console.log(`|---|---|---|---|---|---|---|\n${rows.join('\n')}`)
    await Promise.all([alone, one, other].map((server) => server.stop()))
  })
}

function headersOf({ stats }: Child): Record<string, string> {
  const { publicKey, secretKey } = stats.key as { publicKey: string; secretKey: string }
  return { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey, 'content-type': 'application/json' }
}

type RequestsOf = (variant: Variant) => (n: number) => Buffer

const postOf: RequestsOf =
  ({ headers }) =>
  (n) =>
    requestBytes('POST', '/v1/payments', headers, paymentBody(n, wallet(n % WALLETS)))

async function getOfEach(variants: readonly Variant[]): Promise<RequestsOf> {
  const requests = new Map<Variant, Buffer>()
  for (const variant of variants) {
    const { headers, servers } = variant
    const created = { method: 'POST', headers, body: paymentBody(0, wallet(0)) }
    const { id } = (await (await fetch(`${servers[0]?.url}/v1/payments`, created)).json()) as { id: string }
    requests.set(variant, requestBytes('GET', `/v1/payments/${id}`, headers))
  }
  return (variant) => () => requests.get(variant) ?? Buffer.alloc(0)
}

/** Rows of the table: each variant in turn, round by round. */
async function compare(
  title: string,
  variants: readonly Variant[],
  postgres: Postgres,
  requestOf: RequestsOf,
): Promise<string[]> {
  const run = (variant: Variant, seconds: number) =>
    measure(variant, { postgres, request: requestOf(variant), seconds })
  for (const variant of variants) await run(variant, WARM_S)
  const rounds: Measured[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const measured: Measured[] = []
    for (const variant of variants) measured.push(await run(variant, SECONDS))
    rounds.push(measured)
  }
  return variants.map(({ name }, index) => {
    const of = (pick: (own: Measured, measured: Measured[]) => number) =>
      median(rounds.map((measured) => pick(measured[index] as Measured, measured)))
    const ratio = of((own, measured) => own.perSecond / (measured[1]?.perSecond ?? Number.NaN)).toFixed(2)
    const cpu = (['servers', 'postgres', 'generator'] as const).map((who) => Math.round(of((own) => own[who])))
    return `| ${[title, name, Math.round(of((own) => own.perSecond)), ratio, ...cpu].join(' | ')} |`
  })
}

type Measuring = { readonly postgres: Postgres; readonly request: (n: number) => Buffer; readonly seconds: number }

async function measure({ name, servers }: Variant, { postgres, request, seconds }: Measuring): Promise<Measured> {
  const usage = async () => ({
    servers: (await Promise.all(servers.map((server) => server.usage()))).reduce((sum, own) => sum + own.cpuMicros, 0),
    postgres: postgres.cpuMicros(),
    generator: ownMicros(),
  })
  const before = await usage()
  const connections = CONNECTIONS / servers.length
  const results = await Promise.all(servers.map(({ url }) => runLoad({ url, request, connections, seconds })))
  const after = await usage()
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  if (failed > 0) throw new Error(`${name}: ${failed} of ${requests} requests failed`)
  return {
    perSecond: requests / Math.max(...results.map((result) => result.seconds)),
    servers: (after.servers - before.servers) / requests,
    postgres: (after.postgres - before.postgres) / requests,
    generator: (after.generator - before.generator) / requests,
  }
}

function ownMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
