import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Interface } from 'ethers/abi'
import { Signature } from 'ethers/crypto'
import { HDNodeWallet } from 'ethers/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ISSUER, PAYER } from './accounts.ts'
import contracts from './contracts.json' with { type: 'json' }
import { type Devnet, type LocalNetwork, startDevnet } from './index.ts'
import { callRpc, mine, readBalance, sendTogether, setPrice, tether } from './testing.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SHOPPER = '0x00000000000000000000000000000000000000cc'
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let devnet: Devnet<'polygon'>
let network: LocalNetwork

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['polygon'], blockTimeMs: 0 })
  network = devnet.networks.polygon
})

afterAll(async () => {
  await devnet.stop()
})

type Receipt = { status: string; logs: { topics: string[]; data: string }[] }

/** Sends a contract call and returns its receipt. Gas is given, so that a refusal is mined too. */
async function send(from: string, to: string, name: string, values: readonly unknown[]): Promise<Receipt> {
  const data = findEncoder(to).encodeFunctionData(name, values)
  const hash = await callRpc(network, 'eth_sendTransaction', [{ from, to, data, gas: '0x30d40' }])
  return await mined(String(hash))
}

async function mined(hash: string): Promise<Receipt> {
  await mine(network)
  return (await callRpc(network, 'eth_getTransactionReceipt', [hash])) as Receipt
}

/** The raw result of a call, without sending it */
async function call(from: string, to: string, name: string, values: readonly unknown[] = []): Promise<string> {
  const data = findEncoder(to).encodeFunctionData(name, values)
  return String(await callRpc(network, 'eth_call', [{ from, to, data }, 'latest']))
}

async function read(to: string, name: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return [...findEncoder(to).decodeFunctionResult(name, await call(PAYER, to, name, values))]
}

function findEncoder(address: string): Interface {
  const { coins } = network
  if (address === coins.USDT.address) return new Interface(contracts.TetherLike.abi)
  if (address === coins.DAI.address) return new Interface(contracts.DaiLike.abi)
  return new Interface(contracts.PriceFeed.abi)
}

/** The transfers that a receipt logs: from, to and amount, addresses in lower case */
function readTransfers({ logs }: Receipt): unknown[] {
  const address = (topic = '') => `0x${topic.slice(26)}`
  return logs
    .filter(({ topics }) => topics[0] === TRANSFER)
    .map(({ topics, data }) => [address(topics[1]), address(topics[2]), BigInt(data)])
}

const lower = (address: string) => address.toLowerCase()

test('the compiled contracts are those of the sources, byte for byte', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'contracts-'))
  const script = join(import.meta.dirname, '../scripts/compile-contracts.ts')
  await promisify(execFile)(process.execPath, [script, join(folder, 'contracts.json')])
  const compiled = await readFile(join(folder, 'contracts.json'), 'utf8')
  expect(compiled).toBe(await readFile(join(import.meta.dirname, 'contracts.json'), 'utf8'))
  await rm(folder, { recursive: true })
})

test('USDT and DAI say the names, symbols and decimals of the real ones', async () => {
  const { USDT, DAI } = network.coins
  const facts = async (address: string) =>
    Promise.all(['name', 'symbol', 'decimals'].map(async (name) => (await read(address, name))[0]))
  expect(await facts(USDT.address)).toEqual(['Tether USD', 'USDT', 6n])
  expect(await facts(DAI.address)).toEqual(['Dai Stablecoin', 'DAI', 18n])
})

test('USDT answers nothing to a transfer, an approval and a transfer of another', async () => {
  const { address } = network.coins.USDT
  expect(await call(PAYER, address, 'transfer', [SHOPPER, 1n])).toBe('0x')
  expect(await call(PAYER, address, 'approve', [SPENDER, 1n])).toBe('0x')
  expect(await call(PAYER, address, 'transferFrom', [PAYER, SHOPPER, 0n])).toBe('0x')
})

test('USDT refuses to change an allowance that is not nothing, and takes it from what is spent', async () => {
  const { address } = network.coins.USDT
  const allowed = async () => (await read(address, 'allowance', [PAYER, SPENDER]))[0]
  expect((await send(PAYER, address, 'approve', [SPENDER, 10n])).status).toBe('0x1')
  expect((await send(PAYER, address, 'approve', [SPENDER, 11n])).status).toBe('0x0')
  expect((await send(SPENDER, address, 'transferFrom', [PAYER, SHOPPER, 4n])).status).toBe('0x1')
  expect(await allowed()).toBe(6n)
  expect((await send(SPENDER, address, 'transferFrom', [PAYER, SHOPPER, 7n])).status).toBe('0x0')
  await send(PAYER, address, 'approve', [SPENDER, 0n])
  await send(PAYER, address, 'approve', [SPENDER, 2n ** 256n - 1n])
  await send(SPENDER, address, 'transferFrom', [PAYER, SHOPPER, 7n])
  expect(await allowed()).toBe(2n ** 256n - 1n)
  await send(PAYER, address, 'approve', [SPENDER, 0n])
})

