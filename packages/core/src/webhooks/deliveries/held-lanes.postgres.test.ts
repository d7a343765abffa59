/** The choice among several nodes that send to a receiver. */
import { expect, test } from 'vitest'
import type { PostRequest } from '../../outbound/post.ts'
import { createTransferFor, type TestCheckout } from '../../testing/index.ts'
import { openTwoNodes } from '../../testing/two-nodes.ts'
import { createDeliverJob } from '../../workers/deliver.ts'
import { claimDue, isAnythingDue, leaveLanes } from './claim.ts'
import { fanOut, findMerchantsBehind } from './fan-out.ts'

const CLAIM_MS = 30_000

/** Two nodes, and a receiver of a payment's events. */
async function twoSenders() {
  const { clock, nodes } = await openTwoNodes()
  const [one] = nodes
  await one.settle()
  await one.checkout.sandbox.webhooks.create({ url: 'https://shop.example.com/hook', events: ['payment.*'] })
  const payment = await one.create()
  /** Creates the deliveries of new events. */
  async function tell(): Promise<void> {
    const { context } = one.checkout
    while ((await fanOut(context, await findMerchantsBehind(context))).more);
  }
  await tell()
  return {
    ...{ clock, nodes, tell },
    async pay(): Promise<void> {
      one.mine([createTransferFor(payment)])
      await one.settle()
      await tell()
    },
  }
}

async function claim({ checkout: { context } }: TestCheckout): Promise<string[]> {
  return (await claimDue(context, [])).map(({ row }) => row.event_type)
}

test('one node sends to a receiver, and the others leave it what is new', async () => {
  const { nodes, pay } = await twoSenders()
  const [one, other] = nodes
  expect(await claim(one)).toEqual(['payment.created'])
  await pay()
  expect(await isAnythingDue(other.checkout.context, [])).toBe(false)
  expect(await claim(other)).toEqual([])
  expect(await isAnythingDue(one.checkout.context, [])).toBe(true)
  expect(await claim(one)).toEqual(['payment.processing'])
})

test('what a node that is gone had claimed is sent by another one before what is newer', async () => {
  const { clock, nodes, pay } = await twoSenders()
  const [one, other] = nodes
  await claim(one)
  await pay()
  clock.advance(CLAIM_MS - 1_001)
  expect(await claim(other)).toEqual([])
  clock.advance(1)
  expect(await claim(other)).toEqual(['payment.created', 'payment.processing'])
  expect(await claim(one)).toEqual([])
})

test('a node that was paused sends nothing of what another one has sent meanwhile', async () => {
  const { clock, nodes, pay } = await twoSenders()
  await pay()
  const sent: string[] = []
  const pause = Promise.withResolvers<void>()
  const [one, other] = nodes.map(({ checkout: { context } }, node) => {
    const post = async (_: boolean, { body }: PostRequest) => {
      sent.push(`${node} ${JSON.parse(body).type}`)
      if (node === 0) await pause.promise
      return { kind: 'answered' as const, status: 200, bodyStart: '', retryAfterS: null, latencyMs: 1 }
    }
    return createDeliverJob({ ...context, post }, (line) => sent.push(line))
  })
  await one?.run()
  await expect.poll(() => sent).toEqual(['0 payment.created'])
  clock.advance(CLAIM_MS)
  await other?.run()
  await other?.idle()
  pause.resolve()
  await one?.idle()
  expect(sent).toEqual(['0 payment.created', '1 payment.created', '1 payment.processing'])
})

test('a node that was paused sends once what it had begun', async () => {
  const { clock, nodes } = await twoSenders()
  const sent: string[] = []
  const pause = Promise.withResolvers<void>()
  const post = async (_: boolean, { body }: PostRequest) => {
    sent.push(JSON.parse(body).type)
    await pause.promise
    return { kind: 'answered' as const, status: 200, bodyStart: '', retryAfterS: null, latencyMs: 1 }
  }
  const deliveries = createDeliverJob({ ...nodes[0].checkout.context, post }, (line) => sent.push(line))
  await deliveries.run()
  await expect.poll(() => sent).toHaveLength(1)
  clock.advance(CLAIM_MS)
  await deliveries.run()
  pause.resolve()
  await deliveries.idle()
  expect(sent).toEqual(['payment.created'])
})

test('a node that stops leaves its receivers to others at once', async () => {
  const { nodes, pay } = await twoSenders()
  const [one, other] = nodes
  await claim(one)
  await leaveLanes(one.checkout.context)
  await pay()
  expect(await claim(other)).toContain('payment.processing')
})

test('nodes that look at the same time take different receivers', async () => {
  const { nodes, tell } = await twoSenders()
  const [one, other] = nodes
  for (let receivers = 0; receivers < 10; receivers++) {
    await one.create({ webhookUrl: `https://shop.example.com/${receivers}` })
  }
  await tell()
  const [first, second] = await Promise.all(nodes.map(({ checkout }) => claimDue(checkout.context, [])))
  const lanes = [...(first ?? []), ...(second ?? [])].map(({ row }) => row.lane)
  expect(lanes.length).toBe(21)
  expect(await claim(other)).toEqual([])
  expect(await claim(one)).toEqual([])
})
