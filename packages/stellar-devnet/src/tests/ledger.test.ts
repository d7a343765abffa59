import {
  Address,
  Horizon,
  Memo,
  nativeToScVal,
  Operation,
  rpc,
  scValToNative,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import { afterEach, expect, test } from 'vitest'
import { type StellarDevnet, startStellarDevnet } from '../index.ts'
import { closeLedger, stellarAssets, stellarKeys } from '../testing.ts'

const { payer, merchant } = stellarKeys

let devnet: StellarDevnet | undefined

afterEach(async () => {
  await devnet?.stop()
  devnet = undefined
})

async function start() {
  devnet = await startStellarDevnet({ pace: { blockTimeMs: 0 } })
  const stellar = devnet.network
  return {
    devnet,
    stellar,
    horizon: new Horizon.Server(stellar.horizonUrl, { allowHttp: true }),
    node: new rpc.Server(stellar.rpcUrl, { allowHttp: true }),
  }
}

test('a payment with a memo is in the next ledger, for Horizon and in the events of the RPC', async () => {
  const { devnet, stellar, horizon, node } = await start()
  const { USDC } = stellarAssets
  const account = await horizon.loadAccount(payer.publicKey())
  const transaction = new TransactionBuilder(account, {
    fee: '100',
    networkPassphrase: stellar.passphrase,
    memo: Memo.text('1234567890123456'),
  })
    .addOperation(Operation.payment({ destination: merchant.publicKey(), asset: USDC, amount: '12.5000001' }))
    .setTimeout(30)
    .build()
  transaction.sign(payer)
  const sent = await node.sendTransaction(transaction)
  expect(sent.status).toBe('PENDING')
  const { sequence } = await closeLedger(stellar)

  const { records } = await horizon
    .payments()
    .forAccount(merchant.publicKey())
    .order('desc')
    .limit(1)
    .join('transactions')
    .call()
  expect(records[0]).toMatchObject({
    type: 'payment',
    from: payer.publicKey(),
    to: merchant.publicKey(),
    amount: '12.5000001',
    asset_code: 'USDC',
    asset_issuer: stellar.coins.USDC.issuer,
    transaction_hash: sent.hash,
    transaction_attr: { memo: '1234567890123456', memo_type: 'text', ledger_attr: sequence },
  })

  const transfer = nativeToScVal('transfer', { type: 'symbol' }).toXdr('base64')
  const to = new Address(merchant.publicKey()).toScVal().toXdr('base64')
  const filter = {
    type: 'contract',
    contractIds: [USDC.contractId(stellar.passphrase)],
    topics: [[transfer, '*', to, '*']],
  } as const
  const { events } = await node.getEvents({
    startLedger: sequence,
    filters: [{ ...filter, contractIds: [...filter.contractIds], topics: filter.topics.map((topic) => [...topic]) }],
  })
  expect(events).toHaveLength(1)
  expect(events[0]?.topic.map(scValToNative)).toEqual([
    'transfer',
    payer.publicKey(),
    merchant.publicKey(),
    `USDC:${stellar.coins.USDC.issuer}`,
  ])
  expect(scValToNative(events[0]?.value as never)).toEqual({ amount: 125_000_001n, to_muxed_id: '1234567890123456' })
  expect(devnet.fresh).toBe(true)
})