test('a fee of USDT has a log of its own, and the recipient’s log says what arrives', async () => {
  const { address } = network.coins.USDT
  const before = await readBalance(network, SHOPPER, address)
  await mined(await tether.setFee(network, 10, 2))
  const small = await send(PAYER, address, 'transfer', [SHOPPER, 1_000_000_000n])
  expect(readTransfers(small)).toEqual([
    [lower(PAYER), lower(ISSUER), 1_000_000n],
    [lower(PAYER), lower(SHOPPER), 999_000_000n],
  ])
  const large = await send(PAYER, address, 'transfer', [SHOPPER, 10_000_000_000n])
  expect(readTransfers(large)).toEqual([
    [lower(PAYER), lower(ISSUER), 2_000_000n],
    [lower(PAYER), lower(SHOPPER), 9_998_000_000n],
  ])
  expect(await readBalance(network, SHOPPER, address)).toBe(before + 999_000_000n + 9_998_000_000n)
  await mined(await tether.setFee(network, 0, 0))
  const free = await send(PAYER, address, 'transfer', [SHOPPER, 5n])
  expect(readTransfers(free)).toEqual([[lower(PAYER), lower(SHOPPER), 5n]])
  await expect(tether.setFee(network, 20, 0)).rejects.toThrow('fee too high')
})

test('a blacklisted address still receives USDT, but does not send; its coins can be destroyed without a log', async () => {
  const { address } = network.coins.USDT
  await mined(await tether.blacklist(network, SPENDER))
  expect((await send(PAYER, address, 'transfer', [SPENDER, 9n])).status).toBe('0x1')
  expect((await send(SPENDER, address, 'transfer', [SHOPPER, 9n])).status).toBe('0x0')
  const destroyed = await mined(await tether.destroyFunds(network, SPENDER))
  expect(destroyed.status).toBe('0x1')
  expect(readTransfers(destroyed)).toEqual([])
  expect(await readBalance(network, SPENDER, address)).toBe(0n)
  await mined(await tether.unblacklist(network, SPENDER))
  await send(PAYER, address, 'transfer', [SPENDER, 9n])
  expect((await send(SPENDER, address, 'transfer', [SHOPPER, 9n])).status).toBe('0x1')
  await expect(tether.destroyFunds(network, SPENDER)).rejects.toThrow('not blacklisted')
})

test('while USDT is paused nobody sends', async () => {
  const payment = { network: 'polygon', cryptocurrency: 'USDT', to: SHOPPER, amount: 1n }
  await mined(await tether.pause(network))
  await expect(devnet.payer.send(payment)).rejects.toThrow('paused')
  await mined(await tether.unpause(network))
  expect((await mined(await devnet.payer.send(payment))).status).toBe('0x1')
})

test('only its owner makes and governs USDT, and only a ward makes DAI', async () => {
  const { USDT, DAI } = network.coins
  for (const [name, values] of [
    ['issue', [1n]],
    ['setParams', [0n, 0n]],
    ['pause', []],
    ['addBlackList', [SHOPPER]],
  ] as const) {
    expect((await send(PAYER, USDT.address, name, values)).status).toBe('0x0')
  }
  expect((await send(PAYER, DAI.address, 'mint', [PAYER, 1n])).status).toBe('0x0')
})

test('one transaction moves coins of every kind, twice in a row, and nothing is refused on the way', async () => {
  const tokens = Object.values(network.coins).map(({ address }) => address)
  const before = await Promise.all(tokens.map((token) => readBalance(network, SHOPPER, token)))
  for (let round = 0; round < 2; round++) {
    const parts = tokens.map((token) => ({ to: SHOPPER, amount: 3n, token }))
    const receipt = await mined(await sendTogether(network, parts))
    expect(readTransfers(receipt)).toEqual(tokens.map(() => [lower(PAYER), lower(SHOPPER), 3n]))
    expect(await refusedInNewestBlock()).toEqual([])
  }
  const after = await Promise.all(tokens.map((token) => readBalance(network, SHOPPER, token)))
  expect(after).toEqual(before.map((balance) => balance + 6n))
})

async function refusedInNewestBlock(): Promise<Receipt[]> {
  const receipts = (await callRpc(network, 'eth_getBlockReceipts', ['latest'])) as Receipt[]
  return receipts.filter(({ status }) => status !== '0x1')
}

