import { expect, test } from 'vitest'
import { listAmounts } from '../domain/attribution.ts'
import { shareWallet } from '../merchants/wallets/share.ts'
import { paymentInput, TEST_CHAIN_ID, TEST_PAYER, TEST_TOKEN, TEST_WALLET, testCheckout } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { addMerchant, readProblem } from '../testing/shop.ts'

const PRICE = 10_000_000n
const DAY_MS = 86_400_000
const REST_MS = DAY_MS + 10 * 60_000
const refused = { code: 'wallet_capacity_exceeded', param: 'merchantWallet' }

type Shop = Awaited<ReturnType<typeof openShop>>

async function openShop(options: Parameters<typeof testCheckout>[0] = {}) {
  const shop = await testCheckout(options)
  await shop.settle()
  return shop
}

/** Reserves amounts of the price for a merchant's payments: open ones (null), or ones that ended at a time. */
async function occupy(
  shop: Pick<Shop, 'checkout'>,
  merchantId: string,
  amounts: readonly bigint[],
  releasedAt: number | null,
  chain = `eip155:${TEST_CHAIN_ID}`,
) {
  const wallet = {
    ...{ chain, token: TEST_TOKEN.toLowerCase(), address: TEST_WALLET.toLowerCase() },
    ...{ merchant_id: merchantId, reserved_at: 0, released_at: releasedAt, current: 1 as const },
  }
  await shop.checkout.context.transact(async (tx) => {
    for (let from = 0; from < amounts.length; from += 1_000) {
      const rows = amounts.slice(from, from + 1_000)
      await tx
        .insertInto('reservations')
        .values(rows.map((amount) => ({ ...wallet, amount, payment_id: `pay_of_${amount}` })))
        .execute()
    }
  })
}

async function firstMerchant(shop: Pick<Shop, 'request'>): Promise<string> {
  return (await shop.request('GET', '/sandbox/v1/merchant')).body.id
}

/** Counts the transactions that `work` begins. */
async function writesIn(shop: Shop, work: () => Promise<unknown>): Promise<number> {
  const { storage } = shop
  const transact = storage.transact
  let writes = 0
  Object.assign(storage, {
    transact: (...args: Parameters<typeof transact>) => {
      writes += 1
      return transact(...args)
    },
  })
  await work()
  Object.assign(storage, { transact })
  return writes
}

test('a merchant holds at most 1,000 open payments of a price on a wallet, and more where its plan says so', async () => {
  const shop = await openShop()
  await occupy(shop, await firstMerchant(shop), listAmounts(PRICE).slice(0, 999), null)
  const last = await shop.create()
  await expect(shop.create()).rejects.toMatchObject(refused)
  expect((await shop.create({ amount: 10.01 })).status).toBe('created')
  expect((await shop.create({ merchantWallet: TEST_PAYER })).status).toBe('created')
  await shop.checkout.sandbox.payments.cancel(last.id)
  expect((await shop.create()).status).toBe('created')
  const generous = await openShop({ plans: { sandbox: { openPaymentsPerPrice: 1_001 } } })
  await occupy(generous, await firstMerchant(generous), listAmounts(PRICE).slice(0, 1_000), null)
  expect((await generous.create()).status).toBe('created')
  await expect(generous.create()).rejects.toMatchObject(refused)
})

test('a tenth of the amounts stays free for the wallet’s owner, whatever others do and for however short a time', async () => {
  const shop = await openShop()
  const other = await addMerchant(shop)
  await shop.create()
  await shareWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
  const createForOther = () => shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: paymentInput })
  const { rows } = await takenAmounts(shop)
  // These payments have ended, and their amounts rest for a day.
  const free = listAmounts(PRICE).filter((amount) => !rows.includes(amount))
  await occupy(shop, other.id, free.slice(0, 8_098), shop.clock.now())
  expect((await createForOther()).status).toBe(201)
  expect(await createForOther()).toMatchObject({ status: 400, body: { error: refused } })
  expect((await shop.create()).status).toBe('created')
  shop.clock.advance(REST_MS)
  expect((await createForOther()).status).toBe(201)
})

test('half of the amounts stays free for the payments that no link makes, whatever strangers do with links', async () => {
  const shop = await openMethodsShop()
  const merchant = await firstMerchant(shop)
  const alternatives = [{ cryptocurrency: 'USDC', network: 'polygon' } as const]
  const link = await shop.checkout.sandbox.paymentLinks.create({ ...paymentInput, title: 'Coffee', alternatives })
  const press = async () => {
    const answer = await shop.request('POST', `/l/${link.id}/payments`, { key: null, body: {} })
    return answer.status === 201 ? answer.body : readProblem(answer).code
  }
  const choose = async ({ id }: { id: string }) => {
    const answer = await shop.request('POST', `/pay/${id}/method`, { key: null, body: alternatives[0] })
    return answer.status === 200 ? answer.body.network : readProblem(answer).code
  }
  const [byLink, own] = [await press(), await shop.create({ alternatives })]
  // These payments have ended, and their amounts rest for a day.
  const { rows } = await takenAmounts(shop)
  const free = listAmounts(PRICE).filter((amount) => !rows.includes(amount))
  await occupy(shop, merchant, free.slice(0, 4_498), shop.clock.now())
  await occupy(shop, merchant, free.slice(0, 4_500), shop.clock.now(), 'eip155:4242')
  expect([await press(), await choose(byLink)]).toEqual(Array(2).fill('wallet_capacity_exceeded'))
  expect((await shop.create()).status).toBe('created')
  expect(await choose(own)).toBe('polygon')
  shop.clock.advance(REST_MS)
  expect(await press()).toMatchObject({ status: 'created' })
})

async function takenAmounts(shop: Pick<Shop, 'checkout'>) {
  const rows = await shop.checkout.context.db.selectFrom('reservations').select('amount').execute()
  return { rows: rows.map((row) => row.amount) }
}

test('a full wallet is remembered: until an amount gets free nobody waits for the writer', async () => {
  const shop = await openShop()
  await occupy(shop, 'mer_other', listAmounts(PRICE), shop.clock.now())
  await expect(shop.create()).rejects.toMatchObject(refused)
  const again = () => expect(shop.create()).rejects.toMatchObject(refused)
  expect(await writesIn(shop, again)).toBe(0)
  shop.clock.advance(REST_MS - 1)
  expect(await writesIn(shop, again)).toBe(0)
  shop.clock.advance(1)
  expect((await shop.create()).status).toBe('created')
})

test('who holds too many open payments is refused without the writer, and goes on as soon as one ends', async () => {
  const shop = await openShop({ plans: { sandbox: { openPaymentsPerPrice: 2 } } })
  const [first] = [await shop.create(), await shop.create()]
  await expect(shop.create()).rejects.toMatchObject(refused)
  expect(await writesIn(shop, () => expect(shop.create()).rejects.toMatchObject(refused))).toBe(0)
  await shop.checkout.sandbox.payments.cancel(first.id)
  expect((await shop.create()).status).toBe('created')
})
