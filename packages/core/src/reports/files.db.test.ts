import readWorkbook from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { toOwnerColumns } from '../domain/owner.ts'
import type { NewRow } from '../storage/tables.ts'
import { TEST_PAYER, TEST_WALLET } from '../testing/index.ts'
import { openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type EntryInput = Partial<NewRow<'entries'>>

let written = 0

/** Writes entries as they are, which takes no chain. */
async function insertEntries(shop: Shop, entries: readonly EntryInput[]) {
  const { id: merchantId } = await shop.checkout.sandbox.merchant.retrieve()
  const rows = entries.map((entry) => ({
    ...toOwnerColumns({ merchantId, livemode: false }),
    ...{
      sequence: 1_000 + written++,
      ordinal: 0,
      kind: 'received' as const,
      booked_at: Date.parse('2026-01-31T22:30:00Z'),
    },
    ...{ network: 'ethereum', chain: 'eip155:1', coin: 'USDC', account: TEST_WALLET, counterparty: TEST_PAYER },
    ...{ amount: 12_345_678n, raw_amount: 12_345_678n, unknown: '{}' },
    ...entry,
  }))
  await shop.checkout.context.transact(async (tx) => {
    for (let at = 0; at < rows.length; at += 100)
      await tx
        .insertInto('entries')
        .values(rows.slice(at, at + 100))
        .execute()
  })
}

/** The content of a link, which needs no keys. */
async function fetchText(shop: Shop, url: string): Promise<string> {
  const { status, body } = await shop.request('GET', url.slice(new URL(url).origin.length), { key: null })
  expect(status).toBe(200)
  return String(body)
}

const january = { from: '2026-01-01', to: '2026-01-31' }

async function openBooks() {
  const shop = await openShop()
  shop.clock.jump(Date.parse('2026-02-03T00:00:00Z') - shop.clock.now())
  await shop.checkout.sandbox.merchant.updateSettings({ timeZone: 'Europe/Berlin' })
  return shop
}

test("a file has every entry of the shop's days, oldest first, with rate, hash and order number", async () => {
  const shop = await openBooks()
  const hash = `0x${'a'.repeat(64)}`
  await insertEntries(shop, [
    { currency: 'EUR', rate: '0.92592593', fiat_amount: 1_143n, reference: 'A-7', tx_hash: hash, payment_id: 'pay_1' },
    { booked_at: Date.parse('2026-01-31T23:00:00Z') },
    { kind: 'refunded', amount: -1_000_000n, refund_id: 're_1', booked_at: Date.parse('2026-01-02T10:00:00Z') },
  ])
  const file = await shop.checkout.sandbox.reports.exportLedger(january)
  expect(file).toMatchObject({ object: 'report_file', rows: 2 })
  const [names = '', ...lines] = (await fetchText(shop, file.url)).split('\r\n')
  expect(lines.at(-1)).toBe('')
  const rows = lines.slice(0, -1).map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.split(',').map((name, index) => [name, cells[index]]))
  })
  expect(rows).toMatchObject([
    { kind: 'refunded', date: '2026-01-02', time: '11:00:00', amount: '-1.000000', refund: 're_1' },
    {
      ...{ kind: 'received', date: '2026-01-31', time: '23:30:00', time_zone: 'Europe/Berlin', amount: '12.345678' },
      ...{ fiat_amount: '11.43', currency: 'EUR', rate: '0.92592593', reference: 'A-7', transaction: hash },
      ...{ payment: 'pay_1', booked_at: '2026-01-31T22:30:00.000Z', network: 'ethereum', cryptocurrency: 'USDC' },
    },
  ])
})

test('a spreadsheet of a language gets its separator, its decimals and a mark, and runs nothing', async () => {
  const shop = await openBooks()
  await insertEntries(shop, [{ amount: -1_500_000n, reference: '=1+1;"x"', coin_fee: 500_000n }])
  const { url } = await shop.checkout.sandbox.reports.exportLedger({ ...january, language: 'de' })
  const text = await fetchText(shop, url)
  expect(text.startsWith('\ufeffdate;time;time_zone;')).toBe(true)
  expect(text.split('\r\n')[1]).toContain(`;-1,500000;USDC;ethereum;;;;"'=1+1;""x""";`)
  const english = await shop.checkout.sandbox.reports.exportLedger({ ...january, language: 'en' })
  expect((await fetchText(shop, english.url)).split('\r\n')[1]).toContain(',-1.500000,USDC,ethereum,,,,')
})

