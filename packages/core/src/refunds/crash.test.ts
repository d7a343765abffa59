import { expect, test } from 'vitest'
import { createDeadline, Ended } from '../testing/deadline.ts'
import { finish, openWithRefundKey } from '../testing/refund-key.ts'
import { listEventTypes, REFUND_TO } from '../testing/refunding.ts'
import { pickRuns } from '../testing/runs.ts'

type Way = { readonly reference?: string; readonly headers?: Readonly<Record<string, string>> }

const waysToRepeat: readonly [string, Way][] = [
  ['Idempotency-Key', { headers: { 'idempotency-key': 'once' } }],
  ['reference', { reference: 'once' }],
]

/**
 * Runs a refund from its request to its end, and ends the process at one of its calls. A caller that got no answer
 * repeats the request, with what makes it the same one.
 */
async function run(endsAt: number, { reference, headers = {} }: Way) {
  const line = createDeadline()
  const opened = await openWithRefundKey({}, { storage: await line.storage() })
  const { shop, payment, send } = opened
  const before = (await listEventTypes(shop)).length
  line.watch(shop.node)
  const create = async () => {
    const body = { paymentId: payment.id, destination: REFUND_TO, reference }
    const answer = await shop.request('POST', '/sandbox/v1/refunds', { body, headers })
    if (answer.status >= 500) throw new Ended('nobody answers')
    return answer
  }
  const mineAndRead = async () => {
    await shop.watch()
    await send()
  }
  let ended = false
  line.begin(endsAt)
  for (const work of [create, send, mineAndRead, mineAndRead, mineAndRead, mineAndRead]) {
    await line.while(work).catch(async (error: unknown) => {
      if (!line.isOver()) throw error
      ended = true
      line.begin(Number.POSITIVE_INFINITY)
      // A broadcast transaction is mined before the next start, so signing a new one would pay twice.
      shop.mine()
      shop.restart()
      await work()
    })
    shop.mine()
  }
  await finish(opened)
  await shop.settle()
  const events = (await listEventTypes(shop)).slice(before)
  const { data } = await opened.refunds().list()
  const statuses = data.map(({ status }) => status)
  const { amountRefunded } = await shop.retrieve(payment)
  await shop.stop()
  return { ended, events, statuses, amountRefunded, mined: opened.mined(), payment }
}

test.each(waysToRepeat)(
  'a crash before or after any commit or request pays a refund once, and tells of it once: %s',
  async (_, way) => {
    const step = pickRuns({ full: 1, quick: 5 })
    let calls = 0
    for (let goesOn = true; goesOn; calls += step) {
      const { ended, events, statuses, amountRefunded, mined, payment } = await run(calls, way)
      const rawAmount = BigInt(payment.cryptoAmount.replace('.', ''))
      expect({ calls, mined, statuses, amountRefunded }).toEqual({
        calls,
        mined: [{ to: REFUND_TO.toLowerCase(), rawAmount }],
        statuses: ['completed'],
        amountRefunded: payment.cryptoAmount,
      })
      // The transfer may be seen before it is final: that depends on when the process was down.
      expect(events.filter((type) => type !== 'refund.submitted' && type !== 'booking.created')).toEqual([
        'refund.created',
        'refund.completed',
        'payment.refunded',
      ])
      goesOn = ended
    }
    expect(calls).toBeGreaterThan(60)
  },
  240_000,
)
