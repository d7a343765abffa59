import type { PublicPayment } from '@crypto-checkout/core'
import { pickCases } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { closeLedger, setStellarFaults, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import {
  Account,
  Asset,
  Keypair,
  Memo,
  Operation,
  StrKey,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../support/harness.ts'
import {
  buildPayment,
  closeLedgersUntil,
  counterfeit,
  createAccount,
  createPageClient,
  getMemo,
  MERCHANT,
  openStellarShop,
  readSequence,
  type Stellar,
  type StellarShop,
  send,
  USDC,
  USDT,
} from '../support/stellar-harness.ts'

let devnet: Stellar
const shops: StellarShop[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
})

afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const PAYER = stellarKeys.payer

/** A shop with a payment, and its page's requests and answers. */
async function open(network: object = {}) {
  const shop = await openStellarShop(devnet, { network })
  shops.push(shop)
  const payment = await shop.create()
  const post = createPageClient(shop, payment)
  const build = async (account: string = PAYER.publicKey()) => {
    const { status, json } = await post('transaction', { account })
    expect(status).toBe(200)
    return TransactionBuilder.fromXDR(json.xdr, json.networkPassphrase) as Transaction
  }
  const submit = (signed: { toXDR(): string }) => post('submit', { xdr: signed.toXDR() })
  return { shop, payment, post, build, submit }
}

/** Its actual operation, for tests to change. */
function operationOf(transaction: Transaction) {
  const [operation] = transaction.operations
  if (operation?.type !== 'payment') throw new Error('a payment is its operation')
  return operation
}

/** Rebuilds the transaction with changes, as another wallet or page would. */
function rebuilt(
  built: Transaction,
  changes: {
    readonly operations?: readonly Parameters<TransactionBuilder['addOperation']>[0][]
    readonly memo?: Memo
    readonly source?: string
    readonly fee?: string
    readonly until?: number
    readonly passphrase?: string
  },
): Transaction {
  const { destination, asset, amount } = operationOf(built)
  const source = new Account(changes.source ?? built.source, (BigInt(built.sequence) - 1n).toString())
  const builder = new TransactionBuilder(source, {
    fee: changes.fee ?? built.fee,
    networkPassphrase: changes.passphrase ?? built.networkPassphrase,
    memo: changes.memo ?? built.memo,
    timebounds: { minTime: 0, maxTime: changes.until ?? Number(built.timeBounds?.maxTime) },
  })
  for (const operation of changes.operations ?? [Operation.payment({ destination, asset, amount })]) {
    builder.addOperation(operation)
  }
  const transaction = builder.build()
  transaction.sign(PAYER)
  return transaction
}

describe.each(pickCases(['rpc', 'horizon'] as const))('over %s, a wallet that only signs', (backEnd) => {
  const only = { rpc: { horizonUrls: undefined }, horizon: { rpcUrls: undefined } }[backEnd]

  test('is given exactly the payment that is due, for five minutes at most, and pays it', async () => {
    const { shop, payment, build, submit } = await open(only)
    const before = Date.now()
    const built = await build()
    expect(operationOf(built)).toMatchObject({ destination: MERCHANT, amount: '10.0000000', asset: USDC })
    expect(built.operations).toHaveLength(1)
    expect(getMemo(built)).toBe(payment.memo)
    expect(built).toMatchObject({ source: PAYER.publicKey(), signatures: [], fee: '100' })
    const until = Number(built.timeBounds?.maxTime) * 1_000
    expect(until).toBeGreaterThan(before)
    expect(until).toBeLessThanOrEqual(Date.now() + 300_000)
    built.sign(PAYER)
    const hash = Buffer.from(built.hash()).toString('hex')
    const { status, headers, json } = await closeLedgersUntil(devnet, submit(built))
    expect({ status, cors: headers['access-control-allow-origin'] }).toEqual({ status: 200, cors: '*' })
    expect((json as PublicPayment).id).toBe(payment.id)
    await closeLedger(devnet.networks.stellar)
    const { transactions } = await shop.untilStatus(payment, 'completed')
    expect(transactions).toMatchObject([{ hash, from: PAYER.publicKey(), amount: '10.000000' }])
  })

  test('is told what its account lacks before it is asked for anything', async () => {
    const { post } = await open(only)
    const why = async (account: string) => (await post('transaction', { account })).json.error
    expect(await why(Keypair.random().publicKey())).toMatchObject({ code: 'payer_account_missing', param: 'account' })
    expect(await why((await createAccount(devnet)).publicKey())).toMatchObject({ code: 'payer_trustline_missing' })
    const poor = await createAccount(devnet, [USDC])
    await send(devnet, [buildPayment('3.4999999', poor.publicKey())])
    expect(await why(poor.publicKey())).toMatchObject({ code: 'payer_funds_insufficient', missing: '6.500001' })
    await send(devnet, [buildPayment('6.5000001', poor.publicKey())])
    expect((await post('transaction', { account: poor.publicKey() })).status).toBe(200)
    for (const account of ['', 'G', MERCHANT.toLowerCase(), 'M'.padEnd(69, 'A')]) {
      expect(await why(account)).toMatchObject({ code: 'invalid_parameter', param: 'account' })
    }
  })
})

describe('a transaction that is not the one that was built', () => {
  const other = StrKey.encodeEd25519PublicKey(Buffer.alloc(32, 7))
  const one = (changes: object) => (built: Transaction) => {
    const { destination, asset, amount } = operationOf(built)
    return rebuilt(built, { operations: [Operation.payment({ destination, asset, amount, ...changes })] })
  }
  const changes: Record<string, (built: Transaction) => { toXDR(): string }> = {
    'a smaller amount': one({ amount: '9.9999999' }),
    'a larger amount': one({ amount: '10.0000001' }),
    'another destination': one({ destination: other }),
    'another coin': one({ asset: USDT }),
    'another issuer’s coin': one({ asset: counterfeit }),
    XLM: one({ asset: Asset.native() }),
    'an account of its own for the operation': one({ source: MERCHANT }),
    'one more operation': (built) =>
      rebuilt(built, { operations: [buildPayment('10'), Operation.manageData({ name: 'a', value: 'b' })] }),
    'another operation': (built) => rebuilt(built, { operations: [Operation.accountMerge({ destination: MERCHANT })] }),
    'a path': (built) =>
      rebuilt(built, {
        operations: [
          Operation.pathPaymentStrictReceive({
            sendAsset: USDC,
            sendMax: '10',
            destination: MERCHANT,
            destAsset: USDC,
            destAmount: '10',
            path: [],
          }),
        ],
      }),
    'another memo': (built) => rebuilt(built, { memo: Memo.text('1234567812345678') }),
    'its memo as an id': (built) => rebuilt(built, { memo: Memo.id(getMemo(built)) }),
    'no memo': (built) => rebuilt(built, { memo: Memo.none() }),
    'another source': (built) => rebuilt(built, { source: MERCHANT }),
    'a larger fee': (built) => rebuilt(built, { fee: '100001' }),
    'more time': (built) => rebuilt(built, { until: Number(built.timeBounds?.maxTime) + 3_600 }),
    'no end': (built) => rebuilt(built, { until: 0 }),
    'another network': (built) => rebuilt(built, { passphrase: 'Public Global Stellar Network ; September 2015' }),
    'no signature': (built) => built,
    'another signer': (built) => {
      built.sign(Keypair.random())
      return built
    },
    'somebody else to pay its fee': (built) => {
      built.sign(PAYER)
      return TransactionBuilder.buildFeeBumpTransaction(PAYER, '200', built, built.networkPassphrase)
    },
  }

  test.each(Object.keys(changes))('is refused and not sent: %s', async (name) => {
    const { shop, payment, build, submit } = await open()
    const built = await build()
    const sequence = await readSequence(devnet, PAYER.publicKey())
    const changed = changes[name]?.(built)
    if (!changed) throw new Error(name)
    const { status, json } = await submit(changed)
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'transaction_changed' })
    await shop.caughtUp()
    expect(await readSequence(devnet, PAYER.publicKey())).toBe(sequence)
    expect(await shop.get(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
  })

  test('is refused whichever of its bytes are others', async () => {
    const { shop, payment, build, post } = await open()
    const built = await build()
    built.sign(PAYER)
    const genuine = Buffer.from(built.toXDR(), 'base64')
    const sequence = await readSequence(devnet, PAYER.publicKey())
    const position = fc.nat(genuine.length - 1)
    const flipped = fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
      const bytes = Buffer.from(genuine)
      bytes[at] = (bytes[at] ?? 0) ^ mask
      return bytes
    })
    const cut = position.map((at) => genuine.subarray(0, at))
    const grown = fc.uint8Array({ minLength: 1, maxLength: 80 }).map((more) => Buffer.concat([genuine, more]))
    const spliced = fc
      .tuple(position, fc.uint8Array({ minLength: 1, maxLength: 40 }))
      .map(([at, bytes]) => Buffer.concat([genuine.subarray(0, at), bytes, genuine.subarray(at)]))
    await fc.assert(
      fc.asyncProperty(fc.oneof(flipped, cut, grown, spliced), async (bytes) => {
        fc.pre(!bytes.equals(genuine))
        const { status, json } = await post('submit', { xdr: bytes.toString('base64') })
        expect(status).toBe(400)
        expect(json.error.code).toBe('transaction_changed')
      }),
      { numRuns: 400 },
    )
    await shop.caughtUp()
    expect(await readSequence(devnet, PAYER.publicKey())).toBe(sequence)
    expect((await shop.get(payment)).status).toBe('created')
  })

  test.each(['', '=', 'AAAA', 'not base64', 'A'.repeat(4_097)])('is refused: %j', async (xdr) => {
    const { post } = await open()
    const { status, json } = await post('submit', { xdr })
    expect(status).toBe(400)
    expect(['transaction_changed', 'invalid_parameter']).toContain(json.error.code)
    expect((await post('submit', { xdr, more: 1 })).json.error.code).toBe('unknown_parameter')
  })
})

