import { startDevnet } from '@crypto-checkout/devnet'
import {
  Account,
  Asset,
  type Keypair,
  Memo,
  Operation,
  StrKey,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../support/harness.ts'
import { type Built, formatAsset, getOperation, openExchange, requireOffer, XLM } from '../support/stellar-exchange.ts'
import {
  buildPayment,
  counterfeit,
  createAccount,
  createPageClient,
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

async function open(network: object = {}) {
  const opened = await openExchange(devnet, network)
  shops.push(opened.shop)
  return opened
}

describe('a path payment that is not the one that was built', () => {
  const other = StrKey.encodeEd25519PublicKey(Buffer.alloc(32, 7))
  let key: Keypair
  beforeAll(async () => {
    key = await createAccount(devnet, [USDT], '200')
    await send(devnet, [buildPayment('50', key.publicKey(), USDT)])
  })

  type Changes = {
    readonly operation?: Partial<Parameters<typeof Operation.pathPaymentStrictReceive>[0]>
    readonly more?: ReturnType<typeof buildPayment>
    readonly instead?: ReturnType<typeof buildPayment>
    readonly memo?: Memo
    readonly fee?: string
    readonly until?: number
  }
  const changes: Record<string, Changes> = {
    'another destination': { operation: { destination: other } },
    'a smaller amount': { operation: { destAmount: '9.9999999' } },
    'a larger amount': { operation: { destAmount: '10.0000001' } },
    'another coin to arrive': { operation: { destAsset: USDT } },
    'another issuer’s coin to arrive': { operation: { destAsset: counterfeit } },
    'XLM to arrive': { operation: { destAsset: Asset.native() } },
    'more to give': { operation: { sendMax: '10.3020001' } },
    'less to give': { operation: { sendMax: '10.3019999' } },
    'something else to give': { operation: { sendAsset: Asset.native() } },
    'no path': { operation: { path: [] } },
    'another path': { operation: { path: [counterfeit] } },
    'a longer path': { operation: { path: [Asset.native(), counterfeit] } },
    'the longest path': { operation: { path: Array(5).fill(Asset.native()) } },
    'an account of its own for the operation': { operation: { source: MERCHANT } },
    'one more operation': { more: Operation.manageData({ name: 'a', value: 'b' }) },
    'one more payment': { more: buildPayment('1', other, USDT) },
    'another operation': {
      instead: Operation.pathPaymentStrictSend({
        sendAsset: USDT,
        sendAmount: '10.302',
        destination: MERCHANT,
        destAsset: USDC,
        destMin: '10',
        path: [Asset.native()],
      }),
    },
    'another memo': { memo: Memo.text('1234567812345678') },
    'no memo': { memo: Memo.none() },
    'a larger fee': { fee: '101' },
    'a little less time': { until: -1 },
  }

  function changed({ transaction }: Built, { operation, more, instead, memo, fee, until = 0 }: Changes): Transaction {
    const { sendAsset, sendMax, destination, destAsset, destAmount, path } = getOperation(transaction)
    const same = { sendAsset, sendMax, destination, destAsset, destAmount, path }
    const source = new Account(transaction.source, (BigInt(transaction.sequence) - 1n).toString())
    const builder = new TransactionBuilder(source, {
      fee: fee ?? transaction.fee,
      networkPassphrase: transaction.networkPassphrase,
      memo: memo ?? transaction.memo,
      timebounds: { minTime: 0, maxTime: Number(transaction.timeBounds?.maxTime) + until },
    })
    builder.addOperation(instead ?? Operation.pathPaymentStrictReceive({ ...same, ...operation }))
    if (more) builder.addOperation(more)
    const made = builder.build()
    made.sign(key)
    return made
  }

  test.each(Object.keys(changes))('is refused and not sent: %s', async (name) => {
    const { shop, payment, offersTo, build, submit } = await open()
    const built = await build(key, requireOffer(await offersTo(key), formatAsset(USDT)))
    expect(Buffer.from(changed(built, {}).hash())).toEqual(Buffer.from(built.transaction.hash()))
    const sequence = await readSequence(devnet, key.publicKey())
    const { status, json } = await submit({ ...built, transaction: changed(built, changes[name] ?? {}) })
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'transaction_changed' })
    await shop.caughtUp()
    expect(await readSequence(devnet, key.publicKey())).toBe(sequence)
    expect((await shop.get(payment)).status).toBe('created')
  })

  test('is refused without its seal, with that of another one, and with one of somebody else', async () => {
    const { shop, payment, post, offersTo, build, submit } = await open()
    const offers = await offersTo(key)
    const [built, second] = [
      await build(key, requireOffer(offers, formatAsset(USDT))),
      await build(key, requireOffer(offers, XLM)),
    ]
    built.transaction.sign(key)
    const stranger = await openStellarShop(devnet)
    shops.push(stranger)
    const otherPayment = await createPageClient(stranger, await stranger.create())('transaction', {
      account: key.publicKey(),
      send: { asset: formatAsset(USDT), max: '10.302' },
    })
    expect(otherPayment.json.seal).toHaveLength(43)
    for (const seal of [undefined, null, '', 'A'.repeat(43), `${built.seal}A`, second.seal, otherPayment.json.seal]) {
      const { json } = await submit({ ...built, seal })
      expect(json.error.code).toBe('transaction_changed')
    }
    const another = await shop.create()
    const { json } = await post('submit', { xdr: built.transaction.toXDR(), seal: built.seal }, another)
    expect(json.error.code).toBe('transaction_changed')
    expect((await submit(built)).status).toBe(200)
    await shop.caughtUp()
    await shop.untilStatus(payment, 'completed')
  })

  test('is refused whichever of its bytes are others', async () => {
    const { shop, payment, post, offersTo, build } = await open()
    const { transaction, seal } = await build(key, requireOffer(await offersTo(key), formatAsset(USDT)))
    transaction.sign(key)
    const genuine = Buffer.from(transaction.toXDR(), 'base64')
    const sequence = await readSequence(devnet, key.publicKey())
    const position = fc.nat(genuine.length - 1)
    const flipped = fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, mask]) => {
      const bytes = Buffer.from(genuine)
      bytes[at] = (bytes[at] ?? 0) ^ mask
      return bytes
    })
    const cut = position.map((at) => genuine.subarray(0, at))
    const spliced = fc
      .tuple(position, fc.uint8Array({ minLength: 1, maxLength: 40 }))
      .map(([at, bytes]) => Buffer.concat([genuine.subarray(0, at), bytes, genuine.subarray(at)]))
    await fc.assert(
      fc.asyncProperty(fc.oneof(flipped, cut, spliced), async (bytes) => {
        fc.pre(!bytes.equals(genuine))
        const { status, json } = await post('submit', { xdr: bytes.toString('base64'), seal })
        expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'transaction_changed' })
      }),
      { numRuns: 400 },
    )
    await shop.caughtUp()
    expect(await readSequence(devnet, key.publicKey())).toBe(sequence)
    expect((await shop.get(payment)).status).toBe('created')
  })
})
