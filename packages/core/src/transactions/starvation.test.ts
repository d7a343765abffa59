import { afterEach, describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { TEST_WALLET } from '../testing/index.ts'
import { explainQueries } from '../testing/plans.ts'
import { openSending } from '../testing/sending.ts'
import { processQueue } from './process-queue.ts'

const GWEI = 1_000_000_000n
const REFUND_KEY_ENV = 'TEST_NEIGHBOURS_REFUND_KEY'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(network: object = {}) {
  const opened = await openSending(network)
  closing.push(opened.shop.stop)
  const { shop, send, enqueue } = opened
  return {
    ...opened,
    enqueueMany: async (count: number, over: Parameters<typeof enqueue>[1] = {}) => {
      for (let index = 0; index < count; index++) await enqueue(`set_many_${index}`, over)
    },
    /** Runs passes far enough apart that postponed sends are due again. */
    async passes(count: number): Promise<void> {
      for (let pass = 0; pass < count; pass++) {
        await send()
        shop.clock.advance(20_000)
      }
    },
    waiting: () => shop.node.pool.waiting.map(({ data }) => Buffer.from(data.slice(2), 'hex').toString()),
  }
}

describe('however many transactions wait, those behind them are sent', () => {
  test('while contracts refuse them', async () => {
    const { shop, enqueue, enqueueMany, passes, waiting } = await open()
    shop.node.pool.effect = ({ data }) => (data.length > 20 ? null : {})
    await enqueueMany(30)
    await enqueue('set_1')
    await passes(5)
    expect(waiting()).toEqual(['set_1'])
  })

  test('while gas costs more than they may', async () => {
    const { enqueue, enqueueMany, passes, waiting } = await open()
    await enqueueMany(30, { maxCost: 62_500n * GWEI })
    await enqueue('set_1')
    await passes(5)
    expect(waiting()).toEqual(['set_1'])
  })

  test('while those who asked for them cannot hear how they ended', async () => {
    const { shop, enqueue, enqueueMany } = await open()
    const log: string[] = []
    const pass = () =>
      shop
        .send({
          settlement: async (_, __, { subject }) => {
            if (subject !== 'set_1') throw new Error('the coin is no longer configured')
            log.push(subject)
          },
        })
        .catch(() => {})
    await enqueueMany(25)
    await enqueue('set_1')
    for (let block = 0; block < 10; block++) {
      await pass()
      shop.mine()
      await shop.watch()
    }
    await pass()
    expect(log).toEqual(['set_1'])
  })
})

test('a key whose pass fails holds up no other key', async () => {
  process.env[REFUND_KEY_ENV] = `0x${'5e'.repeat(32)}`
  const bound = { merchant: `mer_${'0'.repeat(26)}`, wallets: [TEST_WALLET], maxPerDay: 1 }
  const { shop, enqueue } = await open({ refundKey: { env: REFUND_KEY_ENV, ...bound } })
  const network = shop.checkout.context.network('sandbox', 'ethereum')
  const refunder = network?.sending?.refunds?.signer.address ?? ''
  const pass = () =>
    shop.send({
      settlement: async () => {
        throw new Error('the coin is no longer configured')
      },
    })
  await enqueue('set_1')
  await pass()
  for (let block = 0; block < 4; block++) shop.mine()
  await shop.watch()
  await enqueue('re_1', { signer: refunder, purpose: 'refund' })
  await expect(pass()).rejects.toThrow('the coin is no longer configured')
  expect(shop.node.pool.waiting).toMatchObject([{ from: refunder.toLowerCase() }])
})

test('a node that asks for no gas at all is not believed', async () => {
  const { shop, enqueue, send, passes, waiting } = await open()
  shop.node.distortion = (method, _, answer) => (method === 'eth_estimateGas' ? '0x0' : answer())
  await enqueue('set_1', { maxCost: 10n ** 18n })
  expect(await send()).toContain('the node asks for 0 gas')
  shop.node.distortion = null
  await passes(1)
  expect(waiting()).toEqual(['set_1'])
})

test('one that nodes refuse in words of their own is raised where others pay more', async () => {
  const { shop, enqueue, passes, waiting } = await open()
  shop.node.distortion = (method, _, answer) => {
    if (method !== 'eth_sendRawTransaction') return answer()
    const before = [...shop.node.pool.waiting]
    const taken = answer()
    const [newest] = shop.node.pool.waiting.filter((one) => !before.includes(one))
    if (newest && newest.maxPriorityFeePerGas >= 2n * GWEI) return taken
    shop.node.pool.forget()
    throw new NodeError('refused', 'txpool is full', { rpcCode: -32_000 })
  }
  await enqueue('set_1')
  await passes(1)
  shop.node.pool.priorityFee = 2n * GWEI
  await passes(2)
  expect(waiting()).toEqual(['set_1'])
})

test('what ended long ago costs a pass nothing', async () => {
  const { shop, enqueue, finish } = await open()
  const { context } = shop.checkout
  const [network] = context.networks
  const signer = network?.sending?.gas
  if (!network || !signer) throw new Error('the test network has no key')
  await enqueue('set_1')
  await finish()
  await enqueue('set_2')
  await enqueue('set_3', { leastGas: 100_000 })
  const queries = await explainQueries(context, (ctx) => processQueue(ctx, { network, signer }, {}))
  const ofSends = queries.flatMap(({ steps }) => steps.filter((step) => / sends( |$)/.test(step)))
  expect(ofSends.length).toBeGreaterThan(5)
  for (const step of ofSends) {
    expect(step).not.toMatch(/^SCAN/)
    expect(step).not.toContain('nonce<?')
  }
})
