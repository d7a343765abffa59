import { describe, expect, test } from 'vitest'
import { paymentInput } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { openShop } from '../testing/shop.ts'
import { findPublicState } from './public-view.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

type Shop = Pick<Awaited<ReturnType<typeof openShop>>, 'checkout' | 'request' | 'makeKey'>

/** Replaces what the process knows of its networks by itself. */
const know = async (shop: Shop, facts: object) => void Object.assign(shop.checkout.context, facts)
/** Changes the merchant's identity, which all environments share, with a key of production. */
const present = async (shop: Shop, body: object) => {
  const key = await shop.makeKey('production')
  expect((await shop.request('PATCH', '/v1/merchant', { key, body })).status).toBe(200)
}
const rule = async (shop: Shop, body: object) => {
  expect((await shop.request('PATCH', '/sandbox/v1/merchant/settings', { body })).status).toBe(200)
}

describe('the state of a payment that pages ask for again and again', () => {
  test.each([
    ['merchantName', present, { name: 'Beans' }, { name: 'My shop' }],
    ['supportEmail', present, { supportEmail: 'help@beans.example' }, { supportEmail: null }],
    ['supportUrl', present, { supportUrl: 'https://beans.example' }, { supportUrl: null }],
    ['claims', rule, { claims: 'off' }, { claims: null }],
    ['networkHealthy', know, { unreadFor: () => 3_600_000 }, { unreadFor: () => 0 }],
    ['confirmationsDelayed', know, { isDelayed: () => true }, { isDelayed: () => false }],
  ] as const)('follows %s', async (name, change, changed, before) => {
    const shop = await openShop()
    const { id } = await shop.create()
    const read = () => shop.request('GET', `/pay/${id}/status`, { key: null })
    await change(shop, before)
    const first = await read()
    expect((await read()).headers.etag).toBe(first.headers.etag)
    await change(shop, changed)
    const second = await read()
    expect(second.headers.etag).not.toBe(first.headers.etag)
    expect(second.body[name]).not.toEqual(first.body[name])
    await change(shop, before)
    expect((await read()).headers.etag).toBe(first.headers.etag)
  })

  test('is built once while nothing changes, of a payment by a link too', async () => {
    const shop = await openShop()
    const terms = { ...paymentInput, title: 'Coffee', amount: 4.5, description: 'A cup' } as const
    const link = await shop.checkout.sandbox.paymentLinks.create(terms)
    expect((await shop.request('POST', `/l/${link.id.slice(3)}`, { key: null, body: '', headers: FORM })).status).toBe(
      303,
    )
    const { data } = await shop.checkout.sandbox.payments.list({ paymentLink: link.id })
    for (const { id } of [...data, await shop.create()]) {
      const read = () => findPublicState(shop.checkout.context, id)
      const first = await read()
      expect(first?.view).toBeDefined()
      expect((await read())?.view).toBe(first?.view)
    }
  })

  test('follows the transactions that its payer names', async () => {
    const shop = await openShop()
    await shop.settle()
    const { id } = await shop.create()
    const read = async () => (await shop.request('GET', `/pay/${id}/status`, { key: null })).body.reported
    expect(await read()).toEqual([])
    await shop.request('POST', `/pay/${id}/transactions`, { key: null, body: { hash: `0x${'a'.repeat(64)}` } })
    expect(await read()).toHaveLength(1)
    shop.clock.advance(86_400_000)
    expect(await read()).toEqual([])
  })

  test('offers the methods that can be chosen now', async () => {
    const shop = await openMethodsShop()
    const { id } = await shop.create({ alternatives: 'all' })
    const read = async () => (await shop.request('GET', `/pay/${id}/status`, { key: null })).body.methods
    const offered = await read()
    await know(shop, { coinTrouble: (_: unknown, coin: string) => (coin === 'DAI' ? 'other decimals' : null) })
    expect(await read()).not.toEqual(offered)
    await know(shop, { coinTrouble: () => null })
    expect(await read()).toEqual(offered)
  })
})
