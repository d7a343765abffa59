import { Account, Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ASSETS, KEYS, PASSPHRASE } from '../ledger/network.ts'
import { setStellarFaults } from '../testing.ts'
import { build, type Harness, pay, startHarness } from './harness.ts'

const { USDC } = ASSETS
const { payer, merchant } = KEYS
const XLM = Asset.native()

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(async () => {
  await h.devnet.stop()
})

async function payMerchant(amounts: readonly number[]): Promise<void> {
  for (const amount of amounts)
    await h.succeed(payer, pay(merchant, USDC, String(amount)), { memo: Memo.text(`m${amount}`) })
}

const readPayments = (key: Keypair) => h.horizon.payments().forAccount(key.publicKey())
const readAmounts = (records: readonly object[]) =>
  records.map((record) => Number((record as { amount?: string }).amount))

describe('a list', () => {
  test('is paged in both directions without leaving out or repeating', async () => {
    const key = await h.account(USDC)
    for (let n = 1; n <= 7; n++) await h.succeed(payer, pay(key, USDC, String(n)))
    const first = await readPayments(key).limit(3).call()
    const second = await first.next()
    const third = await second.next()
    const pages = [first, second, third].map(({ records }) => readAmounts(records))
    // The first one is the account's creation.
    expect(pages).toEqual([
      [Number.NaN, 1, 2],
      [3, 4, 5],
      [6, 7],
    ])
    expect((await third.next()).records).toEqual([])
    expect(readAmounts((await third.prev()).records)).toEqual([5, 4, 3])
    const newest = await readPayments(key).order('desc').limit(2).call()
    expect(readAmounts(newest.records)).toEqual([7, 6])
    expect(readAmounts((await newest.next()).records)).toEqual([5, 4])
  })

  test('of the whole network has every payment once, and what is no payment not at all', async () => {
    await h.close()
    const start = (await h.horizon.ledgers().order('desc').limit(1).call()).records[0]?.paging_token ?? ''
    const other = await h.account(USDC)
    await h.succeed(payer, [
      pay(merchant, USDC, '1'),
      pay(other, USDC, '2'),
      Operation.manageData({ name: 'a', value: 'b' }),
    ])
    const { records } = await h.horizon.payments().cursor(start).limit(200).join('transactions').call()
    expect(records.map(({ type }) => type as string)).toEqual(['create_account', 'payment', 'payment'])
    expect(new Set(records.map(({ id }) => id)).size).toBe(3)
    const { records: operations } = await h.horizon.operations().cursor(start).limit(200).call()
    expect(operations.map(({ type }) => type as string)).toEqual([
      'create_account',
      'change_trust',
      'payment',
      'payment',
      'manage_data',
    ])
  })

  test('from now on begins after all that was', async () => {
    await payMerchant([1])
    expect((await readPayments(merchant).cursor('now').call()).records).toEqual([])
    expect((await readPayments(merchant).cursor('now').order('desc').limit(1).call()).records).toHaveLength(1)
  })

  test('of an unknown account is not found, and bad parameters are refused', async () => {
    await expect(readPayments(Keypair.random()).call()).rejects.toMatchObject({
      response: { status: 404, title: 'Resource Missing' },
    })
    for (const [name, value] of [
      ['limit', '201'],
      ['limit', '0'],
      ['order', 'up'],
      ['cursor', 'x'],
      ['join', 'ledgers'],
    ] as const) {
      const response = await fetch(`${h.stellar.horizonUrl}/payments?${name}=${value}`)
      expect([response.status, ((await response.json()) as { extras: object }).extras]).toEqual([
        400,
        expect.objectContaining({ invalid_field: name }),
      ])
    }
    expect((await fetch(`${h.stellar.horizonUrl}/accounts/M1/payments`)).status).toBe(400)
    expect((await fetch(`${h.stellar.horizonUrl}/nothing`)).status).toBe(404)
  })

  test('has failed transactions only where they are asked for', async () => {
    await payMerchant([1])
    await h.apply(payer, pay(Keypair.random(), USDC, '2'))
    const newest = () => h.horizon.payments().forAccount(payer.publicKey()).order('desc').limit(1)
    expect(readAmounts((await newest().call()).records)).toEqual([1])
    const { records } = await newest().includeFailed(true).call()
    expect(records[0]).toMatchObject({ amount: '2.0000000', transaction_successful: false })
  })
})

