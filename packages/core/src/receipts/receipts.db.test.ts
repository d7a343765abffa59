import type { Payment } from '@crypto-checkout/api-types'
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader } from 'jose'
import { afterEach, expect, test } from 'vitest'
import { createTransferFor, TEST_CHAIN_ID, TEST_PAYER, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { createCompletedPayment, mineFinal, openRefunding, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { openTwoNodes } from '../testing/two-nodes.ts'
import { listReceiptKeys, rotateReceiptKey } from './keys.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open() {
  const shop = await openRefunding()
  closing.push(shop.stop)
  return shop
}

type Shop = Awaited<ReturnType<typeof open>>

/** Reads a receipt with a stranger's library. Throws if it does not verify. */
async function readWithJose(shop: Pick<Shop, 'checkout'>, receipt: string | null, livemode = false) {
  const { keys } = await listReceiptKeys(shop.checkout.context.db, livemode)
  const verified = await compactVerify(receipt ?? '', createLocalJWKSet({ keys }), { algorithms: ['EdDSA'] })
  return { header: verified.protectedHeader, claims: JSON.parse(Buffer.from(verified.payload).toString()) }
}

const seconds = (time: string | null | undefined) => Math.floor(Date.parse(time ?? '') / 1_000)

test('a completed payment has a receipt with all that a stranger needs to find its money on the chain', async () => {
  const shop = await open()
  const created = await shop.create({
    reference: 'A-17',
    lineItems: [
      { name: 'Tea', quantity: 2, unitAmount: 4 },
      { name: 'Cup', quantity: 1, unitAmount: 2 },
    ],
  })
  const [hash] = shop.mine([createTransferFor(created)])
  await mineFinal(shop)
  const payment = await shop.retrieve(created)
  const { header, claims } = await readWithJose(shop, payment.receipt)
  const { keys } = await listReceiptKeys(shop.checkout.context.db, false)
  expect(header).toEqual({ alg: 'EdDSA', typ: 'payment-receipt+jwt', kid: keys[0]?.kid })
  const [transaction] = payment.transactions
  const [transfer] = claims.transfers
  expect(claims).toEqual({
    iss: `${shop.checkout.context.settings.publicUrl}/sandbox`,
    sub: payment.id,
    iat: seconds(payment.completedAt),
    jti: expect.stringMatching(/^rcp_/),
    test: true,
    merchant: 'My shop',
    amount: '10.00',
    currency: 'USD',
    cryptoAmount: payment.cryptoAmount,
    cryptoAmountReceived: payment.amountReceived,
    cryptocurrency: 'USDC',
    token: TEST_TOKEN,
    network: `eip155:${TEST_CHAIN_ID}`,
    recipient: TEST_WALLET,
    transfers: [
      {
        transaction: hash,
        index: expect.any(Number),
        block: transaction?.block,
        blockHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        amount: payment.amountReceived,
        from: TEST_PAYER.toLowerCase(),
      },
    ],
    paidAt: expect.any(Number),
    finalizedAt: seconds(transaction?.finalAt),
    orderReference: 'A-17',
    lineItemsSha256: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(shop.node.blocks.find((block) => block.hash === transfer.blockHash)?.number).toBe(transfer.block)
  expect(payment.receiptUrl).toBe(`${payment.url}/receipt`)
})

test('a payment has no receipt before its money is final, and gets one only', async () => {
  const shop = await open()
  const payment = await shop.create()
  expect(payment).toMatchObject({ receipt: null, receiptUrl: null })
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing', receipt: null, receiptUrl: null })
  await mineFinal(shop)
  const { receipt } = await shop.retrieve(payment)
  expect(receipt).not.toBeNull()
  // More money comes: the receipt stays.
  shop.mine([createTransferFor(payment)])
  await mineFinal(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ exceptions: ['overpaid', 'multiple'], receipt })
})

test('the event that completes a payment has its receipt, and so has each list', async () => {
  const shop = await open()
  const payment = await createCompletedPayment(shop)
  const { data } = await shop.checkout.sandbox.events.list({ type: 'payment.completed' })
  expect(data[0]?.data.object).toMatchObject({ receipt: payment.receipt, receiptUrl: payment.receiptUrl })
  const list = await shop.checkout.sandbox.payments.list()
  expect(list.data.map(({ receipt }) => receipt)).toEqual([payment.receipt])
})

test('a reorganisation before finality leaves no receipt behind', async () => {
  const shop = await open()
  const payment = await shop.create()
  shop.mine()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  expect((await shop.retrieve(payment)).status).toBe('processing')
  shop.node.drop(1)
  await mineFinal(shop)
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', receipt: null })
  expect(await shop.checkout.context.db.selectFrom('receipts').selectAll().execute()).toEqual([])
})

test('a payment that the merchant accepts has a receipt that says so', async () => {
  const shop = await open()
  const payment = await shop.create()
  shop.mine([createTransferFor(payment, 4_000_000n)])
  await mineFinal(shop)
  const { data } = await shop.checkout.sandbox.transfers.list()
  await shop.checkout.sandbox.transfers.assign(data[0]?.id ?? '', { paymentId: payment.id })
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'partially_paid', receipt: null })
  const accepted = await shop.checkout.sandbox.payments.accept(payment.id)
  const { claims } = await readWithJose(shop, accepted.receipt)
  expect(claims).toMatchObject({ accepted: true, cryptoAmountReceived: accepted.amountReceived })
  expect((await shop.retrieve(payment)).receipt).toBe(accepted.receipt)
})

