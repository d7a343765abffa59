import { describe, expect, test } from 'vitest'
import { type Answered, silentObserver } from '../context/observer.ts'
import { WAITS_A_PAYMENT, WAITS_A_VISITOR } from '../context/waiting-pages.ts'
import { createTransferFor, TEST_TOKEN, type TestCheckout } from '../testing/index.ts'
import { openShop as open, readProblem } from '../testing/shop.ts'
import { openTwoNodes } from '../testing/two-nodes.ts'
import { createTellPagesJob } from '../workers/tell-pages.ts'

type Shop = Pick<TestCheckout, 'checkout' | 'request'>

/** No wait ends by itself: a page that is answered was told, or does not wait. */
const openShop = (options: Parameters<typeof open>[0] = {}) => open(options, { pagesWaitByClock: true })

/** An open page. It waits for a change of what it has. */
async function openPage(shop: Shop, id: string) {
  const path = `/pay/${id}/status`
  const { headers, body } = await shop.request('GET', path, { key: null })
  const ask = (query = '?wait=8', tag = String(headers.etag), address = '192.0.2.1') =>
    shop.request('GET', `${path}${query}`, { key: null, headers: { 'if-none-match': tag }, address })
  return { ask, state: body }
}

/** Resolves when as many pages have read their payment, and wait. */
async function waitForPages({ checkout: { context } }: Shop, count: number): Promise<void> {
  await expect.poll(() => context.waitingPages.countPending()).toBe(count)
}

/** Asks, and resolves once the page waits. */
async function startWaiting(shop: Shop, page: Awaited<ReturnType<typeof openPage>>) {
  const before = shop.checkout.context.waitingPages.countPending()
  const asked = page.ask()
  await waitForPages(shop, before + 1)
  return { asked }
}

async function openWaiting(shop: Shop, id: string) {
  const page = await openPage(shop, id)
  return { ...page, ...(await startWaiting(shop, page)) }
}

