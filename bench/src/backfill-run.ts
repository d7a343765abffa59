/** Books all transfers of a database beside requests: `backfill-run.ts DATABASE`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Checkout, createApiKey } from '@crypto-checkout/core'
import { createBookJob } from '@crypto-checkout/core/testing'
import { paymentBody } from './api.ts'
import { MILLION } from './million.ts'
import { openBench } from './open.ts'
import { benchOptions, wallet } from './setup.ts'

/** The time between two requests. */
const ASK_EVERY_MS = 50
const ALONE_MS = 10_000

const [path = ''] = process.argv.slice(2)
const checkout = await openBench(benchOptions(path))
const ask = await createAsk(checkout)
const before = await askUntil(ask, sleep(ALONE_MS))
const job = createBookJob(checkout.context)
const memory: number[] = []
const looking = setInterval(() => memory.push(process.memoryUsage.rss()), 1_000)
const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
const booked = (async () => {
  while ((await job.run()).more) await sleep(0)
})()
const beside = await askUntil(ask, booked)
const seconds = (performance.now() - startedAt) / 1_000
const { user, system } = process.cpuUsage(cpuBefore)
clearInterval(looking)
const left = await checkout.context.db.selectFrom('transfers').select('id').where('booked_for', 'is', null).execute()
await checkout.stop()
if (left.length > 0) throw new Error(`${left.length} transfers have no entry`)
const megabytes = (bytes = 0) => `${Math.round(bytes / 2 ** 20)} MiB`
console.log(`\n| entries for ${MILLION} transfers of earlier releases, SQLite | |\n|---|---|`)
console.log(`| transfers a second | ${Math.round(MILLION / seconds)} |`)
console.log(`| CPU of a transfer, requests included | ${Math.round((user + system) / MILLION)} us |`)
console.log(
  `| memory (RSS) after a tenth, and at the end | ${megabytes(memory[Math.floor(memory.length / 10)])}, ${megabytes(memory.at(-1))} |`,
)
console.log(`| \`POST\` before: median, 99th percentile, worst | ${before} |`)
console.log(`| \`POST\` beside it | ${beside} |`)

async function createAsk(checkout: Checkout): Promise<() => Promise<void>> {
  const { publicKey, secretKey } = await createApiKey(checkout.context, { environment: 'production' })
  const headers = {
    authorization: `Bearer ${publicKey}`,
    'x-api-secret': secretKey,
    'content-type': 'application/json',
  }
  let asked = 0
  return async () => {
    asked += 1
    const bytes = Buffer.from(paymentBody(asked, wallet(asked % 100)))
    const request = { method: 'POST', path: '/v1/payments', query: '', address: '127.0.0.1', headers }
    const answer = await checkout.handle({ ...request, body: { kind: 'bytes', bytes } })
    if (answer?.status !== 201) throw new Error(`POST was answered ${answer?.status}`)
  }
}

/** Asks at a steady rate until something has ended. Returns how long answers took, in words. */
async function askUntil(ask: () => Promise<void>, ended: Promise<unknown>): Promise<string> {
  const took: number[] = []
  let isOver = false
  const watched = ended.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedAt = performance.now()
    await ask()
    took.push(performance.now() - startedAt)
    await sleep(ASK_EVERY_MS)
  }
  await watched
  took.sort((a, b) => a - b)
  const at = (share: number) => `${(took[Math.floor(share * (took.length - 1))] ?? 0).toFixed(1)} ms`
  return `${at(0.5)}, ${at(0.99)}, ${at(1)}`
}
