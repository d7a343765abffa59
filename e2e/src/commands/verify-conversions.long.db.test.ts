import { verifyPayments } from '@crypto-checkout/core'
import { readTerms } from '@crypto-checkout/core/testing'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, readBalance } from '@crypto-checkout/devnet/testing'
import { id, JsonRpcProvider } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConversionShop, openConversionShop } from '../support/conversion-shop.ts'
import { cleanUp, pollUntil } from '../support/harness.ts'
import { change, lose, type PlantedEntry, readEntries, repeat, withPlanted } from '../support/planted-entries.ts'

/** Owns the roles of Circle's contracts on local networks. */
const ISSUER = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

let devnet: Devnet<'ethereum' | 'polygon'>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum', 'polygon'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A shop with two burns, one of which took a stranger's money along, and a release. Returns it with its first settlement. */
async function doBusiness() {
  const shop = await openConversionShop(devnet)
  await shop.pay(10)
  const first = await shop.ended(await shop.close())
  // Anybody can pay an account, and the next burn takes it along.
  const { account } = await readAccount(shop)
  await devnet.payer.send({ network: 'polygon', cryptocurrency: 'USDC', to: account, amount: 3_000_000n })
  await shop.pay(6)
  expect(await shop.ended(await shop.close())).toMatchObject({ conversion: { status: 'delivered' } })
  await release(shop, 7)
  return { shop, first }
}

const readAccount = ({ checkout }: ConversionShop) =>
  checkout.context.db.selectFrom('conversion_accounts').selectAll().executeTakeFirstOrThrow()

/** Settles money that Circle refuses to burn, and that the wallet takes on its own network. */
async function release(shop: ConversionShop, amount: number): Promise<void> {
  const { polygon } = devnet.networks
  const row = await readAccount(shop)
  const data = id('denylist(address)').slice(0, 10) + row.account.slice(2).padStart(64, '0')
  await callRpc(polygon, 'eth_sendTransaction', [{ from: ISSUER, to: polygon.cctp.messenger, data }])
  await shop.pay(amount)
  const settlement = await shop.close()
  await pollUntil(
    () => readBalance(polygon, row.account),
    (balance) => balance === BigInt(amount) * 1_000_000n,
  )
  await devnet.faucet(shop.wallet.address)
  const provider = new JsonRpcProvider(polygon.rpcUrl, polygon.chainId, { staticNetwork: true })
  const { transactor } = shop.checkout.context.network('sandbox', 'polygon')?.chain ?? {}
  const call = transactor?.converting.releaseCall(readTerms(row)) ?? {}
  await (await shop.wallet.connect(provider).sendTransaction(call)).wait()
  provider.destroy()
  expect(await shop.ended(settlement)).toMatchObject({ status: 'completed', conversion: { status: 'released' } })
}

async function verify({ checkout, config }: ConversionShop) {
  const period = { environment: 'sandbox', from: Date.now() - 86_400_000, to: Date.now() + 60_000 } as const
  return (await verifyPayments(checkout.context, { publicUrl: 'https://pay.example.com', ...config }, period)).ledger
}

const is = (kind: string, sign: 1 | -1) => (entry: PlantedEntry) =>
  entry.kind === kind && Math.sign(Number(entry.amount)) === sign
const isBurn = is('converted', -1)
const isMint = is('converted', 1)
const isRelease = is('released', -1)
const isReleased = is('released', 1)
const elsewhere = `0x${'e'.repeat(40)}`
const add =
  (more: bigint) =>
  ({ amount, raw_amount, arrived }: PlantedEntry) => ({
    amount: (amount ?? 0n) + more,
    raw_amount: (raw_amount ?? 0n) + more,
    arrived: arrived === null ? null : arrived - more,
  })
const HASH = `0x${'ab'.repeat(32)}`
const toEthereum = () => {
  const { chainId } = devnet.networks.ethereum
  return { network: 'ethereum', chain: `eip155:${chainId}` }
}

const isSwept = ({ kind, amount }: PlantedEntry) => kind === 'swept' && (amount ?? 0n) > 0n

type Planted = readonly [string, Parameters<typeof withPlanted>[1], object]

