import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '../storage/database.ts'
import {
  type ApiCall,
  createTransferFor,
  FakeClock,
  isOnPostgres,
  TEST_PAYER,
  TEST_TOKEN,
  TEST_WALLET,
  testCheckout,
} from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger } from '../testing/scripted-ledger.ts'
import { addMerchant, openShop } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

function readEntries({ checkout }: Shop) {
  return checkout.context.db.selectFrom('entries').selectAll().orderBy('sequence').orderBy('ordinal').execute()
}

async function finalise(shop: Shop) {
  for (let block = 0; block < shop.node.finalizedDepth; block++) shop.mine()
  await shop.settle()
}

test('a payment in two parts has an entry for each, and their values add up to its price', async () => {
  const shop = await openShop()
  const payment = await shop.create({ amount: 25 })
  const [whole] = [BigInt(createTransferFor(payment).rawAmount)]
  const part = whole / 3n
  shop.mine([{ ...createTransferFor(payment), rawAmount: whole }])
  await finalise(shop)
  const other = await shop.create({ amount: 25, reference: 'A-7' })
  shop.mine([{ ...createTransferFor(other), rawAmount: part }])
  await finalise(shop)
  const stray = (await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })).data[0]
  await shop.checkout.sandbox.transfers.assign(stray?.id ?? '', { paymentId: other.id })
  const [first, unattributed, taken, assigned, ...rest] = await readEntries(shop)
  expect(rest).toEqual([])
  expect(first).toMatchObject({ kind: 'received', payment_id: payment.id, fiat_amount: 2_500n, unknown: '{}' })
  expect(unattributed).toMatchObject({ kind: 'received', payment_id: null, unknown: '{"fiatAmount":"unattributed"}' })
  expect(taken).toMatchObject({
    kind: 'assigned',
    amount: -(unattributed?.amount ?? 0n),
    corrects_sequence: unattributed?.sequence,
    corrects_ordinal: unattributed?.ordinal,
  })
  expect(assigned).toMatchObject({ kind: 'assigned', payment_id: other.id, reference: 'A-7', fiat_amount: 833n })
  const event = await shop.checkout.context.db
    .selectFrom('events')
    .select(['type', 'sequence'])
    .where('sequence', 'in', [first?.sequence ?? 0, unattributed?.sequence ?? 0, assigned?.sequence ?? 0])
    .orderBy('sequence')
    .execute()
  expect(event.map(({ type }) => type)).toEqual(['payment.completed', 'booking.created', 'transfer.assigned'])
})

test('nothing can change, remove or replace an entry', async () => {
  const shop = await openShop()
  shop.mine([{ token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_000n }])
  await shop.create()
  shop.mine([{ token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_000n }])
  await finalise(shop)
  const before = await readEntries(shop)
  expect(before.length).toBeGreaterThan(0)
  const attempts: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => tx.updateTable('entries').set({ amount: 1n }).execute(),
    (tx) => tx.deleteFrom('entries').execute(),
    isOnPostgres()
      ? (tx) => sql`truncate entries`.execute(tx)
      : (tx) => sql`insert or replace into entries select * from entries`.execute(tx),
  ]
  for (const attempt of attempts)
    await expect(shop.checkout.context.transact(attempt)).rejects.toThrow('entries of the ledger cannot be')
  expect(await readEntries(shop)).toEqual(before)
})

test('on Stellar the list has addresses that a wallet takes', async () => {
  const [wallet, stranger] = [createScriptedAccount(1), createScriptedAccount(2)]
  const usdc = { code: 'USDC', issuer: createScriptedAccount(3) }
  const [passphrase, clock] = ['Scripted Stellar Network', new FakeClock()]
  const ledger = new ScriptedLedger({ passphrase, startTime: clock.now(), assets: [usdc] })
  const urls = { rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] }
  const stellar = { networkPassphrase: passphrase, coins: { USDC: usdc }, ...urls }
  const shop = await testCheckout(
    { sandbox: { networks: { stellar } }, production: { networks: {} } },
    { clock, ledger },
  )
  await shop.settle()
  await shop.create({ network: 'stellar', merchantWallet: wallet })
  clock.advance(5_000)
  ledger.close(clock.now(), [{ asset: usdc, from: stranger, to: wallet, stroops: 70_000_000n, memo: null }])
  await shop.settle()
  const { body } = await shop.request('GET', '/sandbox/v1/ledger')
  expect(body.data).toMatchObject([
    { kind: 'received', amount: '7.000000', rawAmount: '70000000', account: wallet, counterparty: stranger },
  ])
})

test('pages have each entry once, though many were booked at the same moment, and those of the caller alone', async () => {
  const shop = await openShop()
  await shop.create()
  const stray = { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET }
  shop.mine([1n, 2n, 3n].map((coins) => ({ ...stray, rawAmount: coins * 1_000_000n })))
  await finalise(shop)
  const list = async (query: string, call: ApiCall = {}) =>
    (await shop.request('GET', `/sandbox/v1/ledger${query}`, call)).body
  const all = (await list('')).data
  expect(all.map(({ amount }: { amount: string }) => amount)).toEqual(['3.000000', '2.000000', '1.000000'])
  expect(new Set(all.map(({ createdAt }: { createdAt: string }) => createdAt)).size).toBe(1)
  const [first] = (await list('?limit=1')).data
  const rest = await list(`?limit=2&starting_after=${first.id}`)
  expect([first, ...rest.data]).toEqual(all)
  expect(rest).toMatchObject({ hasMore: false, totalCount: 3 })
  const other = await addMerchant(shop)
  expect((await list('', { key: other.sandbox })).data).toEqual([])
  expect((await list(`?starting_after=${first.id}`, { key: other.sandbox })).error).toMatchObject({
    code: 'invalid_cursor',
  })
})
