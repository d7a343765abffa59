import { describe, expect, test } from 'vitest'
import { type Answered, silentObserver } from '../context/observer.ts'
import { PAGES_A_PAYMENT } from '../context/waiting-pages.ts'
import { createTransferFor } from '../testing/index.ts'
import { mineFinal } from '../testing/refunding.ts'
import { openShop, readProblem } from '../testing/shop.ts'
import { openTwoNodes } from '../testing/two-nodes.ts'
import { createTellPagesJob } from '../workers/tell-pages.ts'

type Shop = Pick<Awaited<ReturnType<typeof openShop>>, 'checkout' | 'request'>

/** Longer than a test may take: it passes only if the page is told. */
const LONG = '?wait=20'

/** What an open page does. It waits only for a change of what it has. */
async function openPage(shop: Shop, id: string) {
  const path = `/pay/${id}/status`
  const { headers, body } = await shop.request('GET', path, { key: null })
  const ask = (query = LONG, tag = String(headers.etag)) =>
    shop.request('GET', `${path}${query}`, { key: null, headers: { 'if-none-match': tag } })
  return { ask, state: body }
}

async function isAnswered(asked: Promise<unknown>): Promise<boolean> {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  return Promise.race([asked.then(() => true), Promise.resolve(false)])
}

/** Resolves when as many pages have read their payment, and wait. */
async function waitForPages({ checkout: { context } }: Shop, count: number): Promise<void> {
  await expect.poll(() => context.waitingPages.waiting).toBe(count)
}

describe('a page that waits for a change of its payment', () => {
  test('is answered as soon as the payment changes', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    const asked = page.ask()
    await waitForPages(shop, 1)
    await shop.checkout.sandbox.payments.cancel(id)
    expect(await asked).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    await waitForPages(shop, 0)
  })

  test('hears of the first transfer, and then of the payment that is completed', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    const page = await openPage(shop, payment.id)
    const asked = page.ask()
    await waitForPages(shop, 1)
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    expect((await asked).body.status).toBe('processing')
    const next = (await openPage(shop, payment.id)).ask()
    await waitForPages(shop, 1)
    await mineFinal(shop)
    expect((await next).body.status).toBe('completed')
  })

  test('is answered at once if it has another state, none, or that of a completed payment', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    const { ask } = await openPage(shop, payment.id)
    expect((await ask(LONG, '"another"')).status).toBe(200)
    expect((await shop.request('GET', `/pay/${payment.id}/status${LONG}`, { key: null })).status).toBe(200)
    expect((await ask('')).status).toBe(304)
    expect((await ask('?wait=0')).status).toBe(304)
    shop.mine([createTransferFor(payment)])
    await mineFinal(shop)
    const completed = await openPage(shop, payment.id)
    expect([(await completed.ask()).status, completed.state.status]).toEqual([304, 'completed'])
    const missing = await shop.request('GET', `/pay/${'0'.repeat(26)}/status${LONG}`, { key: null })
    expect(readProblem(missing)).toMatchObject({ status: 404, code: 'resource_missing' })
    await waitForPages(shop, 0)
  })

  test('is answered 304 when its time is over, and hears nothing of other payments', async () => {
    const shop = await openShop()
    const [{ id }, other] = [await shop.create(), await shop.create()]
    const page = await openPage(shop, id)
    const asked = page.ask('?wait=1')
    await waitForPages(shop, 1)
    await shop.checkout.sandbox.payments.cancel(other.id)
    expect(await isAnswered(asked)).toBe(false)
    expect(await asked).toMatchObject({ status: 304 })
  })

  test('waits for a payment with transfers only briefly: no event tells of its confirmations', async () => {
    const shop = await openShop()
    await shop.settle()
    const payment = await shop.create()
    shop.mine([createTransferFor(payment)])
    await shop.settle()
    const page = await openPage(shop, payment.id)
    expect(page.state.status).toBe('processing')
    expect((await page.ask()).status).toBe(304)
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
    const observer = { ...silentObserver, answered: ({ ms }: Answered) => void answered.push(ms) }
    const shop = await openShop({ observer })
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    answered.length = 0
    const asked = page.ask()
    await waitForPages(shop, 1)
    shop.clock.advance(7_000)
    await shop.checkout.sandbox.payments.cancel(id)
    await asked
    expect(answered).toEqual([0])
  })

  test.each(['x', '-1', '1.5', '21', '', '1e1'])('wait=%s is refused', async (value) => {
    const shop = await openShop()
    const { id } = await shop.create()
    const { ask } = await openPage(shop, id)
    expect(readProblem(await ask(`?wait=${value}`))).toMatchObject({
      ...{ status: 400, code: 'invalid_parameter', param: 'wait' },
      message: expect.stringContaining('20 at most'),
    })
  })

  test('beyond as many as may wait, another is answered at once', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    const asked = Array.from({ length: PAGES_A_PAYMENT }, () => page.ask())
    await waitForPages(shop, PAGES_A_PAYMENT)
    expect((await page.ask()).status).toBe(304)
    await shop.checkout.sandbox.payments.cancel(id)
    for (const answer of await Promise.all(asked)) expect(answer.body.status).toBe('cancelled')
  })

  test('is answered when the server is about to stop, and later ones do not wait', async () => {
    const shop = await openShop()
    const { id } = await shop.create()
    const page = await openPage(shop, id)
    const asked = page.ask()
    await waitForPages(shop, 1)
    shop.checkout.endStreams()
    expect((await asked).status).toBe(304)
    expect((await page.ask()).status).toBe(304)
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
      const page = await openPage(other, id)
      const asked = page.ask()
      await waitForPages(other, 1)
      await one.checkout.sandbox.payments.cancel(id)
      expect(await isAnswered(asked)).toBe(false)
      await look()
      expect((await asked).body.status).toBe('cancelled')
    }
  })

  test('hears nothing of other payments, and all pages are told of very much at once', async () => {
    const { one, other, look } = await openTwo()
    const { id } = await one.create()
    const page = await openPage(other, id)
    const first = page.ask()
    await waitForPages(other, 1)
    await look()
    expect((await first).status).toBe(304)
    const asked = page.ask()
    await waitForPages(other, 1)
    await one.create()
    await look()
    expect(await isAnswered(asked)).toBe(false)
    await Promise.all(Array.from({ length: 1_001 }, (_, index) => one.create({ amount: 20 + index })))
    await look()
    expect((await asked).status).toBe(304)
  })

  test('no owner is followed longer than a minute after its last page', async () => {
    const { clock, one, other, look } = await openTwo()
    const page = await openPage(other, (await one.create()).id)
    await Promise.all([page.ask('?wait=1'), waitForPages(other, 1)])
    const { waitingPages } = other.checkout.context
    expect(waitingPages.listFollowed()).toHaveLength(1)
    clock.advance(61_000)
    await look()
    expect(waitingPages.listFollowed()).toEqual([])
  })
})
