/**
 * Payments from POST to completed, in turns with and without entries: `entries-turns.ts DATABASE`. Both kinds take turns in
 * one process and on one database, so they share the compiled code, the caches and what else the machine does.
 */
import { editSource, findPart } from './leave-out.ts'

/** Pairs of turns: many short ones, because the load of the machine changes. */
const PAIRS = 600
/** Pairs until the code is compiled, which are not counted. */
const WARM_UP = 60
/** Payments of a turn, which are created at once, and completed by one block. */
const AT_ONCE = 20

const [path = ''] = process.argv.slice(2)
const state = { isLeftOut: false }
Object.assign(globalThis, { benchEntries: state })
const { file, edit } = findPart('(cost) entries of the ledger')
const [text, without] = edit
editSource({ file, edit: [text, `if (globalThis.benchEntries.isLeftOut) ${without}\n  ${text}`] })
const { createApiKey, createCheckout } = await import('@crypto-checkout/core')
const { createNetworkHealth, createTransferFor, createWatchJob, ScriptedNode } = await import(
  '@crypto-checkout/core/testing'
)
const { paymentBody } = await import('./api.ts')
const { benchOptions, CHAIN_ID, TOKEN, wallet } = await import('./setup.ts')

const node = new ScriptedNode({ chainId: CHAIN_ID, startTime: Date.now() - 60_000, finalizedDepth: 1 })
node.decimals.set(TOKEN, 6)
const checkout = createCheckout({ ...benchOptions(path), log: () => {} }, { connect: () => node.rpc })
await checkout.ready()
const { publicKey, secretKey } = await createApiKey(checkout.context, { environment: 'production' })
const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey, 'content-type': 'application/json' }
const health = createNetworkHealth({ now: Date.now, elapsed: () => performance.now() })
let created = 0

async function watch(): Promise<void> {
  for (const network of checkout.context.networks) {
    const job = createWatchJob(checkout.context, network, health)
    while ((await job.run()).more);
  }
}

async function create() {
  created += 1
  const bytes = Buffer.from(paymentBody(created, wallet(created)))
  const request = { method: 'POST', path: '/v1/payments', query: '', address: '127.0.0.1', headers }
  const answer = await checkout.handle({ ...request, body: { kind: 'bytes', bytes } })
  if (answer?.status !== 201) throw new Error(`POST was answered ${answer?.status}`)
  return JSON.parse(String(answer.body))
}

/** Creates payments, pays them in one block, and completes them with the next. */
async function complete(): Promise<void> {
  const payments = await Promise.all(Array.from({ length: AT_ONCE }, create))
  const transfers = payments.map((payment) => ({ ...createTransferFor(payment), token: TOKEN }))
  node.mine(Date.now(), transfers)
  await watch()
  node.mine(Date.now())
  await watch()
  const { status } = await checkout.payments.retrieve(payments[0].id)
  if (status !== 'completed') throw new Error(`a payment is ${status}`)
}

/** Microseconds of the processor for a payment. */
async function take(isLeftOut: boolean): Promise<number> {
  state.isLeftOut = isLeftOut
  const before = process.cpuUsage()
  await complete()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / AT_ONCE
}

await watch()
const pairs: { readonly booked: number; readonly unbooked: number }[] = []
for (let turn = 0; turn < WARM_UP + PAIRS; turn++) {
  // Each kind begins every second time.
  const isFirst = turn % 2 === 0
  const [first, second] = [await take(!isFirst), await take(isFirst)]
  const pair = isFirst ? { booked: first, unbooked: second } : { booked: second, unbooked: first }
  if (turn >= WARM_UP) pairs.push(pair)
}
const { entries } = await checkout.context.db
  .selectFrom('entries')
  .select((eb) => eb.fn.countAll<number>().as('entries'))
  .executeTakeFirstOrThrow()
if (entries !== (WARM_UP + PAIRS) * AT_ONCE) throw new Error(`${entries} entries were written`)
await checkout.stop()

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const at = (values: readonly number[], share: number) => values[Math.floor(share * (values.length - 1))] ?? 0
const shares = sorted(pairs.map(({ booked, unbooked }) => 100 * (1 - unbooked / booked)))
const [booked, unbooked] = (['booked', 'unbooked'] as const).map((kind) => sorted(pairs.map((pair) => pair[kind])))
const percent = (value: number) => value.toFixed(1)
/** Half the width of the ranks between which the median is with 95 % certainty. */
const ranks = 0.98 / Math.sqrt(PAIRS)
console.log(`\n| a payment from POST to completed, ${AT_ONCE} at once, SQLite, ${PAIRS} pairs of turns | |\n|---|---|`)
console.log(`| CPU of a payment, median | ${at(booked ?? [], 0.5).toFixed(0)} us |`)
console.log(`| without entries | ${at(unbooked ?? [], 0.5).toFixed(0)} us |`)
console.log(`| share of entries, median of the pairs | ${percent(at(shares, 0.5))} % |`)
console.log(`| with 95 % certainty | ${percent(at(shares, 0.5 - ranks))} to ${percent(at(shares, 0.5 + ranks))} % |`)
console.log(`| half of the pairs | ${percent(at(shares, 0.25))} to ${percent(at(shares, 0.75))} % |`)
