import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { setStellarFaults, stellarKeys } from '@crypto-checkout/devnet/testing/stellar'
import {
  Account,
  Asset,
  Horizon,
  Keypair,
  Memo,
  Operation,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from './harness.ts'
import {
  counterfeit,
  MERCHANT,
  memoOf,
  newAccount,
  openStellarShop,
  pageOf,
  payment,
  type Stellar,
  type StellarShop,
  send,
  sequenceOf,
  USDC,
  USDT,
  whileLedgersClose,
} from './stellar-harness.ts'

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

const XLM = 'native'
const nameOf = ({ code, issuer }: Asset) => `${code}:${issuer}`

type Offered = { asset: string; max: string; path: string[] }
type Built = { readonly transaction: Transaction; readonly seal: string }

/** A shop with a payment of 10 USDC, and what its page does for one payer. */
async function open(network: object = {}) {
  const shop = await openStellarShop(devnet, { network })
  shops.push(shop)
  const asked = await shop.create()
  const post = pageOf(shop, asked)
  const offersTo = async (key: Keypair): Promise<Offered[]> => {
    const { status, json } = await post('assets', { account: key.publicKey() })
    expect(status).toBe(200)
    return json.assets
  }
  const ask = (key: Keypair, { asset, max }: Pick<Offered, 'asset' | 'max'>) =>
    post('transaction', { account: key.publicKey(), send: { asset, max } })
  const build = async (key: Keypair, offered: Pick<Offered, 'asset' | 'max'>): Promise<Built> => {
    const { status, json } = await ask(key, offered)
    expect({ status, error: json.error }).toEqual({ status: 200, error: undefined })
    return { transaction: TransactionBuilder.fromXDR(json.xdr, json.networkPassphrase) as Transaction, seal: json.seal }
  }
  const submit = ({ transaction, seal }: { transaction: { toXDR(): string }; seal: unknown }) =>
    whileLedgersClose(devnet, post('submit', { xdr: transaction.toXDR(), seal }))
  /** Chooses, signs and submits, as a page and a wallet do. */
  const payWith = async (key: Keypair, asset: string) => {
    const built = await build(key, offered(await offersTo(key), asset))
    built.transaction.sign(key)
    return { built, answer: await submit(built) }
  }
  return { shop, asked, post, offersTo, ask, build, submit, payWith }
}

function offered(list: readonly Offered[], asset: string): Offered {
  const found = list.find((one) => one.asset === asset)
  if (!found) throw new Error(`${asset} is not offered`)
  return found
}

/** Its operation as it is, to be changed. */
function operationOf(transaction: Transaction) {
  const [operation] = transaction.operations
  if (operation?.type !== 'pathPaymentStrictReceive') throw new Error('a path payment is its operation')
  return operation
}

/** Somebody who sells USDC for an asset, at a price in it, until they are told to stop. */
async function newSeller(buying: Asset, price: string) {
  const key = await newAccount(devnet, [USDC, ...(buying.isNative() ? [] : [buying])], '100')
  await send(devnet, [payment('500', key.publicKey())])
  const offer = (amount: string, offerId = '0') =>
    send(devnet, [Operation.manageSellOffer({ selling: USDC, buying, amount, price, offerId })], { signer: key })
  const id = await offerIn(await offer('500'))
  return { stop: () => offer('0', id) }
}

/** The number of the offer that a transaction made. */
async function offerIn(hash: string): Promise<string> {
  const horizon = new Horizon.Server(devnet.networks.stellar.horizonUrl, { allowHttp: true })
  const { result_xdr } = await horizon.transactions().transaction(hash).call()
  const { result } = xdr.TransactionResult.fromXdr(result_xdr, 'base64')
  const [operation] = result.type === 'txSuccess' ? result.results : []
  const made = operation?.type === 'opInner' ? operation.tr.value : undefined
  if (made?.type !== 'manageSellOfferSuccess' || made.success.offer.type !== 'manageOfferCreated') {
    throw new Error('no offer was made')
  }
  return String(made.success.offer.offer.offerId)
}

/** An asset that nobody here has heard of, and somebody who has some of it. */
async function newAsset(code: string) {
  const issuer = await newAccount(devnet)
  const asset = new Asset(code, issuer.publicKey())
  const holder = await newAccount(devnet, [asset])
  await send(devnet, [payment('1000', holder.publicKey(), asset)], { signer: issuer })
  return { asset, holder }
}

/** Of XLM when null. */
async function balanceOf(key: Keypair, asset: Asset | null): Promise<number> {
  const horizon = new Horizon.Server(devnet.networks.stellar.horizonUrl, { allowHttp: true })
  const { balances } = await horizon.loadAccount(key.publicKey())
  const code = asset?.code
  return Number(balances.find((line) => ('asset_code' in line ? line.asset_code : undefined) === code)?.balance)
}

const completed = async (shop: StellarShop, asked: Payment) => {
  await shop.caughtUp()
  return shop.untilStatus(asked, 'completed')
}

describe.each(['rpc and horizon', 'horizon'] as const)('over %s, who has no USDC', (backEnd) => {
  const only = backEnd === 'horizon' ? { rpcUrls: undefined } : {}

  test('pays it with XLM: exactly what is due arrives, and no more than the price is given', async () => {
    const { shop, asked, offersTo, payWith } = await open(only)
    const key = await newAccount(devnet, [], '200')
    expect(await offersTo(key)).toEqual([{ asset: XLM, max: '101', path: [] }])
    const { built, answer } = await payWith(key, XLM)
    expect(built.transaction).toMatchObject({ source: key.publicKey(), signatures: [expect.anything()], fee: '100' })
    expect(memoOf(built.transaction)).toBe(asked.memo)
    expect(built.transaction.operations).toHaveLength(1)
    expect(operationOf(built.transaction)).toMatchObject({
      sendAsset: Asset.native(),
      sendMax: '101.0000000',
      destination: MERCHANT,
      destAsset: USDC,
      destAmount: '10.0000000',
      path: [],
    })
    expect({ status: answer.status, id: answer.json.id }).toEqual({ status: 200, id: asked.id })
    const { transactions, amountReceived, exceptions } = await completed(shop, asked)
    const hash = Buffer.from(built.transaction.hash()).toString('hex')
    expect(transactions).toMatchObject([{ hash, from: key.publicKey(), amount: '10.000000' }])
    expect({ amountReceived, exceptions }).toEqual({ amountReceived: '10.000000', exceptions: [] })
    expect(await balanceOf(key, null)).toBeCloseTo(100 - 0.00001, 6)
  })

  test('pays it with another coin, which goes through XLM', async () => {
    const { shop, asked, offersTo, payWith } = await open(only)
    const key = await newAccount(devnet, [USDT])
    await send(devnet, [payment('50', key.publicKey(), USDT)])
    expect(await offersTo(key)).toEqual([{ asset: nameOf(USDT), max: '10.302', path: [XLM] }])
    const { built } = await payWith(key, nameOf(USDT))
    expect(operationOf(built.transaction)).toMatchObject({ sendAsset: USDT, path: [Asset.native()] })
    expect(await completed(shop, asked)).toMatchObject({ amountReceived: '10.000000' })
    expect(await balanceOf(key, USDT)).toBeCloseTo(39.8, 6)
  })
})

describe('what is offered', () => {
  test('is each asset that the account has enough of, known coins first, then XLM, then others', async () => {
    const { offersTo } = await open()
    const { asset, holder } = await newAsset('LONGNAMES')
    await newSeller(asset, '2')
    const payer = stellarKeys.payer
    await send(devnet, [Operation.changeTrust({ asset })])
    await send(devnet, [payment('100', payer.publicKey(), asset)], { signer: holder })
    expect(await offersTo(payer)).toEqual([
      { asset: nameOf(USDT), max: '10.302', path: [XLM] },
      { asset: XLM, max: '101', path: [] },
      { asset: nameOf(asset), max: '20.2', path: [] },
    ])
    expect(await offersTo(holder)).toMatchObject([{ asset: nameOf(asset) }])
  })

  test('is never more than the account can give away', async () => {
    const { offersTo } = await open()
    // 100 XLM, 1 for the account, 0.5 for a trustline, 0.01 kept for fees
    const just = await newAccount(devnet, [counterfeit], '101.515')
    expect(await offersTo(just)).toEqual([{ asset: XLM, max: '100.00499', path: [] }])
    expect(await offersTo(await newAccount(devnet, [counterfeit], '101.505'))).toEqual([])
    expect(await offersTo(Keypair.random())).toEqual([])
  })

  test('is the cheapest way to each', async () => {
    const seller = await newSeller(USDT, '1.01')
    const { offersTo } = await open()
    expect(offered(await offersTo(stellarKeys.payer), nameOf(USDT))).toMatchObject({ max: '10.201', path: [] })
    await seller.stop()
  })

  test('is nothing without Horizon, which alone knows the offers', async () => {
    const { post, offersTo, ask } = await open({ horizonUrls: undefined })
    expect(await offersTo(stellarKeys.payer)).toEqual([])
    expect((await ask(stellarKeys.payer, { asset: XLM, max: '101' })).json.error.code).toBe('offers_changed')
    const { json } = await post('transaction', { account: stellarKeys.payer.publicKey() })
    expect(json.seal).toBeNull()
  })

  test('is told by a Horizon that answers, and by nobody else', async () => {
    const { post } = await open()
    await setStellarFaults(devnet.networks.stellar, { horizon: { status: 500 } })
    try {
      const { status, json } = await post('assets', { account: stellarKeys.payer.publicKey() })
      expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'network_unreachable' })
    } finally {
      await setStellarFaults(devnet.networks.stellar, {})
    }
  })
})

