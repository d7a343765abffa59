import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { toOwner } from '../domain/owner.ts'
import { createBooking, recordEvents } from '../events/record.ts'
import { bookShares } from '../settlements/conversion/complete.ts'
import { listShares } from '../settlements/conversion/store.ts'
import { findAnySettlement } from '../settlements/store.ts'
import { allowEntryChanges } from '../testing/index.ts'
import { openReady, type TestSweeping } from '../testing/sweeping.ts'
import { createReconciliation } from './reconcile.ts'

const HASH = `0x${'1a'.repeat(32)}`
const ARRIVED = `0x${'2b'.repeat(32)}`

let opened: TestSweeping
let settlementId: string

/** A settlement of 10 coins whose money went to the account at its destination, in a burn of 12 of which 11.9 arrived. */
beforeEach(async () => {
  opened = await openReady()
  const { shop } = opened
  await opened.paid([10_000_000n])
  const [made] = await opened.close()
  await opened.finish()
  settlementId = made?.id ?? ''
  const { context } = shop.checkout
  await context.transact(async (tx) => {
    const settlement = await findAnySettlement(tx, settlementId)
    if (!settlement) throw new Error('nothing was settled')
    const { merchant_id, livemode, chain, network, token, destination } = settlement
    const account = destination.toLowerCase()
    const now = context.now()
    const target = { to_network: network, to_chain: chain, to_token: token, recipient: account, wallet: account }
    const read = { read_until: 1, read_once: 1, due_at: 0, send_id: null, created_at: now }
    const row = { merchant_id, livemode, chain, account, network, token, ...target, terms: '{}', ...read }
    await tx.insertInto('conversion_accounts').values(row).execute()
    const conversion = { settlement_id: settlementId, chain, account, amount: 10_000_000n, placed: 10_000_000n }
    await tx
      .insertInto('conversions')
      .values({ ...conversion, from_block: 1, created_at: now, ended_at: now })
      .execute()
    const exit = {
      chain,
      account,
      tx_hash: HASH,
      log_index: 1,
      state: 'delivered' as const,
      block_number: 2,
      block_time: now,
    }
    const came = {
      arrived: 11_900_000n,
      arrived_hash: ARRIVED,
      arrived_time: now,
      message: '0x',
      nonce: '0x01',
      due_at: now,
    }
    const { seq } = await tx
      .insertInto('exits')
      .values({ ...exit, ...came, left_amount: 12_000_000n, placed: 10_000_000n })
      .returning('seq')
      .executeTakeFirstOrThrow()
    const share = { exit: seq, settlement_id: settlementId, amount: 10_000_000n, placed_before: 0n }
    await tx.insertInto('exit_shares').values(share).execute()
    const shares = await listShares(tx, [settlementId])
    await recordEvents(context, tx, createBooking(toOwner(settlement), bookShares(settlement, row, shares, now)))
  })
})

async function look() {
  opened.shop.clock.advance(1)
  const { checkSome, state } = createReconciliation(opened.shop.checkout.context)
  while (await checkSome());
  return state()
}

test('a conversion adds up, and a part of a burn that is of no settlement is none of its', async () => {
  expect(await look()).toMatchObject({ imbalance: 0, wrong: [] })
})

const burn = expect.stringMatching(/^what left 0x[0-9a-f]{40} in transaction 0x1a/)

test.each([
  ['a share that exceeds its settlement', 'update exit_shares set amount = amount + 1', ['settlement', 'burn']],
  [
    'shares that exceed what left',
    'update exits set left_amount = 9000000, placed = 9000000, arrived = 9000000',
    ['burn'],
  ],
  ['a share that leaves a gap', 'update exit_shares set placed_before = 5', ['burn']],
  ['more that arrived than left', 'update exits set arrived = 12000001', ['burn']],
  ['a conversion of another amount', 'update conversions set amount = amount + 1', ['settlement']],
  ['a part that is called placed', 'update conversions set placed = placed - 1', ['settlement']],
  ['a settlement completed without all shares', 'delete from exit_shares', ['settlement', 'burn']],
  ['a settlement completed before all arrived', "update exits set state = 'attested', arrived = null", ['settlement']],
  ['a settlement that is completed and not ended', 'update conversions set ended_at = null', ['settlement']],
  ['a conversion that ended while its settlement waits', "update settlements set status = 'pending'", ['settlement']],
  [
    'a completed settlement without a conversion',
    'delete from exit_shares; delete from conversions',
    ['settlement', 'burn'],
  ],
  ["money of another account's burn", "update exits set account = account || '0'", ['settlement']],
])('%s is found', async (_, changes, wanted) => {
  await opened.shop.storage.transact(async (tx) => {
    for (const change of changes.split('; ')) await sql.raw(change).execute(tx)
  })
  const names = wanted.map((name) => (name === 'burn' ? burn : settlementId))
  expect((await look()).wrong).toEqual(names)
})

test('an ended conversion without its entries is found', async () => {
  const { context } = opened.shop.checkout
  await context.transact(async (tx) => {
    await allowEntryChanges(tx)
    await tx.deleteFrom('entries').where('kind', '=', 'converted').execute()
  })
  expect((await look()).wrong).toEqual([settlementId])
})
