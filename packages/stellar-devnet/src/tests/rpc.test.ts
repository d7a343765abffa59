import { createHash } from 'node:crypto'
import {
  Account,
  Asset,
  Claimant,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  type rpc,
  scValToNative,
} from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASSETS, KEYS, PASSPHRASE } from '../ledger/network.ts'
import { setStellarFaults } from '../testing.ts'
import { build, encodeAddressTopic, encodeSymbolTopic, type Harness, pay, startHarness } from './harness.ts'

const { USDC, USDT, counterfeit } = ASSETS
const { payer, merchant, issuer } = KEYS
const XLM = Asset.native()
const MEMO = '1234567890123456'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(async () => {
  await h.devnet.stop()
})

const head = async (): Promise<number> => (await h.node.getLatestLedger()).sequence

/** A checkout's filter: everything that reaches a wallet in its coins */
const toMerchant = (...assets: Asset[]): rpc.Api.EventFilter => ({
  type: 'contract',
  contractIds: assets.map((asset) => asset.contractId(PASSPHRASE)),
  topics: [
    [encodeSymbolTopic('transfer'), '*', encodeAddressTopic(merchant.publicKey()), '*'],
    [encodeSymbolTopic('mint'), encodeAddressTopic(merchant.publicKey()), '*'],
  ],
})

const all = (request: Partial<rpc.Api.GetEventsRequest>): Promise<rpc.Api.GetEventsResponse> =>
  h.node.getEvents({ filters: [], ...request } as rpc.Api.GetEventsRequest)

const readValues = ({ events }: rpc.Api.GetEventsResponse): unknown[] => events.map(({ value }) => scValToNative(value))

