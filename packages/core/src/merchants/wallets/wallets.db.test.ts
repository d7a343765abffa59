import type { Event, Wallet } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { paymentInput, TEST_PAYER, TEST_TOKEN, TEST_WALLET, type TestCheckout } from '../../testing/index.ts'
import { addMerchant, openShop, readProblem } from '../../testing/shop.ts'
import { giveWallet, listWalletAccess, shareWallet } from './share.ts'

type Other = Awaited<ReturnType<typeof addMerchant>>
type Key = TestCheckout['key']

const createWith = (shop: TestCheckout, key: Key, input: object = {}, base = '/sandbox/v1') =>
  shop.request('POST', `${base}/payments`, { key, body: { ...paymentInput, ...input } })

async function walletEvents(shop: TestCheckout, key: Key) {
  const { data } = (await shop.request('GET', '/sandbox/v1/events?limit=100', { key })).body
  const events = (data as Event[]).toReversed().filter(({ type }) => type.startsWith('wallet.'))
  return events.map(({ type, data: { object } }) => [type, (object as Wallet).access])
}

/** The first merchant has named the wallet. */
async function openOwned(): Promise<{ shop: Awaited<ReturnType<typeof openShop>>; other: Other }> {
  const shop = await openShop()
  await shop.settle()
  const other = await addMerchant(shop)
  await shop.create()
  return { shop, other }
}

test('a second merchant that names a wallet is refused, and both are told once', async () => {
  const { shop, other } = await openOwned()
  for (const merchantWallet of [TEST_WALLET, TEST_WALLET.toLowerCase(), TEST_WALLET]) {
    const answer = await createWith(shop, other.sandbox, { merchantWallet })
    expect(readProblem(answer)).toMatchObject({
      ...{ status: 400, code: 'invalid_wallet_address', param: 'merchantWallet' },
      message: expect.stringContaining('ask the operator to share it'),
    })
  }
  expect(await walletEvents(shop, shop.key)).toEqual([['wallet.refused', 'owner']])
  expect(await walletEvents(shop, other.sandbox)).toEqual([['wallet.refused', 'refused']])
  const [event] = (await shop.checkout.sandbox.events.list({ type: 'wallet.refused' })).data
  expect(event?.data.object).toEqual({
    ...{ id: `eip155:${TEST_WALLET}`, object: 'wallet', address: TEST_WALLET, access: 'owner', livemode: false },
    networks: ['ethereum'],
  })
  expect((await shop.request('GET', '/sandbox/v1/payments', { key: other.sandbox })).body.totalCount).toBe(0)
  expect((await createWith(shop, other.sandbox, { merchantWallet: TEST_PAYER })).status).toBe(201)
})

test('a merchant keeps its wallet in both environments, and a stranger gets it in neither', async () => {
  const { shop, other } = await openOwned()
  const own = await shop.makeKey('production')
  expect((await createWith(shop, own, {}, '/v1')).status).toBe(201)
  expect(readProblem(await createWith(shop, other.production, {}, '/v1'))).toMatchObject({
    code: 'invalid_wallet_address',
  })
})

test('of many merchants that name a new wallet at once one gets it', async () => {
  const shop = await openShop()
  await shop.settle()
  const others = await Promise.all(Array.from({ length: 8 }, () => addMerchant(shop)))
  const answers = await Promise.all(others.map(({ sandbox }) => createWith(shop, sandbox)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await listWalletAccess(shop.checkout.context, 100)).toHaveLength(8)
})

test('money that no payment explains stays its owner’s, whoever else names the wallet', async () => {
  const { shop, other } = await openOwned()
  await createWith(shop, other.sandbox)
  const createTransfer = () => ({ token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 777_777n })
  shop.mine([createTransfer()])
  await shop.settle()
  await shareWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
  expect((await createWith(shop, other.sandbox)).status).toBe(201)
  shop.mine([createTransfer()])
  await shop.settle()
  const countFor = async (key: Key) => (await shop.request('GET', '/sandbox/v1/transfers', { key })).body.totalCount
  expect([await countFor(shop.key), await countFor(other.sandbox)]).toEqual([2, 0])
  expect((await shop.checkout.sandbox.events.list({ type: 'transfer.unattributed' })).totalCount).toBe(2)
})

test('the operator shares a wallet, and both merchants are told once', async () => {
  const { shop, other } = await openOwned()
  const { context } = shop.checkout
  await createWith(shop, other.sandbox)
  for (let times = 0; times < 2; times++) {
    const shared = await shareWallet(context, { address: TEST_WALLET.toLowerCase(), merchantId: other.id })
    expect(shared).toMatchObject({ wallet: `eip155:${TEST_WALLET}`, merchant: other.id, access: 'shared' })
  }
  expect((await createWith(shop, other.sandbox)).status).toBe(201)
  expect((await walletEvents(shop, shop.key)).at(-1)).toEqual(['wallet.shared', 'owner'])
  expect(await walletEvents(shop, other.sandbox)).toEqual([
    ['wallet.refused', 'refused'],
    ['wallet.shared', 'shared'],
  ])
  await expect(shareWallet(context, { address: 'x', merchantId: other.id })).rejects.toMatchObject({
    code: 'invalid_wallet_address',
  })
  await expect(shareWallet(context, { address: TEST_WALLET, merchantId: 'mer_x' })).rejects.toMatchObject({
    code: 'resource_missing',
  })
})

test('the operator gives a wallet that somebody else named first to its owner', async () => {
  const { shop, other } = await openOwned()
  const updated = await giveWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
  expect(updated).toMatchObject({ merchant: other.id, access: 'owner' })
  expect((await createWith(shop, other.sandbox)).status).toBe(201)
  expect(readProblem(await createWith(shop, shop.key))).toMatchObject({ code: 'invalid_wallet_address' })
  expect(await walletEvents(shop, shop.key)).toEqual([['wallet.given', 'refused']])
  expect(await walletEvents(shop, other.sandbox)).toEqual([['wallet.given', 'owner']])
})