describe('input that makes no sense', () => {
  const account = stellarKeys.payer.publicKey()
  const inputs: [string, object, string, string][] = [
    ['assets', { account: 'G' }, 'invalid_parameter', 'account'],
    ['assets', {}, 'missing_parameter', 'account'],
    ['assets', { account, more: 1 }, 'unknown_parameter', 'more'],
    ['transaction', { account: 'G', send: { asset: XLM, max: '101' } }, 'invalid_parameter', 'account'],
    ['transaction', { account, send: {} }, 'missing_parameter', 'send.asset'],
    ['transaction', { account, send: { asset: XLM, max: '-1' } }, 'invalid_parameter', 'send.max'],
    ['transaction', { account, send: { asset: XLM, max: '1.00000001' } }, 'invalid_parameter', 'send.max'],
    ['transaction', { account, send: { asset: XLM, max: 101 } }, 'invalid_parameter', 'send.max'],
    ['transaction', { account, send: { asset: 'USD:G', max: '101' } }, 'offers_changed', 'send'],
    ['transaction', { account, send: { asset: nameOf(USDC), max: '101' } }, 'offers_changed', 'send'],
    ['submit', { xdr: 'AAAA', seal: 1 }, 'invalid_parameter', 'seal'],
  ]
  test.each(inputs)('is refused: %s of %j', async (what, input, code, param) => {
    const { post } = await open()
    const { status, json } = await post(what, input)
    expect({ status, code: json.error.code, param: json.error.param }).toEqual({ status: 400, code, param })
  })
})

