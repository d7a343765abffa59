import { Wallet as Signer } from 'ethers/wallet'
import { beforeEach, expect, test } from 'vitest'
import { TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'
import { giveWallet } from './wallets/share.ts'

/** The key of TEST_WALLET, which is public. */
const SIGNER = new Signer('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const SETTINGS = '/sandbox/v1/merchant/settings'

const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
const network = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }

type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop

beforeEach(async () => {
  shop = await openShop({ sandbox: { networks: { ethereum: network, polygon: network } } })
})

const patch = (body: unknown, key: Shop['key'] = shop.key) => shop.request('PATCH', SETTINGS, { body, key })
const target = async () => {
  const { settings } = (await shop.request('GET', '/sandbox/v1/merchant')).body
  const { settlementNetwork, settlementWallet, settlementLeast, settlementSpeed, settlementMaxFee } = settings
  return { settlementNetwork, settlementWallet, settlementLeast, settlementSpeed, settlementMaxFee }
}

async function prove(address = TEST_WALLET) {
  const body = { network: 'ethereum', address }
  const { message } = (await shop.request('POST', '/sandbox/v1/wallets/challenge', { body })).body
  const signature = await SIGNER.signMessage(message)
  const proven = await shop.request('POST', '/sandbox/v1/wallets/prove', { body: { ...body, message, signature } })
  expect(proven.status).toBe(200)
}

const UNSET = {
  settlementNetwork: null,
  settlementWallet: null,
  settlementLeast: '0.997',
  settlementSpeed: 'standard',
  settlementMaxFee: null,
}

test('nothing is chosen at first, and each field is changed alone', async () => {
  expect(await target()).toEqual(UNSET)
  await patch({ settlementNetwork: 'Polygon' })
  await patch({ settlementLeast: '0.9990' })
  await patch({ settlementSpeed: 'fast' })
  await patch({ settlementMaxFee: '0.5' })
  const changed = { settlementLeast: '0.999', settlementSpeed: 'fast', settlementMaxFee: '0.500000' }
  expect(await target()).toEqual({ ...UNSET, ...changed, settlementNetwork: 'polygon' })
  await patch({ settlementNetwork: null, settlementLeast: '1', settlementSpeed: 'standard', settlementMaxFee: null })
  expect(await target()).toEqual({ ...UNSET, settlementLeast: '1' })
})

test.each([
  ['settlementNetwork', 'solana', 'invalid_parameter'],
  ['settlementNetwork', 'stellar', 'unsupported_asset'],
  ['settlementLeast', '0.89', 'invalid_parameter'],
  ['settlementLeast', '0.9970001', 'invalid_parameter'],
  ['settlementLeast', '1.000001', 'invalid_parameter'],
  ['settlementLeast', 0.997, 'invalid_parameter'],
  ['settlementSpeed', 'now', 'invalid_parameter'],
  ['settlementMaxFee', '-1', 'invalid_parameter'],
  ['settlementMaxFee', '0.0000001', 'invalid_parameter'],
])('%s of %j is refused', async (param, value, code) => {
  expect(readProblem(await patch({ [param]: value }))).toMatchObject({ code, param })
  expect(await target()).toEqual(UNSET)
})

test('a wallet needs a network and a proof, and goes with the network', async () => {
  const wallet = { settlementNetwork: 'polygon', settlementWallet: TEST_WALLET }
  const refused = { code: 'invalid_wallet_address', param: 'settlementWallet' }
  expect(readProblem(await patch({ settlementWallet: TEST_WALLET }))).toMatchObject({
    code: 'invalid_parameter',
    param: 'settlementWallet',
  })
  expect(readProblem(await patch(wallet))).toMatchObject({
    ...refused,
    message: expect.stringContaining('POST /wallets/challenge'),
  })
  expect(readProblem(await patch({ ...wallet, settlementWallet: '0x12' }))).toMatchObject(refused)
  await prove()
  // A proof by the same key holds on every EVM network.
  expect((await patch({ ...wallet, settlementWallet: TEST_WALLET.toLowerCase() })).status).toBe(200)
  expect(await target()).toMatchObject(wallet)
  await patch({ settlementNetwork: 'ethereum' })
  expect(await target()).toMatchObject({ ...wallet, settlementNetwork: 'ethereum' })
  await patch({ settlementNetwork: null })
  expect(await target()).toEqual(UNSET)
  expect(readProblem(await patch({ ...wallet, settlementNetwork: null })).code).toBe('invalid_parameter')
})

test('a wallet that the operator gave to another merchant is no longer proven', async () => {
  await prove()
  const { id } = await addMerchant(shop)
  await giveWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: id })
  expect(readProblem(await patch({ settlementNetwork: 'polygon', settlementWallet: TEST_WALLET })).code).toBe(
    'invalid_wallet_address',
  )
})

test('a key that is limited to the wallets of the settings cannot change where money goes', async () => {
  await prove()
  const { body: key } = await shop.request('POST', '/sandbox/v1/keys', { body: { name: 'Robot', wallets: 'settings' } })
  const wallet = { settlementNetwork: 'polygon', settlementWallet: TEST_WALLET }
  const code = 'insufficient_scope'
  expect(readProblem(await patch(wallet, key))).toMatchObject({ code, param: 'settlementWallet' })
  expect(readProblem(await patch({ settlementNetwork: 'polygon' }, key))).toMatchObject({
    code,
    param: 'settlementNetwork',
  })
  await patch(wallet)
  expect(readProblem(await patch({ settlementNetwork: null }, key))).toMatchObject({ code, param: 'settlementWallet' })
  expect((await patch({ ...wallet, settlementLeast: '0.99' }, key)).status).toBe(200)
})

test('the answer says what becomes of each coin on each network: all of it is kept while nothing converts', async () => {
  const kept = (network: string, reason: string) => ({
    ...{ network, cryptocurrency: 'USDC' },
    ...{ outcome: 'kept', by: null, reason },
  })
  const reasons = async (settlementNetwork: string | null) => (await patch({ settlementNetwork })).body.routes
  expect(await reasons('polygon')).toEqual([kept('ethereum', 'no_cctp'), kept('polygon', 'same_network')])
  expect(await reasons(null)).toEqual([kept('ethereum', 'no_network'), kept('polygon', 'no_network')])
})

test('a preview has the routes of other settings, and changes nothing', async () => {
  const preview = async (query: string) => {
    const { status, body } = await shop.request('GET', `${SETTINGS}/routes?${query}`)
    return status === 200 ? body.data.map(({ reason }: { reason: string }) => reason) : body.error.code
  }
  expect(await preview('settlementNetwork=polygon')).toEqual(['no_cctp', 'same_network'])
  expect(await preview('settlementNetwork=polygon&settlementCurrency=dai')).toEqual(['other_coin', 'other_coin'])
  expect(await preview('settlementNetwork=solana')).toBe('invalid_parameter')
  expect(await target()).toEqual(UNSET)
  await patch({ settlementNetwork: 'ethereum' })
  expect(await preview('')).toEqual(['same_network', 'no_cctp'])
  expect(await preview('settlementNetwork=none')).toEqual(['no_network', 'no_network'])
})
