import { expect, test } from 'vitest'
import { createDeadline, Ended } from '../testing/deadline.ts'
import { pickRuns } from '../testing/runs.ts'
import { openSending, type TestSending } from '../testing/sending.ts'

const GWEI = 1_000_000_000n

/**
 * Events between the passes: a rising fee, a reorganisation that loses mined transactions, time for a refusal to end.
 */
const story: readonly ((sending: TestSending) => void | Promise<void>)[] = [
  () => {},
  ({ shop }) => {
    shop.node.pool.baseFee = 20n * GWEI
    shop.clock.advance(15_000)
  },
  ({ shop }) => {
    shop.mine()
    shop.node.drop(1)
    shop.node.pool.forget()
    shop.clock.advance(11 * 60_000)
  },
  async ({ shop }) => {
    for (let block = 0; block < 4; block++) shop.mine()
    await shop.watch()
  },
]

async function run(endsAt: number): Promise<{ ended: boolean; sending: TestSending }> {
  const line = createDeadline()
  const sending = await openSending({}, { storage: await line.storage() })
  const { shop, enqueue, send } = sending
  shop.node.pool.effect = ({ data }) => (data === '0x7365745f33' ? null : { succeeded: data !== '0x7365745f32' })
  line.watch(shop.node)
  for (const subject of ['set_1', 'set_2', 'set_3']) await enqueue(subject)
  let ended = false
  line.begin(endsAt)
  for (const happen of story) {
    await happen(sending)
    await line.while(send).catch(async (error: unknown) => {
      if (!(error instanceof Ended)) throw error
      ended = true
      line.begin(Number.POSITIVE_INFINITY)
      // A broadcast transaction is mined before the next start, so signing a new one would pay twice.
      shop.mine()
      shop.restart()
      await send()
    })
  }
  // A restarted process waits again for the refusal to end.
  shop.clock.advance(11 * 60_000)
  await send()
  return { ended, sending }
}

test('a crash before or after any commit or request loses nothing, mines nothing twice, and tells nothing twice', async () => {
  const step = pickRuns({ full: 1, quick: 5 })
  let calls = 0
  for (let goesOn = true; goesOn; calls += step) {
    const { ended, sending } = await run(calls)
    const mined = sending.shop.node.transactions().map(({ data }) => Buffer.from(data.slice(2), 'hex').toString())
    const outcomeLines = sending.handled.map(({ subject, kind }) => `${subject} ${kind}`)
    expect({ calls, mined: mined.sort(), told: outcomeLines.sort() }).toEqual({
      calls,
      mined: ['set_1', 'set_2'],
      told: ['set_1 succeeded', 'set_2 reverted', 'set_3 refused'],
    })
    await sending.shop.stop()
    goesOn = ended
  }
  expect(calls).toBeGreaterThan(80)
})
