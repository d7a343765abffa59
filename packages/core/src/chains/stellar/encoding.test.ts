import {
  Account,
  Address,
  Asset,
  Keypair,
  MuxedAccount,
  Networks,
  nativeToScVal,
  StrKey,
  xdr,
} from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networks } from '../../domain/catalog/networks.ts'
import { FEE, MINT, openEvent, readEvent, TRANSFER } from './event.ts'
import { createEventFilters } from './event-requests.ts'
import { deriveChainId, deriveContractId, findStellarRecipientProblem, parseStellarAddress } from './identifiers.ts'
import { formatStroops } from './payment-uri.ts'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const account = key.map((bytes) => StrKey.encodeEd25519PublicKey(Buffer.from(bytes)))
const scVal = (value: unknown, type: 'symbol' | 'string' | 'i128' | 'u64') =>
  nativeToScVal(value, { type }).toXdr('base64')
const address = (text: string) => new Address(text).toScVal().toXdr('base64')

describe('an account is told from other keys', () => {
  test('from contracts, muxed accounts and secret keys', () => {
    fc.assert(
      fc.property(key, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (bytes, id) => {
        const payload = Buffer.from(bytes)
        const base = StrKey.encodeEd25519PublicKey(payload)
        expect(parseStellarAddress(base)).toBe(base)
        expect(findStellarRecipientProblem(base, [])).toBeNull()
        const muxed = new MuxedAccount(new Account(base, '0'), id.toString()).accountId()
        for (const [text, kind] of [
          [StrKey.encodeContract(payload), 'contract'],
          [StrKey.encodeEd25519SecretSeed(payload), 'secret key'],
          [muxed, 'muxed account'],
        ] as const) {
          expect(parseStellarAddress(text)).toBeNull()
          expect(findStellarRecipientProblem(text, [])).toContain(kind)
        }
      }),
    )
  })

  test('whatever else was typed is none', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567019al= ') })
    fc.assert(
      fc.property(account, fc.nat(55), letters, (text, index, other) => {
        const broken = `${text.slice(0, index)}${other}${text.slice(index + 1)}`
        expect(parseStellarAddress(broken)).toBe(StrKey.isValidEd25519PublicKey(broken) ? broken : null)
      }),
    )
    const { issuer = '' } = networks.production.stellar.coins.USDC ?? {}
    expect(parseStellarAddress(issuer)).toBe(issuer)
    for (const text of [issuer.toLowerCase(), ` ${issuer}`, `${issuer}A`, issuer.slice(1), '', 'G']) {
      expect(parseStellarAddress(text)).toBeNull()
    }
  })
})

