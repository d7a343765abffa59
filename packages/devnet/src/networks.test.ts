import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type Coin,
  type DefaultNetworkName,
  type Devnet,
  type DevnetOptions,
  defaultNetworks,
  startDevnet,
} from './index.ts'
import { COUNTERFEIT_ADDRESS, callRpc, mine, readBalance } from './testing.ts'

const SHOPPER = '0x00000000000000000000000000000000000000cc'
const COINS: readonly Coin[] = ['USDC', 'USDT', 'DAI']
const EVERYWHERE = defaultNetworks.flatMap((network) => COINS.map((cryptocurrency) => ({ network, cryptocurrency })))
const SLOW = 180_000

let dataDir: string
let devnet: Devnet | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'networks-'))
})

afterEach(async () => {
  await devnet?.stop()
  devnet = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  devnet = await startDevnet({ blockTimeMs: 0, ...options })
  return devnet
}

/** In the order of EVERYWHERE */
async function balances({ networks }: Devnet, owner: string): Promise<bigint[]> {
  return await Promise.all(
    EVERYWHERE.map(({ network, cryptocurrency }) =>
      readBalance(networks[network], owner, networks[network].coins[cryptocurrency].address),
    ),
  )
}

async function mineOnBoth({ networks }: Devnet): Promise<void> {
  for (const name of defaultNetworks) await mine(networks[name])
}

function readWei({ networks }: Devnet, network: DefaultNetworkName, owner: string): Promise<unknown> {
  return callRpc(networks[network], 'eth_getBalance', [owner, 'latest'])
}

test('Ethereum and Polygon run with chain ids of their own and the same contracts at the same addresses', async () => {
  const { ethereum, polygon } = (await start()).networks
  expect([Number(await callRpc(ethereum, 'eth_chainId')), ethereum.chainId]).toEqual([31_337, 31_337])
  expect([Number(await callRpc(polygon, 'eth_chainId')), polygon.chainId]).toEqual([31_338, 31_338])
  expect(polygon.coins).toEqual(ethereum.coins)
  expect(polygon.feeds).toEqual(ethereum.feeds)
  for (const { address } of [...Object.values(ethereum.coins), ...Object.values(ethereum.feeds)]) {
    const code = await callRpc(ethereum, 'eth_getCode', [address, 'latest'])
    expect(String(code).length).toBeGreaterThan(100)
    expect(String(await callRpc(polygon, 'eth_getCode', [address, 'latest']))).toHaveLength(String(code).length)
  }
})

test('the payer sends every coin on every network, in millionths whatever the decimals', async () => {
  const devnet = await start()
  for (const [index, where] of EVERYWHERE.entries()) {
    await devnet.payer.send({ ...where, to: SHOPPER, amount: 1_000_001n + BigInt(index) })
  }
  await mineOnBoth(devnet)
  expect(await balances(devnet, SHOPPER)).toEqual([
    ...[1_000_001n, 1_000_002n, 1_000_003_000_000_000_000n],
    ...[1_000_004n, 1_000_005n, 1_000_006_000_000_000_000n],
  ])
  const payers = await balances(devnet, devnet.accounts.payer)
  expect(payers[2]).toBe(10n ** 27n - 1_000_003_000_000_000_000n)
})

test('the wrong token is the counterfeit, whatever the coin', async () => {
  const devnet = await start()
  for (const [index, where] of EVERYWHERE.entries()) {
    await devnet.payer.send({ ...where, to: SHOPPER, amount: 10n ** BigInt(index), token: 'counterfeit' })
  }
  await mineOnBoth(devnet)
  expect(await balances(devnet, SHOPPER)).toEqual([0n, 0n, 0n, 0n, 0n, 0n])
  expect(await readBalance(devnet.networks.ethereum, SHOPPER, COUNTERFEIT_ADDRESS)).toBe(111n)
  expect(await readBalance(devnet.networks.polygon, SHOPPER, COUNTERFEIT_ADDRESS)).toBe(111_000n)
})

test('the faucet gives every coin and a whole coin for gas on every network, or what is asked for', async () => {
  const devnet = await start({ blockTimeMs: 50 })
  await devnet.faucet(SHOPPER)
  const [six, eighteen] = [10n ** 9n, 10n ** 21n]
  expect(await balances(devnet, SHOPPER)).toEqual([six, six, eighteen, six, six, eighteen])
  for (const network of defaultNetworks)
    expect(BigInt(String(await readWei(devnet, network, SHOPPER)))).toBe(10n ** 18n)
  await devnet.faucet(SHOPPER, 5n, { network: 'polygon', cryptocurrency: 'USDT' })
  expect(await balances(devnet, SHOPPER)).toEqual([six, six, eighteen, six, six + 5n, eighteen])
  await devnet.faucet(SHOPPER, 7n, { cryptocurrency: 'USDC' })
  expect(await balances(devnet, SHOPPER)).toEqual([six + 7n, six, eighteen, six + 7n, six + 5n, eighteen])
})

test('a reorganisation of one network leaves the other alone', async () => {
  const devnet = await start()
  for (const where of EVERYWHERE) await devnet.payer.send({ ...where, to: SHOPPER, amount: 1n })
  await mineOnBoth(devnet)
  await devnet.payer.reorganise('polygon', 1)
  expect(await balances(devnet, SHOPPER)).toEqual([1n, 1n, 10n ** 12n, 0n, 0n, 0n])
})

test('only the networks that are asked for are started, and the payer knows no other', async () => {
  const one = await startDevnet({ networks: ['polygon'], blockTimeMs: 0, dataDir })
  try {
    expect(Object.keys(one.networks)).toEqual(['polygon'])
    const payment = { network: 'ethereum', cryptocurrency: 'USDC', to: SHOPPER, amount: 1n }
    await expect(one.payer.send(payment)).rejects.toThrow('no local network ethereum: only polygon')
    await one.faucet(SHOPPER, 3n)
    await mine(one.networks.polygon)
    expect(await readBalance(one.networks.polygon, SHOPPER)).toBe(3n)
  } finally {
    await one.stop()
  }
  await expect(readFile(join(dataDir, 'ethereum', 'network.json'))).rejects.toThrow('ENOENT')
})

async function processes(): Promise<number[]> {
  const notes = await Promise.all(defaultNetworks.map((name) => readFile(join(dataDir, name, 'network.json'), 'utf8')))
  return notes.flatMap((note) => {
    const { pid, anvilPid } = JSON.parse(note) as { pid: number; anvilPid: number }
    return [pid, anvilPid]
  })
}

function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })
}

