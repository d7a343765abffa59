import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Horizon } from '@stellar/stellar-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StellarDevnet, startStellarDevnet } from '../index.ts'
import { KEYS } from '../ledger/network.ts'
import { closeLedger } from '../testing.ts'

const SLOW = 60_000
const TO = KEYS.merchant.publicKey()
const PAYMENT = { cryptocurrency: 'USDC', to: TO } as const

let dataDir: string
let devnet: StellarDevnet | undefined
let children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stellar-keeping-'))
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await devnet?.stop()
  devnet = undefined
  await rm(dataDir, { recursive: true, force: true })
}, SLOW)

async function start(log?: (line: string) => void): Promise<StellarDevnet> {
  devnet = await startStellarDevnet({ dataDir, pace: { blockTimeMs: 0 }, ...(log ? { log } : {}) })
  return devnet
}

async function stop(): Promise<void> {
  await devnet?.stop()
  devnet = undefined
}

const journal = (): string => join(dataDir, 'ledgers.jsonl')

async function readLedgers({ network }: StellarDevnet): Promise<Horizon.ServerApi.LedgerRecord[]> {
  const horizon = new Horizon.Server(network.horizonUrl, { allowHttp: true })
  const ledgers: Horizon.ServerApi.LedgerRecord[] = []
  for (let page = await horizon.ledgers().limit(200).call(); page.records.length > 0; page = await page.next()) {
    ledgers.push(...page.records)
  }
  return ledgers
}

const pickFacts = (ledgers: Horizon.ServerApi.LedgerRecord[]) =>
  ledgers.map(({ sequence, hash, prev_hash, closed_at }) => ({ sequence, hash, prev_hash, closed_at }))

async function payments({ network }: StellarDevnet): Promise<{ hash: string; amount: string }[]> {
  const horizon = new Horizon.Server(network.horizonUrl, { allowHttp: true })
  const { records } = await horizon.payments().forAccount(TO).order('desc').limit(200).call()
  return records.map((record) => ({ hash: record.transaction_hash, amount: (record as { amount: string }).amount }))
}

test(
  'the next start goes on with the same ledgers, payments and numbers, at the same address',
  async () => {
    const first = await start()
    expect(first.fresh).toBe(true)
    const hash = await first.payer.send({ ...PAYMENT, amount: 5_000_000n, memo: '1234567890123456' })
    for (let n = 0; n < 3; n++) await closeLedger(first.network)
    const ledgers = pickFacts(await readLedgers(first))
    await stop()

    const second = await start()
    expect(second.fresh).toBe(false)
    expect(second.network).toEqual(first.network)
    expect(pickFacts(await readLedgers(second))).toEqual(ledgers)
    expect((await payments(second))[0]).toEqual({ hash, amount: '5.0000000' })
    await second.payer.send({ ...PAYMENT, amount: 6_000_000n })
    await closeLedger(second.network)
    expect((await payments(second)).map(({ amount }) => amount).slice(0, 2)).toEqual(['6.0000000', '5.0000000'])
    expect((await readLedgers(second)).at(-1)?.prev_hash).toBe(ledgers.at(-1)?.hash)
  },
  SLOW,
)

test(
  'what waits for a ledger when the network is stopped is in one at the next start',
  async () => {
    devnet = await startStellarDevnet({ dataDir, pace: { blockTimeMs: 60_000 } })
    const hash = await devnet.payer.send({ ...PAYMENT, amount: 1n })
    await stop()
    expect((await payments(await start()))[0]?.hash).toBe(hash)
  },
  SLOW,
)

/** From 0 to 1, the same for the same seed and round */
function chance(seed: number, round: number): number {
  return createHash('sha256').update(`${seed} ${round}`).digest().readUInt32BE() / 2 ** 32
}