describe('a submission', () => {
  beforeEach(async () => {
    await h.devnet.stop()
    h = await startHarness({ pace: { blockTimeMs: 20 } })
  })

  test('answers with the transaction once its ledger is closed, and again with the same', async () => {
    const account = await h.node.getAccount(payer.publicKey())
    const transaction = build(account, [payer], [pay(merchant, USDC, '1')], { memo: Memo.text('1234567890123456') })
    const first = await h.horizon.submitTransaction(transaction)
    expect(first).toMatchObject({ successful: true, memo: '1234567890123456', memo_type: 'text' })
    expect((await h.horizon.ledgers().ledger(first.ledger).call()) as unknown).toMatchObject({
      successful_transaction_count: 1,
    })
    expect(await h.horizon.submitTransaction(transaction)).toEqual(first)
  })

  test('that fails tells why, for the transaction and for each operation', async () => {
    const account = await h.node.getAccount(payer.publicKey())
    const failing = build(account, [payer], [pay(merchant, XLM, '1'), pay(Keypair.random(), USDC, '1')])
    const error = await h.horizon
      .submitTransaction(failing, { skipMemoRequiredCheck: true })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      response: {
        status: 400,
        data: {
          type: 'https://stellar.org/horizon-errors/transaction_failed',
          title: 'Transaction Failed',
          extras: {
            envelope_xdr: failing.toXdr(),
            result_codes: { transaction: 'tx_failed', operations: ['op_success', 'op_no_destination'] },
          },
        },
      },
    })
    const stale = build(new Account(payer.publicKey(), '1'), [payer], [pay(merchant, XLM, '1')])
    await expect(h.horizon.submitTransaction(stale)).rejects.toMatchObject({
      response: { data: { extras: { result_codes: { transaction: 'tx_bad_seq' } } } },
    })
  })

  test('that does not wait is answered at once', async () => {
    const account = await h.node.getAccount(payer.publicKey())
    const transaction = build(account, [payer], [pay(merchant, USDC, '1')])
    const answer = await h.horizon.submitAsyncTransaction(transaction)
    expect(answer).toMatchObject({ tx_status: 'PENDING', hash: Buffer.from(transaction.hash()).toString('hex') })
  })

  test('of what is no envelope is refused', async () => {
    const response = await fetch(`${h.stellar.horizonUrl}/transactions`, {
      method: 'POST',
      body: new URLSearchParams({ tx: 'AAAA' }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ title: 'Transaction Malformed' })
  })
})

/** A stream as it arrives, event by event */
async function* readEvents(
  path: string,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const response = await fetch(`${h.stellar.horizonUrl}${path}`, {
    headers: { accept: 'text/event-stream', ...headers },
    ...(signal ? { signal } : {}),
  })
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield text.slice(0, end)
      text = text.slice(end + 2)
    }
  }
}

