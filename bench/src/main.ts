/**
 * `npm run bench`: how fast everything is with a million payments, part by part; `npm run bench -- lists memory`
 * runs some of the parts. For a quick try BENCH_PAYMENTS makes the million smaller, BENCH_LOAD_SECONDS the five minutes of
 * load, BENCH_LOAD_PER_SECOND its 200 payments a second, and BENCH_SECONDS the rounds in which requests are counted.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchApi } from './api.ts'
import { benchContracts } from './contracts.ts'
import { benchDurability } from './durability.ts'
import { benchFinality } from './finality.ts'
import { benchLists } from './lists.ts'
import { benchMemory } from './memory.ts'
import { fillPayments, fillTransfers, leaveNothingToDo, MILLION } from './million.ts'
import { benchNodes } from './nodes.ts'
import { benchPostgres } from './postgres.ts'
import { benchScanner } from './scanner.ts'
import { benchSettlements } from './settlements.ts'
import { benchStellar } from './stellar.ts'
import { benchSustained } from './sustained.ts'
import { benchSweeps } from './sweeps.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWidget } from './widget.ts'

const FEW = 1_000

const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
const few = join(folder, 'few.db')
const many = join(folder, 'many.db')

/** In this order: each leaves the databases a little fuller for the next one. */
const parts: Readonly<Record<string, () => Promise<void>>> = {
  memory: () =>
    benchMemory([
      [FEW, few],
      [MILLION, many],
    ]),
  lists: async () => {
    await fillTransfers(few, FEW)
    await fillTransfers(many, MILLION)
    await benchLists(few, many)
  },
  finality: () => benchFinality(many),
  api: () =>
    benchApi([
      [0, join(folder, 'empty.db')],
      [MILLION, many],
    ]),
  scanner: () => benchScanner(many),
}

/** Parts that need no payments in a database. */
const light: Readonly<Record<string, () => Promise<void>>> = {
  widget: benchWidget,
  webhooks: benchWebhooks,
  contracts: benchContracts,
  stellar: benchStellar,
  settlements: benchSettlements,
  sweeps: benchSweeps,
  durability: benchDurability,
  postgres: () => benchPostgres(join(folder, 'beside.db')),
  load: benchSustained,
  nodes: () => benchNodes(join(folder, 'alone.db')),
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => !parts[name] && !light[name])
if (unknown) throw new Error(`there is no part ${unknown}: ${Object.keys({ ...light, ...parts }).join(', ')}`)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)
// Stopped, it ends what it has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  console.log(`${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node.js ${process.version}`)
  for (const [name, run] of Object.entries(light)) if (isAsked(name)) await run()
  const heavy = Object.entries(parts).filter(([name]) => isAsked(name))
  if (heavy.length > 0) await fill()
  for (const [, run] of heavy) {
    for (const path of [few, many]) leaveNothingToDo(path)
    await run()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const begun = performance.now()
  await fillPayments(few, FEW)
  await fillPayments(many, MILLION)
  console.log(`${MILLION} open payments written in ${Math.round((performance.now() - begun) / 1_000)} s`)
}
