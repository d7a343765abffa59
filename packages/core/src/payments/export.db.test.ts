import type { PaymentFilter } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { createTransferFor } from '../testing/index.ts'
import { fillShop, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const EXPORT = '/sandbox/v1/payments/export'
const COLUMNS =
  'id,reference,status,exceptions,amount,currency,crypto_amount,cryptocurrency,network,amount_received,amount_refunded,' +
  'created_at,completed_at,description,metadata,url,rate,transactions,line_items,settlement,payment_link'

async function download(shop: Shop, filter: PaymentFilter = {}) {
  const { url, expiresAt } = await shop.checkout.sandbox.payments.export(filter)
  const { pathname, search } = new URL(url)
  const target = `${pathname}${search}`
  return { expiresAt, target, get: () => shop.request('GET', target, { key: null }) }
}

const toIds = (text: string) =>
  text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0])

test('the file has the payments of a list, as text that no spreadsheet runs', async () => {
  const shop = await openShop()
  await shop.settle()
  const metadata = { note: 'say "hi"', formula: '=1+1' }
  const payment = await shop.create({ reference: '=cmd', description: '+1, or -1', metadata })
  shop.mine([createTransferFor(payment)])
  await shop.settle()
  const answer = await (await download(shop)).get()
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payments.csv"',
      'cache-control': 'no-store',
    },
  })
  const { status, cryptoAmount, amountReceived, createdAt, url, rate, transactions } = await shop.retrieve(payment)
  const row = [
    ...[payment.id, "'=cmd", status, '', '10.00', 'USD', cryptoAmount, 'USDC', 'ethereum', amountReceived, '0.000000'],
    ...[createdAt, '', '"\'+1, or -1"', `"${JSON.stringify(metadata).replaceAll('"', '""')}"`, url],
    ...[rate, transactions[0]?.hash, '', '', ''],
  ]
  expect(answer.body).toBe(`${COLUMNS}\r\n${row.join()}\r\n`)
})

test('the file has exactly what the filters show, in the same order, and nothing that comes later', async () => {
  const shop = await openShop()
  const { created, completed } = await fillShop(shop)
  shop.clock.advance(1)
  const { createdAt } = await shop.create({ amount: 7, reference: 'R 1' })
  const filters: PaymentFilter[] = [
    {},
    { status: 'completed' },
    { exception: 'late' },
    { q: created.cryptoAmount },
    { q: completed.id },
    { reference: 'R 1' },
    { cryptocurrency: 'usdc', network: 'ethereum', created_lt: createdAt },
    { created_gte: createdAt },
    { q: '123456' },
  ]
  const files = await Promise.all(filters.map((filter) => download(shop, filter)))
  const lists = await Promise.all(
    filters.map((filter) => shop.checkout.sandbox.payments.list({ ...filter, limit: 100 })),
  )
  expect(lists.map(({ totalCount }) => totalCount)).toEqual([7, 1, 0, 1, 1, 1, 6, 1, 0])
  shop.clock.advance(1)
  await shop.create({ amount: 7, reference: 'R 1' })
  for (const [index, file] of files.entries())
    expect(toIds((await file.get()).body)).toEqual(lists[index]?.data.map(({ id }) => id))
})

test('the file is longer than what is read at once', async () => {
  const shop = await openShop()
  const ids: string[] = []
  for (let index = 0; index < 501; index++) ids.unshift((await shop.create({ amount: 1 + index })).id)
  expect(toIds((await (await download(shop)).get()).body)).toEqual(ids)
})

test('a link opens for an hour, and by its own signature alone', async () => {
  const shop = await openShop()
  await shop.create()
  const file = await download(shop, { status: 'created' })
  const forged = [
    file.target.replace('status=created', 'status=expired'),
    file.target.replace('&status=created', ''),
    file.target.replace('livemode=false', 'livemode=true'),
    file.target.replace('&expires=', '&network=ethereum&expires='),
    file.target.replace(/expires=\d/, 'expires=9'),
    file.target.replace(/signature=.*/, 'signature='),
    file.target.replace('payments.csv', 'audit.csv'),
    '/reports/payments.csv',
  ]
  for (const target of forged)
    expect([target, (await shop.request('GET', target, { key: null })).status]).toEqual([target, 404])
  expect(file.expiresAt).toBe(new Date(shop.clock.now() + 3_600_000).toISOString())
  shop.clock.advance(3_599_999)
  expect((await file.get()).status).toBe(200)
  shop.clock.advance(1)
  expect((await file.get()).status).toBe(404)
})

test('filters behind the signature of a link change nothing', async () => {
  const shop = await openShop()
  const { id } = await shop.create()
  const file = await download(shop, { status: 'created' })
  for (const added of ['&cryptocurrency=USDT', '&q=x', '&merchant=mer_x', '&utm_source=mail']) {
    const answer = await shop.request('GET', `${file.target}${added}`, { key: null })
    expect([added, answer.status, toIds(answer.body)]).toEqual([added, 200, [id]])
  }
  const twice = `${file.target}&expires=9&signature=x`
  expect((await shop.request('GET', twice, { key: null })).status).toBe(404)
})

