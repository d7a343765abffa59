import type { Event, Wallet, WalletChallenge } from '@crypto-checkout/api-types'
import { Keypair } from '@stellar/stellar-sdk'
import { Wallet as Signer } from 'ethers/wallet'
import { expect, test } from 'vitest'
import {
  createScriptedAccount,
  FakeClock,
  paymentInput,
  ScriptedLedger,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  TEST_WALLET,
  type TestCheckout,
} from '../../testing/index.ts'
import { addMerchant, openShop, readProblem } from '../../testing/shop.ts'
import { giveWallet, listWalletAccess, shareWallet } from './share.ts'

/** The key of TEST_WALLET, which is public. */
const SIGNER = new Signer('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const STRANGER = new Signer(`0x${'5b'.repeat(32)}`)
const ACCOUNT = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 7))
const PASSPHRASE = 'Scripted Stellar Network'
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
const HOUR_MS = 3_600_000

type Key = TestCheckout['key']

/** The wallets of each kind of network, which sign texts. */
const kinds = {
  ethereum: { address: TEST_WALLET, sign: (text: string) => SIGNER.signMessage(text) },
  stellar: {
    address: ACCOUNT.publicKey(),
    sign: async (text: string) => Buffer.from(ACCOUNT.signMessage(text)).toString('base64'),
  },
} as const
type Network = keyof typeof kinds
const networks = Object.keys(kinds) as Network[]

/** The first merchant has named both wallets; a second one has keys. */
async function open() {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const stellar = { networkPassphrase: PASSPHRASE, coins: { USDC }, rpcUrls: ['http://127.0.0.1:8/rpc'] }
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }
  const both = { networks: { ethereum, stellar } }
  const shop = await openShop({ sandbox: both, production: both }, { clock, ledger })
  await shop.settle()
  const other = await addMerchant(shop, 'Tea\nand more')
  const first = await shop.checkout.merchant.retrieve()
  const create = (key: Key, network: Network, base = '/sandbox/v1') =>
    shop.request('POST', `${base}/payments`, {
      key,
      body: { ...paymentInput, network, merchantWallet: kinds[network].address },
    })
  for (const network of networks) expect((await create(shop.key, network)).status).toBe(201)
  clock.advance(1_000)
  const challenge = async (key: Key, network: Network, base = '/sandbox/v1') => {
    const body = { network, address: kinds[network].address }
    return (await shop.request('POST', `${base}/wallets/challenge`, { key, body })).body as WalletChallenge
  }
  const send = (key: Key, body: object, base = '/sandbox/v1') =>
    shop.request('POST', `${base}/wallets/prove`, { key, body })
  return {
    ...{ shop, other, first, create, challenge, send },
    /** Signs a fresh text, and sends it. */
    async prove(key: Key, network: Network) {
      const { message } = await challenge(key, network)
      const { address, sign } = kinds[network]
      return send(key, { network, address, message, signature: await sign(message) })
    },
    async events(key: Key) {
      const { data } = (await shop.request('GET', '/sandbox/v1/events?limit=100', { key })).body
      const events = (data as Event[]).toReversed().filter(({ type }) => type.startsWith('wallet.'))
      return events.map(({ type, data: { object } }) => [type, (object as Wallet).access])
    },
  }
}

test.each(networks)(
  'on %s the text names the checkout, the merchant and the wallet, and says what signing does',
  async (network) => {
    const { shop, other, challenge } = await open()
    const { address } = kinds[network]
    const { message, expiresAt, ...rest } = await challenge(other.sandbox, network)
    expect(rest).toEqual({
      ...{ object: 'wallet_challenge', network, address, livemode: false },
      standard: network === 'stellar' ? 'SEP-53' : 'EIP-191',
    })
    for (const line of [
      `Checkout: ${shop.checkout.context.settings.publicUrl}`,
      `Merchant: ${other.id} "Tea\\nand more"`,
      'Environment: sandbox',
      `Wallet: ${address}`,
      `Networks: ${network === 'stellar' ? 'Stellar' : 'every EVM network'}`,
      'The signature moves no money, and lets nobody move money.',
    ]) {
      expect(message.split('\n')).toContain(line)
    }
    expect(message).toContain('may receive payments to this wallet')
    expect(Date.parse(expiresAt) - shop.clock.now()).toBe(24 * HOUR_MS)
  },
)

test.each(networks)(
  'on %s a signature makes a merchant the owner of a wallet that a stranger named first',
  async (network) => {
    const { shop, other, create, prove, events } = await open()
    expect(readProblem(await create(other.sandbox, network))).toMatchObject({
      code: 'invalid_wallet_address',
      message: expect.stringContaining('POST /wallets/challenge'),
    })
    const proven = await prove(other.sandbox, network)
    expect(proven).toMatchObject({ status: 200, body: { address: kinds[network].address, access: 'owner' } })
    expect((await create(other.sandbox, network)).status).toBe(201)
    expect((await create(other.production, network, '/v1')).body.error?.code).not.toBe('invalid_wallet_address')
    expect(readProblem(await create(shop.key, network))).toMatchObject({ code: 'invalid_wallet_address' })
    const both = ['wallet.refused', 'wallet.given']
    expect((await events(shop.key)).map(([type]) => type)).toEqual(both)
    expect((await events(shop.key)).at(-1)).toEqual(['wallet.given', 'refused'])
    expect((await events(other.sandbox)).map(([type]) => type)).toEqual(both)
    expect((await events(other.sandbox)).at(-1)).toEqual(['wallet.given', 'owner'])
  },
)

