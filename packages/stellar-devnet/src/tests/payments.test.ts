import {
  Account,
  Asset,
  decodeAddressToMuxedAccount,
  Keypair,
  MuxedAccount,
  Operation,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSETS, KEYS, PASSPHRASE } from '../ledger/network.ts'
import { readResultCodes } from '../ledger/result-codes.ts'
import { build, type Harness, pay, startHarness } from './harness.ts'

const { USDC, USDT, counterfeit } = ASSETS
const { payer, merchant, issuer } = KEYS
const XLM = Asset.native()
const OK = ['tx_success', 'op_success']

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  await h.devnet.stop()
})

const failed = (...operations: string[]): string[] => ['tx_failed', ...operations]

describe('a payment', () => {
  test('moves a coin from one trustline to another', async () => {
    const to = await h.account(USDC)
    const before = await h.balance(payer, USDC)
    expect(await h.apply(payer, pay(to, USDC, '0.0000001'))).toEqual(OK)
    expect(await h.balance(to, USDC)).toBe('0.0000001')
    expect(Number(await h.balance(payer, USDC))).toBeLessThan(Number(before))
  })

  test('to an account that trusts no such coin is refused, and so is one to an account that does not exist', async () => {
    const to = await h.account(counterfeit)
    expect(await h.apply(payer, pay(to, USDC, '1'))).toEqual(failed('op_no_trust'))
    expect(await h.apply(payer, pay(Keypair.random(), USDC, '1'))).toEqual(failed('op_no_destination'))
    expect(await h.apply(payer, pay(Keypair.random(), XLM, '1'))).toEqual(failed('op_no_destination'))
  })

  test('of more than there is, or of a coin that the sender does not trust, is refused', async () => {
    const from = await h.account(USDC)
    expect(await h.apply(from, pay(merchant, USDC, '1'))).toEqual(failed('op_underfunded'))
    expect(await h.apply(from, pay(merchant, USDT, '1'))).toEqual(failed('op_src_no_trust'))
    // 10,000 XLM less the fees; the reserve of two entries and a trustline must remain.
    expect(await h.apply(from, pay(merchant, XLM, '9998.6'))).toEqual(failed('op_underfunded'))
    expect(await h.apply(from, pay(merchant, XLM, '9998.4'))).toEqual(OK)
  })

  test('beyond the limit of the trustline is refused', async () => {
    const to = await h.account()
    await h.succeed(to, Operation.changeTrust({ asset: USDC, limit: '10' }))
    expect(await h.apply(payer, pay(to, USDC, '10.0000001'))).toEqual(failed('op_line_full'))
    expect(await h.apply(payer, pay(to, USDC, '10'))).toEqual(OK)
  })

  test('of nothing is malformed and costs nothing', async () => {
    const from = await h.account()
    const before = await h.balance(from)
    const destination = decodeAddressToMuxedAccount(merchant.publicKey())
    const body = xdr.OperationBody.payment(new xdr.PaymentOp({ destination, asset: XLM.toXdrObject(), amount: 0n }))
    expect(await h.apply(from, new xdr.Operation({ sourceAccount: null, body }))).toEqual(failed('op_malformed'))
    expect(await h.balance(from)).toBe(before)
  })

  test('to oneself needs the balance and leaves it', async () => {
    const self = await h.account(USDC)
    await h.succeed(payer, pay(self, USDC, '5'))
    expect(await h.apply(self, pay(self, USDC, '5'))).toEqual(OK)
    expect(await h.balance(self, USDC)).toBe('5.0000000')
    expect(await h.apply(self, pay(self, USDC, '5.1'))).toEqual(failed('op_underfunded'))
  })

  test('to a muxed address reaches its account', async () => {
    const to = await h.account(USDC)
    const muxed = new MuxedAccount(new Account(to.publicKey(), '0'), '1234567890123456').accountId()
    const hash = await h.succeed(payer, pay(muxed, USDC, '1'))
    const { records } = await h.horizon.payments().forTransaction(hash).call()
    expect(records[0]).toMatchObject({ to: to.publicKey(), to_muxed: muxed, to_muxed_id: '1234567890123456' })
  })

  test('of an issuer makes coins, and one to it destroys them', async () => {
    const supply = async () =>
      (await h.horizon.assets().forCode('USDC').forIssuer(issuer.publicKey()).call()).records[0]?.balances.authorized
    const before = Number(await supply())
    await h.succeed(issuer, pay(merchant, USDC, '1000'))
    expect(Number(await supply())).toBe(before + 1_000)
    await h.succeed(merchant, pay(issuer, USDC, '400'))
    expect(Number(await supply())).toBe(before + 600)
  })
})