test('a payment that was paid in part meanwhile is not paid too much', async () => {
  const { shop, payment, build, submit } = await open()
  const built = await build()
  built.sign(PAYER)
  await send(devnet, [buildPayment('6.5')], { memo: Memo.text(payment.memo ?? '') })
  await shop.untilStatus(payment, 'partially_paid')
  expect((await submit(built)).json.error.code).toBe('transaction_changed')
  const rest = await build()
  expect(operationOf(rest).amount).toBe('3.5000000')
  rest.sign(PAYER)
  expect((await submit(rest)).status).toBe(200)
  await closeLedger(devnet.networks.stellar)
  await shop.untilStatus(payment, 'completed')
})

test('what asks for no money has nothing to sign', async () => {
  const { shop, payment, build, post, submit } = await open()
  const built = await build()
  built.sign(PAYER)
  await shop.checkout.sandbox.payments.cancel(payment.id)
  expect((await post('transaction', { account: PAYER.publicKey() })).json.error.code).toBe('invalid_state')
  expect((await submit(built)).json.error.code).toBe('invalid_state')
  const nobody = { id: 'pay_00000000000000000000000000' }
  expect((await post('transaction', { account: PAYER.publicKey() }, nobody)).status).toBe(404)
  expect((await post('submit', { xdr: built.toXDR() }, nobody)).status).toBe(404)
})

test('what the network does not take is told in its words', async () => {
  const { payment, build, submit } = await open({ horizonUrls: undefined })
  const poor = await createAccount(devnet, [USDC])
  await send(devnet, [buildPayment('10', poor.publicKey())])
  const built = await build(poor.publicKey())
  built.sign(poor)
  built.sign(Keypair.random())
  const { status, json } = await submit(built)
  expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'transaction_refused' })
  expect(json.error.message).toContain('Nothing was sent: it has more signatures than the account needs')
  expect(payment.status).toBe('created')
})

test('where the account was used meanwhile, or no node answers, nobody claims that nothing was sent', async () => {
  const { build, submit } = await open({ horizonUrls: undefined })
  const built = await build()
  built.sign(PAYER)
  await send(devnet, [buildPayment('1')])
  expect((await submit(built)).json.error.code).toBe('transaction_uncertain')
  const another = await build()
  another.sign(PAYER)
  await setStellarFaults(devnet.networks.stellar, { rpc: { status: 500 } })
  try {
    expect(await submit(another)).toMatchObject({ status: 503, json: { error: { code: 'transaction_uncertain' } } })
  } finally {
    await setStellarFaults(devnet.networks.stellar, {})
  }
})
