import type { Payment } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScriptedAccount, createTransferFor, paymentInput, TEST_WALLET } from '../testing/index.ts'
import { openMethodsShop, STELLAR_WALLET, USDC_ASSET } from '../testing/methods.ts'
import { openRelaying } from '../testing/relaying.ts'
import { pickRuns } from '../testing/runs.ts'
import { readProblem } from '../testing/shop.ts'
import { openReadyForTwoCoins } from '../testing/sweeping.ts'

const NEW_WALLET = `0x${'5'.repeat(40)}`
const onPolygon = { cryptocurrency: 'USDC', network: 'polygon' } as const
const onStellar = { cryptocurrency: 'USDC', network: 'stellar' } as const

type Shop = Pick<Awaited<ReturnType<typeof openMethodsShop>>, 'request' | 'checkout' | 'clock'>
type Wallets = Readonly<Record<string, string | null>>

/** Changes the settings at a later time than that of the payments before. */
async function setWallets({ checkout, clock }: Pick<Shop, 'checkout' | 'clock'>, wallets: Wallets): Promise<void> {
  clock.advance(1)
  await checkout.sandbox.merchant.updateSettings({ wallets })
  clock.advance(1)
}

/** Requests of a shop system, with a key that is limited to the wallets of the settings and with one that is not. */
async function openOrders<S extends Shop>(shop: S) {
  await setWallets(shop, { ethereum: TEST_WALLET })
  const limited = await shop.checkout.sandbox.keys.create({ name: 'Shop', wallets: 'settings' })
  const send = (body: object, key: object) => {
    const order = { ...paymentInput, reference: 'A-1', reuse: true, ...body }
    return shop.request('POST', '/sandbox/v1/payments', { body: order, ...key })
  }
  const ask = async (body: object = {}, key: object = { key: limited }): Promise<Payment> => {
    const answer = await send(body, key)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  return { shop, limited, send, ask, askFreely: (body: object = {}) => ask(body, {}) }
}

describe('an order whose wallet left the settings', () => {
  test('gets a payment to the new one, once, and money of the former payment counts', async () => {
    const { shop, ask, askFreely } = await openOrders(await openMethodsShop())
    const first = await ask()
    await setWallets(shop, { ethereum: NEW_WALLET })
    const second = await ask({ merchantWallet: NEW_WALLET })
    expect(second).toMatchObject({ merchantWallet: NEW_WALLET, supersedes: null })
    expect(second.id).not.toBe(first.id)
    for (const again of [await ask({ merchantWallet: NEW_WALLET }), await askFreely()]) expect(again).toEqual(second)
    await shop.pay({ ethereum: [createTransferFor(first)] })
    expect(await shop.retrieve(first)).toMatchObject({ status: 'processing', merchantWallet: TEST_WALLET })
    expect((await ask({ merchantWallet: NEW_WALLET })).id).toBe(second.id)
  })

  test('keeps its payment where a key may not name the wallet that the request still has', async () => {
    const { shop, ask, send, limited } = await openOrders(await openMethodsShop())
    const first = await ask()
    await setWallets(shop, { ethereum: NEW_WALLET })
    expect(readProblem(await send({}, { key: limited }))).toMatchObject({ status: 403, code: 'insufficient_scope' })
    await setWallets(shop, { ethereum: TEST_WALLET })
    expect((await ask()).id).toBe(first.id)
  })

  test.each([
    ['the same address on another network', { polygon: TEST_WALLET }, { polygon: NEW_WALLET }, {}],
    ['a network that has no wallet any more', { polygon: NEW_WALLET }, { polygon: null }, {}],
    ['a way that the payer has not chosen', {}, { stellar: createScriptedAccount(2) }, {}],
    ['the way that the payer chose', {}, { stellar: createScriptedAccount(2) }, { choose: onStellar }],
    ['the default way, which the payer left', {}, { ethereum: NEW_WALLET }, { choose: onStellar }],
    ['the former of two ways that the payer left', { polygon: NEW_WALLET }, { stellar: null }, { choose: onPolygon }],
  ] as [string, Wallets, Wallets, { choose?: typeof onPolygon | typeof onStellar }][])(
    'is known by every way that can still be chosen: %s',
    async (_, before, after, { choose }) => {
      const { shop, ask } = await openOrders(await openMethodsShop())
      await setWallets(shop, before)
      const first = await ask({ alternatives: 'all' })
      if (choose) await shop.choose(first, choose)
      await setWallets(shop, after)
      const { ethereum: merchantWallet = TEST_WALLET } = after
      const second = await ask({ alternatives: 'all', merchantWallet })
      expect(second.id).not.toBe(first.id)
      expect((await ask({ alternatives: 'all', merchantWallet })).id).toBe(second.id)
    },
  )

  test('stays with its payment if a wallet changes on which it is not paid', async () => {
    const { shop, ask } = await openOrders(await openMethodsShop())
    await setWallets(shop, { polygon: TEST_WALLET })
    const first = await ask({ alternatives: [onStellar] })
    await setWallets(shop, { polygon: NEW_WALLET })
    expect((await ask()).id).toBe(first.id)
    await setWallets(shop, { ethereum: NEW_WALLET })
    await setWallets(shop, { ethereum: TEST_WALLET.toLowerCase() })
    expect((await ask()).id).toBe(first.id)
  })

  test('stays with a payment whose wallet was given by a key that may give any', async () => {
    const { shop, ask, askFreely } = await openOrders(await openMethodsShop())
    const given = await askFreely({ merchantWallet: NEW_WALLET })
    const named = await askFreely({ reference: 'A-2' })
    await setWallets(shop, { ethereum: `0x${'6'.repeat(40)}` })
    expect((await ask({ merchantWallet: `0x${'6'.repeat(40)}` })).id).toBe(given.id)
    // The request names the wallet again, and its key may.
    expect((await askFreely({ reference: 'A-2' })).id).toBe(named.id)
    expect((await askFreely({ reference: 'A-2', merchantWallet: NEW_WALLET })).id).not.toBe(named.id)
  })

  test('stays with a payment whose money was seen, also too little of it', async () => {
    const { shop, ask } = await openOrders(await openMethodsShop())
    const [full, part] = [await ask({ alternatives: 'all' }), await ask({ reference: 'A-2', alternatives: 'all' })]
    const { memo, cryptoAmount } = await shop.choose(part, onStellar)
    await shop.pay({ ethereum: [createTransferFor(full)] })
    const stroops = BigInt(cryptoAmount.replace('.', '')) * 5n
    const money = { asset: USDC_ASSET, from: createScriptedAccount(7), to: STELLAR_WALLET, stroops, memo }
    await shop.pay({ stellar: [money] })
    await setWallets(shop, { ethereum: NEW_WALLET, stellar: null })
    const merchantWallet = NEW_WALLET
    expect(await ask({ merchantWallet })).toMatchObject({ id: full.id, status: 'processing' })
    expect(await ask({ reference: 'A-2', merchantWallet })).toMatchObject({ id: part.id, status: 'partially_paid' })
  })
})

test('a payer who has signed keeps the payment in its place, also between the transaction and its reading', async () => {
  const relaying = await openRelaying()
  const { shop, ask } = await openOrders(relaying.shop)
  const first = await ask()
  expect((await relaying.authorize(first)).status).toBe(200)
  await setWallets(shop, { ethereum: NEW_WALLET })
  expect((await ask({ merchantWallet: NEW_WALLET })).id).toBe(first.id)
  await shop.checkout.context.db.updateTable('relays').set({ state: 'used', ended_at: 1, hash: '0x1' }).execute()
  expect((await ask({ merchantWallet: NEW_WALLET })).id).toBe(first.id)
})

test('an address of a payment pays out to its wallet, so it is left with it', async () => {
  const { shop, ask } = await openOrders((await openReadyForTwoCoins()).shop)
  const first = await ask()
  expect(first.address).not.toBe(first.merchantWallet)
  expect((await ask()).id).toBe(first.id)
  await setWallets(shop, { ethereum: NEW_WALLET })
  const second = await ask({ merchantWallet: NEW_WALLET })
  expect([second.id === first.id, second.address === first.address]).toEqual([false, false])
})

const wallets = [TEST_WALLET, NEW_WALLET, `0x${'6'.repeat(40)}`]
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('ask' as const), wallet: fc.nat(2), isFree: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      network: fc.constantFrom('ethereum', 'polygon'),
      wallet: fc.nat(3),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('choose' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
)

/** A payment when it is made: its wallet on Ethereum, and the settings. */
type Made = { readonly own: string; readonly wallets: Wallets }

/** Tells by the rule whether a payment loses its place. All of them offer `all`. */
function isLeftBy({ own, wallets }: Made, now: Wallets, named: string | null): boolean {
  const methods = [
    ['ethereum', own],
    ['ethereum', wallets.ethereum ?? own],
    ['polygon', wallets.polygon ?? own],
    ['stellar', STELLAR_WALLET],
  ] as const
  return methods.some(([network, wallet]) => {
    const isNamed = network === 'ethereum' && wallet === named
    return wallets[network] === wallet && now[network] !== wallet && !isNamed
  })
}

test('whatever moves, an order is asked for at wallets that are in force, and has one payment', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const { shop, send, limited } = await openOrders(await openMethodsShop())
      let now: Wallets = { ethereum: TEST_WALLET, polygon: null, stellar: STELLAR_WALLET }
      const made = new Map<string, Made>()
      let held: Payment | null = null
      for (const one of steps) {
        if (one.do === 'move') {
          const changed = { [one.network]: wallets[one.wallet] ?? null }
          await setWallets(shop, changed)
          now = { ...now, ...changed }
        }
        if (one.do === 'choose' && held) await shop.choose(held, onPolygon).catch(expectInvalidState)
        if (one.do === 'pay' && held) await shop.pay({ [held.network]: [createTransferFor(await shop.retrieve(held))] })
        if (held) held = await shop.retrieve(held)
        if (held?.status === 'completed') held = null
        if (one.do !== 'ask') continue
        const own = wallets[one.wallet] ?? ''
        const ask = () =>
          send({ merchantWallet: own, alternatives: 'all', expiresIn: 86_400 }, one.isFree ? {} : { key: limited })
        const { status, body } = await ask()
        const terms = held && made.get(held.id)
        const isLeft =
          held?.status === 'created' &&
          terms !== undefined &&
          terms !== null &&
          isLeftBy(terms, now, one.isFree ? own : null)
        if (status !== 201) {
          expect([body.error.code, one.isFree, held === null || isLeft]).toEqual(['insufficient_scope', false, true])
          continue
        }
        expect(held !== null && body.id === held.id).toBe(held !== null && !isLeft)
        if (!made.has(body.id)) made.set(body.id, { own, wallets: now })
        held = body as Payment
        expect((await ask()).body.id).toBe(held.id)
        expect(await countHolders(shop)).toBe(1)
      }
      await shop.stop()
    }),
    { numRuns: pickRuns({ full: 100, quick: 15 }) },
  )
}, 240_000)

const expectInvalidState = ({ code }: { readonly code: string }) => expect(code).toBe('invalid_state')

async function countHolders({ checkout }: Pick<Shop, 'checkout'>): Promise<number> {
  const { db } = checkout.context
  const open = ['created', 'partially_paid', 'processing'] as const
  return (await db.selectFrom('payments').select('id').where('reuse', '=', 1).where('status', 'in', open).execute())
    .length
}
