import { expect, test } from 'vitest'
import { type TestCheckout, testCheckout } from '../testing/index.ts'
import {
  ensureDefaultSecret,
  findSigningSecrets,
  generateWebhookSecret,
  loadDefaultSecrets,
  replaceSecret,
} from './signing-secrets.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const owner = { merchantId: 'mer_1', livemode: false }

const secretsOf = (shop: TestCheckout, webhookId: string | null, of = owner) =>
  findSigningSecrets(shop.checkout.context.db, of, webhookId, shop.clock.now())
const rotate = (shop: TestCheckout, webhookId: string | null) =>
  shop.checkout.context.transact((tx) => replaceSecret(shop.checkout.context, tx, owner, webhookId))

test('a secret is whsec_ and 32 bytes in base64, and no two are the same', () => {
  const [one, other] = [generateWebhookSecret(), generateWebhookSecret()]
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(Buffer.from(one.slice('whsec_'.length), 'base64')).toHaveLength(32)
  expect(other).not.toBe(one)
})

test('the default secret is made once, however many need it first', async () => {
  const shop = await testCheckout()
  expect(await secretsOf(shop, null)).toEqual([])
  const { context } = shop.checkout
  const ensure = () => context.transact((tx) => ensureDefaultSecret(context, tx, owner))
  const made = await Promise.all([ensure(), ensure(), ensure()])
  expect(new Set(made).size).toBe(1)
  expect(await secretsOf(shop, null)).toEqual([made[0]])
})

test('a secret that was replaced signs along for 24 hours, after the current one', async () => {
  const shop = await testCheckout()
  const first = await rotate(shop, 'wh_1')
  shop.clock.advance(1_000)
  const second = await rotate(shop, 'wh_1')
  const third = await rotate(shop, 'wh_1')
  expect(await secretsOf(shop, 'wh_1')).toEqual([third, second, first])
  shop.clock.advance(DAY_MS - 1)
  expect(await secretsOf(shop, 'wh_1')).toEqual([third, second, first])
  shop.clock.advance(1)
  expect(await secretsOf(shop, 'wh_1')).toEqual([third])
})

test('however often it is replaced in a day, the newest ten sign', async () => {
  const shop = await testCheckout()
  const made: string[] = []
  for (let rotation = 0; rotation < 12; rotation++) made.unshift(await rotate(shop, 'wh_1'))
  expect(await secretsOf(shop, 'wh_1')).toEqual(made.slice(0, 10))
})

test('endpoints, environments and merchants have secrets of their own', async () => {
  const shop = await testCheckout()
  const own = await rotate(shop, 'wh_1')
  const [byDefault] = await loadDefaultSecrets(shop.checkout.context, owner)
  expect(await secretsOf(shop, 'wh_1')).toEqual([own])
  expect(await secretsOf(shop, null)).toEqual([byDefault])
  expect(await secretsOf(shop, 'wh_2')).toEqual([])
  expect(await secretsOf(shop, 'wh_1', { ...owner, livemode: true })).toEqual([])
  expect(await secretsOf(shop, null, { ...owner, merchantId: 'mer_2' })).toEqual([])
})
