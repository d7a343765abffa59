import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { DAI, openMethodsShop, STELLAR_WALLET } from '../testing/methods.ts'
import { openShop } from '../testing/shop.ts'

const IS_BLACKLISTED = '0xfe575a87'
const onStellar = { network: 'stellar', merchantWallet: STELLAR_WALLET, currency: 'USD' } as const
const word = (value: number) => `0x${String(value).padStart(64, '0')}`

/** A shop with the requests by which its node is asked for block lists. */
async function openAsked() {
  const shop = await openMethodsShop()
  const asked: string[] = []
  const state = { blocked: false, down: false }
  shop.node.distortion = (method, params, answer) => {
    const [call] = params as [{ to: string; data?: string }]
    const isList = method === 'eth_call' && call.data?.endsWith(TEST_WALLET.slice(2).toLowerCase())
    if (!isList) return answer()
    asked.push(`${call.to} ${call.data?.slice(0, 10)}`)
    if (state.down) throw new NodeError('unreachable', 'the node is down')
    return word(state.blocked ? 1 : 0)
  }
  return { shop, asked, state }
}

test('a wallet that the coin does not block is asked about once in ten minutes, and never for a coin that blocks nobody', async () => {
  const { shop, asked } = await openAsked()
  const usdc = `${TEST_TOKEN} ${IS_BLACKLISTED}`
  await shop.create()
  await shop.create()
  await shop.create({ cryptocurrency: 'DAI' })
  expect(asked).toEqual([usdc])
  shop.clock.advance(600_000)
  await shop.settle()
  await shop.create()
  expect(asked).toEqual([usdc, usdc])
  expect(asked.some((one) => one.startsWith(DAI))).toBe(false)
})

test('a wallet that the coin blocks is refused until it is free, and a silent node refuses nobody', async () => {
  const { shop, state } = await openAsked()
  state.blocked = true
  const refusal = { code: 'wallet_cannot_receive', param: 'merchantWallet' }
  await expect(shop.create()).rejects.toMatchObject(refusal)
  await expect(shop.create()).rejects.toMatchObject(refusal)
  state.down = true
  await shop.create()
  Object.assign(state, { blocked: false, down: false })
  await shop.settle()
  await shop.create()
})

test('USDT is asked by both lists that its contracts have, and one of them is enough', async () => {
  const coins = { USDT: { address: TEST_TOKEN, decimals: 6 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:1'], chainId: TEST_CHAIN_ID, coins }
  const shop = await openShop({ sandbox: { networks: { ethereum } }, production: { networks: {} } })
  await shop.settle()
  const lists: string[] = []
  shop.node.contracts.set(TEST_TOKEN.toLowerCase(), (data) => {
    if (!data.endsWith(TEST_WALLET.slice(2).toLowerCase())) return null
    lists.push(data.slice(0, 10))
    // USDT0 has no isBlackListed().
    return data.startsWith('0xfbac3951') ? word(1) : null
  })
  await expect(shop.create({ cryptocurrency: 'USDT' })).rejects.toMatchObject({ code: 'wallet_cannot_receive' })
  expect(lists.sort()).toEqual(['0xe47d6060', '0xfbac3951'])
})

test('open payments have their room on a limited trustline before others', async () => {
  const shop = await openMethodsShop()
  shop.ledger.limits.set(STELLAR_WALLET, 150_000_000n)
  const first = await shop.create({ ...onStellar, amount: 10 })
  const refusal = {
    code: 'wallet_cannot_receive',
    message: expect.stringContaining('has room for 15 USDC only, and open payments ask for 10'),
  }
  await expect(shop.create({ ...onStellar, amount: 6 })).rejects.toMatchObject(refusal)
  const alternatives = [{ cryptocurrency: 'USDC', network: 'stellar' } as const]
  const choice = await shop.create({ amount: 6, currency: 'USD', alternatives })
  await expect(shop.choose(choice, { cryptocurrency: 'USDC', network: 'stellar' })).rejects.toMatchObject(refusal)
  await shop.create({ ...onStellar, amount: 5 })
  await shop.checkout.sandbox.payments.cancel(first.id)
  await shop.create({ ...onStellar, amount: 6 })
})

test('a payment takes over the room of the one that it supersedes', async () => {
  const shop = await openMethodsShop()
  shop.ledger.limits.set(STELLAR_WALLET, 150_000_000n)
  const order = { ...onStellar, reference: 'A-1' } as const
  const before = await shop.create({ ...order, amount: 10 })
  const tooMuch = shop.create({ ...order, amount: 16, supersedes: before.id })
  await expect(tooMuch).rejects.toMatchObject({ code: 'wallet_cannot_receive' })
  const after = await shop.create({ ...order, amount: 12, supersedes: before.id })
  await expect(shop.create({ ...order, amount: 4 })).rejects.toMatchObject({
    message: expect.stringContaining('has room for 15 USDC only, and open payments ask for 12'),
  })
  await shop.create({ ...order, amount: 15, supersedes: after.id })
})

test('a method that has no room for the payment is not offered', async () => {
  const shop = await openMethodsShop()
  shop.ledger.limits.set(STELLAR_WALLET, 150_000_000n)
  const alternatives = [{ cryptocurrency: 'USDC', network: 'stellar' } as const]
  const [small, large] = [
    await shop.create({ amount: 6, alternatives }),
    await shop.create({ amount: 20, alternatives }),
  ]
  await shop.checkout.sandbox.paymentMethods.list()
  const reasons = async ({ id }: typeof small) =>
    (await shop.retrieve({ id })).methods.map(({ state, reason }) => [state, reason])
  expect(await reasons(small)).toEqual([
    ['chosen', null],
    ['offered', null],
  ])
  expect(await reasons(large)).toEqual([
    ['chosen', null],
    ['unavailable', 'wallet_cannot_receive'],
  ])
})
