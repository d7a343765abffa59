import { afterEach, expect, test } from 'vitest'
import { type Devnet, type DevnetOptions, startDevnet } from './index.ts'
import { COUNTERFEIT_ADDRESS, callRpc, mine, RpcError, readBalance, sendTogether, sendZero } from './testing.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SHOPPER = '0x00000000000000000000000000000000000000cc'
const PAYMENT = { network: 'ethereum', cryptocurrency: 'USDC' } as const
const SLOW = 180_000

type Log = { address: string; topics: string[]; data: string; transactionHash: string; blockHash: string }
type Block = { number: string; hash: string; parentHash: string; timestamp: string; transactions: string[] }

type Ethereum = Devnet<'ethereum'>

let started: Ethereum[] = []

afterEach(async () => {
  await Promise.all(started.map((devnet) => devnet.stop()))
  started = []
})

async function start(options: DevnetOptions<'ethereum'>): Promise<Ethereum> {
  const devnet = await startDevnet({ networks: ['ethereum'], ...options })
  started.push(devnet)
  return devnet
}

function topic(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

async function logsTo(devnet: Ethereum, to: string): Promise<Log[]> {
  const filter = { fromBlock: '0x0', toBlock: 'latest', topics: [TRANSFER, null, topic(to)] }
  return (await callRpc(devnet.networks.ethereum, 'eth_getLogs', [filter])) as Log[]
}

async function block(devnet: Ethereum, tag: string): Promise<Block> {
  return (await callRpc(devnet.networks.ethereum, 'eth_getBlockByNumber', [tag, false])) as Block
}

async function text(devnet: Ethereum, token: string, selector: string): Promise<string> {
  const answer = String(await callRpc(devnet.networks.ethereum, 'eth_call', [{ to: token, data: selector }, 'latest']))
  const length = Number(`0x${answer.slice(66, 130)}`)
  return Buffer.from(answer.slice(130, 130 + length * 2), 'hex').toString()
}

test('a transfer of the payer is in the next block, with its amount in millionths', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const { ethereum } = devnet.networks
  const hash = await devnet.payer.send({ ...PAYMENT, to: devnet.accounts.merchant, amount: 12_500_000n })
  expect(await logsTo(devnet, devnet.accounts.merchant)).toEqual([])
  await mine(ethereum)
  const [log] = await logsTo(devnet, devnet.accounts.merchant)
  expect(log).toMatchObject({ address: ethereum.coins.USDC.address.toLowerCase(), transactionHash: hash })
  expect(BigInt(log?.data ?? 0)).toBe(12_500_000n)
  expect(await readBalance(ethereum, devnet.accounts.merchant)).toBe(12_500_000n)
})

test('the counterfeit has the name, symbol and decimals of USDC and another address', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const { ethereum } = devnet.networks
  for (const token of [ethereum.coins.USDC.address, COUNTERFEIT_ADDRESS]) {
    expect(await text(devnet, token, '0x06fdde03')).toBe('USD Coin')
    expect(await text(devnet, token, '0x95d89b41')).toBe('USDC')
    expect(Number(await callRpc(ethereum, 'eth_call', [{ to: token, data: '0x313ce567' }, 'latest']))).toBe(6)
  }
  await devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 7n, token: 'counterfeit' })
  await mine(ethereum)
  expect(await readBalance(ethereum, SHOPPER)).toBe(0n)
  expect(await readBalance(ethereum, SHOPPER, COUNTERFEIT_ADDRESS)).toBe(7n)
})

test('transfers sent at the same time all arrive, each with its own hash', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const amounts = Array.from({ length: 50 }, (_, index) => BigInt(index + 1))
  const hashes = await Promise.all(amounts.map((amount) => devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount })))
  await mine(devnet.networks.ethereum)
  expect(new Set(hashes).size).toBe(50)
  const logs = await logsTo(devnet, SHOPPER)
  expect(logs.map((log) => log.transactionHash)).toEqual(hashes)
  expect(logs.map((log) => BigInt(log.data))).toEqual(amounts)
})

test('a reorganisation drops a transfer and gives its blocks other hashes; what is sent afterwards arrives, at the time of now', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const { ethereum } = devnet.networks
  await mine(ethereum, 3)
  const dropped = await devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 1n })
  await mine(ethereum, 2)
  const [log] = await logsTo(devnet, SHOPPER)
  const head = await block(devnet, 'latest')
  await devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 2n })
  await devnet.payer.reorganise('ethereum', 2)
  const newHead = await block(devnet, 'latest')
  expect(newHead.number).toBe(head.number)
  expect(newHead.hash).not.toBe(head.hash)
  expect(await logsTo(devnet, SHOPPER)).toEqual([])
  expect(await callRpc(ethereum, 'eth_getTransactionReceipt', [dropped])).toBeNull()
  await expect(callRpc(ethereum, 'eth_getLogs', [{ blockHash: log?.blockHash }])).rejects.toThrow(RpcError)
  await devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 3n })
  const before = Date.now() / 1_000
  await mine(ethereum)
  expect((await logsTo(devnet, SHOPPER)).map((found) => BigInt(found.data))).toEqual([3n])
  expect(Number((await block(devnet, 'latest')).timestamp)).toBeGreaterThan(before - 5)
})

