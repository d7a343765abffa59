import { expect, test } from 'vitest'
import { findFilesWithRows } from './figures/imports.ts'
import { type IsOfRow, RowTypes } from './figures/rows.ts'
import { defineSyntaxFigures, findPlaces, MOST_LINES } from './figures/syntax.ts'
import { countWords, listSentences } from './figures/words.ts'
import { beginsWithVerb, findFunctions } from './figures.ts'

const PATH = 'packages/core/src/payments/find.ts'
const columns = new Set(['id', 'due', 'livemode', 'merchant_id', 'status', 'block_hash', 'hash'])

/** Counts the places that each figure finds in a file; the rest find none. */
function countIn(text: string, path = PATH, isOfRow: IsOfRow = () => true) {
  const figures = defineSyntaxFigures(columns, (path) => !path.includes('/chains/'), isOfRow)
  const places = findPlaces(figures, { path, text })
  return Object.fromEntries([...places].map(([name, found]) => [name, found.length]).filter(([, count]) => count !== 0))
}

test('exported functions begin with a verb or with a predicate', () => {
  const text = 'export function matchPayments() {}\nexport async function payeeOf() {}\nfunction hidden() {}\n'
  expect(findFunctions(text)).toEqual(['matchPayments', 'payeeOf'])
  expect(['matchPayments', 'isFinal', 'payeeOf', 'told'].map(beginsWithVerb)).toEqual([true, true, false, false])
})

test('all words of a document count, in tables and code too', () => {
  expect(countWords('# A heading\n\n```sh\nnpm start\n```\n\n| a | table |\n')).toBe(12)
})

test('sentences have no code, tables, comments and addresses of links', () => {
  const text = [
    '# A heading of five words',
    'One two [three](docs/four.md). Five six: seven.',
    '```sh\nnpm start now\n```',
    '| a | table |',
    '- An item\n  | a | table |\n  <!-- a marker -->',
    '- Another item here',
  ].join('\n\n')
  expect(listSentences(text).map((sentence) => sentence.trim())).toEqual([
    'One two [three].',
    'Five six:',
    'seven.',
    'An item',
    'Another item here',
  ])
})

test('names that end in Of count wherever they are: private, nested, of methods and of values', () => {
  const text = `
    function rowOf() {
      const idOf = 1
      return {
        keyOf() {},
        textOf: () => idOf,
        proof: 2,
      }
    }
    class Store {
      stateOf() {}
      #dueOf = 3
    }
    const BALANCE_OF = '0x'
    export const isEndOf = rowOf
    const { shapeOf: shape, aloof } = rowOf()
  `
  expect(countIn(text)).toEqual({ of: 8 })
})

test('an owner counts by its name and by its shape, once', () => {
  const text = `
    export type Owner = { readonly merchantId: string; readonly livemode: boolean }
    type Place = Pick<Row, 'chain'>
    type Tenant = { readonly livemode: 0 | 1; readonly merchant_id: string }
    function find(owner: Pick<Caller, 'merchantId' | 'livemode'>) {}
    type Payer = { readonly merchantId: string; readonly livemode: boolean; readonly from: string }
  `
  expect(countIn(text)).toEqual({ owners: 4 })
})

test('conversions of livemode count both ways', () => {
  const text = `
    const bit = owner.livemode ? 1 : 0
    const literal = livemode ? (1 as const) : (0 as const)
    const flag = row.livemode === 1
    const other = 0 !== row.livemode
    const number = Number(livemode)
    const environment = livemode ? 'production' : 'sandbox'
    const isSame = row.livemode === other.livemode
  `
  expect(countIn(text)).toEqual({ livemode: 5 })
})

test('columns count where two of one row are copied, and amounts where no store reads them', () => {
  const text = `
    const view = {
      id: row.id, due: BigInt(row.due), name: row.id, title: row.title,
      status: row.status,
    }
    const one = { id: row.id, status: other.status }
    const total = BigInt(due) + BigInt(text)
  `
  expect(countIn(text)).toEqual({ columns: 2, amounts: 2 })
  expect(countIn(text, 'packages/core/src/payments/list-store.ts')).toEqual({ columns: 2 })
  expect(countIn(text, 'packages/core/src/chains/evm/decode.ts')).toEqual({})
})

test('columns are those of rows, of parts of rows and of owners, by their types', () => {
  const text = `
    import type { Caller } from '../context/context.ts'
    import type { BlockRef } from '../chains/chain.ts'
    import type { Route } from '../http/route.ts'
    import type { Row } from '../storage/tables.ts'

    type Part = Pick<Row<'payments'>, 'id' | 'due'>
    export function copyRows(row: Row<'payments'>, part: Part, caller: Caller & { status: string }, by: { id: string; merchant_id: string }) {
      return [
        { id: row.id, status: row.status },
        { id: part.id, due: part.due },
        { id: caller.keyId, merchant_id: caller.merchantId, livemode: caller.livemode, status: caller.status },
        { id: by.id, merchant_id: by.merchant_id },
      ]
    }
    export function copyOthers(route: Route & { id: string }, block: BlockRef & { id: string }, input: { id: string; due: number }) {
      return [
        { id: route.id, status: route.status },
        { hash: block.hash, id: block.id },
        { id: input.id, due: input.due },
      ]
    }
  `
  using types = new RowTypes(columns, [{ path: PATH, text }])
  expect(countIn(text, PATH, types.isOfRow)).toEqual({ columns: 4 })
})

test('files that import a table, over others too, have rows; a chain and a page have none', () => {
  const files = findFilesWithRows()
  const has = (path: string) => files.has(`packages/${path}`)
  expect(
    ['core/src/refunds/store.ts', 'core/src/transactions/bump-fee.ts', 'core/src/relays/x402/pay.ts'].map(has),
  ).toEqual([true, true, true])
  expect(['core/src/chains/evm/erc20.ts', 'widget/src/wallets/evm/transfer.ts'].map(has)).toEqual([false, false])
})

test('a function is as long as all that is in it', () => {
  const inner = (lines: number) => `function outer() {\nfunction inner() {\n${'call()\n'.repeat(lines)}}\n}`
  expect(countIn(inner(MOST_LINES - 4))).toEqual({})
  expect(countIn(inner(MOST_LINES - 3))).toEqual({ long: 1 })
})

test('literals in literals, assertions and addresses of explorers count', () => {
  const text = `
    const row = {
      ...{ a: 1 },
      ...[b],
      ...(c ? { d } : {}),
    }
    const list = [...['e'], 'f'] as const
    const status = row.status as PaymentStatus
    const url = \`\${network.explorerTxUrl}\${hash}\`
  `
  expect(countIn(text)).toEqual({ spreads: 3, casts: 1, explorer: 1 })
})