describe('events', () => {
  test('tell transfers with their memo, whatever its kind, and the id of a muxed address before it', async () => {
    const startLedger = await h.close()
    const muxed = new MuxedAccount(new Account(merchant.publicKey(), '0'), MEMO).accountId()
    const hash = Buffer.alloc(32, 7)
    const cases: [string, Memo, unknown][] = [
      [merchant.publicKey(), Memo.text(MEMO), MEMO],
      [merchant.publicKey(), Memo.id(MEMO), BigInt(MEMO)],
      [merchant.publicKey(), Memo.hash(hash), new Uint8Array(hash)],
      [muxed, Memo.none(), BigInt(MEMO)],
      [muxed, Memo.text('other'), BigInt(MEMO)],
    ]
    for (const [to, memo] of cases) await h.succeed(payer, pay(to, USDC, '1.5'), { memo })
    await h.succeed(payer, pay(merchant, USDC, '1.5'))
    const found = await all({ startLedger, filters: [toMerchant(USDC)] })
    expect(readValues(found)).toEqual([
      ...cases.map(([, , tag]) => ({ amount: 15_000_000n, to_muxed_id: tag })),
      15_000_000n,
    ])
    expect(found.events[0]).toMatchObject({
      type: 'contract',
      ledger: startLedger + 1,
      transactionIndex: 1,
      operationIndex: 0,
      inSuccessfulContractCall: true,
    })
    expect(found.events[0]?.contractId?.contractId()).toBe(USDC.contractId(PASSPHRASE))
  })

  test('are a mint from the issuer and a burn back to it', async () => {
    const startLedger = await h.close()
    await h.succeed(issuer, pay(merchant, USDC, '3'), { memo: Memo.text(MEMO) })
    await h.succeed(merchant, pay(issuer, USDC, '2'), { memo: Memo.text(MEMO) })
    const contractIds = [USDC.contractId(PASSPHRASE)]
    const { events } = await all({ startLedger, filters: [{ type: 'contract', contractIds }] })
    const name = `USDC:${issuer.publicKey()}`
    expect(events.map(({ topic, value }) => [...topic, value].map(scValToNative))).toEqual([
      ['mint', merchant.publicKey(), name, { amount: 30_000_000n, to_muxed_id: MEMO }],
      ['burn', merchant.publicKey(), name, 20_000_000n],
    ])
  })

  test('of other coins, other accounts and failed transactions do not get through the filter', async () => {
    const startLedger = await h.close()
    await h.succeed(payer, pay(merchant, counterfeit, '1'))
    await h.succeed(payer, pay(merchant, XLM, '1'))
    await h.succeed(merchant, pay(payer, XLM, '1'))
    await h.apply(payer, [pay(merchant, USDC, '1'), pay(Keypair.random(), USDC, '1')])
    expect((await all({ startLedger, filters: [toMerchant(USDC, USDT)] })).events).toEqual([])
    const other = { ...toMerchant(counterfeit) }
    expect((await all({ startLedger, filters: [toMerchant(USDC), other] })).events).toHaveLength(1)
  })

  test('of a claimable balance name the balance, which nobody is yet', async () => {
    const startLedger = await h.close()
    const claimants = [new Claimant(merchant.publicKey())]
    await h.succeed(payer, Operation.createClaimableBalance({ asset: USDC, amount: '4', claimants }), {
      memo: Memo.text(MEMO),
    })
    const { events } = await all({ startLedger, filters: [{ contractIds: [USDC.contractId(PASSPHRASE)] }] })
    expect(events[0]?.topic.map(scValToNative)[2]).toMatch(/^B[A-Z2-7]{57}$/)
    expect(readValues({ events } as rpc.Api.GetEventsResponse)).toEqual([40_000_000n])
    expect((await all({ startLedger, filters: [toMerchant(USDC)] })).events).toEqual([])
  })

  test('come page by page, each once, and the last cursor goes on with what comes later', async () => {
    const startLedger = await h.close()
    for (let n = 1; n <= 5; n++) await h.succeed(payer, [pay(merchant, USDC, `${n}`), pay(merchant, USDC, `${n}`)])
    const filters = [toMerchant(USDC)]
    const ids: string[] = []
    let page = await all({ startLedger, filters, limit: 3 })
    while (page.events.length > 0) {
      ids.push(...page.events.map(({ id }) => id))
      page = await h.node.getEvents({ filters, cursor: page.cursor, limit: 3 })
    }
    expect(ids).toHaveLength(10)
    expect([...new Set(ids)].sort()).toEqual(ids)
    await h.succeed(payer, pay(merchant, USDC, '9'))
    expect(readValues(await h.node.getEvents({ filters, cursor: page.cursor }))).toEqual([90_000_000n])
    const [third] = (await all({ startLedger, endLedger: startLedger + 2, filters })).events
    expect((await all({ startLedger, endLedger: startLedger + 2, filters })).events).toHaveLength(2)
    expect(third?.ledger).toBe(startLedger + 1)
  })

  test('are refused out of the window and with filters that no node takes', async () => {
    const last = await head()
    const refusal = async (request: object): Promise<unknown> => {
      const answer = await fetch(h.stellar.rpcUrl, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getEvents', params: request }),
      })
      return ((await answer.json()) as { error?: unknown }).error
    }
    expect(await refusal({ startLedger: last + 1 })).toEqual({
      code: -32_600,
      message: `startLedger must be within the ledger range: 1 - ${last}`,
    })
    const [any] = [['*', '*', '*', '*']]
    const contract = USDC.contractId(PASSPHRASE)
    for (const request of [
      { startLedger: 0 },
      { startLedger: 1, pagination: { cursor: '0000000004294967295-4294967295' } },
      { pagination: { cursor: 'now' } },
      { startLedger: 1, pagination: { limit: 10_001 } },
      { startLedger: 1, filters: Array.from({ length: 6 }, () => ({})) },
      { startLedger: 1, filters: [{ contractIds: Array.from({ length: 6 }, () => contract) }] },
      { startLedger: 1, filters: [{ contractIds: ['C'] }] },
      { startLedger: 1, filters: [{ topics: Array.from({ length: 6 }, () => any) }] },
      { startLedger: 1, filters: [{ topics: [['*', '*', '*', '*', '*']] }] },
      { startLedger: 1, filters: [{ topics: [['**', '*']] }] },
      { startLedger: 1, filters: [{ topics: [['transfer']] }] },
      { startLedger: 1, filters: [{ type: 'diagnostic' }] },
    ]) {
      expect(await refusal(request)).toMatchObject({ code: -32_602 })
    }
  })

  test('match topics with as many segments, or any number after two stars', async () => {
    const startLedger = await h.close()
    await h.succeed(payer, pay(merchant, USDC, '1'))
    const count = async (topics: string[][]) => (await all({ startLedger, filters: [{ topics }] })).events.length
    expect(await count([['*', '*', '*']])).toBe(0)
    expect(await count([['*', '*', '*', '*']])).toBe(1)
    // The fee is an event too.
    expect(await count([['**']])).toBe(2)
    expect(await count([[encodeSymbolTopic('transfer'), '**']])).toBe(1)
  })
})

