import { expect, onTestFinished, test } from 'vitest'
import { allowEntryChanges, serveNode, TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { openReady, type TestSweeping } from '../testing/sweeping.ts'
import { verifyPayments } from './verify.ts'

/** Two deposits that are swept, and one that is not. */
async function openSwept() {
  const opened = await openReady()
  await opened.paid([10_000_000n, 4_000_000n])
  await opened.close()
  await opened.finish()
  const [kept] = await opened.paid([5_000_000n])
  if (!kept) throw new Error('there is no payment')
  return { opened, kept: kept.address.toLowerCase() }
}

async function verify({ shop }: TestSweeping, to = shop.clock.now() + 1) {
  const served = await serveNode(shop.node)
  onTestFinished(() => served.close())
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }
  const config = { publicUrl: 'https://pay.example.com', sandbox: { networks: { ethereum } } }
  const nodes = [{ network: 'ethereum', kind: 'rpc' as const, url: served.url }]
  return (await verifyPayments(shop.checkout.context, config, { environment: 'sandbox', from: 0, to }, nodes)).ledger
}

/** Removes entries that the database keeps for good. */
async function removeEntries({ shop }: TestSweeping, account: string): Promise<void> {
  await shop.checkout.context.transact(async (tx) => {
    await allowEntryChanges(tx)
    await tx.deleteFrom('entries').where('account', '=', account).execute()
  })
}

test('entries of deposits and sweeps are what the chain shows', async () => {
  const { opened } = await openSwept()
  expect(await verify(opened)).toMatchObject({
    ...{ entries: 8, differences: [], unknown: {}, unverified: 0 },
    nodes: [{ entries: 7, fees: 1, deposits: 3, conversions: 0, accounts: 0, transfers: 3, unknown: 0, reason: null }],
  })
})

test('before anything was booked there is nothing to compare', async () => {
  const { opened } = await openSwept()
  expect(await verify(opened, 1)).toMatchObject({ entries: 0, differences: [], unverified: 0 })
})

test('a deposit whose entry is lost, and a sweep without an entry at the wallet, are differences', async () => {
  const { opened, kept } = await openSwept()
  for (const account of [kept, TEST_WALLET.toLowerCase()]) await removeEntries(opened, account)
  const { differences } = await verify(opened)
  expect(differences).toMatchObject([
    { account: kept, ledger: 'no entry', chain: expect.stringMatching(/^it moves 5000000 of 0x/) },
    { account: TEST_WALLET.toLowerCase(), url: null, ledger: expect.stringMatching(/^no entry swept of \d+/) },
    { account: TEST_WALLET.toLowerCase(), url: null, chain: 'the settlement has moved it' },
  ])
})

test('the cost of an early delivery without an entry is a difference', async () => {
  const { opened } = await openSwept()
  const { context } = opened.shop.checkout
  const [nonce, hash] = [`0x${'6e'.repeat(32)}`, `0x${'7f'.repeat(32)}`]
  await context.transact(async (tx) => {
    const sweep = await tx.selectFrom('sends').selectAll().where('purpose', '=', 'settlement').executeTakeFirstOrThrow()
    const { id: send_id, subject: settlement_id, chain, signer: account, ...columns } = sweep
    const early = { nonce, send_id, chain, account, settlement_id, amount: 1n, created_at: context.now() }
    await tx.insertInto('early_deliveries').values(early).execute()
    const own = { purpose: 'delivery' as const, subject: nonce, hash, nonce: 99 }
    await tx
      .insertInto('sends')
      .values({ ...columns, chain, signer: account, ...own })
      .execute()
  })
  expect((await verify(opened)).differences).toMatchObject([
    {
      entry: null,
      url: null,
      transaction: hash,
      ledger: expect.stringMatching(`^no entry network_fee of \\d+ for ${nonce}`),
    },
  ])
})

test('an entry of a conversion without a place, or with two of them, is a difference', async () => {
  const { opened } = await openSwept()
  const { context } = opened.shop.checkout
  const [settlement] = (await opened.shop.checkout.sandbox.settlements.list()).data
  const settlement_id = settlement?.id ?? ''
  const swept = await context.db.selectFrom('entries').selectAll().where('kind', '=', 'swept').executeTakeFirstOrThrow()
  const { merchant_id, livemode, chain, sequence, booked_at } = swept
  const key = { sequence, ordinal: 99 }
  const verifyPlaces = async () =>
    (await verify(opened)).differences.map(({ entry, url, chain: found }) => [entry, url, found])
  const entry = { ...swept, ...key, kind: 'converted' as const, account: `0x${'e'.repeat(40)}` }
  await context.db.insertInto('entries').values(entry).execute()
  const id = `entry_${sequence}_99`
  expect(await verifyPlaces()).toEqual([[id, null, 'no settlement has it']])
  await context.db
    .insertInto('taken_entries')
    .values({ ...key, settlement_id, role: 'moved' as const, follows: null })
    .execute()
  expect(await verifyPlaces()).toEqual([])
  const waiting = { merchant_id, livemode, opens: 0 as const, chain, token: '', wallet: '', booked_at, ...key }
  await context.db.insertInto('waiting_entries').values(waiting).execute()
  expect(await verifyPlaces()).toEqual([[id, null, `it is in ${settlement_id} and in the waiting entries`]])
})
