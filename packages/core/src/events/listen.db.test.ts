import type { Event } from '@crypto-checkout/api-types'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Checkout } from '../app/checkout.ts'
import { paymentInput } from '../testing/index.ts'
import { addMerchant, openShop, shareTestWallet } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const running: Checkout[] = []
afterEach(async () => {
  for (const checkout of running.splice(0)) await checkout.stop().catch(() => {})
})

async function start(shop: Shop): Promise<void> {
  running.push(shop.checkout)
  await shop.checkout.start()
}

/** Collects the amounts of payments, which identify them in the tests. */
function collector() {
  const amounts: number[] = []
  const handle = (event: Event) => void amounts.push((event.data.object as { amount: number }).amount)
  return { amounts, handle }
}

const soon = { timeout: 20_000, interval: 20 }
/** Longer than a listener pauses between two passes. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 500))

describe('a handler', () => {
  test('gets the events of its type, in order, with the payment as it was', async () => {
    const shop = await openShop()
    const { amounts, handle } = collector()
    shop.checkout.sandbox.on('payment.created', handle)
    await start(shop)
    const created = []
    for (const amount of [3, 1, 2]) created.push(await shop.create({ amount }))
    await shop.checkout.sandbox.payments.cancel(created[0]?.id ?? '')
    await vi.waitFor(() => expect(amounts).toEqual([3, 1, 2]), soon)
    await pause()
    expect(amounts).toEqual([3, 1, 2])
  })

  test('gets what happens right after it was registered, before the checkout has started too', async () => {
    const shop = await openShop()
    const { amounts, handle } = collector()
    shop.checkout.sandbox.on('payment.created', handle)
    await shop.create({ amount: 1 })
    await start(shop)
    await shop.create({ amount: 2 })
    shop.checkout.sandbox.on('payment.created', handle, { name: 'second' })
    await shop.create({ amount: 3 })
    await vi.waitFor(() => expect([...amounts].sort()).toEqual([1, 2, 3, 3]), soon)
  })

  test('gets nothing that happened before its first registration', async () => {
    const shop = await openShop()
    await shop.create({ amount: 1 })
    const { amounts, handle } = collector()
    shop.checkout.sandbox.on('payment.created', handle)
    await start(shop)
    await shop.create({ amount: 2 })
    await vi.waitFor(() => expect(amounts).toEqual([2]), soon)
  })

  test('goes on where it was after a restart, under the same name', async () => {
    const shop = await openShop()
    const first = collector()
    shop.checkout.sandbox.on('payment.created', first.handle, { name: 'ship' })
    await start(shop)
    await shop.create({ amount: 1 })
    await vi.waitFor(() => expect(first.amounts).toEqual([1]), soon)
    const jobs = running.splice(0)
    shop.restart()
    await shop.create({ amount: 2 })
    const second = collector()
    const other = collector()
    shop.checkout.sandbox.on('payment.created', second.handle, { name: 'ship' })
    shop.checkout.sandbox.on('payment.created', other.handle, { name: 'mail' })
    await shop.checkout.start()
    running.push(shop.checkout)
    await shop.create({ amount: 3 })
    await vi.waitFor(() => expect(other.amounts).toEqual([3]), soon)
    // Two servers share the place here, so each event reaches at least one of them.
    await vi.waitFor(() => expect(new Set([...first.amounts, ...second.amounts])).toEqual(new Set([1, 2, 3])), soon)
    running.push(...jobs)
  })

  test('that throws gets the same event again, and none is left out or overtaken', async () => {
    const shop = await openShop()
    const calls: number[] = []
    shop.checkout.sandbox.on('payment.created', async (event) => {
      const { amount } = event.data.object as { amount: number }
      calls.push(amount)
      if (amount === 1 && calls.length < 3) throw new Error('the mail server is away')
    })
    await start(shop)
    for (const amount of [1, 2]) await shop.create({ amount })
    await vi.waitFor(() => expect(calls).toEqual([1, 1, 1, 2]), soon)
    expect(shop.lines.filter((line) => line.includes('the mail server is away'))).toHaveLength(2)
  })

  test('is not called again because another one of its name threw', async () => {
    const shop = await openShop()
    const { amounts, handle } = collector()
    const fail = vi.fn(() => Promise.reject(new Error('broken')))
    shop.checkout.sandbox.on('payment.created', handle)
    shop.checkout.sandbox.on('payment.created', fail)
    await start(shop)
    await shop.create({ amount: 1 })
    await vi.waitFor(() => expect(fail.mock.calls.length).toBeGreaterThan(2), soon)
    expect(amounts).toEqual([1])
  })

  test('is not delayed by another one that fails under another name', async () => {
    const shop = await openShop()
    const { amounts, handle } = collector()
    const fail = () => Promise.reject(new Error('broken'))
    shop.checkout.sandbox.on('payment.created', fail, { name: 'broken' })
    shop.checkout.sandbox.on('payment.created', handle, { name: 'fine' })
    await start(shop)
    await shop.create({ amount: 1 })
    await vi.waitFor(() => expect(amounts).toEqual([1]), soon)
  })

  test('shares its type with others that have no name either: each gets every event, however slow one is', async () => {
    const shop = await openShop()
    const [quick, slow] = [collector(), collector()]
    shop.checkout.sandbox.on('payment.created', quick.handle)
    await start(shop)
    shop.checkout.sandbox.on('payment.created', async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      slow.handle(event)
    })
    const all = Array.from({ length: 10 }, (_, index) => index + 1)
    for (const amount of all) {
      await shop.create({ amount })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (const { amounts } of [quick, slow]) await vi.waitFor(() => expect([...new Set(amounts)]).toEqual(all), soon)
  })

  test('shares its name with handlers of other types: each gets every event of its type', async () => {
    const shop = await openShop()
    const [created, cancelled] = [collector(), collector()]
    shop.checkout.sandbox.on('payment.created', created.handle, { name: 'mail' })
    await start(shop)
    await new Promise((resolve) => setTimeout(resolve, 70))
    shop.checkout.sandbox.on('payment.cancelled', cancelled.handle, { name: 'mail' })
    const all = Array.from({ length: 10 }, (_, index) => index + 1)
    for (const amount of all) {
      const { id } = await shop.create({ amount })
      await shop.checkout.sandbox.payments.cancel(id)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await vi.waitFor(() => expect([...new Set(cancelled.amounts)]).toEqual(all), soon)
    expect([...new Set(created.amounts)]).toEqual(all)
  })

  test('hears of its own merchant and environment only', async () => {
    const shop = await openShop()
    const other = await addMerchant(shop)
    await shareTestWallet(shop, other.id)
    const received: Record<string, number[]> = {}
    const listen = (name: string, to: Pick<Checkout, 'on'>) => {
      const { amounts, handle } = collector()
      received[name] = amounts
      to.on('payment.created', handle)
    }
    const { checkout } = shop
    listen('production', checkout)
    listen('sandbox', checkout.sandbox)
    listen('other production', checkout.as(other.id))
    listen('other sandbox', checkout.as(other.id).sandbox)
    await start(shop)
    await checkout.payments.create({ ...paymentInput, amount: 1 })
    await checkout.sandbox.payments.create({ ...paymentInput, amount: 2 })
    await checkout.as(other.id).payments.create({ ...paymentInput, amount: 3 })
    await checkout.as(other.id).sandbox.payments.create({ ...paymentInput, amount: 4 })
    const expected = { production: [1], sandbox: [2], 'other production': [3], 'other sandbox': [4] }
    await vi.waitFor(() => expect(received).toEqual(expected), soon)
  })

  test('that is registered while the checkout starts is called once for each event', async () => {
    const shop = await openShop()
    const { amounts, handle } = collector()
    running.push(shop.checkout)
    const started = shop.checkout.start()
    for (let turn = 0; turn < 3; turn++) await Promise.resolve()
    shop.checkout.sandbox.on('payment.created', handle)
    await started
    for (const amount of [1, 2, 3]) await shop.create({ amount })
    await vi.waitFor(() => expect(amounts).toEqual([1, 2, 3]), soon)
    await pause()
    expect(amounts).toEqual([1, 2, 3])
  })

  test('is not called after the checkout was stopped', async () => {
    const shop = await openShop()
    const { amounts, handle } = collector()
    shop.checkout.sandbox.on('payment.created', handle)
    await shop.checkout.start()
    await shop.create({ amount: 1 })
    await vi.waitFor(() => expect(amounts).toEqual([1]), soon)
    await shop.checkout.stop()
    await pause()
    expect(amounts).toEqual([1])
    expect(shop.lines).toEqual([])
  })
})

test('a handler of a merchant that does not exist stops the start', async () => {
  const shop = await openShop()
  shop.checkout.as('mer_00000000000000000000000000').on('payment.created', () => {})
  await expect(shop.checkout.start()).rejects.toMatchObject({ code: 'resource_missing' })
})