test('a span that has ended gives the same bytes, whatever is booked later', async () => {
  const shop = await openBooks()
  const at = Date.parse('2026-01-05T00:00:00Z')
  await insertEntries(
    shop,
    Array.from({ length: 1_234 }, (_, index) => ({ booked_at: at + Math.floor(index / 700) })),
  )
  const { sandbox } = shop.checkout
  const ledger = await sandbox.reports.exportLedger(january)
  const summary = await sandbox.reports.export(january)
  const before = [await fetchText(shop, ledger.url), await fetchText(shop, summary.url)]
  expect(before[0]?.split('\r\n')).toHaveLength(1_236)
  expect(new Set(before[0]?.split('\r\n')).size).toBe(1_236)
  await insertEntries(shop, [{ booked_at: shop.clock.now() }])
  shop.clock.advance(60_000)
  const again = [await sandbox.reports.exportLedger(january), await sandbox.reports.export(january)]
  expect(again[0]).toMatchObject({ rows: 1_234 })
  expect([await fetchText(shop, again[0]?.url ?? ''), await fetchText(shop, again[1]?.url ?? '')]).toEqual(before)
  expect(await sandbox.reports.exportLedger({ from: '2026-02-03', to: '2026-02-03' })).toMatchObject({ rows: 1 })
})

test.each([
  ['xero', 'Date,Amount,Payee,Description,Reference', 1],
  ['quickbooks', 'Date,Description,Amount', 2],
] as const)('a statement for %s has one coin, and adds up to the cent', async (format, header, place) => {
  const shop = await openBooks()
  const amounts = [3_333_333n, 3_333_333n, 3_333_334n, -1_004_999n, -4_999n]
  await insertEntries(shop, [...amounts.map((amount) => ({ amount, reference: '@cmd' })), { coin: 'DAI' }])
  const { sandbox } = shop.checkout
  const { url, rows } = await sandbox.reports.exportLedger({ ...january, format, cryptocurrency: 'usdc' })
  expect(rows).toBe(5)
  const [names, ...lines] = (await fetchText(shop, url)).trimEnd().split('\r\n')
  expect(names).toBe(header)
  const cells = lines.map((line) => line.split(','))
  expect(cells.map((line) => line[place])).toEqual(['3.33', '3.34', '3.33', '-1.00', '-0.01'])
  expect(cells.every(([date]) => date === '2026-01-31')).toBe(true)
  const problem = readProblem(await shop.request('GET', `/sandbox/v1/ledger/export?format=${format}`))
  expect(problem).toMatchObject({ status: 400, param: 'cryptocurrency' })
})

async function fetchBytes(shop: Shop, url: string): Promise<Buffer> {
  const { status, body } = await shop.request('GET', url.slice(new URL(url).origin.length), { key: null })
  expect(status).toBe(200)
  return Buffer.from(body)
}

test('a workbook has the rows of the CSV: numbers and days as such, and text that never runs', async () => {
  const shop = await openBooks()
  await insertEntries(shop, [
    { currency: 'EUR', rate: '0.92592593', fiat_amount: 1_143n, reference: '=1+1 & <b>', payment_id: 'pay_1' },
    { kind: 'refunded', amount: -1_000_000n, booked_at: Date.parse('2026-01-02T10:00:00Z') },
    { amount: 9_007_199_254_740_993_000_001n / 1_000n, raw_amount: 9_007_199_254_740_993_000n },
  ])
  const { url, rows } = await shop.checkout.sandbox.reports.exportLedger({ ...january, format: 'xlsx' })
  expect([rows, new URL(url).pathname]).toEqual([3, '/reports/ledger.xlsx'])
  const [{ sheet, data } = { sheet: '', data: [] }] = await readWorkbook(await fetchBytes(shop, url))
  expect(sheet).toBe('Ledger')
  const [names = [], ...lines] = data
  const cells = lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index]])))
  expect(cells).toMatchObject([
    {
      date: new Date('2026-01-02'),
      kind: 'refunded',
      amount: -1,
      network: 'ethereum',
      booked_at: '2026-01-02T10:00:00.000Z',
    },
    { date: new Date('2026-01-31'), amount: 12.345678, fiat_amount: 11.43, rate: 0.92592593, reference: '=1+1 & <b>' },
    { amount: '9007199254740.993000', raw_amount: '9007199254740993000', reference: null },
  ])
  // The day from which spreadsheets count.
  expect(cells.at(0)?.time).toEqual(new Date('1899-12-30T11:00:00Z'))
  const csv = await shop.checkout.sandbox.reports.exportLedger(january)
  expect(names.join(',')).toBe((await fetchText(shop, csv.url)).split('\r\n')[0])
})

