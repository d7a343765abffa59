import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CONVERTER_ADDRESS, PEG_CONVERTER_ADDRESS } from '@crypto-checkout/contracts/conversion'
import { DEFAULT_PACE } from '@crypto-checkout/stellar-devnet/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DOUBLES_DEPLOYER, PAYER } from './accounts.ts'
import { startAnvil } from './anvil.ts'
import { type Devnet, type LocalNetwork, startDevnet } from './index.ts'
import { CCTP_CONTRACTS, CONTRACTS, PEG_CONTRACTS } from './networks.ts'
import { saveState } from './state.ts'
import { type ChainOptions, DEFAULTS } from './supervisor-options.ts'
import { startSupervisor } from './supervisor-process.ts'
import { callRpc, mine, readBalance } from './testing.ts'

const SHOPPER = '0x00000000000000000000000000000000000000cc'
const PAYMENT = { network: 'ethereum', cryptocurrency: 'USDC', to: SHOPPER } as const
const SLOW = 180_000

let dataDir: string
let devnet: Devnet<'ethereum'> | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'keeping-'))
})

afterEach(async () => {
  await devnet?.stop()
  devnet = undefined
  await rm(dataDir, { recursive: true, force: true })
})

async function start(log?: (line: string) => void): Promise<Devnet<'ethereum'>> {
  devnet = await startDevnet({ networks: ['ethereum'], dataDir, blockTimeMs: 0, ...(log ? { log } : {}) })
  return devnet
}

async function stop(): Promise<void> {
  await devnet?.stop()
  devnet = undefined
}

async function readChain(network: LocalNetwork): Promise<unknown[]> {
  const head = Number(await callRpc(network, 'eth_blockNumber'))
  const numbers = Array.from({ length: head + 1 }, (_, number) => `0x${number.toString(16)}`)
  return await Promise.all(numbers.map((number) => callRpc(network, 'eth_getBlockByNumber', [number, false])))
}

async function pids(): Promise<{ pid: number; anvilPid: number }> {
  return JSON.parse(await readFile(join(dataDir, 'ethereum', 'network.json'), 'utf8'))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('the next start goes on with the same chain: hashes, balances, old logs and receipts, at the same address', async () => {
  const first = await start()
  expect(first.fresh).toBe(true)
  const { ethereum } = first.networks
  const hash = await first.payer.send({ ...PAYMENT, amount: 5_000_000n })
  // More blocks than anvil keeps states for, including a reorganisation.
  await mine(ethereum, 140)
  await first.payer.reorganise('ethereum', 3)
  await mine(ethereum, 3)
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: ethereum.coins.USDC.address }
  const questions: [string, unknown[]][] = [
    ['eth_getLogs', [filter]],
    ['eth_getTransactionReceipt', [hash]],
    ['eth_getBlockByNumber', ['finalized', false]],
    ['eth_getTransactionCount', [first.accounts.payer, 'latest']],
  ]
  const ask = () => Promise.all(questions.map(([method, params]) => callRpc(ethereum, method, params)))
  const chain = await readChain(ethereum)
  const answers = await ask()
  await stop()

  const second = await start()
  expect(second.fresh).toBe(false)
  expect(second.networks.ethereum.rpcUrl).toBe(first.networks.ethereum.rpcUrl)
  expect(await readChain(ethereum)).toEqual(chain)
  expect(await ask()).toEqual(answers)
  expect(await readBalance(ethereum, SHOPPER)).toBe(5_000_000n)
  await second.payer.send({ ...PAYMENT, amount: 1n })
  await mine(ethereum)
  expect(await readBalance(ethereum, SHOPPER)).toBe(5_000_001n)
  await second.payer.reorganise('ethereum', 1)
  expect(await readBalance(ethereum, SHOPPER)).toBe(5_000_000n)
  expect((await readChain(ethereum)).slice(0, chain.length)).toEqual(chain)
})

