import { type Checkout, createCheckout, type Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, tether } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cleanUp,
  createDatabase,
  createSandboxConfig,
  createWallet,
  type Ethereum,
  pollUntil,
} from '../support/harness.ts'

let devnet: Ethereum
let checkout: Checkout

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  const common = { publicUrl: 'https://pay.example.com', database: await createDatabase(), log: () => {} }
  checkout = createCheckout({ ...common, ...createSandboxConfig(devnet) })
  await checkout.start()
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const block = (count = 1) => mine(devnet.networks.ethereum, count)

/** Calls Circle's contract as the account that holds a role, as the getter with this selector names it. */
async function callCircle(role: string, data: string): Promise<void> {
  const { ethereum } = devnet.networks
  const to = ethereum.coins.USDC.address
  const holder = `0x${String(await callRpc(ethereum, 'eth_call', [{ to, data: role }, 'latest'])).slice(26)}`
  await callRpc(ethereum, 'anvil_setBalance', [holder, '0xde0b6b3a7640000'])
  await callRpc(ethereum, 'anvil_impersonateAccount', [holder])
  await callRpc(ethereum, 'eth_sendTransaction', [{ from: holder, to, data }])
  await block()
}

const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
/** `blacklister()`, `blacklist(address)` and `unBlacklist(address)`; `pauser()`, `pause()` and `unpause()`. */
const circle = {
  block: (wallet: string) => callCircle('0xbd102430', `0xf9f92be4${word(wallet)}`),
  unblock: (wallet: string) => callCircle('0xbd102430', `0x1a895266${word(wallet)}`),
  pause: () => callCircle('0x9fd0506d', '0x8456cb59'),
  unpause: () => callCircle('0x9fd0506d', '0x3f4ba83a'),
}

function create(merchantWallet: string, more: object = {}): Promise<Payment> {
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet } as const
  return checkout.sandbox.payments.create({ ...order, ...more })
}

/** Waits until the payer's page says this of each method. */
async function awaitReasons({ id }: Payment, reasons: readonly (string | null)[]): Promise<void> {
  const read = async () => {
    const common = {
      query: '',
      headers: {},
      body: { kind: 'bytes', bytes: new Uint8Array() },
      address: '127.0.0.1',
    } as const
    const answer = await checkout.handle({ ...common, method: 'GET', path: `/pay/${id}/status` })
    const { methods } = JSON.parse(String(answer?.body)) as Payment
    return methods.map(({ reason }) => reason)
  }
  await pollUntil(read, (found) => JSON.stringify(found) === JSON.stringify(reasons), 250)
}

/** Waits until the network has a problem, or no longer: it is told at the end of a look at all wallets or coins. */
async function awaitProblem(code: string, isThere: boolean): Promise<void> {
  const read = async () => (await checkout.sandbox.networkStatus.retrieve()).networks[0]?.problems ?? []
  await pollUntil(read, (problems) => problems.some((one) => one.code === code) === isThere, 250)
}

describe('a wallet that the coin blocks', () => {
  test('at Circle: its open payment asks for nothing, a new one is refused, until it is free again', async () => {
    const wallet = createWallet()
    const open = await create(wallet, { alternatives: [{ cryptocurrency: 'USDT', network: 'ethereum' }] })
    await awaitReasons(open, [null, null])
    await circle.block(wallet)
    await awaitReasons(open, ['wallet_cannot_receive', null])
    const refusal = {
      code: 'wallet_cannot_receive',
      param: 'merchantWallet',
      message: expect.stringContaining('blocked'),
    }
    await expect(create(wallet)).rejects.toMatchObject(refusal)
    await awaitProblem('wallets', true)
    const { ok, wallets } = await checkout.doctor()
    expect([ok, wallets]).toMatchObject([false, [{ address: wallet, text: expect.stringContaining('USDC of open') }]])
    await circle.unblock(wallet)
    await awaitReasons(open, [null, null])
    await awaitProblem('wallets', false)
    await create(wallet)
  })

  test('at Tether, where it still receives and can never pay out: it is not offered, and cannot be chosen', async () => {
    const wallet = createWallet()
    await tether.blacklist(devnet.networks.ethereum, wallet)
    await block()
    const open = await create(wallet, { alternatives: [{ cryptocurrency: 'USDT', network: 'ethereum' }] })
    await awaitReasons(open, [null, 'wallet_cannot_receive'])
    const choice = checkout.sandbox.payments.choose(open.id, { cryptocurrency: 'USDT', network: 'ethereum' })
    await expect(choice).rejects.toMatchObject({ code: 'wallet_cannot_receive' })
    await checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: wallet } })
    const { methods } = await checkout.sandbox.paymentMethods.list()
    expect(methods.map(({ cryptocurrency, reason }) => [cryptocurrency, reason])).toContainEqual([
      'USDT',
      'wallet_cannot_receive',
    ])
  })
})

describe('a coin that is paused', () => {
  test('is not offered, its open payments ask for nothing, and doctor and health say so', async () => {
    const open = await create(createWallet())
    await awaitReasons(open, [null])
    await circle.pause()
    await awaitReasons(open, ['coin_not_offered'])
    const refusal = { code: 'unsupported_asset', message: expect.stringContaining('paused') }
    await expect(create(createWallet())).rejects.toMatchObject(refusal)
    await awaitProblem('coins', true)
    const { ok, nodes } = await checkout.doctor()
    expect(ok).toBe(false)
    expect(nodes[0]?.findings).toContainEqual({ ok: false, text: expect.stringContaining('is paused') })
    await circle.unpause()
    await awaitReasons(open, [null])
    await create(createWallet())
  })
})