test.each(networks)('on %s two merchants that both sign share the wallet, and each is told once', async (network) => {
  const { shop, other, first, create, prove, events } = await open()
  expect((await prove(shop.key, network)).body.access).toBe('owner')
  expect(await events(shop.key)).toEqual([])
  for (let times = 0; times < 2; times++) expect((await prove(other.sandbox, network)).body.access).toBe('shared')
  for (const key of [shop.key, other.sandbox]) expect((await create(key, network)).status).toBe(201)
  expect(await events(shop.key)).toEqual([['wallet.shared', 'owner']])
  expect(await events(other.sandbox)).toEqual([['wallet.shared', 'shared']])
  const { data } = (await shop.request('GET', '/sandbox/v1/events?limit=100', { key: shop.key })).body
  expect(JSON.stringify(data)).not.toContain(other.id)
  const listed = await listWalletAccess(shop.checkout.context, 100)
  const here = listed.filter(({ wallet }) => wallet.endsWith(kinds[network].address))
  expect(here.map(({ merchant, access, provenAt }) => [merchant, access, provenAt !== null])).toEqual([
    [first.id, 'owner', true],
    [other.id, 'shared', true],
  ])
})

test('the first merchant of a new wallet may prove it before it names it', async () => {
  const { shop, other, send } = await open()
  const body = { network: 'ethereum', address: STRANGER.address }
  const { message } = (await shop.request('POST', '/sandbox/v1/wallets/challenge', { key: other.sandbox, body })).body
  const signature = await STRANGER.signMessage(message)
  expect((await send(other.sandbox, { ...body, message, signature })).body.access).toBe('owner')
  expect(
    (
      await shop.request('POST', '/sandbox/v1/payments', {
        body: { ...paymentInput, merchantWallet: STRANGER.address },
      })
    ).status,
  ).toBe(400)
})

test.each(networks)('on %s a signature that does not fit is refused, and changes nothing', async (network) => {
  const { shop, other, challenge, send } = await open()
  const { address, sign } = kinds[network]
  const another = network === 'stellar' ? Keypair.fromRawEd25519Seed(Buffer.alloc(32, 8)).publicKey() : STRANGER.address
  const { message } = await challenge(other.sandbox, network)
  const own = await challenge(shop.key, network)
  const live = await challenge(other.production, network, '/v1')
  const good = { network, address, message, signature: await sign(message) }
  const withText = async (text: string) => ({ ...good, message: text, signature: await sign(text) })
  const changed = good.signature.replace(/.(?=.{9}$)/, (digit) => (digit === '1' ? '2' : '1'))
  const cases: [string, object, string, string][] = [
    ['of another text', { ...good, signature: await sign('Hello') }, 'invalid_parameter', 'signature'],
    ['that was changed', { ...good, signature: changed }, 'invalid_parameter', 'signature'],
    ['that is none', { ...good, signature: 'yes' }, 'invalid_parameter', 'signature'],
    ['that is empty', { ...good, signature: '' }, 'invalid_parameter', 'signature'],
    ['that is too long', { ...good, signature: 'a'.repeat(2_001) }, 'invalid_parameter', 'signature'],
    ['over another merchant’s text', await withText(own.message), 'invalid_parameter', 'message'],
    ['over the text of the other environment', await withText(live.message), 'invalid_parameter', 'message'],
    [
      'over a text that was changed',
      await withText(message.replace('sandbox', 'production')),
      'invalid_parameter',
      'message',
    ],
    ['over a text of one’s own', await withText('Issued: 2026-01-01T00:00:01.000Z'), 'invalid_parameter', 'message'],
    ['over a text that is too long', await withText('x'.repeat(2_001)), 'invalid_parameter', 'message'],
    ['for another wallet', { ...good, address: another }, 'invalid_parameter', 'message'],
    ['for what is no wallet', { ...good, address: `${address}1` }, 'invalid_wallet_address', 'address'],
    ['on a network that is not there', { ...good, network: 'polygon' }, 'unsupported_asset', 'network'],
    ['with what is misspelt', { ...good, signatur: '' }, 'unknown_parameter', 'signatur'],
  ]
  const before = await listWalletAccess(shop.checkout.context, 100)
  for (const [name, body, code, param] of cases) {
    const { status, ...problem } = readProblem(await send(other.sandbox, body))
    expect([name, status, problem.code, problem.param]).toEqual([name, 400, code, param])
  }
  expect(readProblem(await send(other.production, good, '/v1')).param).toBe('message')
  expect(readProblem(await send(shop.key, good)).param).toBe('message')
  expect(await listWalletAccess(shop.checkout.context, 100)).toEqual(before)
  const reader = await shop.makeKey('sandbox', ['merchant:read', 'payments:write'])
  expect(readProblem(await send(reader, good)).code).toBe('insufficient_scope')
})