test('DAI answers true, and moves units below a millionth', async () => {
  const { address } = network.coins.DAI
  const before = await readBalance(network, SHOPPER, address)
  expect(BigInt(await call(PAYER, address, 'transfer', [SHOPPER, 1n]))).toBe(1n)
  await send(PAYER, address, 'transfer', [SHOPPER, 1_000_000_000_000_000_001n])
  expect(await readBalance(network, SHOPPER, address)).toBe(before + 1_000_000_000_000_000_001n)
  expect((await send(SPENDER, address, 'transferFrom', [PAYER, SHOPPER, 1n])).status).toBe('0x0')
})

test('a signature of DAI’s own kind allows a spender everything, once', async () => {
  const { address } = network.coins.DAI
  const wallet = HDNodeWallet.fromPhrase(`${'test '.repeat(11)}junk`, undefined, "m/44'/60'/0'/0/1")
  expect(wallet.address).toBe(PAYER)
  const domain = { name: 'Dai Stablecoin', version: '1', chainId: network.chainId, verifyingContract: address }
  const types = {
    Permit: [
      { name: 'holder', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'expiry', type: 'uint256' },
      { name: 'allowed', type: 'bool' },
    ],
  }
  const permit = async (nonce: bigint, expiry: bigint, allowed: boolean) => {
    const message = { holder: PAYER, spender: SPENDER, nonce, expiry, allowed }
    const { v, r, s } = Signature.from(await wallet.signTypedData(domain, types, message))
    return [PAYER, SPENDER, nonce, expiry, allowed, v, r, s]
  }
  const allowed = async () => (await read(address, 'allowance', [PAYER, SPENDER]))[0]
  const first = await permit(0n, 0n, true)
  expect((await send(SHOPPER_WITH_GAS, address, 'permit', first)).status).toBe('0x1')
  expect(await allowed()).toBe(2n ** 256n - 1n)
  expect((await send(SPENDER, address, 'transferFrom', [PAYER, SHOPPER, 5n])).status).toBe('0x1')
  expect((await send(SHOPPER_WITH_GAS, address, 'permit', first)).status).toBe('0x0')
  expect((await send(SHOPPER_WITH_GAS, address, 'permit', await permit(1n, 1n, false))).status).toBe('0x0')
  const forged = [...(await permit(1n, 0n, false))]
  forged[1] = SHOPPER
  expect((await send(SHOPPER_WITH_GAS, address, 'permit', forged)).status).toBe('0x0')
  expect((await send(SHOPPER_WITH_GAS, address, 'permit', await permit(1n, 0n, false))).status).toBe('0x1')
  expect(await allowed()).toBe(0n)
})

/** Anyone with ETH may submit a permit. */
const SHOPPER_WITH_GAS = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

test('a price is as new as the block until a time is set, and may be anything', async () => {
  const { address } = network.feeds.EUR
  const read8 = async () => {
    const [roundId, answer, startedAt, updatedAt, answeredInRound] = (await read(
      address,
      'latestRoundData',
    )) as bigint[]
    expect([startedAt, answeredInRound]).toEqual([updatedAt, roundId])
    return { roundId: roundId ?? 0n, answer, updatedAt }
  }
  expect(await read(address, 'description')).toEqual(['EUR / USD'])
  expect(await read(address, 'decimals')).toEqual([8n])
  const first = await read8()
  expect(first.answer).toBe(108_000_000n)
  // Long after the price was set
  await callRpc(network, 'evm_increaseTime', [86_400 * 30])
  await mine(network)
  expect((await read8()).updatedAt).toBeGreaterThanOrEqual((first.updatedAt ?? 0n) + 86_400n * 30n)
  await mined(await setPrice(network, 'EUR', 109_123_456n, 1_700_000_000))
  expect(await read8()).toEqual({ roundId: first.roundId + 1n, answer: 109_123_456n, updatedAt: 1_700_000_000n })
  await mined(await setPrice(network, 'EUR', -1n))
  const negative = await read8()
  expect(negative.answer).toBe(-1n)
  expect(negative.updatedAt).toBeGreaterThan(first.updatedAt ?? 0n)
})

test('a feed of one thing says nothing of another, and only its owner sets it', async () => {
  const { USDC, USDT } = network.feeds
  await mined(await setPrice(network, 'USDT', 95_000_000n))
  expect((await read(USDT.address, 'latestRoundData'))[1]).toBe(95_000_000n)
  expect((await read(USDC.address, 'latestRoundData'))[1]).toBe(100_000_000n)
  expect((await send(PAYER, USDT.address, 'set', [1n])).status).toBe('0x0')
})