test('a completed refund has a receipt of its own, which names that of its payment', async () => {
  const shop = await open()
  const payment = await createCompletedPayment(shop)
  const { refunds } = shop.checkout.sandbox
  const refund = await refunds.create({ paymentId: payment.id, amount: 4, destination: REFUND_TO })
  expect(refund).toMatchObject({ receipt: null, receiptUrl: null })
  const [hash] = shop.mine([refundTransfer(refund)])
  await shop.watch()
  expect((await refunds.retrieve(refund.id)).receipt).toBeNull()
  await mineFinal(shop)
  const completed = await refunds.retrieve(refund.id)
  const { header, claims } = await readWithJose(shop, completed.receipt)
  expect(header.typ).toBe('refund-receipt+jwt')
  expect(claims).toMatchObject({
    sub: refund.id,
    payment: payment.id,
    paymentReceipt: decodeJwt(payment.receipt ?? '').jti,
    amount: '4.00',
    cryptoAmount: refund.cryptoAmount,
    recipient: REFUND_TO,
    transfers: [{ transaction: hash, amount: refund.cryptoAmount, from: TEST_WALLET.toLowerCase() }],
    test: true,
  })
  expect(completed.receiptUrl).toBe(`${payment.url}/receipt/${refund.id}`)
  expect((await refunds.list()).data[0]?.receipt).toBe(completed.receipt)
  const { data } = await shop.checkout.sandbox.events.list({ type: 'refund.completed' })
  expect(data[0]?.data.object).toMatchObject({ receipt: completed.receipt })
  // The payment's own receipt remains as it was.
  expect((await shop.retrieve(payment)).receipt).toBe(payment.receipt)
})

test('a receipt of the sandbox is signed by a key that production does not have', async () => {
  const shop = await open()
  const { receipt } = await createCompletedPayment(shop)
  await expect(readWithJose(shop, receipt, true)).rejects.toThrow('no applicable key')
  const { db } = shop.checkout.context
  const [sandbox, production] = await Promise.all([listReceiptKeys(db, false), listReceiptKeys(db, true)])
  expect(sandbox.keys[0]?.kid).not.toBe(production.keys[0]?.kid)
})

test('after a rotation new receipts have the new key, and old ones verify by the former', async () => {
  const shop = await open()
  const { context } = shop.checkout
  const before = await createCompletedPayment(shop)
  const kid = await rotateReceiptKey(context, false)
  const after = await createCompletedPayment(shop)
  expect(decodeProtectedHeader(after.receipt ?? '').kid).toBe(kid)
  expect(decodeProtectedHeader(before.receipt ?? '').kid).not.toBe(kid)
  for (const { receipt } of [before, after]) await readWithJose(shop, receipt)
  const { keys } = await listReceiptKeys(context.db, false)
  expect(keys.map((key) => [key.kid === kid, key.signedUntil])).toEqual([
    [true, undefined],
    [false, before.completedAt],
  ])
  const rows = await context.db.selectFrom('receipt_keys').selectAll().where('livemode', '=', false).execute()
  expect(rows.map((row) => row.private_key !== null)).toEqual([false, true])
  expect(JSON.stringify(keys)).not.toContain('"d"')
})

test('the keys outlast a restart', async () => {
  const shop = await open()
  const before = await createCompletedPayment(shop)
  shop.restart()
  await shop.checkout.ready()
  const after = await createCompletedPayment(shop)
  expect(decodeProtectedHeader(after.receipt ?? '').kid).toBe(decodeProtectedHeader(before.receipt ?? '').kid)
})

test('two servers on one database sign with the same key, before and after a rotation', async () => {
  const { nodes } = await openTwoNodes()
  const [one, other] = nodes
  closing.push(one.stop)
  const kids: unknown[] = []
  const complete = async (node: typeof one, payment: Payment) => {
    node.mine([createTransferFor(payment)])
    await mineFinal(node)
    const { receipt } = await node.retrieve(payment)
    await readWithJose(node === one ? other : one, receipt)
    kids.push(decodeProtectedHeader(receipt ?? '').kid)
  }
  await complete(one, await one.create())
  await complete(other, await other.create())
  await rotateReceiptKey(other.checkout.context, false)
  await complete(one, await one.create())
  await complete(other, await other.create())
  expect(new Set(kids).size).toBe(2)
  expect([kids[0], kids[2]]).toEqual([kids[1], kids[3]])
})