test('the clock of the chain is that of the wall again after a pause', async () => {
  await start()
  await stop()
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const { ethereum } = (await start()).networks
  const before = Date.now() / 1_000
  await mine(ethereum)
  const block = (await callRpc(ethereum, 'eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
  expect(Number(block.timestamp)).toBeGreaterThan(before - 3)
  expect(Number(block.timestamp)).toBeLessThan(Date.now() / 1_000 + 3)
})

test('a server that is killed leaves no process, and its last block is kept', async () => {
  const script = `
      import { startDevnet } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      import { mine } from ${JSON.stringify(new URL('./testing.ts', import.meta.url).href)}
      const devnet = await startDevnet({ networks: ['ethereum'], dataDir: ${JSON.stringify(dataDir)}, blockTimeMs: 0 })
      await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: '${SHOPPER}', amount: 9n })
      await mine(devnet.networks.ethereum, 2)
      console.log('ready')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  const { pid, anvilPid } = await pids()
  expect([isAlive(pid), isAlive(anvilPid)]).toEqual([true, true])
  server.kill('SIGKILL')
  await expect.poll(() => [isAlive(pid), isAlive(anvilPid)], { timeout: SLOW }).toEqual([false, false])
  const { fresh, networks } = await start()
  expect(fresh).toBe(false)
  expect(await readBalance(networks.ethereum, SHOPPER)).toBe(9n)
  expect(Number(await callRpc(networks.ethereum, 'eth_blockNumber'))).toBe(3)
})

test('a start right after a kill waits until the chain is saved', async () => {
  const { payer, networks } = await start()
  await payer.send({ ...PAYMENT, amount: 4n })
  await mine(networks.ethereum, 300)
  const stopped = stop()
  const next = await start()
  await stopped
  expect(next.fresh).toBe(false)
  expect(await readBalance(next.networks.ethereum, SHOPPER)).toBe(4n)
})

test('an anvil whose supervisor was killed is ended, by the server or at the next start', async () => {
  const lines: string[] = []
  await start((line) => lines.push(line))
  const killed = await pids()
  process.kill(killed.pid, 'SIGKILL')
  await expect.poll(() => isAlive(killed.anvilPid), { timeout: SLOW }).toBe(false)
  await expect.poll(() => lines.join(), { timeout: SLOW }).toContain('SIGKILL')
  await expect(devnet?.payer.reorganise('ethereum', 1)).rejects.toThrow('stopped')
  await stop()

  const script = `
      import { startDevnet } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      await startDevnet({ networks: ['ethereum'], dataDir: ${JSON.stringify(dataDir)}, blockTimeMs: 0 })
      console.log('ready')`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(server.stdout, 'data')
  const both = await pids()
  server.kill('SIGSTOP')
  process.kill(both.pid, 'SIGKILL')
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(isAlive(both.anvilPid)).toBe(true)
  expect((await start()).fresh).toBe(false)
  await expect.poll(() => isAlive(both.anvilPid), { timeout: SLOW }).toBe(false)
})

test('a chain that dies is reported', async () => {
  const lines: string[] = []
  await start((line) => lines.push(line))
  process.kill((await pids()).anvilPid, 'SIGKILL')
  await expect.poll(() => lines.join(), { timeout: SLOW }).toContain('anvil ended (SIGKILL)')
  await stop()
})

test('damaged state falls back to the one before, and to a new chain where that is damaged too', async () => {
  const { payer, networks } = await start()
  await payer.send({ ...PAYMENT, amount: 6n })
  await mine(networks.ethereum)
  await stop()
  await start()
  await stop()
  const newest = join(dataDir, 'ethereum', 'state.json.gz')
  const previous = join(dataDir, 'ethereum', 'state.previous.json.gz')

  await truncate(newest, 20_000)
  const lines: string[] = []
  const second = await start((line) => lines.push(line))
  expect(second.fresh).toBe(false)
  expect(lines.join()).toContain('state.json.gz cannot be used')
  expect(await readBalance(second.networks.ethereum, SHOPPER)).toBe(6n)
  await stop()

  const damaged = await readFile(newest)
  damaged[1_000] = (damaged[1_000] ?? 0) ^ 1
  await writeFile(newest, damaged)
  await writeFile(previous, 'nothing of the kind')
  const third = await start((line) => lines.push(line))
  expect(third.fresh).toBe(true)
  expect(lines.join()).toContain('state.previous.json.gz cannot be used')
  expect(lines.at(-1)).toContain('begins anew')
  expect(await readBalance(third.networks.ethereum, SHOPPER)).toBe(0n)
})

test('a chain of a release that had fewer contracts begins anew, and says so', async () => {
  const dir = join(dataDir, 'ethereum')
  await mkdir(dir)
  const anvil = await startAnvil({ chainId: 31_337, slotsInAnEpoch: 1 }, 0)
  for (const address of Object.values(CONTRACTS).slice(0, 4)) await setCode(anvil.rpcUrl, address)
  await saveState(dir, anvil.rpcUrl)
  await anvil.stop()
  const lines: string[] = []
  const { fresh, networks } = await start((line) => lines.push(line))
  expect(fresh).toBe(true)
  expect(lines.join('\n')).toMatch(/^ethereum: .*state.json.gz cannot be used: it holds no USDT$/m)
  expect(lines.at(-1)).toContain('begins anew')
  expect(await readBalance(networks.ethereum, PAYER, networks.ethereum.coins.DAI.address)).toBeGreaterThan(0n)
})

const CCTP = [...Object.values(CCTP_CONTRACTS), CONVERTER_ADDRESS]
const PEG = [...Object.values(PEG_CONTRACTS), PEG_CONVERTER_ADDRESS]

test.each([
  ['without conversion', { addresses: [...CCTP, ...PEG], created: 0 }],
  ['with CCTP alone', { addresses: PEG, created: 2 }],
  ['with another converter', { addresses: [CONVERTER_ADDRESS], created: 3 }],
])('a chain of a release %s keeps what it has, and gets the missing contracts', async (_, missing) => {
  const first = await start()
  await first.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: SHOPPER, amount: 5n })
  await mine(first.networks.ethereum)
  await forget(first.networks.ethereum, missing)
  await stop()
  const lines: string[] = []
  const { fresh, networks } = await start((line) => lines.push(line))
  expect([fresh, lines]).toEqual([false, []])
  expect(await readBalance(networks.ethereum, SHOPPER)).toBe(5n)
  for (const address of [...CCTP, ...PEG])
    expect(await callRpc(networks.ethereum, 'eth_getCode', [address, 'latest'])).not.toBe('0x')
})

/** Takes a chain back to an older release: `created` of the doubles were there. */
async function forget(
  network: LocalNetwork,
  { addresses, created }: { readonly addresses: readonly string[]; readonly created: number },
): Promise<void> {
  for (const address of addresses) {
    await callRpc(network, 'anvil_setCode', [address, '0x'])
    await callRpc(network, 'anvil_setNonce', [address, '0x0'])
  }
  await callRpc(network, 'anvil_setNonce', [DOUBLES_DEPLOYER, `0x${created}`])
}

async function setCode(rpcUrl: string, address: string): Promise<void> {
  await callRpc({ rpcUrl } as LocalNetwork, 'anvil_setCode', [address, '0x00'])
}

test('of two starts at once on one folder, one gets it and the other is told who has it', async () => {
  const options: ChainOptions = {
    ...DEFAULTS,
    name: 'ethereum',
    chainId: 31_337,
    dir: join(dataDir, 'ethereum'),
    pace: { ...DEFAULT_PACE, blockTimeMs: 0 },
    lockTimeoutMs: 1_500,
  }
  const results = await Promise.allSettled([1, 2].map(() => startSupervisor([options], () => undefined)))
  const [winner] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const [refusal] = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(refusal).toContain(`in use by process ${winner?.pid}. Stop that server`)
  await winner?.stop()
})

test('another port is taken where the last one is not free', async () => {
  const { port } = new URL((await start()).networks.ethereum.rpcUrl)
  await stop()
  const other = createServer()
  other.listen(Number(port), '127.0.0.1')
  await once(other, 'listening')
  const next = await start()
  expect(next.fresh).toBe(false)
  expect(new URL(next.networks.ethereum.rpcUrl).port).not.toBe(port)
  other.close()
})

test('the chain is saved while it runs, where there is something new', async () => {
  const dir = join(dataDir, 'ethereum')
  const pace = { ...DEFAULT_PACE, blockTimeMs: 20 }
  const options = { ...DEFAULTS, name: 'ethereum', chainId: 31_337, dir, pace, saveEveryMs: 200 } as const
  const supervisor = await startSupervisor([options], () => undefined)
  const head = async () => Number(await callRpc(network, 'eth_blockNumber'))
  const state = async () => (await readFile(join(dir, 'state.json.gz'))).toString('base64')
  const network = { rpcUrl: supervisor.chains[0]?.rpcUrl } as LocalNetwork
  const empty = await state()
  const before = await head()
  await expect.poll(head, { timeout: SLOW }).toBeGreaterThan(before + 30)
  expect(await state()).toBe(empty)
  const [from, to] = (await callRpc(network, 'eth_accounts')) as string[]
  await callRpc(network, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  await expect.poll(state, { timeout: SLOW }).not.toBe(empty)
  await supervisor.stop()
})

test('nothing is left in the home folder', async () => {
  const script = `
      import { startDevnet } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
      const devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
      await devnet.stop()`
  const env = { ...process.env, HOME: dataDir, TMPDIR: dataDir }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  const left = await promisify(execFile)('find', [dataDir, '-type', 'f'])
  expect(left.stdout).toBe('')
})

test('a transaction that was taken just before the stop is still there at the next start', async () => {
  devnet = await startDevnet({ networks: ['ethereum'], dataDir, blockTimeMs: 60_000 })
  await devnet.payer.send({ ...PAYMENT, amount: 1_500_000n })
  await stop()
  const { networks } = await start()
  expect(await readBalance(networks.ethereum, SHOPPER)).toBe(1_500_000n)
})