test('both chains go on where they were, at the same addresses, and a stop leaves no process', async () => {
  const first = await start({ dataDir })
  expect(first.fresh).toBe(true)
  for (const where of EVERYWHERE) await first.payer.send({ ...where, to: SHOPPER, amount: 2n })
  await mineOnBoth(first)
  await first.stop()
  expect(alive(await processes())).toEqual([])
  const second = await start({ dataDir })
  expect(second.fresh).toBe(false)
  expect(second.networks.ethereum.rpcUrl).toBe(first.networks.ethereum.rpcUrl)
  expect(second.networks.polygon.rpcUrl).toBe(first.networks.polygon.rpcUrl)
  const [six, eighteen] = [2n, 2n * 10n ** 12n]
  expect(await balances(second, SHOPPER)).toEqual([six, six, eighteen, six, six, eighteen])
  expect(alive(await processes())).toHaveLength(4)
})

test('a server that is killed leaves no process of either network', async () => {
  const script = `
      import { startDevnet } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      await startDevnet({ dataDir: ${JSON.stringify(dataDir)}, blockTimeMs: 0 })
      console.log('ready')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  const pids = await processes()
  expect(alive(pids)).toHaveLength(4)
  server.kill('SIGKILL')
  await expect.poll(() => alive(pids), { timeout: SLOW }).toEqual([])
})

test('where one network cannot start, the other is not left running', async () => {
  await writeFile(join(dataDir, 'polygon'), 'a file in the place of the folder')
  await expect(start({ dataDir })).rejects.toThrow('polygon')
  const note = JSON.parse(await readFile(join(dataDir, 'ethereum', 'network.json'), 'utf8'))
  expect(alive([note.pid, note.anvilPid])).toEqual([])
})