describe('a transaction', () => {
  test('with one operation that fails leaves nothing of the others, but costs its fee and number', async () => {
    const from = await h.account()
    const before = await h.horizon.loadAccount(from.publicKey())
    const codes = await h.apply(from, [pay(merchant, XLM, '5'), pay(merchant, USDC, '1'), pay(merchant, XLM, '1')])
    expect(codes).toEqual(failed('op_success', 'op_src_no_trust', 'op_success'))
    const after = await h.horizon.loadAccount(from.publicKey())
    expect(await h.balance(from)).toBe('9999.9999700')
    expect(BigInt(after.sequence)).toBe(BigInt(before.sequence) + 1n)
    const listed = await h.horizon
      .transactions()
      .forAccount(from.publicKey())
      .includeFailed(true)
      .order('desc')
      .limit(1)
      .call()
    expect(listed.records[0]).toMatchObject({ successful: false, fee_charged: '300' })
    const unlisted = await h.horizon.transactions().forAccount(from.publicKey()).order('desc').limit(1).call()
    expect(unlisted.records[0]?.hash).not.toBe(listed.records[0]?.hash)
  })

  test('needs the next sequence number, a signature of its account, none too many, and the fee', async () => {
    const from = await h.account()
    const stale = new Account(from.publicKey(), '7')
    expect(await submit(build(stale, [from], [pay(merchant, XLM, '1')]))).toEqual(['tx_bad_seq'])
    const account = () => h.node.getAccount(from.publicKey())
    expect(await submit(build(await account(), [merchant], [pay(merchant, XLM, '1')]))).toEqual(['tx_bad_auth'])
    expect(await submit(build(await account(), [], [pay(merchant, XLM, '1')]))).toEqual(['tx_bad_auth'])
    expect(await submit(build(await account(), [from, merchant], [pay(merchant, XLM, '1')]))).toEqual([
      'tx_bad_auth_extra',
    ])
    expect(await submit(build(await account(), [from], [pay(merchant, XLM, '1')], { fee: '99' }))).toEqual([
      'tx_insufficient_fee',
    ])
    const nobody = Keypair.random()
    expect(await submit(build(new Account(nobody.publicKey(), '0'), [nobody], [pay(merchant, XLM, '1')]))).toEqual([
      'tx_no_source_account',
    ])
    expect(await submit(build(await account(), [from], []))).toEqual(['tx_missing_operation'])
  })

  test('outside its time bounds is refused, also where they pass while it waits', async () => {
    const from = await h.account()
    const now = Math.floor(Date.now() / 1_000)
    const bounded = async (min: number, max: number) =>
      build(await h.node.getAccount(from.publicKey()), [from], [pay(merchant, XLM, '1')], {
        build: (builder) => builder.setTimebounds(min, max),
      })
    expect(await submit(await bounded(now + 100, 0))).toEqual(['tx_too_early'])
    expect(await submit(await bounded(0, now - 1))).toEqual(['tx_too_late'])
    const soon = Math.floor(Date.now() / 1_000) + 2
    const waiting = await bounded(0, soon)
    expect((await h.node.sendTransaction(waiting)).status).toBe('PENDING')
    await new Promise((resolve) => setTimeout(resolve, (soon + 1) * 1_000 - Date.now()))
    await h.close()
    expect((await h.node.getTransaction(Buffer.from(waiting.hash()).toString('hex'))).status).toBe('NOT_FOUND')
    expect(await h.balance(from)).toBe('10000.0000000')
  })

  test('of another network is refused', async () => {
    const account = await h.node.getAccount(payer.publicKey())
    const foreign = new TransactionBuilder(account, { fee: '100', networkPassphrase: 'Another Network' })
      .addOperation(pay(merchant, XLM, '1'))
      .setTimeout(0)
      .build()
    foreign.sign(payer)
    expect(await submit(foreign)).toEqual(['tx_bad_auth'])
  })

  test('may have operations of several accounts, if all of them have signed', async () => {
    const [first, second] = [await h.account(), await h.account()]
    const operations = [
      pay(merchant, XLM, '1'),
      Operation.payment({ source: second.publicKey(), destination: first.publicKey(), asset: XLM, amount: '2' }),
    ]
    expect(await h.apply(first, operations)).toEqual(failed('op_success', 'op_bad_auth'))
    expect(await h.apply([first, second], operations)).toEqual(['tx_success', 'op_success', 'op_success'])
    expect(await h.balance(second)).toBe('9998.0000000')
  })

  test('waits its turn behind others of its account', async () => {
    const from = await h.account()
    const account = await h.node.getAccount(from.publicKey())
    for (const amount of ['1', '2', '3']) {
      expect((await h.node.sendTransaction(build(account, [from], [pay(merchant, XLM, amount)]))).status).toBe(
        'PENDING',
      )
    }
    await h.close()
    expect(await h.balance(from)).toBe('9993.9999700')
  })

  test('whose fee another account pays costs only that account', async () => {
    const from = await h.account()
    const inner = build(await h.node.getAccount(from.publicKey()), [from], [pay(merchant, XLM, '1')])
    const bump = TransactionBuilder.buildFeeBumpTransaction(payer, '200', inner, PASSPHRASE)
    bump.sign(payer)
    const { hash, status } = await h.node.sendTransaction(bump)
    expect(status).toBe('PENDING')
    await h.close()
    expect(await h.node.getTransaction(hash)).toMatchObject({ status: 'SUCCESS', feeBump: true })
    expect(await h.balance(from)).toBe('9999.0000000')
    expect(await h.horizon.transactions().transaction(hash).call()).toMatchObject({
      fee_account: payer.publicKey(),
      fee_charged: '200',
      inner_transaction: { hash: Buffer.from(inner.hash()).toString('hex'), max_fee: '100' },
    })
  })

  test('with an operation that does not exist here is refused without a fee', async () => {
    const from = await h.account()
    expect(await h.apply(from, Operation.bumpSequence({ bumpTo: '9' }))).toEqual(failed('op_not_supported'))
    expect(await h.balance(from)).toBe('10000.0000000')
  })
})

async function submit(transaction: Parameters<Harness['node']['sendTransaction']>[0]): Promise<string[]> {
  const { errorResult, status } = await h.node.sendTransaction(transaction)
  if (!errorResult) throw new Error(`It was taken: ${status}`)
  const { transaction: code, operations = [] } = readResultCodes(errorResult)
  return [code, ...operations]
}
