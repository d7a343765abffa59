import type { Refund } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTransferFor } from '../testing/index.ts'
import { explainQueries } from '../testing/plans.ts'
import {
  createCompletedPayment,
  listEventTypes,
  mineFinal,
  openRefunding,
  REFUND_TO,
  refundTransfer,
} from '../testing/refunding.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { findAwaitedRefundsTo } from './awaited.ts'
import { listRefunds, retrieveRefund } from './find.ts'

const OTHER_WALLET = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

async function open() {
  const shop = await openRefunding()
  onTestFinished(() => shop.stop())
  const { refunds, transfers } = shop.checkout.sandbox
  const refund = async (destination = REFUND_TO): Promise<Refund> => {
    const { id } = await createCompletedPayment(shop)
    return refunds.create({ paymentId: id, amount: 5, destination })
  }
  const outgoing = () =>
    shop.checkout.context.db
      .selectFrom('transfers')
      .select(['id', 'refund_id', 'state', 'tx_hash', 'raw_amount', 'raw_left', 'amount', 'final_at'])
      .where('direction', '=', 'out')
      .orderBy('seq')
      .execute()
  return { shop, refunds, transfers, refund, outgoing }
}

test('a refund’s transfer is recorded once, and pays another refund if that one awaits it when it comes again', async () => {
  const { shop, refunds, refund, outgoing } = await open()
  const [first, second] = [await refund(), await refund()]
  const [txHash] = shop.mine([refundTransfer(first)])
  await shop.watch()
  const raw = refundTransfer(first).rawAmount
  const row = { refund_id: first.id, state: 'seen', tx_hash: txHash, raw_amount: raw, raw_left: raw, final_at: null }
  const [seen] = await outgoing()
  expect(seen).toMatchObject({ ...row, amount: 5_000_000n })
  shop.node.drop(1)
  shop.mine()
  shop.mine()
  await shop.watch()
  expect(await outgoing()).toEqual([{ ...seen, state: 'orphaned' }])
  await refunds.cancel(first.id)
  shop.mine([refundTransfer(first, { txHash })])
  await mineFinal(shop)
  expect(await outgoing()).toEqual([
    { ...seen, refund_id: second.id, state: 'final', final_at: shop.checkout.context.now() },
  ])
  expect((await refunds.retrieve(first.id)).status).toBe('cancelled')
  expect((await refunds.retrieve(second.id)).status).toBe('completed')
})

test('a transfer that pays a refund and a payment is recorded in both directions, and shown as incoming alone', async () => {
  const { shop, transfers, refund, outgoing } = await open()
  const payment = await shop.create({ merchantWallet: OTHER_WALLET })
  const back = await refund(OTHER_WALLET)
  const before = await transfers.list()
  const [hash] = shop.mine([refundTransfer(back)])
  await shop.watch()
  const [out] = await outgoing()
  expect(out).toMatchObject({ refund_id: back.id, state: 'seen', tx_hash: hash })
  const listed = await transfers.list()
  expect(listed.totalCount).toBe(before.totalCount + 1)
  expect(listed.data.slice(0, -before.totalCount)).toMatchObject([{ hash, payment: null, status: 'seen' }])
  expect(listed.data[0]?.id).not.toBe(out?.id)
  expect((await transfers.list({ status: 'unattributed' })).data).toHaveLength(1)
  await expect(transfers.retrieve(out?.id ?? '')).rejects.toMatchObject({ code: 'resource_missing' })
  const assigning = transfers.assign(out?.id ?? '', { paymentId: payment.id })
  await expect(assigning).rejects.toMatchObject({ code: 'resource_missing' })
  shop.node.drop(1)
  shop.mine()
  shop.mine()
  await shop.watch()
  expect((await outgoing()).map(({ state }) => state)).toEqual(['orphaned'])
  expect((await transfers.list()).data[0]).toMatchObject({ hash, status: 'orphaned' })
  shop.mine([refundTransfer(back, { txHash: hash }), createTransferFor(payment)])
  await mineFinal(shop)
  expect((await outgoing()).map(({ id, state }) => [id, state])).toEqual([[out?.id, 'final']])
  expect((await transfers.list()).totalCount).toBe(before.totalCount + 2)
  expect((await shop.retrieve(payment)).status).toBe('completed')
  expect((await listEventTypes(shop)).slice(-3)).toContain('refund.completed')
})

