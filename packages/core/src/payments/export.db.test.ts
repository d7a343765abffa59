import type { PaymentFilter } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { createTransferFor } from '../testing/index.ts'
import { fillShop, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

const EXPORT = '/sandbox/v1/payments/export'
const COLUMNS =
  'id,reference,status,exceptions,amount,currency,crypto_amount,cryptocurrency,network,amount_received,amount_refunded,' +
  'created_at,completed_at,description,metadata,url'

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
  const { status, cryptoAmount, amountReceived, createdAt, url } = await shop.retrieve(payment)
  const row = [
    ...[payment.id, "'=cmd", status, '', '10.00', 'USD', cryptoAmount, 'USDC', 'ethereum', amountReceived, '0.000000'],
    ...[createdAt, '', '"\'+1, or -1"', `"${JSON.stringify(metadata).replaceAll('"', '""')}"`, url],
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

test('more than 10,000 payments, or 32 MiB, are refused and not cut off', async () => {
  const shop = await openShop()
  shop.clock.advance(1_000)
  for (let index = 0; index < 4; index++) await shop.create()
  const file = await download(shop)
  const { transact } = shop.checkout.context
  const metadata = JSON.stringify({ text: 'x'.repeat(9_000_000) })
  await transact((tx) => tx.updateTable('payments').set({ metadata }).execute())
  expect(await file.get()).toMatchObject({
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: 'The file would be larger than 32 MiB: give created_gte and created_lt.\n',
  })
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

test('a link shows payments of its own merchant and environment', async () => {
  const shop = await openShop()
  await shop.create()
  const key = await shop.makeKey('production')
  const { url } = (await shop.request('GET', '/v1/payments/export', { key })).body
  const { pathname, search } = new URL(url)
  expect((await shop.request('GET', `${pathname}${search}`, { key: null })).body).toBe(`${COLUMNS}\r\n`)
})
