import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryKinds } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { bookFee, bookSwept } from '../domain/entry.ts'
import { ledgerEntry } from '../http/shapes/ledger.ts'

const place = { network: 'ethereum', chain: 'eip155:1', tx_hash: null, chain_time: null, reference: null }

test('an entry names what it does not know as the API does', () => {
  const fee = bookFee(
    {
      ...{ kind: 'network_fee', payment_id: null, refund_id: null, settlement_id: 'set_1', account: '0x1' },
      ...{ coin: null, cost: 'not_recorded', decimals: 18, served_token: null, served_wallet: null },
      ...place,
    },
    0,
  )
  const swept = bookSwept(
    {
      ...{ settlement_id: 'set_1', payment_id: 'pay_1', coin: 'USDC', token: '0x2', deposit: '0x3', wallet: '0x4' },
      ...{ amount: 1n, left_amount: 2n, lost_amount: 3n, raw: null },
      ...place,
    },
    0,
  )
  const reasons = [fee, ...swept].map(({ unknown }): Record<string, string> => JSON.parse(unknown))
  const fields = Object.keys(ledgerEntry.shape)
  for (const field of reasons.flatMap((one) => Object.keys(one))) expect(fields).toContain(field)
  expect(reasons.map(({ cryptocurrency, transaction }) => cryptocurrency ?? transaction)).toEqual([
    'network_not_configured',
    'moved_by_others',
    'moved_by_others',
    'destroyed_by_issuer',
  ])
})

test('docs/books.md explains each kind', () => {
  const book = readFileSync(join(import.meta.dirname, '../../../../docs/books.md'), 'utf8')
  for (const kind of entryKinds) expect(book).toContain(`| \`${kind}\` |`)
})
