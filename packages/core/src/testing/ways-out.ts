import type { Signer } from '../chains/transactor.ts'
import { createTransferFor, TEST_TOKEN, TEST_WALLET, type TestCheckout } from './index.ts'
import { openWithRefundKey } from './refund-key.ts'
import { listEventTypes, REFUND_TO } from './refunding.ts'
import { openRelaying } from './relaying.ts'
import { sendTold } from './send-told.ts'
import { openReady } from './sweeping.ts'

const DAY_MS = 24 * 3_600_000
/** A mined block is final this many blocks later. */
const FINAL_AFTER = 3
/** Events of transfers that are not final yet: a reading of the chain may come too late for them. */
const PASSING = ['booking.created', 'payment.processing', 'payment.reverted', 'refund.submitted']

/** One of the ways by which money leaves, with a requested payout that is not sent yet. */
type Asked = {
  readonly shop: TestCheckout
  readonly signer: Signer
  /** Its status: `pending` first. */
  readonly status: () => Promise<string>
  readonly failure: () => Promise<string | null>
  /** Counts the moves of the money on the chain. */
  readonly moved: () => number
  /** Makes the coin refuse all transfers, or stops that. */
  readonly pause: (paused: boolean) => void
  /** Repeats the step of a merchant or a payer after it has failed. */
  readonly again: () => Promise<void>
}

type Expected = {
  /** Its status in the end. */
  readonly done: string
  /** Its events until then, and until it has failed. */
  readonly events: readonly string[]
  readonly toldFailed: readonly string[]
}

async function settle(): Promise<Asked> {
  const opened = await openReady()
  const { shop, blocked } = opened
  const payments = await opened.paid([10_000_000n])
  await opened.close()
  const newest = async () => (await shop.checkout.sandbox.settlements.list()).data[0]
  return {
    shop,
    signer: signerOf(shop, 'gas'),
    status: async () => (await newest())?.status ?? 'none',
    failure: async () => (await newest())?.failure ?? null,
    moved: () => opened.timesSwept(payments)[0] ?? 0,
    pause: (paused) => void (paused ? blocked.add(TEST_TOKEN.toLowerCase()) : blocked.clear()),
    again: async () => {
      // Money that a transaction did not move waits for a day.
      shop.clock.advance(DAY_MS)
      await opened.close()
    },
  }
}

async function refund(): Promise<Asked> {
  const { shop, payment, refunds } = await openWithRefundKey()
  const create = async () => void (await refunds().create({ paymentId: payment.id, destination: REFUND_TO }))
  await create()
  const newest = async () => (await refunds().list()).data[0]
  return {
    shop,
    signer: signerOf(shop, 'refunds'),
    status: async () => (await newest())?.status ?? 'none',
    failure: async () => (await newest())?.failure ?? null,
    moved: () => shop.node.transfers().filter(({ to }) => to === REFUND_TO.toLowerCase()).length,
    pause: pausing(shop),
    again: create,
  }
}

async function relay(): Promise<Asked> {
  const relaying = await openRelaying()
  const { shop } = relaying
  const payment = await shop.create()
  await relaying.authorize(payment)
  const newest = async () => (await relaying.stored()).at(-1)
  return {
    shop,
    signer: signerOf(shop, 'gas'),
    status: async () => (await newest())?.state ?? 'none',
    failure: async () => (await newest())?.reason ?? null,
    moved: () => shop.node.transfers().filter(({ to }) => to.toLowerCase() === TEST_WALLET.toLowerCase()).length,
    pause: pausing(shop),
    // The signature is used up, so the payer sends the payment.
    again: async () => void shop.mine([createTransferFor(payment)]),
  }
}

function signerOf(shop: TestCheckout, which: 'gas' | 'refunds'): Signer {
  const sending = shop.checkout.context.network('sandbox', 'ethereum')?.sending
  const signer = which === 'gas' ? sending?.gas : sending?.refunds?.signer
  if (!signer) throw new Error('the test checkout has no such key')
  return signer
}

/** A paused coin reverts calls that would move it. */
function pausing(shop: TestCheckout): (paused: boolean) => void {
  const { pool } = shop.node
  const { effect } = pool
  return (paused) => {
    pool.effect = (call) => (paused && call.to.toLowerCase() === TEST_TOKEN.toLowerCase() ? null : effect(call))
  }
}

async function withPasses(payout: Asked, { done, events, toldFailed }: Expected) {
  const { shop } = payout
  const send = () => sendTold(shop)
  return {
    ...payout,
    ...{ done, toldOfDone: events, toldOfFailed: toldFailed, send },
    /** Mines blocks until everything offered now is final, read and decided. Returns the messages for the operator. */
    async finish(): Promise<string> {
      const lines: string[] = []
      for (let block = 0; block <= FINAL_AFTER; block++) {
        lines.push(await send())
        shop.mine()
        await shop.settle()
      }
      return [...lines, await send()].join(' ')
    },
    /** The types of the events of the payout and of its payment, oldest first. */
    async listEvents(): Promise<string[]> {
      const all = (await listEventTypes(shop)).filter((type) => !PASSING.includes(type))
      return all.slice(all.indexOf(events[0] ?? ''))
    },
  }
}

export type WayOut = Awaited<ReturnType<typeof withPasses>>

/** The ways by which money leaves, each with a requested payout that is not sent yet. */
export const waysOut: Readonly<Record<'settle' | 'refund' | 'relay', () => Promise<WayOut>>> = {
  settle: async () =>
    withPasses(await settle(), {
      done: 'completed',
      events: ['settlement.created', 'settlement.completed'],
      toldFailed: ['settlement.created', 'settlement.failed'],
    }),
  refund: async () =>
    withPasses(await refund(), {
      done: 'completed',
      events: ['refund.created', 'refund.completed', 'payment.refunded'],
      toldFailed: ['refund.created', 'refund.failed'],
    }),
  relay: async () =>
    withPasses(await relay(), {
      done: 'used',
      events: ['payment.created', 'payment.completed'],
      toldFailed: ['payment.created'],
    }),
}