describe('a stream', () => {
  const path = (cursor: string) => `/accounts/${merchant.publicKey()}/payments?cursor=${cursor}&join=transactions`

  test('greets, tells what is after the cursor, and then what each ledger brings', async () => {
    await payMerchant([1])
    const { records } = await readPayments(merchant).order('desc').limit(1).call()
    const first = records[0]?.paging_token ?? ''
    await payMerchant([2])
    const stop = new AbortController()
    const events = readEvents(path(first), {}, stop.signal)
    expect((await events.next()).value).toBe('retry: 1000\nevent: open\ndata: "hello"')
    const [id, data] = String((await events.next()).value).split('\n')
    const record = JSON.parse(data?.slice(6) ?? '')
    expect(id).toBe(`id: ${record.paging_token}`)
    expect(record).toMatchObject({ amount: '2.0000000', transaction: { memo: 'm2' } })
    await payMerchant([3])
    expect((await events.next()).value).toContain('"amount":"3.0000000"')
    stop.abort()
  })

  test('goes on after the last id that a client has seen, whatever the cursor says', async () => {
    await payMerchant([1, 2, 3])
    const { records } = await readPayments(merchant).order('desc').limit(2).call()
    const stop = new AbortController()
    const events = readEvents(path('0'), { 'last-event-id': records[1]?.paging_token ?? '' }, stop.signal)
    await events.next()
    expect((await events.next()).value).toContain('"amount":"3.0000000"')
    stop.abort()
  })

  test('says goodbye when its time is over', async () => {
    await setStellarFaults(h.stellar, { horizon: { streamMs: 50 } })
    const events: string[] = []
    for await (const event of readEvents(path('now'))) events.push(event)
    expect(events).toEqual(['retry: 1000\nevent: open\ndata: "hello"', 'retry: 10\nevent: close\ndata: "byebye"'])
  })

  test('that is cut again and again loses nothing for a client that goes on from its cursor', async () => {
    await setStellarFaults(h.stellar, { horizon: { cutStreamsAfter: 2 } })
    const seen: number[] = []
    const { records } = await readPayments(merchant).order('desc').limit(1).call()
    const close = readPayments(merchant)
      .cursor(records[0]?.paging_token ?? '')
      .stream({ onmessage: (record) => seen.push(Number((record as unknown as { amount: string }).amount)) })
    await payMerchant([1, 2, 3, 4, 5])
    await expect.poll(() => new Set(seen).size, { timeout: 20_000 }).toBe(5)
    close()
    expect([...new Set(seen)]).toEqual([1, 2, 3, 4, 5])
  })
})

describe('Horizon', () => {
  test('tells network, fees and ledgers', async () => {
    await h.close()
    const { sequence, hash } = {
      sequence: (await h.node.getLatestLedger()).sequence,
      hash: (await h.node.getLatestLedger()).id,
    }
    expect(await h.horizon.root()).toMatchObject({
      network_passphrase: PASSPHRASE,
      history_latest_ledger: sequence,
      current_protocol_version: 23,
    })
    expect(await h.horizon.fetchBaseFee()).toBe(100)
    const { records } = await h.horizon.ledgers().order('desc').limit(2).call()
    expect(records[0]).toMatchObject({ sequence, hash, prev_hash: records[1]?.hash })
    expect(records[0]?.closed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test('gives an account 10,000 XLM by its friendbot', async () => {
    const key = Keypair.random()
    const answered = h.horizon.friendbot(key.publicKey()).call()
    await expect
      .poll(() =>
        h.close().then(() =>
          h.horizon.loadAccount(key.publicKey()).then(
            () => true,
            () => false,
          ),
        ),
      )
      .toBe(true)
    expect(await answered).toMatchObject({ successful: true })
  })

  test('can be made to lag behind and to be silent, while the RPC is right', async () => {
    const before = (await h.horizon.ledgers().order('desc').limit(1).call()).records[0]?.sequence
    await setStellarFaults(h.stellar, { horizon: { lagLedgers: 1 } })
    await payMerchant([5])
    expect((await h.horizon.ledgers().order('desc').limit(1).call()).records[0]?.sequence).toBe(before)
    expect(readAmounts((await readPayments(merchant).order('desc').limit(1).call()).records)).not.toContain(5)
    await setStellarFaults(h.stellar, { horizon: { silent: true } })
    await expect(fetch(h.stellar.horizonUrl, { signal: AbortSignal.timeout(200) })).rejects.toThrow('timeout')
    expect((await h.node.getHealth()).status).toBe('healthy')
    await setStellarFaults(h.stellar, {})
    expect(readAmounts((await readPayments(merchant).order('desc').limit(1).call()).records)).toEqual([5])
  })
})