test('a transfer that is taken back is seen in its block first, and takes nothing else with it', async () => {
  const devnet = await start({ blockTimeMs: 20 })
  const { ethereum } = devnet.networks
  const sends = [devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 1n })]
  const taken: string[] = []
  const seen = async (hash: string) => {
    const receipt = (await callRpc(ethereum, 'eth_getTransactionReceipt', [hash])) as { blockNumber: string }
    sends.push(devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 4n }))
    // Longer than it takes to make a block final.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await block(devnet, 'latest')).number).toBe(receipt.blockNumber)
    taken.push(hash)
  }
  const hash = await devnet.payer.sendAndTakeBack({ ...PAYMENT, to: SHOPPER, amount: 2n }, seen)
  expect(taken).toEqual([hash])
  expect(await callRpc(ethereum, 'eth_getTransactionReceipt', [hash])).toBeNull()
  await Promise.all(sends)
  await expect.poll(() => readBalance(ethereum, SHOPPER), { timeout: SLOW }).toBe(5n)
  const refused = devnet.payer.sendAndTakeBack({ ...PAYMENT, to: SHOPPER, amount: 8n }, async () => {
    throw new Error('nobody looks')
  })
  await expect(refused).rejects.toThrow('nobody looks')
  await expect.poll(() => readBalance(ethereum, SHOPPER), { timeout: SLOW }).toBe(13n)
  const before = Number((await block(devnet, 'latest')).number)
  await expect.poll(async () => Number((await block(devnet, 'latest')).number)).toBeGreaterThan(before)
})

test('blocks come by themselves, and stay a chain however often they are reorganised', async () => {
  const devnet = await start({ blockTimeMs: 10 })
  const { ethereum } = devnet.networks
  await expect.poll(async () => Number((await block(devnet, 'latest')).number), { timeout: SLOW }).toBeGreaterThan(10)
  for (let round = 0; round < 20; round++) {
    await devnet.payer.send({ ...PAYMENT, to: SHOPPER, amount: 1n })
    await devnet.payer.reorganise('ethereum', 1 + (round % 5))
  }
  await devnet.faucet(SHOPPER, 5n)
  expect(await readBalance(ethereum, SHOPPER)).toBeGreaterThanOrEqual(5n)
  const head = Number((await block(devnet, 'latest')).number)
  for (let number = head; number > 0; number--) {
    const [child, parent] = await Promise.all([block(devnet, encodeHex(number)), block(devnet, encodeHex(number - 1))])
    expect(child.parentHash).toBe(parent.hash)
  }
})

test('a reorganisation deeper than the node remembers is refused and changes nothing', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  await mine(devnet.networks.ethereum, 140)
  const { hash } = await block(devnet, 'latest')
  await expect(devnet.payer.reorganise('ethereum', 139)).rejects.toThrow('at most 128')
  await expect(devnet.payer.reorganise('ethereum', 0)).rejects.toThrow('Not a number of blocks')
  expect((await block(devnet, 'latest')).hash).toBe(hash)
  await devnet.payer.reorganise('ethereum', 128)
  expect((await block(devnet, 'latest')).hash).not.toBe(hash)
})

test('a block is final when two more stand on it', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  await mine(devnet.networks.ethereum, 5)
  const head = Number((await block(devnet, 'latest')).number)
  expect(Number((await block(devnet, 'finalized')).number)).toBe(head - 2)
})

test('with longer epochs a block is final later, and 64 blocks above it can be replaced', async () => {
  const devnet = await start({ blockTimeMs: 0, slotsInAnEpoch: 32 })
  await mine(devnet.networks.ethereum, 70)
  const final = await block(devnet, 'finalized')
  const head = await block(devnet, 'latest')
  expect(Number(final.number)).toBe(Number(head.number) - 64)
  const first = await block(devnet, encodeHex(Number(final.number) + 1))
  await devnet.payer.reorganise('ethereum', 64)
  expect(await block(devnet, 'finalized')).toEqual(final)
  expect((await block(devnet, first.number)).hash).not.toBe(first.hash)
})

test('one transaction can hold several transfers, from the payer and in order', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const { ethereum } = devnet.networks
  const parts = [
    { to: SHOPPER, amount: 3n },
    { to: SHOPPER, amount: 4n },
    { to: SHOPPER, amount: 5n, token: COUNTERFEIT_ADDRESS },
  ]
  const hash = await sendTogether(ethereum, parts)
  await mine(ethereum)
  const logs = await logsTo(devnet, SHOPPER)
  expect(logs.map((log) => BigInt(log.data))).toEqual([3n, 4n, 5n])
  expect(logs.map((log) => log.transactionHash)).toEqual([hash, hash, hash])
  expect(new Set(logs.map((log) => log.topics[1]))).toEqual(new Set([topic(devnet.accounts.payer)]))
})

test('anybody can log a transfer of nothing in the name of another', async () => {
  const devnet = await start({ blockTimeMs: 0 })
  const victim = devnet.accounts.merchant
  await sendZero(devnet.networks.ethereum, { from: victim, to: SHOPPER })
  await mine(devnet.networks.ethereum)
  const [log] = await logsTo(devnet, SHOPPER)
  expect(log?.topics[1]).toBe(topic(victim))
  expect(BigInt(log?.data ?? -1)).toBe(0n)
})

test('the payer refuses what does not exist here, and what it cannot pay', async () => {
  const { payer } = await start({ blockTimeMs: 0 })
  await expect(payer.send({ ...PAYMENT, network: 'polygon', to: SHOPPER, amount: 1n })).rejects.toThrow('polygon')
  await expect(payer.send({ ...PAYMENT, cryptocurrency: 'SHIB', to: SHOPPER, amount: 1n })).rejects.toThrow('SHIB')
  await expect(payer.send({ ...PAYMENT, to: '0x12', amount: 1n })).rejects.toThrow('Not an Ethereum address')
  await expect(payer.send({ ...PAYMENT, to: SHOPPER, amount: -1n })).rejects.toThrow('Not an amount')
  await expect(payer.send({ ...PAYMENT, to: SHOPPER, amount: 10n ** 30n })).rejects.toThrow('exceeds balance')
})

function encodeHex(number: number): string {
  return `0x${number.toString(16)}`
}