test.skipIf(isOnPostgres())('refunds find their transfers by an index', async () => {
  const { shop, refund } = await open()
  const { id, paymentId } = await refund()
  const { context } = shop.checkout
  const row = await context.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const caller = { merchantId: row.merchant_id, livemode: false } as Parameters<typeof retrieveRefund>[1]
  const network = context.network('sandbox', 'ethereum')
  if (!network) throw new Error('there is no network')
  const moved = { to: REFUND_TO.toLowerCase(), blockTime: shop.clock.now() } as never
  const queries = await explainQueries(context, async (ctx) => {
    await retrieveRefund(ctx, caller, id)
    await listRefunds(ctx, caller, {})
    await listRefunds(ctx, caller, { paymentId, starting_after: id })
    await findAwaitedRefundsTo(ctx.db, network, [moved])
  })
  const joined = queries.filter(({ sql }) => /left join "transfers"/.test(sql))
  expect(joined).toHaveLength(6)
  for (const { steps } of joined) {
    expect(steps).toContain('SEARCH transfers USING INDEX transfers_of_refund (refund_id=?) LEFT-JOIN')
    for (const step of steps) expect(step).not.toMatch(/^SCAN/)
  }
})

test('a transfer goes out exactly if it pays a refund, and a refund has one on the chain', async () => {
  const { shop, refund } = await open()
  const { id, paymentId } = await refund()
  shop.mine([refundTransfer(await shop.checkout.sandbox.refunds.retrieve(id))])
  await mineFinal(shop)
  const columns = `chain, network, cryptocurrency, token, from_address, to_address, raw_amount, memo, ordinal, amount, log_index,
    block_number, block_hash, block_time, seen_at, merchant_id, livemode`
  let count = 0
  /** A copy of the refund's transfer with other values. */
  const insert = (over: Readonly<Record<string, string>>) => {
    count += 1
    const values: Readonly<Record<string, string>> = {
      ...{ id: `'tr_${count}'`, tx_hash: `'0xc${count}'`, state: "'orphaned'", payment_id: 'null' },
      ...{ direction: "'out'", refund_id: 'refund_id', raw_left: 'raw_left', ...over },
    }
    const text = `insert into transfers (${Object.keys(values).join()}, ${columns})
      select ${Object.values(values).join()}, ${columns} from transfers where refund_id = '${id}' and state = 'final'`
    return shop.storage.transact((tx) => sql.raw(text).execute(tx))
  }
  const incoming = { direction: "'in'", refund_id: 'null', raw_left: 'null' }
  await insert({})
  await insert(incoming)
  await insert({ ...incoming, payment_id: `'${paymentId}'` })
  // One on the chain may go out and come in.
  await insert({ ...incoming, tx_hash: 'tx_hash', state: "'seen'" })

  const refused: readonly Readonly<Record<string, string>>[] = [
    { direction: "'in'" },
    { direction: "'sideways'" },
    { refund_id: 'null' },
    { raw_left: 'null' },
    { payment_id: `'${paymentId}'` },
    { refund_id: "'re_nobody'" },
    { ...incoming, raw_left: "'1'" },
    { ...incoming, refund_id: 'refund_id' },
    { tx_hash: 'tx_hash' },
    { ...incoming, tx_hash: 'tx_hash' },
    { state: "'seen'" },
    { state: "'final'" },
  ]
  for (const over of refused) await expect(insert(over), JSON.stringify(over)).rejects.toThrow(/constraint/i)
})
