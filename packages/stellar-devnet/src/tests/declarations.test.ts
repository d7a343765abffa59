import { Asset, Claimant, Keypair, Operation } from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS, KEYS } from '../ledger/network.ts'
import type { BuiltOperation } from '../ledger/sign.ts'
import { findMissingInHorizon, findMissingInRpc } from './declarations.ts'
import { build, type Harness, pay, startHarness } from './harness.ts'

const { USDC, USDT } = ASSETS
const { payer, merchant, issuer } = KEYS
const XLM = Asset.native()

let h: Harness
let hash: string
beforeAll(async () => {
  h = await startHarness()
  hash = await h.succeed(payer, everyOperation())
})
afterAll(async () => {
  await h.devnet.stop()
})

function everyOperation(): BuiltOperation[] {
  const destination = merchant.publicKey()
  return [
    pay(merchant, USDC, '1'),
    pay(merchant, XLM, '1'),
    Operation.createAccount({ destination: Keypair.random().publicKey(), startingBalance: '5' }),
    Operation.pathPaymentStrictReceive({
      sendAsset: USDT,
      sendMax: '9',
      destination,
      destAsset: USDC,
      destAmount: '1',
      path: [XLM],
    }),
    Operation.pathPaymentStrictSend({ sendAsset: XLM, sendAmount: '20', destination, destAsset: USDC, destMin: '1' }),
    Operation.changeTrust({ asset: USDC, limit: '5000000000' }),
    Operation.setOptions({ homeDomain: 'payer.example', setFlags: 3 }),
    Operation.manageData({ name: 'key', value: 'value' }),
    Operation.manageSellOffer({ selling: USDC, buying: USDT, amount: '1', price: '2' }),
    Operation.createClaimableBalance({ asset: USDC, amount: '2', claimants: [new Claimant(destination)] }),
  ]
}

async function get(path: string): Promise<Record<string, unknown>> {
  return (await (await fetch(`${h.stellar.horizonUrl}${path}`)).json()) as Record<string, unknown>
}

async function readRecords(path: string): Promise<Record<string, unknown>[]> {
  return ((await get(path)) as { _embedded: { records: Record<string, unknown>[] } })._embedded.records
}

async function ask(method: string, params: object = {}): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return ((await (await fetch(h.stellar.rpcUrl, { method: 'POST', body })).json()) as { result: unknown }).result
}

