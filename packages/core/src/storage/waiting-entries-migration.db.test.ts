import { expect, test } from 'vitest'
import { migrateRows } from '../testing/migrating.ts'

test('entries wait, or are in the settlement that took them, as before', async () => {
  const of = { merchant_id: 'mer_1', livemode: 1, ordinal: 0, chain: 'eip155:1', booked_at: 5 }
  const waits = { token: '0xcoin', wallet: '0xwallet', settlement_id: null, role: null, follows: null }
  const taken = { ...waits, opens: 1, settlement_id: 'set_1' }
  const read = await migrateRows('create table waiting_entries (', {
    settled_entries: [
      { ...of, ...waits, sequence: 1, opens: 1 },
      { ...of, ...waits, sequence: 2, opens: 0, token: null, wallet: null },
      { ...of, ...taken, sequence: 3, role: 'payment' },
      { ...of, ...taken, sequence: 4, role: 'surplus', follows: 'set_0' },
    ],
  })
  const toTexts = (rows: readonly object[]) => rows.map((row) => Object.values(row).map(String).join(' '))
  expect(
    toTexts(await read('select sequence, ordinal, opens, chain, token, wallet from waiting_entries order by sequence')),
  ).toEqual(['1 0 1 eip155:1 0xcoin 0xwallet', '2 0 0 eip155:1  '])
  expect(
    toTexts(await read('select settlement_id, sequence, ordinal, role, follows from taken_entries order by sequence')),
  ).toEqual(['set_1 3 0 payment null', 'set_1 4 0 surplus set_0'])
})
