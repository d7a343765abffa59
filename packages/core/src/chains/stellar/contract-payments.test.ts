import { Address, type Horizon, nativeToScVal, xdr } from '@stellar/stellar-sdk'
import { describe, expect, test } from 'vitest'
import { FakeClock, testCheckout } from '../../testing/index.ts'
import { createScriptedAccount, createScriptedContract } from '../../testing/scripted-event.ts'
import { ScriptedLedger } from '../../testing/scripted-ledger.ts'
import { createEventFilters } from './event-requests.ts'
import { parseRecords } from './horizon.ts'
import { parseMovements } from './horizon-payments.ts'
import { deriveContractId } from './identifiers.ts'

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const CONTRACT = createScriptedContract(7)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
const ASSETS = [{ ...USDC, coin: 'USDC', contract: deriveContractId(USDC, PASSPHRASE) }]
const STROOPS = 100_000_000n

async function open(urls: object) {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC }, ...urls }
  const options = { sandbox: { networks: { stellar } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, ledger })
  const call = (memo: string | null) => ({ asset: USDC, from: CONTRACT, to: WALLET, stroops: STROOPS, memo })
  return {
    shop,
    ledger,
    create: () => shop.create({ network: 'stellar', merchantWallet: WALLET, amount: 10 }),
    /**
     * Closes a ledger with calls that pay 10 USDC, each to the muxed account with this id, or to the plain account if
     * null.
     */
    async closeWith(ids: readonly (string | null)[]): Promise<void> {
      clock.advance(5_000)
      ledger.close(clock.now(), ids.map(call))
      await shop.settle()
    },
  }
}

describe.each([
  ['both', { rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] }],
  ['rpc', { rpcUrls: ['http://127.0.0.1:8/rpc'] }],
  ['horizon', { horizonUrls: ['http://127.0.0.1:8'] }],
])('a payment from a contract, read over %s', (_, urls) => {
  test('counts by its muxed id, and without one it is nobody’s', async () => {
    const { shop, create, closeWith } = await open(urls)
    const [paid, unpaid] = [await create(), await create()]
    await closeWith([paid.memo, null])
    expect(await shop.retrieve(paid)).toMatchObject({
      status: 'completed',
      exceptions: [],
      transactions: [{ from: CONTRACT, amount: '10.000000', status: 'final' }],
    })
    expect(await shop.retrieve(unpaid)).toMatchObject({ status: 'created', transactions: [] })
    const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed', limit: 100 })
    expect(data).toMatchObject([{ from: CONTRACT, amount: '10.000000', memo: null }])
  })
})

test('such a payment is told as the SDK has it', async () => {
  const { ledger, closeWith } = await open({ rpcUrls: ['http://127.0.0.1:8/rpc'] })
  const id = '8123456789012345'
  await closeWith([id])
  const filters = createEventFilters(ASSETS, null)
  const { events } = (await ledger.rpc('getEvents', { startLedger: 1, filters, pagination: {} })) as {
    events: { topic: string[]; value: string }[]
  }
  const symbol = (name: string) => nativeToScVal(name, { type: 'symbol' })
  const value = xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: symbol('amount'), val: nativeToScVal(STROOPS, { type: 'i128' }) }),
    new xdr.ScMapEntry({ key: symbol('to_muxed_id'), val: nativeToScVal(id, { type: 'u64' }) }),
  ])
  const name = nativeToScVal(`${USDC.code}:${USDC.issuer}`, { type: 'string' })
  const topics = [symbol('transfer'), new Address(CONTRACT).toScVal(), new Address(WALLET).toScVal(), name]
  expect(events).toHaveLength(1)
  expect(events[0]?.value).toBe(value.toXdr('base64'))
  expect(events[0]?.topic).toEqual(topics.map((topic) => topic.toXdr('base64')))

  const page = await ledger.horizon(`/accounts/${WALLET}/payments?cursor=${1n << 32n}&limit=1`)
  const records: Partial<Horizon.ServerApi.InvokeHostFunctionOperationRecord>[] = parseRecords(page)
  const change: Partial<Horizon.HorizonApi.BalanceChange> = {
    type: 'transfer',
    from: CONTRACT,
    to: WALLET,
    amount: '10',
    asset_code: USDC.code,
    asset_issuer: USDC.issuer,
    destination_muxed_id: id,
  }
  expect(records).toMatchObject([{ type: 'invoke_host_function', asset_balance_changes: [change] }])
  // CAP-67 gives a contract call's transfer no memo, so the transaction's own memo does not count.
  const { destination_muxed_id: _, ...unnamed } = change
  const named = { ...records[0], transaction: { memo_type: 'text', memo: id }, asset_balance_changes: [unnamed] }
  expect(parseMovements(named, ASSETS)).toMatchObject([{ from: CONTRACT.toLowerCase(), memo: null }])
})
