import { expect, test } from 'vitest'
import { createDeadline } from '../../testing/deadline.ts'
import { pickRuns } from '../../testing/runs.ts'
import { openStellarPrograms } from '../../testing/stellar-programs.ts'

/**
 * A program pays on Stellar, the process ends at one of its calls to the database or a node, and the program asks the
 * next one.
 */
async function run(endsAt: number) {
  const line = createDeadline()
  const programs = await openStellarPrograms({}, { storage: await line.storage(), closes: false })
  const { shop, ledger, calls, terms, sign, give, get, carry, closeOne, create } = programs
  line.watch(ledger)
  const payment = await create({ expiresIn: 86_400 })
  const payload = await sign(await terms(payment))
  const offers: unknown[] = []
  const pay = async () => void offers.push((await give(payment, payload)).required)
  const steps = [pay, carry, closeOne, carry, () => programs.finish(4)]
  const ended = await line.run(steps, endsAt)
  if (ended) {
    line.begin(Number.POSITIVE_INFINITY)
    shop.restart()
    // The transaction that was handed over is in a ledger before anything is read.
    await closeOne()
    await pay()
  }
  await programs.finish(4)
  const last = await give(payment, payload)
  const seen = {
    offers: offers.filter((required) => required !== null && required !== undefined),
    envelopes: new Set(calls.came).size,
    transfers: ledger.ledgers.flatMap(({ payments }) => payments).length,
    status: (await shop.retrieve(payment)).status,
    stored: (await programs.stored()).map(({ state }) => state),
    answers: [last.status, last.settled?.success, (await get(payment)).status],
  }
  await shop.stop()
  return { ended, seen }
}

test('a crash before or after any commit or request leaves one transaction, one transfer, and a payment that is completed', async () => {
  const step = pickRuns({ full: 1, quick: 4 })
  let calls = 0
  for (let goesOn = true; goesOn; calls += step) {
    const { ended, seen } = await run(calls)
    expect({ calls, ...seen }).toEqual({
      ...{ calls, offers: [], envelopes: 1, transfers: 1, status: 'completed', stored: ['used'] },
      answers: [200, true, 200],
    })
    goesOn = ended
  }
  expect(calls).toBeGreaterThan(30)
}, 240_000)
