/**
 * `npm run bench`: measures everything with a million payments, part by part. `npm run bench -- lists memory` runs
 * some of the parts.
 * For a quick try, BENCH_PAYMENTS replaces the million and BENCH_LOAD_SECONDS the five minutes of load.
 * BENCH_LOAD_PER_SECOND replaces the load's 200 payments a second. BENCH_SECONDS sets the length of the rounds in
 * which requests are counted. BENCH_SERVER names the main file of an installed server to start in place of the sources.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillPayments, fillTransfers, leaveNothingToDo, MILLION } from './million.ts'

const FEW = 1_000

const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
const few = join(folder, 'few.db')
const many = join(folder, 'many.db')

type Parts = Readonly<Record<string, () => Promise<void>>>

/**
 * Parts that need no payments in a database. Each is loaded when its turn comes: otherwise each garbage collection
 * during a measurement would also walk the other parts' dependencies.
 */
const light: Parts = {
  widget: async () => (await import('./widget.ts')).benchWidget(),
  webhooks: async () => (await import('./webhooks.ts')).benchWebhooks(),
  contracts: async () => (await import('./contracts.ts')).benchContracts(),
  stellar: async () => (await import('./stellar.ts')).benchStellar(),
  settlements: async () => (await import('./settlements.ts')).benchSettlements(),
  reports: async () => (await import('./reports.ts')).benchReports(),
  sweeps: async () => (await import('./sweeps.ts')).benchSweeps(),
  receipts: async () => (await import('./receipts.ts')).benchReceipts(),
  entries: async () => (await import('./entries.ts')).benchEntries(),
  backfill: async () => (await import('./backfill.ts')).benchBackfill(),
  durability: async () => (await import('./durability.ts')).benchDurability(),
  postgres: async () => (await import('./postgres.ts')).benchPostgres(join(folder, 'beside.db')),
  load: async () => (await import('./sustained.ts')).benchSustained(),
  'load-sqlite': async () => (await import('./sustained.ts')).benchSustained(['sqlite']),
  'load-postgres': async () => (await import('./sustained.ts')).benchSustained(['postgres']),
  methods: async () => (await import('./api.ts')).benchMethods(join(folder, 'methods.db')),
  waiting: async () => (await import('./waiting.ts')).benchWaiting(join(folder, 'waiting.db')),
  dashboard: async () => (await import('./dashboard-memory.ts')).benchDashboardMemory(),
  search: async () => (await import('./search.ts')).benchSearch(folder),
  profile: async () => (await import('./profile.ts')).benchProfile(join(folder, 'profile.db')),
  nodes: async () => (await import('./nodes.ts')).benchNodes(join(folder, 'alone.db')),
  prices: async () => (await import('./prices.ts')).benchPrices(folder),
  throttled: async () => (await import('./throttled.ts')).benchThrottled(),
  installs: async () => (await import('./installs.ts')).benchInstalls(),
}

/** The order matters: each part leaves the databases a little fuller for the next one. */
const heavy: Parts = {
  async memory() {
    const { benchMemory } = await import('./memory.ts')
    await benchMemory([
      [FEW, few],
      [MILLION, many],
    ])
  },
  async lists() {
    const { benchLists } = await import('./lists.ts')
    await fillTransfers(few, FEW)
    await fillTransfers(many, MILLION)
    await benchLists(few, many)
  },
  finality: async () => (await import('./finality.ts')).benchFinality(many),
  async api() {
    const { benchApi } = await import('./api.ts')
    await benchApi([
      [0, join(folder, 'empty.db')],
      [MILLION, many],
    ])
  },
  scanner: async () => (await import('./scanner.ts')).benchScanner(many),
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !light[name] && !heavy[name])
if (unknown) throw new Error(`there is no part ${unknown}: ${Object.keys({ ...light, ...heavy }).join(', ')}`)
/** Parts that run only if named. */
const ofAnother = ['load-sqlite', 'load-postgres', 'prices', 'installs']
const runsOf = (parts: Parts) =>
  Object.entries(parts).flatMap(([name, run]) =>
    names.includes(name) || (names.length === 0 && !ofAnother.includes(name)) ? [run] : [],
  )
// On a signal, end everything that was started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  console.log(`${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node.js ${process.version}`)
  for (const run of runsOf(light)) await run()
  const runs = runsOf(heavy)
  if (runs.length > 0) await fill()
  for (const run of runs) {
    for (const path of [few, many]) leaveNothingToDo(path)
    await run()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const startedAt = performance.now()
  await fillPayments(few, FEW)
  await fillPayments(many, MILLION)
  console.log(`${MILLION} open payments written in ${Math.round((performance.now() - startedAt) / 1_000)} s`)
}