describe('a page that waits for a change of its payment', () => {
  test('is answered as soon as the payment changes', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const { asked } = await openWaiting(shop, id)
    await shop.checkout.sandbox.payments.cancel(id)
    expect(await asked).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    await waitForPages(shop, 0)
  })

  test('hears of the first transfer, and then that the payment is completed', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    const first = await openWaiting(shop, payment.id)
    await shop.settle()
    expect((await first.asked).body.status).toBe('processing')
    for (let block = 0; block < 3; block++) shop.mine()
    const second = await openWaiting(shop, payment.id)
    await shop.settle()
    expect((await second.asked).body.status).toBe('completed')
  })

  test('hears of money in another coin', async () => {
    const other = '0x0000000000000000000000000000000000000abc'
    const coins = { USDC: { address: TEST_TOKEN, decimals: 6 }, USDT: { address: other, decimals: 6 } }
    const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: 31_337, coins }
    const shop = await openShop({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
    await shop.settle()
    const payment = await shop.create()
    shop.mine([{ ...createTransferFor(payment), token: other }])
    const { asked } = await openWaiting(shop, payment.id)
    await shop.settle()
    expect((await asked).body.misdirected).toMatchObject([{ cryptocurrency: 'USDT' }])
  })

  test('is answered at once if it has another state, none, or that of a completed payment', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    const { ask } = await openPage(shop, payment.id)
    expect((await ask('?wait=8', '"another"')).status).toBe(200)
    expect((await shop.request('GET', `/pay/${payment.id}/status?wait=8`, { key: null })).status).toBe(200)
    expect((await ask('')).status).toBe(304)
    expect((await ask('?wait=0')).status).toBe(304)
    shop.mine([createTransferFor(payment)])
    for (let block = 0; block < 3; block++) shop.mine()
    await shop.settle()
    const completed = await openPage(shop, payment.id)
    expect([(await completed.ask()).status, completed.state.status]).toEqual([304, 'completed'])
    const missing = await shop.request('GET', `/pay/${'0'.repeat(26)}/status?wait=8`, { key: null })
    expect(readProblem(missing)).toMatchObject({ status: 404, code: 'resource_missing' })
  })

  test('is answered 304 when its time is over, whatever other payments do', async () => {
    const shop = await openShop()
    const [{ id }, other] = [await shop.create(), await shop.create()]
    const { asked } = await openWaiting(shop, id)
    await shop.checkout.sandbox.payments.cancel(other.id)
    shop.clock.advance(7_999)
    await waitForPages(shop, 1)
    shop.clock.advance(1)
    expect((await asked).status).toBe(304)
  })

  test('waits on if it is told, and nothing that it shows has changed', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const { asked } = await openWaiting(shop, id)
    shop.checkout.context.waitingPages.tellPayment(id)
    await waitForPages(shop, 1)
    await shop.checkout.sandbox.payments.cancel(id)
    expect((await asked).body.status).toBe('cancelled')
  })

  test('waits briefly for a payment with transfers: no event tells of its confirmations', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    const { asked, state } = await openWaiting(shop, payment.id)
    expect(state.status).toBe('processing')
    shop.clock.advance(2_000)
    expect((await asked).status).toBe(304)
  })

  test('misses no change between reading the payment and waiting', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    const { context } = shop.checkout
    const read = context.readSnapshot
    const slow: typeof read = async (work) => {
      const value = await read(work)
      Object.assign(context, { readSnapshot: read })
      await shop.checkout.sandbox.payments.cancel(id)
      return value
    }
    Object.assign(context, { readSnapshot: slow })
    expect((await page.ask()).body.status).toBe('cancelled')
  })

  test('does not count as a slow request', async () => {
    const answered: number[] = []
    const shop = await openShop({
      observer: { ...silentObserver, answered: ({ ms }: Answered) => void answered.push(ms) },
    })
    const { id } = await shop.create()
    const { asked } = await openWaiting(shop, id)
    answered.length = 0
    shop.clock.advance(7_000)
    await shop.checkout.sandbox.payments.cancel(id)
    await asked
    expect(answered).toEqual([0])
  })

  test.each(['x', '-1', '1.5', '11', '', '1e1'])('wait=%s is refused', async (value) => {
    const shop = await openShop()
    const { id } = await shop.create()
    const { ask } = await openPage(shop, id)
    expect(readProblem(await ask(`?wait=${value}`))).toMatchObject({
      ...{ status: 400, code: 'invalid_parameter', param: 'wait' },
      message: expect.stringContaining('10 at most'),
    })
  })

  test('is answered at once if too many wait already', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    const asked = Array.from({ length: WAITS_A_PAYMENT }, (_, index) =>
      page.ask(undefined, undefined, `192.0.2.${index}`),
    )
    await waitForPages(shop, WAITS_A_PAYMENT)
    expect((await page.ask()).status).toBe(304)
    await shop.checkout.sandbox.payments.cancel(id)
    for (const answer of await Promise.all(asked)) expect(answer.body.status).toBe('cancelled')
  })

  test('of one address takes four places, so that others have theirs', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    const ask = (address: string) => page.ask(undefined, undefined, address)
    // One IPv6 network is one visitor.
    const asked = Array.from({ length: WAITS_A_VISITOR }, (_, index) => ask(`2001:db8::${index}`))
    await waitForPages(shop, WAITS_A_VISITOR)
    expect((await ask('2001:db8::ff')).status).toBe(304)
    const other = ask('2001:db8:0:1::1')
    await waitForPages(shop, WAITS_A_VISITOR + 1)
    await shop.checkout.sandbox.payments.cancel(id)
    for (const answer of await Promise.all([...asked, other])) expect(answer.body.status).toBe('cancelled')
  })

  test('is answered when the server is about to stop, and its connection ends', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const { ask, asked } = await openWaiting(shop, id)
    shop.checkout.endStreams()
    for (const answer of [await asked, await ask()])
      expect(answer).toMatchObject({ status: 304, headers: { connection: 'close' } })
  })
})

describe('a page at another server than that which changes its payment', () => {
  async function openTwo() {
    const { clock, nodes } = await openTwoNodes()
    const [one, other] = nodes
    const job = createTellPagesJob(other.checkout.context)
    return { clock, one, other, look: () => job.run() }
  }

  test('hears of what the first one committed, before and after its place in the events is known', async () => {
    const { one, other, look } = await openTwo()
    for (const _ of ['before', 'after']) {
      const { id } = await one.create()
      const { asked } = await openWaiting(other, id)
      await one.checkout.sandbox.payments.cancel(id)
      await waitForPages(other, 1)
      await look()
      expect((await asked).body.status).toBe('cancelled')
    }
  })

  test('waits on while other payments change, and hears of very many changes at once', async () => {
    const { clock, one, other, look } = await openTwo()
    const { id } = await one.create()
    const { asked } = await openWaiting(other, id)
    await look()
    await one.create()
    await look()
    await waitForPages(other, 1)
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => one.create({ amount: 20 + index })))
    await one.checkout.sandbox.payments.cancel(id)
    clock.advance(1_000)
    await look()
    expect((await asked).body.status).toBe('cancelled')
  })

  test('no owner is followed longer than a minute after the last page', async () => {
    const { clock, one, other, look } = await openTwo()
    const { asked } = await openWaiting(other, (await one.create()).id)
    const { waitingPages } = other.checkout.context
    clock.advance(8_000)
    await asked
    expect(waitingPages.listFollowed()).toHaveLength(1)
    clock.advance(53_000)
    await look()
    expect(waitingPages.listFollowed()).toEqual([])
  })
})
