import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_PACE } from '@crypto-checkout/stellar-devnet/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Devnet, defaultNetworks, type NetworkName, startDevnet } from './index.ts'
import { NETWORKS } from './networks.ts'
import { DEFAULTS } from './supervisor-options.ts'
import { startSupervisor } from './supervisor-process.ts'
import { callRpc, mine, readBalance } from './testing.ts'

const SHOPPER = '0x00000000000000000000000000000000000000cc'
const SLOW = 180_000

let dataDir: string
let started: Devnet<NetworkName>[] = []
let lines: string[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'supervisor-'))
})

afterEach(async () => {
  await Promise.all(started.map((devnet) => devnet.stop()))
  started = []
  lines = []
  await rm(dataDir, { recursive: true, force: true })
})

async function start(networks: readonly NetworkName[] = defaultNetworks): Promise<Devnet<NetworkName>> {
  const devnet = await startDevnet({ networks, dataDir, blockTimeMs: 20, log: (line) => lines.push(line) })
  started.push(devnet)
  return devnet
}

type Pids = { pid: number; anvilPid: number }

async function readPids(network: NetworkName): Promise<Pids> {
  return JSON.parse(await readFile(join(dataDir, network, 'network.json'), 'utf8'))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function readHead(devnet: Devnet<NetworkName>, network: NetworkName): Promise<number> {
  return Number(await callRpc(devnet.networks[network], 'eth_blockNumber'))
}

/** Gives the shopper one USDC in a block that is mined. */
async function pay(devnet: Devnet<NetworkName>, network: NetworkName): Promise<void> {
  await devnet.payer.send({ network, cryptocurrency: 'USDC', to: SHOPPER, amount: 1_000_000n })
  await mine(devnet.networks[network])
}

test('one process owns the chains of a devnet; if one dies, it is reported, and the other goes on', async () => {
  const devnet = await start()
  const [ethereum, polygon] = [await readPids('ethereum'), await readPids('polygon')]
  expect(polygon.pid).toBe(ethereum.pid)
  expect(polygon.anvilPid).not.toBe(ethereum.anvilPid)
  process.kill(ethereum.anvilPid, 'SIGKILL')
  await expect
    .poll(() => lines.join('\n'), { timeout: SLOW })
    .toContain('ethereum: The local network has stopped: anvil')
  await expect(devnet.payer.reorganise('ethereum', 1)).rejects.toThrow('The local ethereum has stopped.')

  await pay(devnet, 'polygon')
  await devnet.payer.reorganise('polygon', 1)
  const head = await readHead(devnet, 'polygon')
  await expect.poll(() => readHead(devnet, 'polygon'), { timeout: SLOW }).toBeGreaterThan(head + 2)
  expect(lines.join('\n')).not.toContain('polygon')

  // The folder of the dead chain is free, although its supervisor still runs.
  const next = await start(['ethereum'])
  expect(next.fresh).toBe(false)
  expect((await readPids('ethereum')).pid).not.toBe(polygon.pid)
  expect([isAlive(polygon.pid), isAlive(polygon.anvilPid)]).toEqual([true, true])
})

test('a chain that dies while it is held ends its hold with the reason', async () => {
  const devnet = await start()
  const { anvilPid } = await readPids('ethereum')
  const transfer = { network: 'ethereum', cryptocurrency: 'USDC', to: SHOPPER, amount: 1n } as const
  const isOver = () => lines.some((line) => line.startsWith('ethereum: The local network has stopped'))
  const held = devnet.payer.sendAndTakeBack(transfer, async () => {
    process.kill(anvilPid, 'SIGKILL')
    await expect.poll(isOver, { timeout: SLOW }).toBe(true)
  })
  const waiting = devnet.payer.reorganise('ethereum', 1)
  await Promise.all([
    expect(held).rejects.toThrow('ECONNREFUSED'),
    expect(waiting).rejects.toThrow('ethereum: anvil ended (SIGKILL)'),
  ])
})

test('a hold of one chain does not stop the other', async () => {
  const devnet = await start()
  const transfer = { network: 'ethereum', cryptocurrency: 'USDC', to: SHOPPER, amount: 1n } as const
  await devnet.payer.sendAndTakeBack(transfer, async () => {
    const [held, other] = [await readHead(devnet, 'ethereum'), await readHead(devnet, 'polygon')]
    await devnet.payer.reorganise('polygon', 1)
    await expect.poll(() => readHead(devnet, 'polygon'), { timeout: SLOW }).toBeGreaterThan(other + 5)
    expect(await readHead(devnet, 'ethereum')).toBe(held)
  })
})

test('a supervisor that is asked to end saves every chain and ends every anvil', async () => {
  const devnet = await start()
  await Promise.all(defaultNetworks.map((network) => pay(devnet, network)))
  const [ethereum, polygon] = [await readPids('ethereum'), await readPids('polygon')]
  process.kill(ethereum.pid, 'SIGTERM')
  await expect
    .poll(() => lines.toSorted(), { timeout: SLOW })
    .toEqual([
      expect.stringMatching(/^ethereum: The local network has stopped: .* exit code 0$/),
      expect.stringMatching(/^polygon: The local network has stopped: .* exit code 0$/),
    ])
  expect([ethereum.pid, ethereum.anvilPid, polygon.anvilPid].map(isAlive)).toEqual([false, false, false])
  const next = await start()
  expect(next.fresh).toBe(false)
  for (const network of defaultNetworks) expect(await readBalance(next.networks[network], SHOPPER)).toBe(1_000_000n)
})

test('if the supervisor is killed, the server ends every anvil', async () => {
  await start()
  const [ethereum, polygon] = [await readPids('ethereum'), await readPids('polygon')]
  process.kill(ethereum.pid, 'SIGKILL')
  const anvils = () => [ethereum.anvilPid, polygon.anvilPid].map(isAlive)
  await expect.poll(anvils, { timeout: SLOW }).toEqual([false, false])
  expect(lines.toSorted()).toEqual([
    expect.stringMatching(/^ethereum: The local network has stopped: .* SIGKILL$/),
    expect.stringMatching(/^polygon: The local network has stopped: .* SIGKILL$/),
  ])
})

test('if one chain does not start, the reason names it, and none is left running', async () => {
  const other = await start(['polygon'])
  const { pid } = await readPids('polygon')
  const pace = { ...DEFAULT_PACE, blockTimeMs: 20 }
  const chains = defaultNetworks.map((name) => {
    return { ...DEFAULTS, name, chainId: NETWORKS[name].chainId, dir: join(dataDir, name), pace, lockTimeoutMs: 500 }
  })
  const refusal = `polygon: The local network in ${join(dataDir, 'polygon')} is in use by process ${pid}.`
  await expect(startSupervisor(chains, () => undefined)).rejects.toThrow(refusal)
  const refused = await readPids('ethereum')
  expect([refused.pid, refused.anvilPid].map(isAlive)).toEqual([false, false])
  await pay(other, 'polygon')
  expect((await start(['ethereum'])).fresh).toBe(false)
})
