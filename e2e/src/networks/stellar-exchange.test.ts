import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Payment } from '@crypto-checkout/core'
import { pickCases } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { setStellarFaults, stellarKeys } from '@crypto-checkout/stellar-devnet/testing'
import { Asset, Keypair, Memo, Operation } from '@stellar/stellar-sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp } from '../support/harness.ts'
import {
  createAsset,
  createSeller,
  formatAsset,
  getOperation,
  openExchange,
  readBalance,
  requireOffer,
  XLM,
} from '../support/stellar-exchange.ts'
import {
  buildPayment,
  counterfeit,
  createAccount,
  getMemo,
  MERCHANT,
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

/** The local Horizon without its path search. */
async function horizonWithoutPaths() {
  const { horizonUrl } = devnet.networks.stellar
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = url.startsWith('/paths/') ? null : await fetch(`${horizonUrl}${url}`)
    response.writeHead(answer?.status ?? 503, { 'content-type': 'application/json' })
    response.end(await answer?.text())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const completed = async (shop: StellarShop, payment: Payment) => {
  await shop.caughtUp()
  return shop.untilStatus(payment, 'completed')
}

describe.each(pickCases(['rpc and horizon', 'horizon'] as const))('over %s, who has no USDC', (backEnd) => {
  const only = backEnd === 'horizon' ? { rpcUrls: undefined } : {}

  test('pays it with XLM: exactly what is due arrives, and no more than the price is given', async () => {
    const { shop, payment, offersTo, payWith } = await open(only)
    const key = await createAccount(devnet, [], '200')
    expect(await offersTo(key)).toEqual([{ asset: XLM, max: '101', path: [] }])
    const { built, answer } = await payWith(key, XLM)
    expect(built.transaction).toMatchObject({ source: key.publicKey(), signatures: [expect.anything()], fee: '100' })
    expect(getMemo(built.transaction)).toBe(payment.memo)
    expect(built.transaction.operations).toHaveLength(1)
    expect(getOperation(built.transaction)).toMatchObject({
      sendAsset: Asset.native(),
      sendMax: '101.0000000',
      destination: MERCHANT,
      destAsset: USDC,
      destAmount: '10.0000000',
      path: [],
    })
    expect({ status: answer.status, id: answer.json.id }).toEqual({ status: 200, id: payment.id })
    const { transactions, amountReceived, exceptions } = await completed(shop, payment)
    const hash = Buffer.from(built.transaction.hash()).toString('hex')
    expect(transactions).toMatchObject([{ hash, from: key.publicKey(), amount: '10.000000' }])
    expect({ amountReceived, exceptions }).toEqual({ amountReceived: '10.000000', exceptions: [] })
    expect(await readBalance(devnet, key, null)).toBeCloseTo(100 - 0.00001, 6)
  })

  test('pays it with another coin, which goes through XLM', async () => {
    const { shop, payment, offersTo, payWith } = await open(only)
    const key = await createAccount(devnet, [USDT])
    await send(devnet, [buildPayment('50', key.publicKey(), USDT)])
    expect(await offersTo(key)).toEqual([{ asset: formatAsset(USDT), max: '10.302', path: [XLM] }])
    const { built } = await payWith(key, formatAsset(USDT))
    expect(getOperation(built.transaction)).toMatchObject({ sendAsset: USDT, path: [Asset.native()] })
    expect(await completed(shop, payment)).toMatchObject({ amountReceived: '10.000000' })
    expect(await readBalance(devnet, key, USDT)).toBeCloseTo(39.8, 6)
  })
})

describe('what is offered', () => {
  test('is each asset that the account has enough of, known coins first, then XLM, then others', async () => {
    const { offersTo } = await open()
    const { asset, holder } = await createAsset(devnet, 'LONGNAMES')
    await createSeller(devnet, asset, '2')
    const payer = stellarKeys.payer
    await send(devnet, [Operation.changeTrust({ asset })])
    await send(devnet, [buildPayment('100', payer.publicKey(), asset)], { signer: holder })
    expect(await offersTo(payer)).toEqual([
      { asset: formatAsset(USDT), max: '10.302', path: [XLM] },
      { asset: XLM, max: '101', path: [] },
      { asset: formatAsset(asset), max: '20.2', path: [] },
    ])
    expect(await offersTo(holder)).toMatchObject([{ asset: formatAsset(asset) }])
  })

  test('is never more than the account can give away', async () => {
    const { offersTo } = await open()
    // 100 XLM, 1 for the account, 0.5 for a trustline, 0.01 kept for fees
    const just = await createAccount(devnet, [counterfeit], '101.515')
    expect(await offersTo(just)).toEqual([{ asset: XLM, max: '100.00499', path: [] }])
    expect(await offersTo(await createAccount(devnet, [counterfeit], '101.505'))).toEqual([])
    expect(await offersTo(Keypair.random())).toEqual([])
  })

  test('is the cheapest way to each', async () => {
    const seller = await createSeller(devnet, USDT, '1.01')
    const { offersTo } = await open()
    expect(requireOffer(await offersTo(stellarKeys.payer), formatAsset(USDT))).toMatchObject({
      max: '10.201',
      path: [],
    })
    await seller.stop()
  })

  test('is nothing without Horizon, which alone knows the offers', async () => {
    const { post, offersTo, ask } = await open({ horizonUrls: undefined })
    expect(await offersTo(stellarKeys.payer)).toEqual([])
    expect((await ask(stellarKeys.payer, { asset: XLM, max: '101' })).json.error.code).toBe('offers_changed')
    const { json } = await post('transaction', { account: stellarKeys.payer.publicKey() })
    expect(json.seal).toBeNull()
  })

  test('is nothing where Horizon cannot search for paths, which is no fault of it', async () => {
    const without = await horizonWithoutPaths()
    const { shop, post, offersTo } = await open({ rpcUrls: undefined, horizonUrls: [without.url] })
    await shop.caughtUp()
    for (let times = 0; times < 5; times++) expect(await offersTo(stellarKeys.payer)).toEqual([])
    const [network] = await shop.checkout.networks()
    expect(network?.nodes).toMatchObject([{ healthy: true, score: 1, error: null }])
    expect((await post('transaction', { account: stellarKeys.payer.publicKey() })).status).toBe(200)
    await without.stop()
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
    ['transaction', { account, send: { asset: formatAsset(USDC), max: '101' } }, 'offers_changed', 'send'],
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
    const seller = await createSeller(devnet, Asset.native(), '9.9')
    const { offersTo, ask, build } = await open()
    const key = await createAccount(devnet, [], '200')
    const cheap = requireOffer(await offersTo(key), XLM)
    expect(cheap.max).toBe('99.99')
    await seller.stop()
    const { json } = await ask(key, cheap)
    expect(json.error).toMatchObject({ code: 'offers_changed', param: 'send' })
    expect(json.error.message).toContain('It costs 100 by now, more than was chosen')
    const dear = requireOffer(await offersTo(key), XLM)
    const again = await createSeller(devnet, Asset.native(), '9.9')
    expect(getOperation((await build(key, dear)).transaction).sendMax).toBe('99.9900000')
    await again.stop()
  })

  test('before it is sent, it fails with a reason, costs the fee only, and can be tried again', async () => {
    const seller = await createSeller(devnet, Asset.native(), '9.9')
    const { shop, payment, offersTo, build, submit, payWith } = await open()
    const key = await createAccount(devnet, [], '200')
    const built = await build(key, requireOffer(await offersTo(key), XLM))
    built.transaction.sign(key)
    await seller.stop()
    const { status, json } = await submit(built)
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'offers_changed' })
    expect(json.error.message).toContain('it costs more by now than the most that was to be given')
    expect(await readBalance(devnet, key, null)).toBeCloseTo(200 - 0.00001, 6)
    expect(await shop.get(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
    expect((await payWith(key, XLM)).answer.status).toBe(200)
    await completed(shop, payment)
  })

  test('so that there is none any more, it is said, and nothing is offered', async () => {
    const { asset, holder } = await createAsset(devnet, 'GONE')
    const seller = await createSeller(devnet, asset, '1')
    const { offersTo, ask, build, submit } = await open()
    const chosen = requireOffer(await offersTo(holder), formatAsset(asset))
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

test('what was built is known again after a restart, and when the secret behind the seal was replaced', async () => {
  const { shop, payment, offersTo, build, submit } = await open()
  const key = await createAccount(devnet, [], '200')
  const built = await build(key, requireOffer(await offersTo(key), XLM))
  built.transaction.sign(key)
  await shop.checkout.sandbox.webhooks.rotateDefaultSecret()
  await shop.close()
  await shop.reopen()
  expect((await submit(built)).status).toBe(200)
  await completed(shop, payment)
})

test('what was paid in part meanwhile is not paid too much', async () => {
  const { shop, payment, offersTo, build, submit, payWith } = await open()
  const key = await createAccount(devnet, [], '200')
  const built = await build(key, requireOffer(await offersTo(key), XLM))
  built.transaction.sign(key)
  await send(devnet, [buildPayment('6.5')], { memo: Memo.text(payment.memo ?? '') })
  await shop.caughtUp()
  await shop.untilStatus(payment, 'partially_paid')
  expect((await submit(built)).json.error.code).toBe('transaction_changed')
  expect(await offersTo(key)).toEqual([{ asset: XLM, max: '35.35', path: [] }])
  await payWith(key, XLM)
  expect(await completed(shop, payment)).toMatchObject({ amountReceived: '10.000000' })
})

test('where Horizon does not answer in time, nobody claims that nothing was sent', async () => {
  const { offersTo, build, post } = await open()
  const key = await createAccount(devnet, [], '200')
  const built = await build(key, requireOffer(await offersTo(key), XLM))
  built.transaction.sign(key)
  await setStellarFaults(devnet.networks.stellar, { horizon: { status: 504 } })
  try {
    const { status, json } = await post('submit', { xdr: built.transaction.toXDR(), seal: built.seal })
    expect({ status, code: json.error.code }).toEqual({ status: 503, code: 'transaction_uncertain' })
  } finally {
    await setStellarFaults(devnet.networks.stellar, {})
  }
})
