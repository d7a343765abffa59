import type { Refund } from '@crypto-checkout/api-types'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_PAYER } from '../testing/index.ts'
import { finish, openWithRefundKey } from '../testing/refund-key.ts'
import {
  createCompletedPayment,
  listEventTypes,
  mineFinal,
  openRefunding,
  REFUND_TO,
  refundTransfer,
} from '../testing/refunding.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const FEES_TO = `0x${'fe'.repeat(20)}`
const FEE = 7_500n
const txHash = `0x${'ab'.repeat(32)}`

/** Opens refunds of 5 coins, each of a separate payment. */
async function open(count = 1) {
  const shop = await openRefunding()
  closing.push(shop.stop)
  const { refunds } = shop.checkout.sandbox
  const made: Refund[] = []
  for (let index = 0; index < count; index++) {
    const { id } = await createCompletedPayment(shop)
    made.push(await refunds.create({ paymentId: id, amount: 5, destination: REFUND_TO }))
  }
  const [refund, second] = made
  if (!refund) throw new Error('no refund was made')
  const now = () => Promise.all(made.map(({ id }) => refunds.retrieve(id)))
  const statuses = async () => (await now()).map(({ status }) => status)
  return { shop, refunds, refund, second: second ?? refund, now, statuses }
}

/** The logs of a refund from which the coin takes a fee: Tether logs the fee first. */
function withFee(refund: Refund, fee = FEE, over: object = {}) {
  const { rawAmount } = refundTransfer(refund)
  return [
    refundTransfer(refund, { to: FEES_TO, rawAmount: fee, txHash, ...over }),
    refundTransfer(refund, { rawAmount: rawAmount - fee, txHash, ...over }),
  ]
}

describe('a refund that the wallet signed, of a coin that takes a fee,', () => {
  test('is submitted, completed, and says what left and what arrived', async () => {
    const { shop, refund, refunds, now } = await open()
    expect(refund.cryptoAmountArrived).toBeNull()
    const eventsBefore = (await listEventTypes(shop)).length
    shop.mine(withFee(refund))
    await shop.watch()
    expect(await now()).toMatchObject([{ status: 'submitted', cryptoAmountArrived: '4.992500' }])
    await mineFinal(shop)
    expect(await refunds.retrieve(refund.id)).toMatchObject({
      ...{ status: 'completed', cryptoAmount: '5.000000', cryptoAmountArrived: '4.992500' },
      transaction: { hash: txHash, status: 'final' },
    })
    expect(await shop.retrieve({ id: refund.paymentId })).toMatchObject({ amountRefunded: '5.000000' })
    await mineFinal(shop)
    expect((await listEventTypes(shop)).slice(eventsBefore)).toEqual([
      'refund.submitted',
      'refund.completed',
      'payment.refunded',
    ])
  })

  test('is completed where it is read for the first time when it is final', async () => {
    const { shop, refund, statuses } = await open()
    shop.mine(withFee(refund))
    for (let block = 0; block < 100; block++) shop.mine()
    await shop.settle()
    expect(await statuses()).toEqual(['completed'])
  })

  test('is completed with another one in the same transaction', async () => {
    const { shop, refund, second, now } = await open(2)
    shop.mine([...withFee(refund), ...withFee(second)])
    await mineFinal(shop)
    expect(await now()).toMatchObject([
      { status: 'completed', cryptoAmountArrived: '4.992500' },
      { status: 'completed', cryptoAmountArrived: '4.992500' },
    ])
  })

  test('is taken back by a reorganisation, and completed when it comes again', async () => {
    const { shop, refund, now, statuses } = await open()
    shop.mine(withFee(refund))
    await shop.watch()
    shop.node.drop(1)
    shop.mine()
    shop.mine()
    await shop.watch()
    expect(await now()).toMatchObject([{ status: 'pending', cryptoAmountArrived: null }])
    shop.mine(withFee(refund))
    await mineFinal(shop)
    expect(await statuses()).toEqual(['completed'])
  })
})