describe('the RPC', () => {
  test('keeps what its retention says, and no longer', async () => {
    const hash = await h.succeed(payer, pay(merchant, USDC, '1'))
    for (let n = 0; n < 5; n++) await h.close()
    await setStellarFaults(h.stellar, { rpc: { retentionLedgers: 3 } })
    const last = await head()
    expect(await h.node.getHealth()).toMatchObject({
      oldestLedger: last - 2,
      latestLedger: last,
      ledgerRetentionWindow: 3,
    })
    expect((await h.node.getTransaction(hash)).status).toBe('NOT_FOUND')
    await expect(all({ startLedger: last - 3 })).rejects.toMatchObject({ code: -32_600 })
    await expect(h.node.getLedgers({ startLedger: last - 3 })).rejects.toMatchObject({ code: -32_600 })
    expect((await h.node.getLedgers({ startLedger: last - 2 })).ledgers).toHaveLength(3)
    await setStellarFaults(h.stellar, {})
    expect((await h.node.getTransaction(hash)).status).toBe('SUCCESS')
  })

  test('tells ledgers that are a chain, and whose headers have the hash they are known by', async () => {
    await h.succeed(payer, pay(merchant, USDC, '1'))
    await h.close()
    const { ledgers, cursor } = await h.node.getLedgers({ startLedger: 1, pagination: { limit: 100 } })
    let previous = '0'.repeat(64)
    let time = 0n
    for (const { hash, headerXdr, metadataXdr, sequence } of ledgers) {
      const { header } = headerXdr
      expect(createHash('sha256').update(header.toXdr()).digest('hex')).toBe(hash)
      expect(Buffer.from(header.previousLedgerHash.value).toString('hex')).toBe(previous)
      expect(header.ledgerSeq).toBe(sequence)
      expect(header.scpValue.closeTime >= time).toBe(true)
      expect(metadataXdr.type).toBe('v2')
      previous = hash
      time = header.scpValue.closeTime
    }
    expect(cursor).toBe(String(ledgers.length))
    const latest = await h.node.getLatestLedger()
    expect(latest).toMatchObject({ id: previous, sequence: ledgers.length, closeTime: String(time) })
  })

  test('tells transactions one by one and in pages, with their events', async () => {
    const startLedger = await h.close()
    const hash = await h.succeed(payer, pay(merchant, USDC, '1'))
    const failed = await h.apply(payer, pay(Keypair.random(), USDC, '1'))
    expect(failed[0]).toBe('tx_failed')
    const first = await h.node.getTransactions({ startLedger, pagination: { limit: 1 } })
    expect(first.transactions.map(({ txHash, status }) => [txHash, status])).toEqual([[hash, 'SUCCESS']])
    expect(first.transactions[0]?.events.contractEventsXdr[0]).toHaveLength(1)
    const second = await h.node.getTransactions({ pagination: { cursor: first.cursor } })
    expect(second.transactions.map(({ status }) => status)).toEqual(['FAILED'])
  })

  test('tells accounts, trustlines and balances as entries of the ledger', async () => {
    const key = await h.account(USDC)
    await h.succeed(payer, pay(key, USDC, '2.5'))
    const account = await h.node.getAccountEntry(key.publicKey())
    expect(account).toMatchObject({ balance: 99_999_999_900n, numSubEntries: 1 })
    expect(await h.node.getAssetBalance(key.publicKey(), USDC, PASSPHRASE)).toMatchObject({
      balanceEntry: { amount: '25000000', authorized: true },
    })
    await expect(h.node.getAccount(Keypair.random().publicKey())).rejects.toThrow('not found')
  })

  test('funds accounts by its friendbot, once', async () => {
    await h.devnet.stop()
    h = await startHarness({ pace: { blockTimeMs: 20 } })
    const key = Keypair.random()
    const account = await h.node.requestAirdrop(key.publicKey())
    expect(account.sequenceNumber()).toBe((await h.node.getAccount(key.publicKey())).sequenceNumber())
    expect(await h.balance(key)).toBe('10000.0000000')
    await h.node.requestAirdrop(key.publicKey())
    expect(await h.balance(key)).toBe('10000.0000000')
  })

  test('tells a duplicate, and refuses what is no envelope', async () => {
    const transaction = build(await h.node.getAccount(payer.publicKey()), [payer], [pay(merchant, USDC, '1')])
    expect((await h.node.sendTransaction(transaction)).status).toBe('PENDING')
    expect((await h.node.sendTransaction(transaction)).status).toBe('DUPLICATE')
    await h.close()
    const again = await h.node.sendTransaction(transaction)
    expect(again.status).toBe('ERROR')
    expect(again.errorResult?.result.type).toBe('txBadSeq')
    await expect(h.node.sendTransaction({ toXdr: () => 'AAAA' } as never)).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('a test', () => {
  test('can let the RPC lag behind, forget unified events, fail and mend it', async () => {
    const startLedger = await h.close()
    await h.succeed(payer, pay(merchant, USDC, '1'))
    const filters = [toMerchant(USDC)]
    await setStellarFaults(h.stellar, { rpc: { lagLedgers: 1 } })
    expect(await head()).toBe(startLedger)
    expect((await all({ startLedger, filters })).events).toEqual([])
    await setStellarFaults(h.stellar, { rpc: { withoutUnifiedEvents: true } })
    expect((await all({ startLedger, filters })).events).toEqual([])
    const [{ txHash = '' } = {}] = (await h.node.getTransactions({ startLedger: startLedger + 1 })).transactions
    await setStellarFaults(h.stellar, { rpc: { omittedTransactions: [txHash] } })
    expect((await all({ startLedger, filters })).events).toEqual([])
    expect((await h.node.getTransaction(txHash)).status).toBe('NOT_FOUND')
    expect((await h.horizon.payments().forTransaction(txHash).call()).records).toHaveLength(1)
    await setStellarFaults(h.stellar, { horizon: { omittedTransactions: [txHash] } })
    expect((await h.horizon.payments().forTransaction(txHash).call()).records).toEqual([])
    expect((await h.node.getTransaction(txHash)).status).toBe('SUCCESS')
    await setStellarFaults(h.stellar, { rpc: { unlistedTransactions: [txHash] } })
    expect((await all({ startLedger, filters })).events).toEqual([])
    expect((await h.node.getTransaction(txHash)).status).toBe('SUCCESS')
    await setStellarFaults(h.stellar, { horizon: { unlistedTransactions: [txHash] } })
    expect(
      (await h.horizon.payments().forAccount(merchant.publicKey()).order('desc').limit(1).call()).records,
    ).not.toMatchObject([{ transaction_hash: txHash }])
    expect((await h.horizon.payments().forTransaction(txHash).call()).records).toHaveLength(1)
    await setStellarFaults(h.stellar, { rpc: { status: 503 } })
    await expect(head()).rejects.toThrow('503')
    expect((await h.horizon.root()).network_passphrase).toBe(PASSPHRASE)
    await setStellarFaults(h.stellar, {})
    expect((await all({ startLedger, filters })).events).toHaveLength(1)
  })
})
