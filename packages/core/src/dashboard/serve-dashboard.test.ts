import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'

/** As the dashboard is built from it: only its scripts have other names then. */
const page = readFileSync(join(import.meta.dirname, '../../../dashboard/index.html'), 'utf8')
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`

function openDashboard(publicUrl = 'https://pay.example.com', networks: Parameters<typeof openShop>[0] = {}) {
  let readings = 0
  const file = (name: string, contentType: string, text: string) => ({
    ...{ name, contentType, body: Buffer.from(text), immutable: name.startsWith('assets/') },
  })
  const loadDashboard = () => {
    readings++
    return [file('index.html', 'text/html', page), file('assets/index-1.js', 'text/javascript', script)]
  }
  const shop = openShop({ dashboard: true, publicUrl, loadDashboard, ...networks })
  return shop.then((opened) => ({ ...opened, countReadings: () => readings }))
}

const read = { key: null } as const

test('every address below the dashboard shows its page, and files that are missing are not found', async () => {
  const shop = await openDashboard()
  const answers = await Promise.all(
    ['/dashboard/', '/dashboard/sandbox/payments/pay_1', '/dashboard/assets/gone-2.js', '/dashboard'].map((path) =>
      shop.request('GET', path, read),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 308])
  expect(answers[3]?.headers.location).toBe('/dashboard/')
  expect(shop.countReadings()).toBe(1)
})

test("the page runs scripts of the checkout only, in nobody else's frame, and is never stored", async () => {
  const { headers } = await (await openDashboard()).request('GET', '/dashboard/', read)
  expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('below a mount path its addresses begin there', async () => {
  const shop = await openDashboard('https://shop.example.com/checkout')
  const { body } = await shop.request('GET', '/dashboard/sandbox', read)
  expect(body).toContain('<base href="/checkout/dashboard/" data-environment="sandbox">')
  expect((await shop.request('GET', '/dashboard', read)).headers.location).toBe('/checkout/dashboard/')
})

test.each([
  ['the sandbox, if both have networks', {}, 'sandbox'],
  ['production, if it alone has some', { sandbox: { networks: {} } }, 'production'],
  ['the sandbox, if it alone has some', { production: { networks: {} } }, 'sandbox'],
  ['the sandbox, if neither has any', { sandbox: { networks: {} }, production: { networks: {} } }, 'sandbox'],
])('a first visit begins in %s', async (_name, networks, environment) => {
  const shop = await openDashboard('https://pay.example.com', networks)
  const { body } = await shop.request('GET', '/dashboard/', read)
  expect(body).toContain(`<base href="/dashboard/" data-environment="${environment}">`)
})

test('files are compressed and kept for ever', async () => {
  const shop = await openDashboard()
  const answer = await shop.request('GET', '/dashboard/assets/index-1.js', {
    ...read,
    headers: { 'accept-encoding': 'br' },
  })
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('only reading shows it', async () => {
  const shop = await openDashboard()
  expect((await shop.request('POST', '/dashboard/sandbox', { ...read, body: {} })).status).toBe(404)
})
