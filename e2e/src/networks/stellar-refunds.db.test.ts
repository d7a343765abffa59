import { type Checkout, createCheckout, type Refund } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { type Keypair, Memo, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, createDatabase, pollUntil } from '../support/harness.ts'
import {
  buildPayment,
  closeLedgersUntil,
  createAccount,
  createStellarConfig,
  MERCHANT,
  openStellarShop,
  type Stellar,
  type StellarShop,
  send,
  USDC,
} from '../support/stellar-harness.ts'

let devnet: Stellar
const shops: StellarShop[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
})

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A shop with a completed payment of 10 USDC. */
async function open(network: object) {
  const shop = await openStellarShop(devnet, { network })
  shops.push(shop)
  const payment = await shop.create()
  await send(devnet, [buildPayment('10')], { memo: Memo.text(payment.memo ?? '') })
  await shop.untilStatus(payment, 'completed')
  const refund = (input: object = {}) => shop.checkout.sandbox.refunds.create({ paymentId: payment.id, ...input })
  /** Enters the payer's details on the page. */
  const enter = async ({ nextAction }: Refund, fields: Record<string, string>) => {
    if (nextAction?.type !== 'collect_destination') throw new Error('the payer is not asked')
    const answer = await shop.checkout.handle({
      ...{ method: 'POST', path: new URL(nextAction.url ?? '').pathname, query: '', address: '192.0.2.1' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { kind: 'bytes', bytes: Buffer.from(new URLSearchParams({ ...fields, step: 'confirm' }).toString()) },
    })
    return { status: answer?.status, body: String(answer?.body) }
  }
  return { shop, refund, enter }
}

/** An account that declares whether it requires memos (SEP-29). `value` is the final entry; null removes it. */
async function newExchange(value: string | null): Promise<Keypair> {
  const key = await createAccount(devnet, [USDC])
  const other = Operation.manageData({ name: 'config.memo', value: '1' })
  await send(devnet, [other, Operation.manageData({ name: 'config.memo_required', value: '1' })], { signer: key })
  if (value !== '1') {
    await send(devnet, [Operation.manageData({ name: 'config.memo_required', value })], { signer: key })
  }
  return key
}

describe.each([
  ['rpc', { horizonUrls: undefined }],
  ['horizon', { rpcUrls: undefined }],
])('over %s an account that takes nothing without a memo', (_, network) => {
  test('is paid back with one only', async () => {
    const { refund } = await open(network)
    const destination = (await newExchange('1')).publicKey()
    await expect(refund({ destination })).rejects.toMatchObject({
      code: 'missing_parameter',
      param: 'destinationMemo',
      message: expect.stringContaining('SEP-29'),
    })
    const made = await refund({ destination, destinationMemo: '4711' })
    expect(made).toMatchObject({ destination, destinationMemo: '4711', nextAction: { type: 'sign' } })
  })

  test('and no longer says so, is paid back without', async () => {
    const { refund } = await open(network)
    const [destination, another] = [await newExchange(null), await newExchange('0')]
    expect(await refund({ destination: destination.publicKey(), amount: 4 })).toMatchObject({ destinationMemo: null })
    expect(await refund({ destination: another.publicKey() })).toMatchObject({ destinationMemo: null })
  })

  test('is asked for one on the page where its address is entered', async () => {
    const { shop, refund, enter } = await open(network)
    const made = await refund()
    const address = (await newExchange('1')).publicKey()
    const refused = await enter(made, { address, memo: '' })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('This account needs a memo')
    expect(refused.body).toContain(`>${address}</textarea>`)
    expect(refused.body).toMatch(/<input id="memo"[^>]* aria-invalid="true" aria-describedby="refused" autofocus>/)
    expect(refused.body).not.toMatch(/<textarea id="address"[^>]* aria-invalid/)
    expect((await enter(made, { address, memo: '4711' })).status).toBe(303)
    const retrieved = await shop.checkout.sandbox.refunds.retrieve(made.id)
    expect(retrieved).toMatchObject({ destination: address, destinationMemo: '4711' })
  })
})

test.each([
  ['rpc', { horizonUrls: undefined }],
  ['horizon', { rpcUrls: undefined }],
])('over %s nothing is built to be signed while what the account has just sent is not read yet', async (_, network) => {
  const config = { publicUrl: 'https://pay.example.com', log: () => {}, ...createStellarConfig(devnet, network) }
  const database = await createDatabase()
  const before = createCheckout({ ...config, database })
  await before.start()
  const { payments, refunds } = before.sandbox
  const price = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'stellar' } as const
  const payment = await payments.create({ ...price, merchantWallet: MERCHANT })
  await send(devnet, [buildPayment('10')], { memo: Memo.text(payment.memo ?? '') })
  await pollUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  const destination = (await createAccount(devnet, [USDC])).publicKey()
  const refund = await refunds.create({ paymentId: payment.id, amount: 4, destination })
  const { sequence } = await closeLedger(devnet.networks.stellar)
  await pollUntil(
    () => before.networks(),
    ([state]) => (state?.read ?? 0) >= sequence,
  )
  await before.stop()
  // It reads nothing until started.
  const idle = createCheckout({ ...config, database })
  const built = await postTo(idle, refund, 'transaction', {})
  expect(built.status).toBe(200)
  const transaction = TransactionBuilder.fromXDR(built.body.xdr, built.body.networkPassphrase)
  transaction.sign(stellarKeys.merchant)
  const sending = postTo(idle, refund, 'submit', { xdr: transaction.toXDR() })
  expect((await closeLedgersUntil(devnet, sending)).status).toBe(200)
  await closeLedger(devnet.networks.stellar)
  const again = await postTo(idle, refund, 'transaction', {})
  expect(again).toMatchObject({ status: 400, body: { error: { code: 'invalid_state' } } })
  expect(again.body.error.message).toContain('still being read')
  await idle.start()
  await pollUntil(
    () => idle.sandbox.refunds.retrieve(refund.id),
    ({ status }) => status === 'completed',
  )
  await idle.stop()
})

async function postTo(checkout: Checkout, { id }: Refund, what: string, body: object) {
  const answer = await checkout.handle({
    ...{ method: 'POST', path: `/refund/sign/${id.slice(3)}/stellar/${what}`, query: '', address: '192.0.2.1' },
    headers: { 'content-type': 'application/json' },
    body: { kind: 'bytes', bytes: Buffer.from(JSON.stringify(body)) },
  })
  return { status: answer?.status, body: JSON.parse(String(answer?.body)) }
}
