import { expect, test } from 'vitest'
import { migrateRows, type Rows } from '../testing/migrating.ts'
import { openRelaying } from '../testing/relaying.ts'
import { openSqlite } from './sqlite.ts'

const LARGE = 2 ** 53 - 1

const common = {
  ...{ environment: 'sandbox', network: 'ethereum', chain: 'eip155:1', token: '0xcoin', from_address: '0xfrom' },
  ...{ to_address: '0xto', amount: LARGE, due: LARGE, raw_amount: '340282366920938463463374607431768211456' },
  ...{ cost: '50100', created_at: 5, with_code: 1, identifier: 'order' },
}
const pending = { state: 'pending', reason: null, ended_at: null }
const failed = { state: 'failed', reason: 'refused', ended_at: 9 }
const used = { state: 'used', reason: null, ended_at: 9 }

const signed = { ...common, signature: '0x5151', nonce: '0x07', valid_after: 1, valid_before: 2 }
const entered = {
  ...common,
  entry: 'AAAA',
  nonce: '7',
  memo: '12',
  valid_until: 3,
  after_transfer: 4,
  signer: 'GSIGNER',
}
const attempt = { sequence: '8', envelope: 'BBBB', hash: 'sent', sent_until: 6 }
const noAttempt = { sequence: null, envelope: null, hash: null, sent_until: null }

test('what payers had signed is the same in one table, whatever became of it', async () => {
  const shop = await openRelaying({}, { storage: openSqlite({ path: ':memory:' }) })
  const { id } = await shop.shop.create()
  const { db } = shop.shop.checkout.context
  const tables: Record<string, Rows> = {
    merchants: await db.selectFrom('merchants').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
  }
  await shop.shop.stop()
  const of = { payment_id: id }
  const read = await migrateRows('create table relays (', {
    ...tables,
    authorizations: [
      { ...signed, ...of, ...pending, id: 'evm_1', hash: 'seen' },
      { ...signed, ...of, ...failed, id: 'evm_2', hash: null },
      { ...signed, ...of, ...used, id: 'evm_3', hash: 'used', identifier: null },
    ],
    sponsored_transfers: [
      // Both families may have one that is on its way, if the payment has changed its network.
      { ...entered, ...of, ...pending, ...attempt, id: 'stellar_1', paid_hash: null },
      { ...entered, ...of, ...failed, ...noAttempt, id: 'stellar_2', paid_hash: null },
      { ...entered, ...of, ...used, ...attempt, id: 'stellar_3', paid_hash: 'other' },
    ],
  })
  const rows = (await read('select * from relays order by id')).map((row) => ({ ...row, amount: Number(row.amount) }))
  const none = { memo: null, valid_until: null, after_transfer: null, signer: null, sequence: null, sent_hash: null }
  const evm = { ...common, ...of, family: 'evm', signature: '0x5151', ...none, envelope: null, sent_until: null }
  const { entry, ...rest } = entered
  const stellar = { ...rest, ...of, family: 'stellar', signature: entry, valid_after: null, valid_before: null }
  const { hash: sent_hash, ...sent } = attempt
  const toNumbers = (row: object) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : `${value}`]))
  expect(rows.map(toNumbers)).toEqual(
    [
      { ...signed, ...evm, ...pending, id: 'evm_1', hash: 'seen' },
      { ...signed, ...evm, ...failed, id: 'evm_2', hash: null },
      { ...signed, ...evm, ...used, id: 'evm_3', hash: 'used', identifier: null },
      { ...stellar, ...pending, ...sent, sent_hash, id: 'stellar_1', hash: null },
      { ...stellar, ...failed, ...noAttempt, sent_hash: null, id: 'stellar_2', hash: null },
      { ...stellar, ...used, ...sent, sent_hash, id: 'stellar_3', hash: 'other' },
    ].map(toNumbers),
  )
})
