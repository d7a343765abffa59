import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { pickRuns } from '../testing/runs.ts'
import { openSending, type TestSending } from '../testing/sending.ts'

const GWEI = 1_000_000_000n
/** The node's depth of finality: a reorganisation is no deeper. */
const DEEPEST = 2

type Happening = (sending: TestSending, size: number) => unknown

/** Everything that may happen around the sends of one key. */
const allSteps: readonly Happening[] = [
  ({ send }) => send(),
  ({ send }) => send(),
  ({ enqueue }, size) => enqueue(`set_${size}_${counter()}`),
  ({ shop }) => shop.mine(),
  async ({ shop, send }) => {
    shop.mine()
    await shop.watch()
    await send()
  },
  ({ shop }) => shop.watch(),
  ({ shop }, size) => shop.clock.advance(1_000 * (1 + size * size)),
  ({ shop }, size) => {
    shop.node.drop(1 + (size % DEEPEST))
    if (size > 4) shop.node.pool.forget()
    shop.mine()
    shop.mine()
  },
  ({ shop }) => shop.node.pool.forget(),
  ({ shop }, size) => {
    shop.node.pool.baseFee = BigInt(1 + size ** 3) * GWEI
  },
  ({ shop }, size) => {
    shop.node.lag = size % 4
  },
  ({ shop }, size) => {
    shop.node.distortion = size < 5 ? null : (method, _, answer) => fail(method, size, answer)
  },
  ({ shop }) => shop.restart(),
]

let count = 0
function counter(): number {
  count += 1
  return count
}

/** Fails, either before or after it accepted the transaction. */
function fail(method: string, size: number, answer: () => unknown): unknown {
  if (method !== 'eth_sendRawTransaction') return answer()
  if (size % 2 === 0) answer()
  throw new TypeError('the process ends here')
}

async function calm({ shop, finish }: TestSending): Promise<void> {
  shop.node.lag = 0
  shop.node.distortion = null
  shop.node.pool.baseFee = GWEI
  shop.restart()
  for (let round = 0; round < 12; round++) {
    shop.clock.advance(60_000)
    await finish()
  }
}

test('whatever happens to nodes, fees, blocks and processes, each send is mined once and told once', async () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: allSteps.length - 1 }), fc.nat({ max: 8 })), {
    minLength: 10,
    maxLength: 50,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      count = 0
      const sending = await openSending()
      const { shop } = sending
      for (const [which, size] of story) {
        try {
          await allSteps[which]?.(sending, size)
        } catch (error) {
          // A lagging node is not read.
          if (!(error instanceof TypeError || error instanceof NodeError)) throw error
          shop.restart()
        }
      }
      await calm(sending)
      const sent = await shop.storage.db.selectFrom('sends').select(['subject', 'state']).execute()
      const subjects = sent.map(({ subject }) => subject).sort()
      const mined = sending.mined().map(([, subject]) => subject)
      expect(sent.filter(({ state }) => state !== 'succeeded')).toEqual([])
      expect(mined.sort()).toEqual(subjects)
      expect(sending.handled.map(({ subject }) => subject).sort()).toEqual(subjects)
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 25, quick: 8 }) },
  )
}, 240_000)
