import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asBrowser } from '@crypto-checkout/core/testing'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { openOrders } from './orders.ts'
import { orderPage } from './pages.ts'
import { fulfil } from './shop.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
/** 32 bytes, as a merchant would keep them in the environment. */
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const SLOW = { timeout: 60_000, interval: 200 }
/** Each start of the program starts node, anvil and the checkout. */
const SEVERAL_STARTS_MS = 180_000

/** A folder for the shop's data, removed after the test. */
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'express-shop-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The real program, as `npm run shop` starts it. */
async function openShop(dir: string, settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN], { cwd: dir, env: { ...process.env, ...settings } })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  onTestFailed(() => console.error(output))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const url = await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`The shop has ended: ${output}`)
    return /^The shop is open: (\S+)\n/m.exec(output)?.[1]
  }, SLOW)
  return { url, output: () => output, close: () => ended(child) }
}

/** Asks the program to stop; resolves with its exit code. */
function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.on('exit', resolve)
    child.kill('SIGTERM')
  })
}

const read = async (url: string) => (await fetch(url, { headers: asBrowser })).text()

/** Buys a mug. Returns the order's page and the payment's address. */
async function buy(url: string): Promise<{ order: string; payment: string }> {
  const bought = await fetch(`${url}/buy/mug`, { method: 'POST', redirect: 'manual' })
  expect(bought.status).toBe(303)
  const order = String(bought.headers.get('location'))
  const payment = /<crypto-checkout src="([^"]+)">/.exec(await read(url + order))?.[1]
  return { order, payment: String(payment) }
}

/** Does what the hosted page's test button does: a transfer on the local network. */
async function pay(payment: string): Promise<void> {
  const paid = await fetch(`${payment}/test/exact`, { method: 'POST', redirect: 'manual' })
  expect(paid.status).toBe(303)
}

const fulfilments = (output: string) => output.match(/ is fulfilled\n/g)?.length ?? 0

test('an order is fulfilled once, when its payment is final, though it is told in process and by webhook', async () => {
  const shop = await openShop(folder())
  expect(await read(shop.url)).toContain('Stoneware mug')

  const { order, payment } = await buy(shop.url)
  expect(await read(shop.url + order)).toContain('Payment not completed')
  await pay(payment)
  await vi.waitUntil(async () => (await read(shop.url + order)).includes('on its way'), SLOW)

  for (const way of ['In process', 'By webhook'])
    await vi.waitUntil(() => shop.output().includes(`${way}: Order ${order.slice('/orders/'.length)} `), SLOW)
  expect(fulfilments(shop.output())).toBe(1)
  expect(await shop.close()).toBe(0)
  await expect(fetch(shop.url)).rejects.toThrow()
})

/** Does what the form of the payment's page does. */
async function choose(payment: string, method: string): Promise<void> {
  const body = new URLSearchParams({ method })
  expect((await fetch(`${payment}/method`, { method: 'POST', body, redirect: 'manual' })).status).toBe(303)
}

test('who chooses Stellar on the page pays with a memo, and gets the order too', async () => {
  const shop = await openShop(folder())
  const { order, payment } = await buy(shop.url)
  expect(await read(payment)).toContain('Stoneware mug')
  await choose(payment, 'USDC stellar')
  expect(await read(payment)).toContain('Memo (text), required')
  await pay(payment)
  await vi.waitUntil(async () => (await read(shop.url + order)).includes('on its way'), SLOW)
  expect(await shop.close()).toBe(0)
})

test(
  'a restart between payment and fulfilment loses nothing, and repeats nothing',
  async () => {
    const dir = folder()
    const first = await openShop(dir)
    const { order, payment } = await buy(first.url)
    // The transfer becomes final with the third block, seconds later.
    await pay(payment)
    await first.close()
    const secret = () => readFileSync(join(dir, 'data/express-shop/webhook-secret'), 'utf8')
    const storedSecret = secret()

    const second = await openShop(dir)
    await vi.waitUntil(async () => (await read(second.url + order)).includes('on its way'), SLOW)
    await second.close()
    expect(fulfilments(first.output() + second.output())).toBe(1)

    const third = await openShop(dir)
    expect(await read(third.url + order)).toContain('on its way')
    await third.close()
    expect(fulfilments(third.output())).toBe(0)
    expect(secret()).toBe(storedSecret)
  },
  SEVERAL_STARTS_MS,
)

