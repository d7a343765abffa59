import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditColumns } from '../audit/export.ts'
import { fileColumns } from '../domain/catalog/file-columns.ts'
import { type FileColumn, listNames } from '../http/sheet.ts'
import { listPaymentColumns } from '../payments/export.ts'
import { listLedgerColumns } from '../reports/ledger-file.ts'
import { summaryColumns } from '../reports/summary-file.ts'
import { statementColumns } from '../settlements/report.ts'
import { createTransferFor, type TestCheckout } from '../testing/index.ts'
import { openShop } from '../testing/shop.ts'

const namesOf = (columns: readonly FileColumn<never>[]): readonly string[] => listNames(columns)

const { checkout } = await openShop()
const files = {
  payments: namesOf(listPaymentColumns(checkout.context)),
  ledger: namesOf(listLedgerColumns('UTC')),
  settlement: namesOf(statementColumns),
  summary: namesOf(summaryColumns),
  audit: namesOf(auditColumns),
}

test('no file has a column twice, and no fact has two names', () => {
  for (const names of Object.values(files)) expect(names).toEqual([...new Set(names)])
  const meanings = Object.values(fileColumns).map(({ meaning }) => meaning)
  expect(meanings).toEqual([...new Set(meanings)])
})

test('docs/books.md has each column of each file', () => {
  const rows = Object.entries(fileColumns).map(([name, { meaning }]) => {
    const own = Object.entries(files).filter(([, names]) => names.includes(name))
    expect(own, name).not.toEqual([])
    return `| \`${name}\` | ${meaning} | ${own.map(([file]) => file).join(', ')} |\n`
  })
  const book = readFileSync(join(import.meta.dirname, '../../../../docs/books.md'), 'utf8')
  expect(book).toContain(`| column | meaning | files |\n|---|---|---|\n${rows.join('')}\n`)
})

async function readRows(shop: TestCheckout, url: string) {
  const { body } = await shop.request('GET', url.slice(new URL(url).origin.length), { key: null })
  const [head = '', ...lines] = String(body).trim().split('\r\n')
  return lines.map((line) => new Map(line.split(',').map((cell, index) => [head.split(',')[index], cell])))
}

test('a fact of a payment reads the same in all files', async () => {
  const shop = await openShop()
  const { sandbox } = shop.checkout
  const payment = await shop.create({ reference: 'A 7', amount: 25 })
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < shop.node.finalizedDepth; block++) shop.mine()
  await shop.settle()
  shop.clock.advance(1)
  const [settlement] = (await sandbox.settlements.create()).data
  const [fromPayments] = await readRows(shop, (await sandbox.payments.export()).url)
  const [fromLedger] = await readRows(shop, (await sandbox.reports.exportLedger()).url)
  const [fromStatement] = await readRows(shop, settlement?.reportUrl ?? '')
  for (const row of [fromPayments, fromLedger, fromStatement]) expect(row?.get('reference')).toBe('A 7')
  const compare = (one: typeof fromLedger, other: typeof fromLedger, names: readonly string[]) => {
    const pick = (row: typeof fromLedger) => names.map((name) => [name, row?.get(name)])
    expect(pick(one)).toEqual(pick(other))
  }
  compare(
    fromLedger,
    fromStatement,
    files.ledger.filter((name) => files.settlement.includes(name)),
  )
  compare(fromPayments, fromLedger, ['reference', 'currency', 'cryptocurrency', 'network', 'rate'])
  expect([fromPayments?.get('id'), fromPayments?.get('transactions')]).toEqual([
    fromLedger?.get('payment'),
    fromLedger?.get('transaction'),
  ])
  expect(fromPayments?.get('settlement')).toBe(settlement?.id)
})
