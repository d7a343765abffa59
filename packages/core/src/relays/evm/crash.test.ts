import { expect, test } from 'vitest'
import { createDeadline } from '../../testing/deadline.ts'
import { openRelaying } from '../../testing/relaying.ts'
import { pickRuns } from '../../testing/runs.ts'

/**
 * A payer signs, the process ends at one of its calls to the database or a node, and the page asks the next process.
 */
async function run(endsAt: number) {
  const line = createDeadline()
  const relaying = await openRelaying({}, { storage: await line.storage() })
  const { shop, ask, sign, post, payer, send } = relaying
  line.watch(shop.node)
  const payment = await shop.create()
  const signature = await sign((await ask(payment)).body)
  const give = () => post(payment, { from: payer.address, signature })
  const steps = [give, send, async () => void shop.mine(), () => shop.watch(), send, () => relaying.finish()]
  const ended = await line.run(steps, endsAt)
  if (ended) {
    line.begin(Number.POSITIVE_INFINITY)
    // A broadcast transaction is mined before the next start, so signing a new one would pay twice.
    shop.mine()
    shop.restart()
    await give()
    await shop.watch()
  }
  await relaying.finish()
  const { data } = await shop.checkout.sandbox.events.list({ after: 0, limit: 100 })
  const seen = {
    transfers: shop.node.transfers().length,
    status: (await shop.retrieve(payment)).status,
    authorizations: (await relaying.stored()).map(({ state }) => state),
    relays: (await relaying.relays()).map(({ state }) => state),
    events: data.map(({ type }) => type).filter((type) => type !== 'booking.created'),
  }
  await shop.stop()
  return { ended, seen }
}

test('a crash before or after any commit or request leaves one transfer, one relay, and a payment that is completed', async () => {
  const step = pickRuns({ full: 1, quick: 5 })
  let calls = 0
  for (let goesOn = true; goesOn; calls += step) {
    const { ended, seen } = await run(calls)
    const last = ['payment.created', 'payment.processing', 'payment.completed']
    expect({ calls, ...seen }).toEqual({
      ...{ calls, transfers: 1, status: 'completed', authorizations: ['used'], relays: ['succeeded'] },
      events: seen.events.includes('payment.processing') ? last : ['payment.created', 'payment.completed'],
    })
    goesOn = ended
  }
  expect(calls).toBeGreaterThan(60)
}, 240_000)