describe('when the offers change', () => {
  test('before the wallet is asked, it is not asked for more than was chosen, and for less where less will do', async () => {
    const seller = await newSeller(Asset.native(), '9.9')
    const { offersTo, ask, build } = await open()
    const key = await newAccount(devnet, [], '200')
    const cheap = offered(await offersTo(key), XLM)
    expect(cheap.max).toBe('99.99')
    await seller.stop()
    const { json } = await ask(key, cheap)
    expect(json.error).toMatchObject({ code: 'offers_changed', param: 'send' })
    expect(json.error.message).toContain('It costs 100 by now, more than was chosen')
    const dear = offered(await offersTo(key), XLM)
    const again = await newSeller(Asset.native(), '9.9')
    expect(operationOf((await build(key, dear)).transaction).sendMax).toBe('99.9900000')
    await again.stop()
  })

  test('before it is sent, it fails with a reason, costs the fee only, and can be tried again', async () => {
    const seller = await newSeller(Asset.native(), '9.9')
    const { shop, asked, offersTo, build, submit, payWith } = await open()
    const key = await newAccount(devnet, [], '200')
    const built = await build(key, offered(await offersTo(key), XLM))
    built.transaction.sign(key)
    await seller.stop()
    const { status, json } = await submit(built)
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'offers_changed' })
    expect(json.error.message).toContain('it costs more by now than the most that was to be given')
    expect(await balanceOf(key, null)).toBeCloseTo(200 - 0.00001, 6)
    expect(await shop.get(asked)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
    expect((await payWith(key, XLM)).answer.status).toBe(200)
    await completed(shop, asked)
  })

  test('so that there is none any more, it is said, and nothing is offered', async () => {
    const { asset, holder } = await newAsset('GONE')
    const seller = await newSeller(asset, '1')
    const { offersTo, ask, build, submit } = await open()
    const chosen = offered(await offersTo(holder), nameOf(asset))
    const built = await build(holder, chosen)
    built.transaction.sign(holder)
    await seller.stop()
    const { json } = await submit(built)
    expect(json.error.code).toBe('offers_changed')
    expect(json.error.message).toContain('nobody offers enough of the coin for it any more')
    expect((await ask(holder, chosen)).json.error.code).toBe('offers_changed')
    expect(await offersTo(holder)).toEqual([])
  })
})