describe('Horizon has every field that the SDK declares, of its type', () => {
  test('for the network', async () => {
    expect(findMissingInHorizon('RootResponse', await get('/'))).toEqual([])
    expect(findMissingInHorizon('FeeStatsResponse', await get('/fee_stats'))).toEqual([])
  })

  test('for ledgers, transactions and pages of them', async () => {
    expect(findMissingInHorizon('LedgerRecord', await get('/ledgers/2'))).toEqual([])
    expect(findMissingInHorizon('TransactionResponse', await get(`/transactions/${hash}`))).toEqual([])
    for (const path of ['/ledgers', '/transactions', '/payments', '/operations']) {
      expect(findMissingInHorizon('ResponseCollection', await get(path))).toEqual([])
    }
  })

  test('for accounts with all kinds of balances', async () => {
    const account = await get(`/accounts/${payer.publicKey()}`)
    expect(findMissingInHorizon('AccountResponse', account)).toEqual([])
    const balances = account.balances as { asset_type: string }[]
    expect(balances.length).toBe(4)
    for (const line of balances) {
      expect(
        findMissingInHorizon(line.asset_type === 'native' ? 'BalanceLineNative' : 'BalanceLineAsset', line),
      ).toEqual([])
    }
  })

  test.each([
    ['payment', 'PaymentOperationResponse'],
    ['create_account', 'CreateAccountOperationResponse'],
    ['path_payment_strict_receive', 'PathPaymentOperationResponse'],
    ['path_payment_strict_send', 'PathPaymentStrictSendOperationResponse'],
    ['change_trust', 'ChangeTrustOperationResponse'],
    ['set_options', 'SetOptionsOperationResponse'],
    ['manage_data', 'ManageDataOperationResponse'],
    ['manage_sell_offer', 'ManageOfferOperationResponse'],
    ['create_claimable_balance', 'CreateClaimableBalanceOperationResponse'],
  ])('for the operation %s', async (type, name) => {
    const records = await readRecords(`/transactions/${hash}/operations?limit=200&join=transactions`)
    const found = records.filter((record) => record.type === type)
    expect(found.length).toBeGreaterThan(0)
    for (const record of found) {
      // Horizon's price has the fields n and d, whatever the SDK declares.
      expect(findMissingInHorizon(name, record).filter((path) => !path.startsWith('price_r.'))).toEqual([])
      expect(findMissingInHorizon('TransactionResponse', record.transaction)).toEqual([])
    }
  })

  test('for the operations that end something', async () => {
    const [balance] = await readRecords(`/claimable_balances?claimant=${merchant.publicKey()}`)
    expect(findMissingInHorizon('ClaimableBalanceRecord', balance)).toEqual([])
    const claimed = await h.succeed(merchant, Operation.claimClaimableBalance({ balanceId: String(balance?.id) }))
    const merged = await h.succeed(await h.account(), Operation.accountMerge({ destination: merchant.publicKey() }))
    const asset = USDC
    const flags = { authorizedToMaintainLiabilities: false }
    const flagged = await h.succeed(
      issuer,
      Operation.setTrustLineFlags({ trustor: merchant.publicKey(), asset, flags }),
    )
    const last = async (of: string) => (await readRecords(`/transactions/${of}/operations`))[0]
    expect(findMissingInHorizon('ClaimClaimableBalanceOperationResponse', await last(claimed))).toEqual([])
    expect(findMissingInHorizon('AccountMergeOperationResponse', await last(merged))).toEqual([])
    expect(findMissingInHorizon('SetTrustLineFlagsOperationResponse', await last(flagged))).toEqual([])
  })

  test('for assets and paths', async () => {
    for (const record of await readRecords('/assets')) expect(findMissingInHorizon('AssetRecord', record)).toEqual([])
    const asset = (of: Asset) => `${of.getCode()}:${of.getIssuer()}`
    const query = new URLSearchParams({
      source_assets: asset(USDC),
      destination_asset_type: 'credit_alphanum4',
      destination_asset_code: USDC.getCode(),
      destination_asset_issuer: USDC.getIssuer() ?? '',
      destination_amount: '3',
    })
    const [record] = await readRecords(`/paths/strict-receive?${query}`)
    expect(findMissingInHorizon('PaymentPathRecord', record)).toEqual([])
  })

  test('and the check itself finds what is missing or of another type', async () => {
    const { balances, _links, ...account } = await get(`/accounts/${payer.publicKey()}`)
    expect(findMissingInHorizon('AccountResponse', { ...account, sequence: 5 })).toEqual(
      expect.arrayContaining(['_links.transactions', 'balances', 'sequence is no string']),
    )
    const { hash: _, ...transaction } = await get(`/transactions/${hash}`)
    expect(findMissingInHorizon('TransactionResponse', transaction)).toEqual(['hash'])
    expect(balances).toBeDefined()
    expect(_links).toBeDefined()
  })
})

test.each([
  ['getHealth', 'GetHealthResponse', {}],
  ['getNetwork', 'GetNetworkResponse', {}],
  ['getVersionInfo', 'GetVersionInfoResponse', {}],
  ['getLatestLedger', 'RawGetLatestLedgerResponse', {}],
  ['getFeeStats', 'GetFeeStatsResponse', {}],
  ['getEvents', 'RawGetEventsResponse', { startLedger: 2 }],
  ['getLedgers', 'RawGetLedgersResponse', { startLedger: 2 }],
  ['getTransactions', 'RawGetTransactionsResponse', { startLedger: 2 }],
])('the RPC has every field that the SDK declares for %s, of its type', async (method, name, params) => {
  expect(findMissingInRpc(name, await ask(method, params))).toEqual([])
})

test('the RPC has every field that the SDK declares for what it is sent and asked by name', async () => {
  const transaction = build(await h.node.getAccount(payer.publicKey()), [payer], [pay(merchant, USDC, '1')])
  const sent = (await ask('sendTransaction', { transaction: transaction.toXdr() })) as { hash: string }
  expect(findMissingInRpc('BaseSendTransactionResponse', sent)).toEqual([])
  expect(findMissingInRpc('GetAnyTransactionResponse', await ask('getTransaction', { hash: sent.hash }))).toEqual([])
  await h.close()
  const found = await ask('getTransaction', { hash: sent.hash })
  expect(findMissingInRpc('RawGetTransactionResponse', found)).toEqual([])
  expect(findMissingInRpc('RawTransactionInfo', found)).toEqual([])
  expect(
    findMissingInRpc('GetSuccessfulTransactionResponse', found).filter((path) => !path.startsWith('events')),
  ).toEqual([])
})