test.each([
  ['A\uffff', 'A\ufffd'],
  ['A\ud800B', 'A\ufffdB'],
  ['A_x0041_B', 'A_x0041_B'],
])('a workbook has text that spreadsheets read as it is: %j', async (reference, expected) => {
  const shop = await openBooks()
  await insertEntries(shop, [{ reference }])
  const { url } = await shop.checkout.sandbox.reports.exportLedger({ ...january, format: 'xlsx' })
  const [{ data } = { data: [] }] = await readWorkbook(await fetchBytes(shop, url))
  expect(data.at(1)?.[data[0]?.indexOf('reference') ?? 0]).toBe(expected)
})

test('the workbook of a span that has ended has the same bytes, and a reader that leaves ends it', async () => {
  const shop = await openBooks()
  const at = Date.parse('2026-01-05T00:00:00Z')
  await insertEntries(
    shop,
    Array.from({ length: 2_345 }, (_, index) => ({ booked_at: at + index })),
  )
  const make = async () => (await shop.checkout.sandbox.reports.exportLedger({ ...january, format: 'xlsx' })).url
  const before = await fetchBytes(shop, await make())
  const [{ data } = { data: [] }] = await readWorkbook(before)
  expect(new Set(data.map((line) => line.at(-1))).size).toBe(2_346)
  shop.clock.advance(3_600_000)
  const url = await make()
  const { pathname: path, search } = new URL(url)
  const body = { kind: 'bytes', bytes: new Uint8Array() } as const
  const request = { method: 'GET', path, query: search.slice(1), headers: {}, body, address: '192.0.2.1' }
  const stream = (await shop.checkout.handle(request))?.stream
  expect((await stream?.next())?.value).toBeInstanceOf(Uint8Array)
  await stream?.return?.()
  expect((await fetchBytes(shop, url)).equals(before)).toBe(true)
})

test('the preview of a file is its beginning, and a file without rows has its columns', async () => {
  const shop = await openBooks()
  await insertEntries(
    shop,
    Array.from({ length: 7 }, (_, index) => ({ amount: 3_333_333n * BigInt(index + 1), reference: `-R${index}` })),
  )
  const { sandbox } = shop.checkout
  const statement = { format: 'xero', cryptocurrency: 'USDC' } as const
  for (const query of [{}, { language: 'de' }, statement] as const) {
    const { url, rows, preview } = await sandbox.reports.exportLedger({ ...january, ...query })
    const lines = (await fetchText(shop, url)).replace('\ufeff', '').split('\r\n')
    expect(preview.map((cells) => cells.join('language' in query ? ';' : ','))).toEqual(lines.slice(0, 6))
    expect(rows).toBe(7)
  }
  const workbook = await sandbox.reports.exportLedger({ ...january, format: 'xlsx' })
  expect(workbook.preview[1]).toContain('-R0')
  const empty = await sandbox.reports.exportLedger({ from: '2026-02-01', to: '2026-02-01' })
  expect([empty.rows, empty.preview.length, empty.preview[0]?.[0]]).toEqual([0, 1, 'date'])
})

test('the summary as CSV has each of its sums, and links open as they were made only', async () => {
  const shop = await openBooks()
  await insertEntries(shop, [
    { currency: 'EUR', rate: '1', fiat_amount: 1_234n },
    { unknown: '{"fiatAmount":"unattributed"}' },
  ])
  const { url } = await shop.checkout.sandbox.reports.export({ ...january, language: 'fr' })
  const text = await fetchText(shop, url)
  const lines = text.split('\r\n')
  expect(lines).toContain('span;;;;timeZone;Europe/Berlin;')
  expect(lines).toContain('totals;;;EUR;received;12,34;')
  expect(lines).toContain('withoutValue;ethereum;USDC;;receivedCoins;12,345678;unattributed')
  expect(lines).toContain('coins;ethereum;USDC;;transfers;2;')
  const path = url.slice(new URL(url).origin.length)
  for (const other of [path.replace('summary', 'ledger'), path.replace('to=2026-01-31', 'to=2026-01-30')])
    expect((await shop.request('GET', other, { key: null })).status).toBe(404)
})
