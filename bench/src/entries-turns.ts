/** Payments from POST to completed, some in each turn that the parent asks for: `entries-turns.ts PART DATABASE`. */
import { once } from 'node:events'
import { leaveOut } from './leave-out.ts'

export type Turn = { readonly micros: number }

const ROUNDS = 5
/** Payments that are created at once, and completed by one block. */
const AT_ONCE = 20

const [part = '', path = ''] = process.argv.slice(2)
leaveOut(part)
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
  node.mine(
    Date.now(),
    payments.map((payment) => ({ ...createTransferFor(payment), token: TOKEN })),
  )
  await watch()
  node.mine(Date.now())
  await watch()
  const { status } = await checkout.payments.retrieve(payments[0].id)
  if (status !== 'completed') throw new Error(`a payment is ${status}`)
}

await watch()
for (;;) {
  await once(process, 'message')
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) await complete()
  const { user, system } = process.cpuUsage(before)
  process.send?.({ micros: (user + system) / (ROUNDS * AT_ONCE) } satisfies Turn)
}
