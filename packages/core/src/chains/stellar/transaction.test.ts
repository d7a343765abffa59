import { Account, Asset, Keypair, Memo, Networks, Operation, StrKey, TransactionBuilder } from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StellarAsset } from './identifiers.ts'
import { formatStroops } from './payment-uri.ts'
import { buildTransaction, isSigned, type PaymentTransaction, readSigned, type Signed } from './transaction.ts'

const seed = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Keypair.fromRawEd25519Seed(Buffer.from(bytes)))
const account = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => StrKey.encodeEd25519PublicKey(Buffer.from(bytes)))
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']
const code = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
const issued: fc.Arbitrary<StellarAsset> = fc.record({ code, issuer: account })
const asset = fc.option(issued)
const amount = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })
const exchange = fc.option(fc.record({ asset, max: amount, path: fc.array(asset, { maxLength: 5 }) }))

const payments: fc.Arbitrary<{ payment: PaymentTransaction; key: Keypair }> = fc
  .record({
    key: seed,
    fee: fc.integer({ min: 100, max: 100_000 }),
    sequence: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    until: fc.bigInt({ min: 1n, max: 2n ** 40n }),
    memo: fc.option(fc.string({ minLength: 1, maxLength: 28 })),
    destination: account,
    asset: issued,
    amount,
    exchange,
  })
  .map(({ key, ...rest }) => ({ key, payment: { ...rest, account: key.publicKey() } }))

const inSdk = (one: StellarAsset | null) => (one ? new Asset(one.code, one.issuer) : Asset.native())

/** The same transaction built by the SDK. */
function bySdk({ account: source, sequence, fee, until, memo, ...paid }: PaymentTransaction) {
  const to = { destination: paid.destination, amount: formatStroops(paid.amount) }
  const operation = paid.exchange
    ? Operation.pathPaymentStrictReceive({
        sendAsset: inSdk(paid.exchange.asset),
        sendMax: formatStroops(paid.exchange.max),
        destination: to.destination,
        destAsset: inSdk(paid.asset),
        destAmount: to.amount,
        path: paid.exchange.path.map(inSdk),
      })
    : Operation.payment({ ...to, asset: inSdk(paid.asset) })
  return new TransactionBuilder(new Account(source, String(sequence - 1n)), {
    fee: String(fee),
    networkPassphrase: Networks.TESTNET,
    memo: memo === null ? Memo.none() : Memo.text(memo),
    timebounds: { minTime: 0, maxTime: Number(until) },
  })
    .addOperation(operation)
    .build()
}

test('a payment, with another asset or without, is built as by the SDK’s own operations', () => {
  fc.assert(
    fc.property(payments, ({ payment }) => {
      const ours = buildTransaction(payment, Networks.TESTNET)
      const sdkTransaction = bySdk(payment)
      expect(ours.toXdr()).toBe(sdkTransaction.toXdr())
      expect(Buffer.from(ours.hash())).toEqual(Buffer.from(sdkTransaction.hash()))
    }),
  )
})

const read = (xdr: string, expected: PaymentTransaction) => readSigned(xdr, expected, Networks.TESTNET)

test('what the SDK has signed is read as what it is, and no other payment', () => {
  fc.assert(
    fc.property(payments, ({ payment, key }) => {
      const signed = bySdk(payment)
      expect(isSigned(read(signed.toXdr(), payment) as Signed)).toBe(false)
      signed.sign(key)
      const found = read(signed.toXdr(), payment)
      const { account: from, fee, until, exchange } = payment
      expect(found).toMatchObject({ account: from, fee, until, isExchange: exchange !== null })
      expect(found?.transaction.toXdr()).toBe(signed.toXdr())
      expect(found && isSigned(found)).toBe(true)
      expect(read(signed.toXdr(), { ...payment, amount: payment.amount - 1n })).toBeNull()
      expect(read(signed.toXdr(), { ...payment, memo: payment.memo === null ? '1' : null })).toBeNull()
      expect(read(signed.toXdr(), { ...payment, memo: payment.memo === 'a' ? 'b' : 'a' })).toBeNull()
    }),
    { numRuns: 30 },
  )
})

test('whatever else is sent, in XDR or not, is no transaction, and no error', () => {
  const byte = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }))
  fc.assert(
    fc.property(
      payments,
      fc.array(byte, { minLength: 1, maxLength: 3 }),
      fc.base64String(),
      ({ payment }, changes, noise) => {
        const bytes = Buffer.from(buildTransaction(payment, Networks.TESTNET).toXdr(), 'base64')
        for (const [at, by] of changes) bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ by
        const found = read(bytes.toString('base64'), payment)
        if (found) expect(Buffer.from(found.transaction.toXdr(), 'base64')).toEqual(bytes)
        expect(read(noise, payment)).toBeNull()
      },
    ),
    { numRuns: 500 },
  )
})