/** Wrong entries, with what has to be said of each. `first`: the settlement of another burn. */
const listPlanted = (first: string): readonly Planted[] => [
  ['another amount at the source', change(isBurn, add(-1n)), { network: 'polygon', url: expect.anything() }],
  ['another amount at the arrival', change(isMint, add(1n)), { network: 'ethereum', url: expect.anything() }],
  ['another raw amount', change(isMint, () => ({ raw_amount: 1n })), { chain: 'the two amounts of the entry differ' }],
  [
    'a fee that was not taken',
    change(isBurn, () => ({ coin_fee: 1n })),
    { chain: 'what left is what arrived and the fee' },
  ],
  [
    'another transaction of the burn',
    change(isBurn, () => ({ tx_hash: HASH })),
    { chain: 'it has no final transaction' },
  ],
  [
    'another transaction of the mint',
    change(isMint, () => ({ tx_hash: HASH })),
    { chain: 'it has no final transaction' },
  ],
  ['another account', change(isBurn, () => ({ account: elsewhere })), { account: elsewhere, network: 'polygon' }],
  ['another wallet', change(isMint, () => ({ account: elsewhere })), { account: elsewhere, network: 'ethereum' }],
  ['another wallet of a burn', change(isBurn, () => ({ counterparty: elsewhere })), { url: expect.anything() }],
  ['another time', change(isBurn, () => ({ chain_time: 1_000 })), { chain: expect.stringMatching(/^the block is of/) }],
  [
    'a burn that is lost',
    lose(isBurn),
    { entry: null, network: 'polygon', url: expect.anything(), ledger: 'no entry' },
  ],
  [
    'a mint that is lost',
    lose(isMint),
    { entry: null, network: 'ethereum', url: expect.anything(), ledger: 'no entry' },
  ],
  ['a release that is lost', lose(isRelease), { network: 'polygon', url: expect.anything(), ledger: 'no entry' }],
  ['released money that is lost', lose(isReleased), { url: expect.anything(), ledger: 'no entry' }],
  ['a burn that is there twice', repeat(isBurn), { ledger: expect.stringMatching(/^2 entries/) }],
  ['a mint that is there twice', repeat(isMint), { ledger: expect.stringMatching(/^2 entries/) }],
  ['a burn on the other network', change(isBurn, toEthereum), { chain: 'it has no final transaction' }],
  ['a share of another settlement', change(isBurn, () => ({ settlement_id: first })), { url: null }],
  ['a release that is called converted', change(isRelease, () => ({ kind: 'converted' })), { url: expect.anything() }],
  ['a burn that is called released', change(isBurn, () => ({ kind: 'released' })), { url: expect.anything() }],
  [
    'less at an account',
    repeat(isSwept),
    { chain: expect.stringMatching(/^the balance after block \d+ is 0\.000000$/) },
  ],
]

test('verify finds each wrong entry of a conversion, and counts what is of no settlement', async () => {
  const { shop, first } = await doBusiness()
  const ledger = await verify(shop)
  expect(ledger).toMatchObject({ differences: [], unverified: 0, entries: (await readEntries(shop.checkout)).length })
  expect(ledger.unknown).toEqual({ not_of_a_completed_settlement: 2 })
  const on = (name: string) => ledger.nodes.find(({ network }) => network === name)
  // Two burns, and both sides of the release; two mints. The faucet mints, too.
  expect(on('polygon')).toMatchObject({ conversions: 4, accounts: 1, deposits: 3, transfers: 4, unknown: 0 })
  expect(on('ethereum')).toMatchObject({ conversions: 2, transfers: 1, unknown: 0 })
  for (const [name, plant, expected] of listPlanted(first.id)) {
    const { differences } = await withPlanted(shop.checkout, plant, () => verify(shop))
    expect(differences, name).toContainEqual(expect.objectContaining(expected))
  }
  expect(await verify(shop)).toMatchObject({ differences: [], unverified: 0 })
  // A burn that the database says is still under way.
  await shop.checkout.context.db
    .updateTable('exits')
    .set({ state: 'attested', arrived: null, due_at: Number.MAX_SAFE_INTEGER })
    .where('state', '=', 'delivered')
    .execute()
  const { differences } = await verify(shop)
  expect(differences).toContainEqual(
    expect.objectContaining({ network: 'polygon', chain: 'nothing of it has arrived' }),
  )
}, 600_000)