describe('a path payment that is not the one that was built', () => {
  const other = StrKey.encodeEd25519PublicKey(Buffer.alloc(32, 7))
  let key: Keypair
  beforeAll(async () => {
    key = await newAccount(devnet, [USDT], '200')
    await send(devnet, [payment('50', key.publicKey(), USDT)])
  })

  type Changes = {
    readonly operation?: Partial<Parameters<typeof Operation.pathPaymentStrictReceive>[0]>
    readonly more?: ReturnType<typeof payment>
    readonly instead?: ReturnType<typeof payment>
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
    'one more payment': { more: payment('1', other, USDT) },
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
    const { sendAsset, sendMax, destination, destAsset, destAmount, path } = operationOf(transaction)
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
    const { shop, asked, offersTo, build, submit } = await open()
    const built = await build(key, offered(await offersTo(key), nameOf(USDT)))
    expect(Buffer.from(changed(built, {}).hash())).toEqual(Buffer.from(built.transaction.hash()))
    const sequence = await sequenceOf(devnet, key.publicKey())
    const { status, json } = await submit({ ...built, transaction: changed(built, changes[name] ?? {}) })
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'transaction_changed' })
    await shop.caughtUp()
    expect(await sequenceOf(devnet, key.publicKey())).toBe(sequence)
    expect((await shop.get(asked)).status).toBe('created')
  })

  test('is refused without its seal, with that of another one, and with one of somebody else', async () => {
    const { shop, asked, post, offersTo, build, submit } = await open()
    const offers = await offersTo(key)
    const [built, second] = [await build(key, offered(offers, nameOf(USDT))), await build(key, offered(offers, XLM))]
    built.transaction.sign(key)
    const stranger = await openStellarShop(devnet)
    shops.push(stranger)
    const theirs = await pageOf(stranger, await stranger.create())('transaction', {
      account: key.publicKey(),
      send: { asset: nameOf(USDT), max: '10.302' },
    })
    expect(theirs.json.seal).toHaveLength(43)
    for (const seal of [undefined, null, '', 'A'.repeat(43), `${built.seal}A`, second.seal, theirs.json.seal]) {
      const { json } = await submit({ ...built, seal })
      expect(json.error.code).toBe('transaction_changed')
    }
    const another = await shop.create()
    const { json } = await post('submit', { xdr: built.transaction.toXDR(), seal: built.seal }, another)
    expect(json.error.code).toBe('transaction_changed')
    expect((await submit(built)).status).toBe(200)
    await completed(shop, asked)
  })

  test('is refused whichever of its bytes are others', async () => {
    const { shop, asked, post, offersTo, build } = await open()
    const { transaction, seal } = await build(key, offered(await offersTo(key), nameOf(USDT)))
    transaction.sign(key)
    const genuine = Buffer.from(transaction.toXDR(), 'base64')
    const sequence = await sequenceOf(devnet, key.publicKey())
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
    expect(await sequenceOf(devnet, key.publicKey())).toBe(sequence)
    expect((await shop.get(asked)).status).toBe('created')
  })
})

test('what was built is known again after a restart, and when the secret behind the seal was replaced', async () => {
  const { shop, asked, offersTo, build, submit } = await open()
  const key = await newAccount(devnet, [], '200')
  const built = await build(key, offered(await offersTo(key), XLM))
  built.transaction.sign(key)
  await shop.checkout.sandbox.webhooks.rotateDefaultSecret()
  await shop.close()
  await shop.reopen()
  expect((await submit(built)).status).toBe(200)
  await completed(shop, asked)
})

test('what was paid in part meanwhile is not paid too much', async () => {
  const { shop, asked, offersTo, build, submit, payWith } = await open()
  const key = await newAccount(devnet, [], '200')
  const built = await build(key, offered(await offersTo(key), XLM))
  built.transaction.sign(key)
  await send(devnet, [payment('6.5')], { memo: Memo.text(asked.memo ?? '') })
  await shop.caughtUp()
  await shop.untilStatus(asked, 'partially_paid')
  expect((await submit(built)).json.error.code).toBe('transaction_changed')
  expect(await offersTo(key)).toEqual([{ asset: XLM, max: '35.35', path: [] }])
  await payWith(key, XLM)
  expect(await completed(shop, asked)).toMatchObject({ amountReceived: '10.000000' })
})

test('where Horizon does not answer in time, nobody claims that nothing was sent', async () => {
  const { offersTo, build, post } = await open()
  const key = await newAccount(devnet, [], '200')
  const built = await build(key, offered(await offersTo(key), XLM))
  built.transaction.sign(key)
  await setStellarFaults(devnet.networks.stellar, { horizon: { status: 504 } })
  try {
    const { status, json } = await post('submit', { xdr: built.transaction.toXDR(), seal: built.seal })
    expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'transaction_uncertain' })
  } finally {
    await setStellarFaults(devnet.networks.stellar, {})
  }
})
