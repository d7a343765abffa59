import { describe, expect, test } from 'vitest'
import { createCopyable } from '../testing/copies.ts'
import {
  finish,
  type KeyAfter,
  openWithRefundKey,
  reopenWithRefundKey,
  type WithRefundKey,
} from '../testing/refund-key.ts'
import { REFUND_TO } from '../testing/refunding.ts'
import { askAgain, askPayer, enterAddress, goOn, sumLeft } from '../testing/restored-refunds.ts'
import { unknownSends } from '../transactions/external-transactions.ts'

const GWEI = 1_000_000_000n
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

type Restore = Awaited<ReturnType<Awaited<ReturnType<typeof createCopyable>>['copy']>>
/** A refund that one key has paid, and a backup of an earlier time. `path`: of the page for the payer, if there is one. */
type Life = { readonly opened: WithRefundKey; readonly restore: Restore; readonly path: string | null }
type Copy = () => Promise<Restore>

const make = ({ refunds, payment }: WithRefundKey) =>
  refunds().create({ paymentId: payment.id, destination: REFUND_TO })

/** The step of a refund's life at which the backup is made. Each takes the backup, and goes on. */
const steps: Readonly<Record<string, (opened: WithRefundKey, copy: Copy) => Promise<Omit<Life, 'opened'>>>> = {
  async 'before it is made'(opened, copy) {
    const restore = await copy()
    await make(opened)
    return { restore, path: null }
  },
  async 'while the payer is asked'(opened, copy) {
    const path = await askPayer(opened)
    const restore = await copy()
    await enterAddress(opened, path, REFUND_TO)
    return { restore, path }
  },
  async 'while it is queued'(opened, copy) {
    await make(opened)
    return { restore: await copy(), path: null }
  },
  async 'while it is signed, and its fee is raised'(opened, copy) {
    await make(opened)
    await opened.send()
    const restore = await copy()
    opened.shop.node.pool.baseFee = 20n * GWEI
    opened.shop.clock.advance(15_000)
    return { restore, path: null }
  },
  async 'while it is mined and not final'(opened, copy) {
    await make(opened)
    await opened.send()
    opened.shop.mine()
    await opened.shop.watch()
    return { restore: await copy(), path: null }
  },
  async 'after it is completed'(opened, copy) {
    await make(opened)
    await finish(opened)
    return { restore: await copy(), path: null }
  },
}

async function live(step: string): Promise<Life> {
  const database = await createCopyable()
  const opened = await openWithRefundKey({}, { storage: database.storage })
  const life = await steps[step]?.(opened, () => database.copy())
  if (!life) throw new Error(`there is no step ${step}`)
  await finish(opened)
  expect(opened.mined()).toHaveLength(1)
  return { opened, ...life }
}

type Restored = Pick<WithRefundKey, 'shop' | 'refunds' | 'payment' | 'send' | 'mined'>

/** The words for operator and merchant: of `doctor`, the log and the dashboard. */
async function readWarnings({ shop }: Restored, log: string) {
  const { networks } = await shop.checkout.sandbox.networkStatus.retrieve()
  return {
    doctor: (await unknownSends(shop.checkout.context)).length > 0,
    log: log.includes('on hold'),
    dashboard: networks.some(({ problems }) => problems.some(({ code }) => code === 'held')),
  }
}

const keys: readonly KeyAfter[] = ['same', 'other', 'none']
const ways = [
  { way: 'API', to: 'the same address' },
  { way: 'API', to: 'another address' },
  { way: 'page', to: 'the same address' },
  { way: 'page', to: 'another address' },
] as const

describe.each(Object.keys(steps))('a refund, with a backup %s', (step) => {
  test('is paid once, whichever key is configured then and however it is asked for again', async () => {
    const { opened, restore, path } = await live(step)
    const { payment, shop } = opened
    const refunded = sumLeft(shop)
    for (const key of keys) {
      for (const { way, to } of ways) {
        const restored = { ...(await reopenWithRefundKey(opened, await restore(), key)), payment }
        const signed = new Set<string>()
        await goOn(restored, signed)
        await askAgain(restored, way, to === 'the same address' ? REFUND_TO : OTHER, path)
        const log = await goOn(restored, signed)
        const where = `${key} key, by ${way} to ${to}`
        expect([where, sumLeft(restored.shop)]).toEqual([where, refunded])
        const { data } = await restored.refunds().list()
        const isDone = data.some(({ status, destination }) => status === 'completed' && destination === REFUND_TO)
        const isTold = { doctor: !isDone, log: !isDone, dashboard: !isDone }
        expect([where, await readWarnings(restored, log)]).toEqual([where, isTold])
        // The same request again gets the refund that was paid.
        if (to === 'the same address') expect([where, isDone]).toEqual([where, true])
      }
    }
  }, 600_000)
})
