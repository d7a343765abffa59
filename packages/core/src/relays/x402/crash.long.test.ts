import { expect, test } from 'vitest'
import { createDeadline } from '../../testing/deadline.ts'
import { openPrograms } from '../../testing/programs.ts'

/** A program pays, the process ends at one of its calls to the database or a node, and the program asks the next one. */
async function run(endsAt: number) {
  const line = createDeadline()
  const programs = await openPrograms({}, { storage: await line.storage(), mines: false })
  const { shop, terms, sign, give, get, send } = programs
  line.watch(shop.node)
  const payment = await shop.create()
  const payload = await sign(await terms(payment))
  const offers: unknown[] = []
  const pay = async () => void offers.push((await give(payment, payload)).required)
  const steps = [pay, send, async () => void shop.mine(), () => shop.watch(), send, () => programs.finish()]
  const ended = await line.run(steps, endsAt)
  if (ended) {
    line.begin(Number.POSITIVE_INFINITY)
    // A broadcast transaction is mined before the next start, so signing a new one would pay twice.
    shop.mine()
    shop.restart()
    await pay()
    await shop.watch()
  }
  await programs.finish()
  const last = await give(payment, payload)
  const seen = {
    offers: offers.filter((required) => required !== null && required !== undefined),
    transfers: shop.node.transfers().length,
    status: (await shop.retrieve(payment)).status,
    authorizations: (await programs.stored()).map(({ state }) => state),
    relays: (await programs.relays()).map(({ state }) => state),
    answers: [last.status, last.settled?.success, (await get(payment)).status],
  }
  await shop.stop()
  return { ended, seen }
}

test('a crash before or after any commit or request pays once, offers nothing again, and tells how it ended', async () => {
  let calls = 0
  for (let goesOn = true; goesOn; calls++) {
    const { ended, seen } = await run(calls)
    expect({ calls, ...seen }).toEqual({
      ...{ calls, offers: [], transfers: 1, status: 'completed', authorizations: ['used'], relays: ['succeeded'] },
      answers: [200, true, 200],
    })
    goesOn = ended
  }
  expect(calls).toBeGreaterThan(60)
}, 240_000)