describe('an asset is known by its contract, and a network by its name', () => {
  test('as the SDK derives them', () => {
    const code = fc.string({ unit: fc.constantFrom(...'ABCabc0189'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(code, account, fc.string(), (name, issuer, passphrase) => {
        expect(deriveContractId({ code: name, issuer }, passphrase)).toBe(
          new Asset(name, issuer).contractId(passphrase),
        )
      }),
    )
    expect(deriveContractId(null, Networks.PUBLIC)).toBe(Asset.native().contractId(Networks.PUBLIC))
    // The SDK takes this code for XLM's own. On the network they are two assets.
    const issuer = Keypair.random().publicKey()
    const [small, capital] = ['xlm', 'XLM'].map((name) => deriveContractId({ code: name, issuer }, Networks.PUBLIC))
    expect(small).not.toBe(capital)
  })

  test('as their issuers publish them', () => {
    const ids = (environment: 'production' | 'sandbox') => {
      const { coins, networkPassphrase } = networks[environment].stellar
      return Object.values(coins).map((asset) => deriveContractId(asset, networkPassphrase))
    }
    expect(ids('production')).toEqual([
      'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75',
      'CBSJZEIO5C7KC2SF3MKSNXXJSW5G3VTNBX4ATMKUI3B2MR4JKM4R26YF',
    ])
    expect(ids('sandbox')).toEqual(['CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA'])
  })

  test('CAIP-2 has names for the public networks', () => {
    expect(deriveChainId(Networks.PUBLIC)).toBe('stellar:pubnet')
    expect(deriveChainId(Networks.TESTNET)).toBe('stellar:testnet')
    expect(deriveChainId('Local Stellar Network ; Crypto Checkout')).toMatch(/^stellar:[0-9a-f]{8}$/)
  })
})

describe('an event says what was moved', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })
  const asset = scVal('USDC:G', 'string')
  const contractEvent = (id: string, topics: xdr.ScVal[], data: xdr.ScVal) =>
    new xdr.ContractEvent({
      ext: xdr.ExtensionPoint.v0(),
      contractId: xdr.ContractId.fromXdr(StrKey.decodeContract(id)),
      type: xdr.ContractEventType.contract,
      body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
    }).toXdr('base64')
  const tagged = (amount: bigint, tag: xdr.ScVal) =>
    xdr.ScVal.scvMap([
      new xdr.ScMapEntry({
        key: nativeToScVal('amount', { type: 'symbol' }),
        val: nativeToScVal(amount, { type: 'i128' }),
      }),
      new xdr.ScMapEntry({ key: nativeToScVal('to_muxed_id', { type: 'symbol' }), val: tag }),
    ]).toXdr('base64')

  test('named by symbols', () => {
    expect([TRANSFER, MINT, FEE]).toEqual(['transfer', 'mint', 'fee'].map((name) => scVal(name, 'symbol')))
  })

  test('between accounts and contracts, and from the issuer', () => {
    fc.assert(
      fc.property(account, key, amounts, (to, bytes, amount) => {
        const contract = StrKey.encodeContract(Buffer.from(bytes))
        const value = scVal(amount, 'i128')
        const moved = { to, amount, memo: null }
        expect(readEvent([TRANSFER, address(contract), address(to), asset], value)).toEqual({
          ...moved,
          from: contract,
        })
        expect(readEvent([MINT, address(to), asset], value)).toEqual({ ...moved, from: null })
        expect(createEventFilters([], [to.toLowerCase()])).toMatchObject([
          {
            topics: [
              [TRANSFER, '*', address(to), '*'],
              [MINT, address(to), '*'],
            ],
          },
        ])
      }),
    )
  })

  test('with the memo, whatever way it came', () => {
    const from = Keypair.random().publicKey()
    const to = Keypair.random().publicKey()
    const memoOf = (tag: xdr.ScVal) =>
      readEvent([TRANSFER, address(from), address(to), asset], tagged(125_000_001n, tag))?.memo
    const memo = '8123456789012345'
    expect(memoOf(nativeToScVal(memo, { type: 'u64' }))).toBe(memo)
    expect(memoOf(xdr.ScVal.scvString(memo))).toBe(memo)
    expect(memoOf(xdr.ScVal.scvString(''))).toBeNull()
    expect(memoOf(xdr.ScVal.scvBytes(Buffer.alloc(32, 7)))).toBe('07'.repeat(32))
  })

  test('also where it stands in its transaction’s own record', () => {
    const contract = key.map((bytes) => StrKey.encodeContract(Buffer.from(bytes)))
    fc.assert(
      fc.property(contract, account, account, amounts, (id, from, to, amount) => {
        const topics = [nativeToScVal('transfer', { type: 'symbol' })]
        topics.push(new Address(from).toScVal(), new Address(to).toScVal(), nativeToScVal('USDC:G', { type: 'string' }))
        const data = nativeToScVal(amount, { type: 'i128' })
        const whole = contractEvent(id, topics, data)
        const parts = { topics: topics.map((topic) => topic.toXdr('base64')), value: data.toXdr('base64') }
        expect(openEvent(whole, (found) => found === id)).toEqual({ contract: id, ...parts })
        expect(openEvent(whole, () => false)).toBeNull()
      }),
    )
    const id = StrKey.encodeContract(Buffer.alloc(32, 9))
    const vector = contractEvent(id, [xdr.ScVal.scvVec([])], xdr.ScVal.scvVoid())
    expect(openEvent(vector, () => false)).toBeNull()
    const opened = openEvent(vector, () => true)
    expect(opened).toMatchObject({ contract: id, topics: [xdr.ScVal.scvVec([]).toXdr('base64')] })
    expect(opened && readEvent(opened.topics, opened.value)).toBeNull()
    expect(() => openEvent('', () => true)).toThrow(RangeError)
  })

  test('of another kind moves nothing, and what cannot be read is not guessed', () => {
    const to = address(Keypair.random().publicKey())
    const value = scVal(5n, 'i128')
    expect(readEvent([scVal('fee', 'symbol'), to], value)).toBeNull()
    expect(readEvent([scVal('burn', 'symbol'), to, asset], value)).toBeNull()
    expect(readEvent([TRANSFER, to, asset], value)).toBeNull()
    expect(readEvent([], value)).toBeNull()
    expect(() => readEvent([TRANSFER, asset, to, asset], value)).toThrow(RangeError)
    expect(() => readEvent([TRANSFER, to, to, asset], '')).toThrow(RangeError)
    expect(() => readEvent([TRANSFER, to, to, asset], scVal(5n, 'u64'))).toThrow(RangeError)
    fc.assert(
      fc.property(fc.base64String(), (noise) => {
        try {
          readEvent([TRANSFER, to, to, asset], noise)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})

test('what cannot be a merchant’s wallet is refused with the reason', () => {
  const assets = [{ coin: 'USDC', code: 'USDC', issuer: Keypair.random().publicKey(), contract: '' }]
  const own = Keypair.random()
  const muxed = new MuxedAccount(new Account(own.publicKey(), '0'), '7').accountId()
  expect(findStellarRecipientProblem(own.publicKey(), assets)).toBeNull()
  expect(findStellarRecipientProblem(muxed, assets)).toContain('muxed account')
  expect(findStellarRecipientProblem(StrKey.encodeContract(own.rawPublicKey()), assets)).toContain('contract')
  expect(findStellarRecipientProblem(own.secret(), assets)).toContain('secret key')
  expect(findStellarRecipientProblem(assets[0]?.issuer ?? '', assets)).toContain('issuer of USDC')
})

test('an amount of a URI has no digits that say nothing', () => {
  const cases = [
    [125_000_000n, '12.5'],
    [1n, '0.0000001'],
    [100_000_000n, '10'],
    [1_000_000_000_000n, '100000'],
    [0n, '0'],
  ] as const
  for (const [stroops, text] of cases) expect(formatStroops(stroops)).toBe(text)
})
