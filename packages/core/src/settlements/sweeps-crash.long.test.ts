import { expect, test } from 'vitest'
import { createDeadline, Ended } from '../testing/deadline.ts'
import { openReady, openSweeping } from '../testing/sweeping.ts'

const AMOUNTS = [10_000_000n, 12_000_000n, 4_000_000n]

/** A checkout whose process ends at one of its calls, and restarts. */
async function openMortal(open: typeof openSweeping) {
  const line = createDeadline()
  const opened = await open({}, { storage: await line.storage() })
  const { shop } = opened
  line.watch(shop.node)
  let ended = false
  return {
    ...opened,
    async pass() {
      await shop.watch()
      await opened.lookAfterFactory()
      await opened.send()
    },
    /** Mines a block after each part. Returns whether the process ended. */
    async tell(story: readonly (() => Promise<unknown>)[], endsAt: number): Promise<boolean> {
      line.begin(endsAt)
      for (const work of story) {
        await line.while(work).catch(async (error: unknown) => {
          if (!line.isOver()) throw error
          ended = true
          line.begin(Number.POSITIVE_INFINITY)
          // A broadcast transaction is mined before the next start, so signing a new one would send it twice.
          shop.mine()
          shop.restart()
          await work()
        })
        shop.mine()
      }
      return ended
    },
  }
}

/**
 * Settles deposits, one of them blocked at first, until their settlements end. A caller that closes the period and gets
 * no answer repeats the request with the same Idempotency-Key.
 */
async function settle(endsAt: number) {
  const opened = await openMortal(openReady)
  const { shop, pass } = opened
  const payments = await opened.paid(AMOUNTS)
  opened.blocked.add(payments[1]?.address.toLowerCase() ?? '')
  const close = async (key: string) => {
    const answer = await shop.request('POST', '/sandbox/v1/settlements', { headers: { 'idempotency-key': key } })
    if (answer.status >= 500) throw new Ended('nobody answers')
  }
  const reorganise = async () => {
    shop.node.drop(1)
    await pass()
  }
  const ended = await opened.tell([() => close('one'), pass, pass, reorganise, pass, pass, pass], endsAt)
  await opened.finish()
  opened.blocked.clear()
  shop.clock.advance(24 * 3_600_000)
  await close('two')
  await opened.finish()
  const { data } = await shop.checkout.sandbox.settlements.list()
  const settled = await Promise.all(payments.map((payment) => shop.retrieve(payment)))
  const found = {
    swept: opened.timesSwept(payments),
    mined: shop.node.transactions().length,
    settlements: data
      .map(({ status, amount, paymentCount, transactions }) => [status, amount, paymentCount, transactions.length])
      .reverse(),
    listed: settled.map(({ settlement }) => data.findIndex(({ id }) => id === settlement)),
    told: await opened.listSettlementEvents(),
  }
  await shop.stop()
  return { ended, found }
}

test('a crash before or after any commit or request sweeps every deposit once, and tells each settlement once', async () => {
  let calls = 0
  for (let goesOn = true; goesOn; calls++) {
    const { ended, found } = await settle(calls)
    expect({ calls, ...found }).toEqual({
      calls,
      swept: [1, 1, 1],
      // Including the transaction that deployed the contract.
      mined: 3,
      settlements: [
        ['completed', '14.000000', 1, 1],
        ['completed', '12.000000', 1, 1],
      ],
      // The newest comes first.
      listed: [1, 0, -1],
      told: ['settlement.created', 'settlement.completed', 'settlement.created', 'settlement.completed'],
    })
    goesOn = ended
  }
  expect(calls).toBeGreaterThan(50)
}, 240_000)

test('a crash before or after any commit or request deploys the contract once', async () => {
  let calls = 0
  for (let goesOn = true; goesOn; calls++) {
    const opened = await openMortal(openSweeping)
    const { shop, pass } = opened
    goesOn = await opened.tell([pass, pass, pass, pass, pass, pass], calls)
    expect({ calls, mined: shop.node.transactions().length }).toEqual({ calls, mined: 1 })
    await opened.lookAfterFactory()
    await opened.paid(AMOUNTS.slice(0, 1))
    expect(await opened.close()).toHaveLength(1)
    await shop.stop()
  }
  expect(calls).toBeGreaterThan(20)
}, 240_000)
