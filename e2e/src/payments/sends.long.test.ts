import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  startCommand,
} from '../support/harness.ts'
import { openSendingShop, type SendingShop } from '../support/sending-shop.ts'

const GWEI = 1_000_000_000n
/** Blocks after which a mined transaction is final. */
const FINAL_AFTER = 4

let devnet: Ethereum
const open: SendingShop[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
})

afterAll(async () => {
  for (const shop of open) await shop.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A key with gas and coins, a database, and functions to open shops and processes on them. */
async function openAccount(network: object = {}) {
  const key = `0x${randomBytes(32).toString('hex')}`
  const { address } = new Wallet(key)
  const variable = `GAS_KEY_${address}`
  process.env[variable] = key
  await devnet.faucet(address)
  await chain('evm_mine')
  const sandbox = createSandboxConfig(devnet, { gasKey: { env: variable }, ...network })
  const path = join(createTemporaryFolder(), 'checkout.db')
  const shop = openSendingShop(path, sandbox)
  open.push(shop)
  await shop.checkout.ready()
  const usdc = devnet.networks.ethereum.coins.USDC.address
  return {
    shop,
    address,
    enqueue: (subject: string, to: string, rawAmount = 1n) => shop.enqueue(subject, usdc, to, rawAmount),
    /** Mines and processes until no transaction is pending. */
    async finish(): Promise<void> {
      for (let left = 40; left > 0; left--) {
        await shop.send()
        await mine(devnet.networks.ethereum, FINAL_AFTER)
        await shop.watch()
        const counts = (await shop.states()).filter(({ state }) => state === 'queued' || state === 'signed')
        if (counts.length === 0) return
      }
      throw new Error(`it never came to an end: ${JSON.stringify(await shop.states())}`)
    },
    /** Runs a process that kills itself at the given call; returns its exit code. */
    die: (diesAt: number) =>
      startCommand([path, JSON.stringify(sandbox), String(diesAt)], {
        program: join(import.meta.dirname, '../support/sending-process.ts'),
        env: { [variable]: key },
      }).ended,
  }
}

function chain(method: string, params: readonly unknown[] = []): Promise<unknown> {
  return callRpc(devnet.networks.ethereum, method, params)
}

async function nonceOf(address: string): Promise<number> {
  return Number(await chain('eth_getTransactionCount', [address, 'latest']))
}

test('what a real node answers is understood', async () => {
  const { shop, address } = await openAccount()
  const network = shop.checkout.context.network('sandbox', 'ethereum')
  const { transactor } = network?.chain ?? {}
  const signer = network?.sending?.gas
  if (!transactor || !signer) throw new Error('the shop has no key')
  const sign = (nonce: number, gwei: bigint, gasLimit = 21_000n) => {
    const fees = { maxFeePerGas: gwei * GWEI, maxPriorityFeePerGas: GWEI }
    return signer.sign({ chainId: transactor.chainId, nonce, to: address, data: '0x', gasLimit, ...fees })
  }
  const sent = sign(0, 10n)
  expect(await transactor.broadcast(sent.raw)).toBe('accepted')
  expect(await transactor.broadcast(sent.raw)).toBe('known')
  expect(await transactor.broadcast(sign(0, 9n).raw)).toBe('underpriced')
  expect(await transactor.broadcast(sign(1, 10n ** 9n, 16_000_000n).raw)).toBe('unfunded')
  await mine(devnet.networks.ethereum, FINAL_AFTER)
  expect(await transactor.broadcast(sent.raw)).toBe('nonce_used')
  expect(await transactor.nonce(address, 'latest')).toBe(1)
  expect(await transactor.fees()).toMatchObject({ baseFee: expect.any(BigInt), priorityFee: expect.any(BigInt) })
  const receipt = await transactor.receipt(sent.hash)
  expect(receipt).toMatchObject({ hash: sent.hash, succeeded: true, gasUsed: 21_000n, logs: [] })
  expect(await transactor.finalReceipt(sent.hash, receipt?.blockNumber ?? 0)).toEqual(receipt)
  expect(await transactor.finalReceipt(sent.hash, (receipt?.blockNumber ?? 1) - 1)).toBeNull()
  expect(await transactor.nonce(address, (receipt?.blockNumber ?? 1) - 1)).toBe(0)
  const { USDC } = devnet.networks.ethereum.coins
  const transfer = `0xa9059cbb${address.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`
  expect(await transactor.estimate({ from: address, to: USDC.address, data: transfer })).toBeNull()
  expect(await transactor.call({ from: address, to: USDC.address, data: transfer })).toBeNull()
})

test('forty transactions are mined once each, in the order of their nonces', async () => {
  const { shop, address, enqueue, finish } = await openAccount()
  const to = createWallet()
  for (let index = 0; index < 40; index++) await enqueue(`set_${index}`, to, BigInt(1 + index))
  await finish()
  expect(await readBalance(devnet.networks.ethereum, to)).toBe(820n)
  expect(await nonceOf(address)).toBe(40)
  const sent = await shop.states()
  expect(sent.map(({ state, nonce }) => [state, nonce])).toEqual(sent.map((_, nonce) => ['succeeded', nonce]))
})

test('one that is stuck because gas has become dearer is replaced, and one of both is mined', async () => {
  const { shop, address, enqueue, finish } = await openAccount()
  const to = createWallet()
  await enqueue('set_1', to)
  await enqueue('set_2', to)
  await shop.send()
  const dear = `0x${(40n * GWEI).toString(16)}`
  await chain('anvil_setNextBlockBaseFeePerGas', [dear])
  await mine(devnet.networks.ethereum)
  await chain('anvil_setNextBlockBaseFeePerGas', [dear])
  expect(await nonceOf(address)).toBe(0)
  shop.wait(60_000)
  await shop.send()
  for (const subject of ['set_1', 'set_2']) expect(await shop.answers(subject)).toEqual(['accepted', 'accepted'])
  await finish()
  expect([await nonceOf(address), await readBalance(devnet.networks.ethereum, to)]).toEqual([2, 2n])
})

test('an account without money for gas waits for some', async () => {
  const { shop, address, enqueue, finish } = await openAccount()
  const to = createWallet()
  await chain('anvil_setBalance', [address, '0x1'])
  await enqueue('set_1', to)
  expect(await shop.send()).toContain(`${address} has 0 ETH left for gas`)
  await chain('anvil_setBalance', [address, `0x${(10n ** 18n).toString(16)}`])
  await finish()
  expect(await readBalance(devnet.networks.ethereum, to)).toBe(1n)
})

test('a node that forgets all that waits is given it again, and a reorganisation changes nothing in the end', async () => {
  const { shop, address, enqueue, finish } = await openAccount()
  const to = createWallet()
  await enqueue('set_1', to)
  await shop.send()
  await chain('anvil_dropAllTransactions')
  shop.wait(6_000)
  await shop.send()
  await mine(devnet.networks.ethereum)
  expect(await readBalance(devnet.networks.ethereum, to)).toBe(1n)
  await chain('anvil_rollback', [1])
  await chain('anvil_dropAllTransactions')
  shop.wait(6_000)
  await finish()
  expect([await nonceOf(address), await readBalance(devnet.networks.ethereum, to)]).toEqual([1, 1n])
})

test('a kill -9 at any of thirty commits and requests loses no transaction, and pays nobody twice', async () => {
  const { address, enqueue, die, finish, shop } = await openAccount()
  const payees: string[] = []
  for (let diesAt = 0; diesAt < 30; diesAt++) {
    const to = createWallet()
    payees.push(to)
    await enqueue(`set_${diesAt}`, to)
    expect(await die(diesAt)).toBe(137)
    // The broadcast transaction is mined before the next process starts.
    await mine(devnet.networks.ethereum)
    await shop.watch()
  }
  shop.wait(6_000)
  await finish()
  const balances = await Promise.all(payees.map((to) => readBalance(devnet.networks.ethereum, to)))
  expect(balances).toEqual(payees.map(() => 1n))
  expect(await nonceOf(address)).toBe(30)
  expect((await shop.states()).map(({ state }) => state)).toEqual(payees.map(() => 'succeeded'))
}, 600_000)
