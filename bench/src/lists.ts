/**
 * Lists of ten with their `totalCount`, in databases of a thousand and of a million payments, on SQLite and
 * PostgreSQL, in turns.
 */
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { backupStorage, type Checkout, createCheckout, restoreStorage } from '@crypto-checkout/core'
import { MILLION } from './million.ts'
import { withPostgres } from './postgres-server.ts'
import { benchOptions, NETWORK, withMoreNetworks } from './setup.ts'

const TIMES = Number(process.env.BENCH_TIMES ?? 300)

export type Query = readonly [what: string, ask: (checkout: Checkout) => Promise<{ readonly totalCount: number }>]
const dayAgo = new Date(Date.now() - 86_400_000 + 12_345_678).toISOString()

const queries: readonly Query[] = [
  ['payments', ({ payments }) => payments.list()],
  ['payments?status=created', ({ payments }) => payments.list({ status: 'created' })],
  ['payments?status=expired', ({ payments }) => payments.list({ status: 'expired' })],
  ['payments?created_gte', ({ payments }) => payments.list({ created_gte: dayAgo })],
  ['events', ({ events }) => events.list()],
  ['events?after', ({ events }) => events.list({ after: 300 })],
  ['events?type&after', ({ events }) => events.list({ type: 'payment.created', after: 300 })],
  ['transfers', ({ transfers }) => transfers.list()],
  ['transfers?status=attributed', ({ transfers }) => transfers.list({ status: 'attributed' })],
  [
    'transfers?network&status=unattributed',
    ({ transfers }) => transfers.list({ network: NETWORK, status: 'unattributed' }),
  ],
]

/** Creates the same payments in each database. */
export async function benchLists(few: string, many: string): Promise<void> {
  await withPostgres(async ({ newDatabase }) => {
    const copies = await moveToPostgres(newDatabase, few, many)
    await compareLists(queries, [
      ['SQLite', few, many],
      ['PostgreSQL', ...copies],
    ])
  })
}

/** Copies two databases. */
async function moveToPostgres(newDatabase: (name: string) => Promise<string>, few: string, many: string) {
  const copied = async (path: string, name: string) => {
    const url = await newDatabase(name)
    const backup = `${path}.backup`
    await backupStorage(`sqlite:${path}`, backup)
    await restoreStorage(backup, url, dirname(path))
    rmSync(backup)
    return url
  }
  const startedAt = performance.now()
  const copies = [await copied(few, 'few'), await copied(many, 'many')] as const
  console.log(`moved to PostgreSQL in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
  return copies
}

/** The time that the fastest tenth stays below: other work on the machine only adds. */
function fastest(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 10)] ?? 0
}

/** Prints how long each query takes in the two databases of each kind, asked in turns. */
export async function compareLists(
  queries: readonly Query[],
  databases: readonly (readonly [name: string, few: string, many: string])[],
): Promise<void> {
  const open = (path: string) => createCheckout({ ...withMoreNetworks(benchOptions(path)), log: () => {} })
  const checkouts = databases.flatMap(([, few, many]) => [open(few), open(many)])
  const titles = databases.map(([name]) => `${name}: ms with 1,000 | ms with ${MILLION} | ratio`)
  console.log(`\n| list of 10 | ${titles.join(' | ')} | totalCount |\n|---|${'---|'.repeat(titles.length * 3 + 1)}`)
  for (const [what, ask] of queries) {
    const times = checkouts.map((): number[] => [])
    let total = 0
    for (let round = 0; round < TIMES; round++) {
      for (const [index, checkout] of checkouts.entries()) {
        const startedAt = performance.now()
        total = (await ask(checkout)).totalCount
        times[index]?.push(performance.now() - startedAt)
      }
    }
    const cells = databases.flatMap((_, index) => {
      const [short = 0, long = 0] = times.slice(2 * index, 2 * index + 2).map(fastest)
      return [short.toFixed(3), long.toFixed(3), (long / short).toFixed(2)]
    })
    console.log(`| ${[what, ...cells, total].join(' | ')} |`)
  }
  for (const checkout of checkouts) await checkout.stop()
}