test('more than 10,000 payments are refused and not cut off', async () => {
  const shop = await openShop()
  shop.clock.advance(1_000)
  for (let index = 0; index < 4; index++) await shop.create()
  const { transact } = shop.checkout.context
  shop.clock.advance(86_400_000)
  const later = await download(shop)
  await transact((tx) => tx.updateTable('tallies').set({ payments: 10_001 }).execute())
  const refused = await shop.request('GET', EXPORT)
  expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'created_gte' })
  expect(await later.get()).toMatchObject({
    status: 400,
    body: expect.stringContaining('more than 10000 such payments'),
  })
  expect(await (await download(shop, { status: 'expired' })).get()).toMatchObject({ status: 200 })
})

describe('files are sent row by row', () => {
  /** Three links, and what takes their files as a host does. Each file has more than one page of rows. */
  async function openFiles() {
    const shop = await openShop()
    for (let index = 0; index < 60; index++) await shop.create({ amount: 1 + index })
    const [first = '', second = '', third = ''] = await Promise.all(
      [{}, { status: 'created' }, { network: 'ethereum' }].map(
        async (filter) => (await download(shop, filter as PaymentFilter)).target,
      ),
    )
    const take = async (target: string, method = 'GET', address = '192.0.2.1') => {
      const [path = '', query = ''] = target.split('?')
      const body = { kind: 'bytes', bytes: new Uint8Array() } as const
      const answer = await shop.checkout.handle({ method, path, query, headers: {}, body, address })
      if (!answer) throw new Error(`nothing at ${path}`)
      return answer
    }
    const begin = async (target: string) => {
      const { stream } = await take(target)
      if (!stream) throw new Error('no file')
      return stream
    }
    return { shop, first, second, third, take, begin }
  }

  test('two at a time and one of each link, and who has to wait is told', async () => {
    const { first, second, third, take, begin } = await openFiles()
    const one = await begin(first)
    expect(await one.next()).toEqual({ done: false, value: `${COLUMNS}\r\n` })
    expect(await take(first)).toMatchObject({
      ...{ status: 429, headers: { 'retry-after': '5', 'content-type': 'text/plain; charset=utf-8' } },
      body: 'This file is being sent already. Open it again when that has ended.\n',
    })
    const other = await begin(second)
    const busy = { status: 429, body: 'Other files are being sent. Open it again in a few seconds.\n' }
    expect(await take(third)).toMatchObject(busy)
    let rest = ''
    for await (const text of one) rest += text
    expect(toIds(`header\r\n${rest}`)).toHaveLength(60)
    expect(await (await begin(third)).next()).toMatchObject({ done: false })
    expect(await take(first)).toMatchObject(busy)
    await other.return?.()
    await begin(first)
  })

  test('a client that leaves, before the first row or later, gives its place back', async () => {
    const { first, second, third, take, begin } = await openFiles()
    for (const rows of [0, 1, 2]) {
      const [one, other] = [await begin(first), await begin(second)]
      for (let row = 0; row < rows; row++) await one.next()
      await Promise.all([one.return?.(), other.return?.()])
      await Promise.all([one.ended, other.ended])
      expect(await one.next()).toEqual({ done: true, value: undefined })
      await (await begin(third)).return?.()
    }
    expect((await take(first)).status).toBe(200)
  })

  test('a client that takes nothing for 30 seconds loses its place if somebody waits', async () => {
    const { shop, first, second, third, take, begin } = await openFiles()
    const [stalled, slow] = [await begin(first), await begin(second)]
    shop.clock.advance(29_000)
    await slow.next()
    expect((await take(third)).status).toBe(429)
    shop.clock.advance(1_000)
    expect((await take(third)).status).toBe(200)
    await stalled.ended
    await expect(stalled.next()).rejects.toThrow(/cut off/)
    expect(await slow.next()).toMatchObject({ done: false })
  })

  test('one link is sent six times a minute', async () => {
    const { shop, first, second, take, begin } = await openFiles()
    for (let time = 0; time < 6; time++) for await (const _ of await begin(first));
    expect(await take(first)).toMatchObject({
      ...{ status: 429, headers: { 'retry-after': '60' } },
      body: 'This file was sent 6 times within a minute. Open it again in 60 s.\n',
    })
    expect((await take(second)).status).toBe(200)
    shop.clock.advance(60_000)
    expect((await take(first)).status).toBe(200)
  })

  test('one address opens 60 a minute, whatever it opens', async () => {
    const { first, take } = await openFiles()
    for (let time = 0; time < 60; time++) expect((await take('/reports/payments.csv?x=1')).status).toBe(404)
    expect(await take(first)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
    expect((await take(first, 'GET', '192.0.2.2')).status).toBe(200)
  })

  test('a checkout that stops cuts them off, and sends no other', async () => {
    const { shop, first, second, take, begin } = await openFiles()
    const one = await begin(first)
    await one.next()
    shop.checkout.endStreams()
    await one.ended
    await expect(one.next()).rejects.toThrow(/cut off/)
    expect((await take(second)).status).toBe(429)
  })
})

test('a link shows payments of its own merchant and environment', async () => {
  const shop = await openShop()
  await shop.create()
  const key = await shop.makeKey('production')
  const { url } = (await shop.request('GET', '/v1/payments/export', { key })).body
  const { pathname, search } = new URL(url)
  expect((await shop.request('GET', `${pathname}${search}`, { key: null })).body).toBe(`${COLUMNS}\r\n`)
})