test('the signature of a stranger is not the wallet’s', async () => {
  const { other, challenge, send } = await open()
  const { message } = await challenge(other.sandbox, 'ethereum')
  const signature = await STRANGER.signMessage(message)
  expect(
    readProblem(await send(other.sandbox, { network: 'ethereum', address: TEST_WALLET, message, signature })),
  ).toMatchObject({
    code: 'invalid_parameter',
    param: 'signature',
    message: expect.stringContaining('ERC-1271'),
  })
})

test('a contract such as a Safe cannot be proven, so nothing is settled to it on another network', async () => {
  const { shop, other, challenge, send } = await open()
  const { message } = await challenge(other.sandbox, 'ethereum')
  // Two owners sign for a Safe, one after the other.
  const signature = `0x${(await STRANGER.signMessage(message)).slice(2).repeat(2)}`
  const proof = { network: 'ethereum', address: TEST_WALLET, message, signature }
  expect(readProblem(await send(other.sandbox, proof))).toMatchObject({
    ...{ code: 'invalid_parameter', param: 'signature' },
    message: expect.stringContaining('A contract (ERC-1271) cannot be proven'),
  })
  const body = { settlementNetwork: 'ethereum', settlementWallet: TEST_WALLET }
  const refused = await shop.request('PATCH', '/sandbox/v1/merchant/settings', { key: other.sandbox, body })
  expect(readProblem(refused)).toMatchObject({ code: 'invalid_wallet_address', param: 'settlementWallet' })
})

test('a text is good for a day', async () => {
  const { shop, other, challenge, send } = await open()
  const { message } = await challenge(other.sandbox, 'ethereum')
  const body = { network: 'ethereum', address: TEST_WALLET, message, signature: await SIGNER.signMessage(message) }
  shop.clock.advance(24 * HOUR_MS + 1)
  expect(readProblem(await send(other.sandbox, body))).toMatchObject({
    param: 'message',
    message: expect.stringContaining('day'),
  })
  const next = await challenge(other.sandbox, 'ethereum')
  shop.clock.advance(24 * HOUR_MS)
  const signature = await SIGNER.signMessage(next.message)
  expect((await send(other.sandbox, { ...body, message: next.message, signature })).status).toBe(200)
})

test('a signature from before the operator gave the wallet away counts no more, and one from after it shares the wallet', async () => {
  const { shop, other, first, challenge, send, prove, events } = await open()
  const { message } = await challenge(other.sandbox, 'ethereum')
  const old = { network: 'ethereum', address: TEST_WALLET, message, signature: await SIGNER.signMessage(message) }
  expect((await send(other.sandbox, old)).body.access).toBe('owner')
  shop.clock.advance(1_000)
  await giveWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: first.id })
  expect(readProblem(await send(other.sandbox, old))).toMatchObject({
    ...{ code: 'invalid_parameter', param: 'message' },
    message: expect.stringContaining('operator'),
  })
  const access = async () =>
    (await listWalletAccess(shop.checkout.context, 100))
      .filter(({ wallet }) => wallet.startsWith('eip155'))
      .map(({ merchant, access }) => [merchant, access])
  expect(await access()).toEqual([
    [first.id, 'owner'],
    [other.id, 'refused'],
  ])
  shop.clock.advance(1_000)
  expect((await prove(other.sandbox, 'ethereum')).body.access).toBe('shared')
  expect((await events(other.sandbox)).slice(-2)).toEqual([
    ['wallet.given', 'refused'],
    ['wallet.shared', 'shared'],
  ])
})

test('an owner whom the operator has confirmed stays the owner', async () => {
  for (const decide of [giveWallet, shareWallet]) {
    const { shop, other, first, prove, events } = await open()
    const merchantId = decide === giveWallet ? first.id : (await addMerchant(shop)).id
    await decide(shop.checkout.context, { address: TEST_WALLET, merchantId })
    shop.clock.advance(1_000)
    expect((await prove(other.sandbox, 'ethereum')).body.access).toBe('shared')
    expect((await events(shop.key)).at(-1)).toEqual(['wallet.shared', 'owner'])
  }
})

test('of two merchants that prove a wallet at once one becomes the owner', async () => {
  const { shop, other, prove } = await open()
  const third = await addMerchant(shop)
  const answers = await Promise.all([prove(other.sandbox, 'ethereum'), prove(third.sandbox, 'ethereum')])
  expect(answers.map(({ body }) => body.access).toSorted()).toEqual(['owner', 'shared'])
})