/** Posts an event to the shop's hook as the checkout would, signed by the independent package. */
async function tell(url: string, secret: string, event: { readonly id: string }): Promise<number> {
  const body = JSON.stringify(event)
  const now = new Date()
  const headers = {
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(event.id, now, body),
  }
  return (await fetch(`${url}/hooks/checkout`, { method: 'POST', body, headers })).status
}

test(
  'a signed webhook fulfils an order once, a forged one changes nothing, and the listener comes second',
  async () => {
    const dir = folder()
    const shop = await openShop(dir, { WEBHOOK_SECRET: SECRET })
    const { order, payment } = await buy(shop.url)
    const metadata = { orderId: order.slice('/orders/'.length) }
    const id = `pay_${payment.split('/').at(-1)}`
    const object = { id, object: 'payment', amount: 14.5, currency: 'EUR', metadata }
    const event = { id: 'evt_1', object: 'event', type: 'payment.completed', data: { object } }

    expect(await tell(shop.url, `whsec_${Buffer.alloc(32, 8).toString('base64')}`, event)).toBe(400)
    expect((await fetch(`${shop.url}/hooks/checkout`, { method: 'POST', body: JSON.stringify(event) })).status).toBe(
      400,
    )
    expect(await tell(shop.url, SECRET, { ...event, type: 'payment.processing' } as typeof event)).toBe(200)
    expect(await read(shop.url + order)).toContain('Payment not completed')

    expect(await tell(shop.url, SECRET, event)).toBe(200)
    expect(await read(shop.url + order)).toContain('on its way')
    expect(await tell(shop.url, SECRET, event)).toBe(200)
    await pay(payment)
    const listener = `In process: Order ${metadata.orderId} was fulfilled before\n`
    await vi.waitUntil(() => shop.output().includes(listener), SLOW)
    expect(fulfilments(shop.output())).toBe(1)
    expect(await shop.close()).toBe(0)

    const restarted = await openShop(dir, { WEBHOOK_SECRET: SECRET })
    expect(await tell(restarted.url, SECRET, event)).toBe(200)
    const again = `By webhook: Order ${metadata.orderId} was fulfilled before\n`
    await vi.waitUntil(() => restarted.output().includes(again), SLOW)
    expect(await restarted.close()).toBe(0)
    expect(fulfilments(restarted.output())).toBe(0)
  },
  SEVERAL_STARTS_MS,
)

test('only the payment that the shop asked for fulfils an order', () => {
  const orders = openOrders(':memory:')
  const order = { id: 'a', title: 'Stoneware mug', cents: 14_50, currency: 'EUR', paymentId: 'pay_1' }
  orders.add(order)
  const asked = { id: 'pay_1', amount: 14.5, currency: 'EUR', metadata: { orderId: 'a' } }

  fulfil(orders, { ...asked, metadata: { orderId: 'b' } })
  fulfil(orders, { ...asked, metadata: {} })
  fulfil(orders, { ...asked, id: 'pay_2' })
  fulfil(orders, { ...asked, amount: 14.49 })
  fulfil(orders, { ...asked, currency: 'USD' })
  expect(orders.find('a')?.fulfilledAt).toBeNull()

  expect(fulfil(orders, asked)).toContain('is fulfilled')
  const { fulfilledAt } = orders.find('a') ?? {}
  expect(fulfil(orders, asked)).toContain('was fulfilled before')
  expect(orders.find('a')?.fulfilledAt).toBe(fulfilledAt)
})

test('whatever a page shows is escaped', () => {
  const order = { id: '<b>', title: '"><script>', cents: 1, currency: 'EUR', paymentId: 'pay_1', fulfilledAt: null }
  const page = orderPage(order, 'http://127.0.0.1/"onload="')
  expect(page).toContain('&quot;&gt;&lt;script&gt;')
  expect(page).not.toContain('"onload="')
  expect(page).not.toContain('<b>')
})

test('an address that is none gets a page, and nothing runs inline', async () => {
  const shop = await openShop(folder())
  for (const path of ['/orders/none', '/nothing']) expect((await fetch(shop.url + path)).status).toBe(404)
  expect((await fetch(`${shop.url}/buy/nothing`, { method: 'POST' })).status).toBe(404)
  const page = await fetch(shop.url)
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  expect(await page.text()).not.toMatch(/<script>|<style|style=|onclick/)
  await shop.close()
})
