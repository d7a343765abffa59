import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusalCodes } from '../../domain/catalog/refusals.ts'
import { allRoutes, openShop } from '../../testing/shop.ts'

const shop = await openShop({ publicUrl: 'https://pay.example.com/shop', docs: true })
const { headers, body, status } = await shop.request('GET', '/docs', { key: null })
const page = String(body)

test('the reference has every operation, type of event, code of an error and object', async () => {
  expect(status).toBe(200)
  const document = (await shop.request('GET', '/openapi.json', { key: null })).body
  for (const [, { name, path }] of allRoutes) {
    expect(page).toContain(`id="${name}"`)
    expect(page).toContain(`<code>${path}</code>`)
  }
  for (const word of [...Object.keys(document.webhooks), ...refusalCodes])
    expect(page).toContain(`<code>${word}</code>`)
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="${name}"`)
})

test('every link within it leads somewhere, and no id is there twice', () => {
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target)
  expect(links.length).toBeGreaterThan(200)
  expect(links.filter((target) => !ids.includes(target))).toEqual([])
})

test('it has no script, reaches nobody, and may not be framed', () => {
  expect(page).not.toMatch(/<script|\son\w+=|style=|undefined|\[object/)
  expect(page.match(/ (?:src|href)="(?!#)[^"]*"/g)?.filter((one) => !one.includes('data:image/svg'))).toEqual([
    ' href="openapi.json"',
  ])
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
  const hash = createHash('sha256').update(css).digest('base64')
  expect(headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
})

test('its addresses are those of the checkout', () => {
  expect(page).toContain('https://pay.example.com/shop/sandbox/v1')
})

test('the middleware has none, unless it is told to', async () => {
  const other = await openShop()
  await expect(other.request('GET', '/docs', { key: null })).rejects.toThrow("not the checkout's")
  await expect(shop.request('POST', '/docs', { key: null })).rejects.toThrow("not the checkout's")
})

test('both are made once', async () => {
  const ask = async (path: string) => {
    const sent = {
      method: 'GET',
      path,
      query: '',
      headers: {},
      body: { kind: 'bytes', bytes: new Uint8Array() } as const,
    }
    return (await shop.checkout.handle({ ...sent, address: '192.0.2.1' }))?.body
  }
  expect(await ask('/docs')).toBe(await ask('/docs'))
  expect(await ask('/openapi.json')).toBe(await ask('/openapi.json'))
})