/** A separate server that pays continuously and reports each payment whose ledger is closed */
async function startPaying(): Promise<{ child: ChildProcess; reported: string[] }> {
  const index = JSON.stringify(new URL('../index.ts', import.meta.url).href)
  const script = `
    import { startStellarDevnet } from ${index}
    const devnet = await startStellarDevnet({ dataDir: ${JSON.stringify(dataDir)}, pace: { blockTimeMs: 5 } })
    const { horizonUrl } = devnet.network
    for (let n = 1n; ; n++) {
      const hash = await devnet.payer.send({ cryptocurrency: 'USDC', to: '${TO}', amount: n })
      while (!(await fetch(horizonUrl + '/transactions/' + hash)).ok) await new Promise((resolve) => setTimeout(resolve, 1))
      console.log(hash)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const reported: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => reported.push(line))
  // Two, however slow the machine is: the second payment followed a closed ledger.
  for (let line = 0; line < 2; line++) await once(lines, 'line')
  return { child, reported }
}

test(
  'a server that is killed at any moment loses nothing that it has reported, and the ledgers stay a chain',
  async () => {
    const seed = Number(process.env.SEED ?? 7)
    const reported: string[] = []
    for (let round = 0; round < 6; round++) {
      const paying = await startPaying()
      await new Promise((resolve) => setTimeout(resolve, 20 + chance(seed, round) * 400))
      paying.child.kill('SIGKILL')
      await once(paying.child, 'close')
      reported.push(...paying.reported)
    }
    const last = await start()
    expect(last.fresh).toBe(false)
    const horizon = new Horizon.Server(last.network.horizonUrl, { allowHttp: true })
    expect(reported.length).toBeGreaterThan(6)
    for (const hash of reported) expect((await horizon.transactions().transaction(hash).call()).successful).toBe(true)
    const ledgers = await readLedgers(last)
    ledgers.forEach(({ sequence, prev_hash, closed_at }, index) => {
      expect(sequence).toBe(index + 1)
      expect(prev_hash).toBe(ledgers[index - 1]?.hash ?? '0'.repeat(64))
      expect(closed_at >= (ledgers[index - 1]?.closed_at ?? '')).toBe(true)
    })
  },
  6 * SLOW,
)

test(
  'a ledger that was written half is cut off, and the network goes on from the one before',
  async () => {
    const first = await start()
    const ledgers = pickFacts(await readLedgers(first))
    await stop()
    for (const torn of ['{"n":3,"t":"1', '{"n":3,"t":"1","h":"00","x":[]} 0000000000000000\n']) {
      await appendFile(journal(), torn)
      expect(pickFacts(await readLedgers(await start()))).toEqual(ledgers)
      await stop()
    }
    const again = await start()
    await closeLedger(again.network)
    await stop()
    expect(pickFacts(await readLedgers(await start())).slice(0, -1)).toEqual(ledgers)
  },
  SLOW,
)

test(
  'ledgers that are damaged are put aside, and the network begins anew and says so',
  async () => {
    const first = await start()
    await first.payer.send({ ...PAYMENT, amount: 1n })
    await closeLedger(first.network)
    await closeLedger(first.network)
    await stop()
    const bytes = await readFile(journal(), 'utf8')
    await writeFile(journal(), bytes.replace('"n":3', '"n":4'))
    const lines: string[] = []
    const second = await start((line) => lines.push(line))
    expect(second.fresh).toBe(true)
    expect(lines.join()).toContain('begins anew')
    expect(await readLedgers(second)).toHaveLength(2)
    expect(await readFile(join(dataDir, 'ledgers.unreadable'), 'utf8')).toContain('"n":4')
    await stop()
    expect((await start()).fresh).toBe(false)
  },
  SLOW,
)

test(
  'ledgers whose transactions lead to something else are not believed',
  async () => {
    const first = await start()
    await first.payer.send({ ...PAYMENT, amount: 1n })
    await closeLedger(first.network)
    await stop()
    const lines = (await readFile(journal(), 'utf8')).split('\n')
    const { n, t, h, x } = JSON.parse(lines[3]?.split(' ')[0] ?? '')
    const json = JSON.stringify({ n, t: String(Number(t) + 1), h, x })
    lines[3] = `${json} ${createHash('sha256').update(json).digest('hex').slice(0, 16)}`
    await writeFile(journal(), lines.join('\n'))
    const log: string[] = []
    expect((await start((line) => log.push(line))).fresh).toBe(true)
    expect(log.join()).toContain('Ledger 3 does not lead to its hash')
  },
  SLOW,
)

test(
  'a folder belongs to one network at a time',
  async () => {
    await start()
    const second = startStellarDevnet({ dataDir })
    await expect(second).rejects.toThrow(`in use by process ${process.pid}`)
  },
  SLOW,
)

test(
  'ledgers come by themselves, and the payer waits for none of them',
  async () => {
    devnet = await startStellarDevnet({ pace: { blockTimeMs: 20 } })
    const hashes = await Promise.all([1n, 2n, 3n].map((amount) => devnet?.payer.send({ ...PAYMENT, amount })))
    const found = async () => (devnet ? (await payments(devnet)).map(({ hash }) => hash) : [])
    await expect.poll(found, { timeout: SLOW }).toEqual(expect.arrayContaining(hashes))
  },
  SLOW,
)