test('without a fee as much arrived as left', async () => {
  const { shop, refund, now } = await open()
  shop.mine([refundTransfer(refund)])
  await mineFinal(shop)
  expect(await now()).toMatchObject([{ status: 'completed', cryptoAmountArrived: '5.000000' }])
})

describe('it pays no refund', () => {
  test('where less left the wallet', async () => {
    const { shop, refund, statuses } = await open()
    const { rawAmount } = refundTransfer(refund)
    shop.mine([refundTransfer(refund, { rawAmount: rawAmount - FEE })])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['pending'])
  })

  test('where the rest is more than a fee', async () => {
    const { shop, refund, statuses } = await open()
    shop.mine(withFee(refund, 60_000n))
    await mineFinal(shop)
    expect(await statuses()).toEqual(['pending'])
  })

  test('where somebody else paid the rest', async () => {
    const { shop, refund, statuses } = await open()
    const [fee, rest] = withFee(refund)
    if (!fee || !rest) throw new Error('there are two')
    shop.mine([{ ...fee, from: TEST_PAYER }, rest])
    await mineFinal(shop)
    expect(await statuses()).toEqual(['pending'])
  })

  test('where only the node that is read first shows a fee, and it is not shown when it is final', async () => {
    const { shop, refund, statuses } = await open()
    const { rawAmount } = refundTransfer(refund)
    shop.mine([refundTransfer(refund, { rawAmount: rawAmount - FEE, txHash })])
    shop.node.distortion = (method, _, answer) => {
      if (method !== 'eth_getTransactionReceipt') return answer()
      const receipt = answer() as { logs: { data: string; topics: string[]; logIndex: string }[] } | null
      const [log] = receipt?.logs ?? []
      if (!receipt || !log) return receipt
      const fee = { ...log, data: `0x${FEE.toString(16).padStart(64, '0')}`, logIndex: '0x63' }
      return { ...receipt, logs: [...receipt.logs, fee] }
    }
    await shop.watch()
    expect(await statuses()).toEqual(['submitted'])
    shop.node.distortion = null
    await mineFinal(shop)
    expect(await statuses()).toEqual(['pending'])
  })
})

describe('a refund that a key pays, of a coin that takes a fee,', () => {
  async function openTaking(fee: bigint) {
    const opened = await openWithRefundKey()
    closing.push(opened.shop.stop)
    const { effect } = opened.shop.node.pool
    opened.shop.node.pool.effect = (transaction) => {
      const [transfer] = effect(transaction)?.transfers ?? []
      if (!transfer) return {}
      const rest = { ...transfer, rawAmount: transfer.rawAmount - fee }
      return { transfers: [{ ...transfer, to: FEES_TO, rawAmount: fee }, ...(rest.rawAmount > 0n ? [rest] : [])] }
    }
    const create = () => opened.refunds().create({ paymentId: opened.payment.id, destination: REFUND_TO, amount: 4 })
    return { ...opened, create }
  }

  test('is completed with what arrived, by its receipt alone too', async () => {
    const opened = await openTaking(6_000n)
    const { shop, refunds, create } = opened
    const refund = await create()
    await finish(opened)
    const completed = { status: 'completed', cryptoAmount: '4.000000', cryptoAmountArrived: '3.994000' }
    expect(await refunds().retrieve(refund.id)).toMatchObject(completed)
    shop.node.distortion = (method, _, answer) => (method === 'eth_getLogs' ? [] : answer())
    const second = await create()
    await finish(opened)
    expect(await refunds().retrieve(second.id)).toMatchObject(completed)
    shop.node.distortion = null
    await mineFinal(shop)
    expect((await shop.retrieve(opened.payment)).amountRefunded).toBe('8.000000')
  })

  test('is completed though nothing arrived, and is not made again: it has left', async () => {
    const opened = await openTaking(4_000_000n)
    const { shop, refunds, create } = opened
    const refund = await create()
    await finish(opened)
    await mineFinal(shop)
    expect(await refunds().retrieve(refund.id)).toMatchObject({
      ...{ status: 'completed', cryptoAmount: '4.000000', cryptoAmountArrived: '0.000000' },
    })
    expect((await shop.checkout.networks())[0]).toMatchObject({ trouble: null })
  })
})
