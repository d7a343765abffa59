/** Shared by the end-to-end tests: shops on a local chain, and servers and commands in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Checkout, type CheckoutConfig, createCheckout, type Event, type Payment } from '@crypto-checkout/core'
import { testDatabase } from '@crypto-checkout/core/testing'
import type { Devnet } from '@crypto-checkout/devnet'

/** Only a defect should take this long, also on a machine with much other work. */
const PATIENCE_MS = 100_000
const POLL_MS = 25
/** The time between two requests of a test to a server, which limits them. */
export const HTTP_POLL_MS = 750

/** Polls until the answer is the wanted one. Throws with the last answer if it never comes. */
export async function pollUntil<T>(
  ask: () => T | Promise<T>,
  wanted: (answer: T) => boolean,
  pollMs = POLL_MS,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (performance.now() > deadline) {
      throw new Error(`It never came to this: ${wanted}. Last: ${JSON.stringify(answer)}`)
    }
    await sleep(pollMs)
  }
}

const folders: string[] = []

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  folders.push(folder)
  return folder
}

/** Returns the origin of a server on loopback. */
export function getOrigin(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const databases: (() => Promise<void>)[] = []

/** The URL of a new database: a SQLite file, or a database on the run's PostgreSQL. */
export async function createDatabase(): Promise<string> {
  const { url, remove } = await testDatabase()
  databases.push(remove)
  return url
}

export function createWallet(): string {
  return `0x${randomBytes(20).toString('hex')}`
}

/** Most of these tests need one network only, which starts faster than two. */
export type Ethereum = Devnet<'ethereum'>

/** A sandbox configuration that reads the devnet's chain. */
export function createSandboxConfig(devnet: Ethereum, changes: object = {}): Pick<CheckoutConfig, 'sandbox'> {
  const { rpcUrl, chainId, coins } = devnet.networks.ethereum
  return { sandbox: { networks: { ethereum: { rpcUrls: [rpcUrl], chainId, coins, pollMs: 50, ...changes } } } }
}

type ShopOptions = {
  readonly network?: object
  readonly config?: CheckoutConfig
  readonly parts?: Parameters<typeof createCheckout>[1]
}

/** A shop with its own database and wallet that reads a devnet's chain. */
export async function openShop(devnet: Ethereum, options: ShopOptions = {}) {
  const database = await createDatabase()
  const wallet = createWallet()
  const log: string[] = []
  const open = () =>
    createCheckout(
      {
        publicUrl: 'https://pay.example.com',
        database,
        log: (line) => log.push(line),
        testPayer: devnet.payer,
        ...createSandboxConfig(devnet, options.network),
        ...options.config,
      },
      options.parts,
    )
  let checkout: Checkout | null = open()
  await checkout.start()
  const now = (): Checkout => {
    if (!checkout) throw new Error('the shop is closed')
    return checkout
  }
  const sandbox = () => now().sandbox

  return {
    wallet,
    log,
    get checkout(): Checkout {
      return now()
    },
    /** Another checkout on the same database. The caller must stop it. */
    openAnother: open,
    create: (input: Partial<Parameters<Checkout['payments']['create']>[0]> = {}) =>
      sandbox().payments.create({
        amount: 10,
        currency: 'USD',
        cryptocurrency: 'USDC',
        network: 'ethereum',
        merchantWallet: wallet,
        ...input,
      }),
    get: (payment: Pick<Payment, 'id'>) => sandbox().payments.retrieve(payment.id),
    until: (payment: Pick<Payment, 'id'>, wanted: (payment: Payment) => boolean) =>
      pollUntil(() => sandbox().payments.retrieve(payment.id), wanted),
    transfers: async () => (await sandbox().transfers.list({ limit: 100 })).data,
    events: () => allEvents(now()),
    /** The types of a payment's events, in order. */
    async listEventTypes(payment: Pick<Payment, 'id'>): Promise<string[]> {
      const events = await allEvents(now())
      return events.filter((event) => event.data.object.id === payment.id).map((event) => event.type)
    },
    /** Waits until the chain has been read up to its current end. */
    async caughtUp(): Promise<void> {
      const head = await headOf(devnet)
      await pollUntil(
        () => now().networks(),
        ([network]) => (network?.read ?? -1) >= head,
      )
    },
    async close(): Promise<void> {
      await checkout?.stop()
      checkout = null
    },
    async reopen(): Promise<void> {
      checkout = open()
      await checkout.start()
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** All of a sandbox's events from the first on. Throws if their sequence has a gap. */
async function allEvents(checkout: Checkout): Promise<Event[]> {
  const events: Event[] = []
  for (;;) {
    const { data, hasMore } = await checkout.sandbox.events.list({ after: events.length, limit: 100 })
    for (const event of data) {
      if (event.sequence !== events.length + 1) throw new Error(`event ${event.sequence} follows ${events.length}`)
      events.push(event)
    }
    if (!hasMore) return events
  }
}

export async function ask(devnet: Ethereum, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const { callRpc } = await import('@crypto-checkout/devnet/testing')
  return callRpc(devnet.networks.ethereum, method, params)
}

async function headOf(devnet: Ethereum): Promise<number> {
  return Number(await ask(devnet, 'eth_blockNumber'))
}

/** Converts a decimal string with six digits to millionths of a coin. */
export function toMillionths(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

/** Pays the amount due, or another amount in millionths, in the next block. */
export function pay(devnet: Ethereum, payment: Payment, amount = toMillionths(payment.amountDue)): Promise<string> {
  return devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: payment.address, amount })
}

const MAIN = join(import.meta.dirname, '../../../packages/server/src/main.ts')
/** An environment variable's value that marks every process that a test starts, and their children. */
const MARK = randomUUID()
process.env.CHECKOUT_TEST_RUN = MARK

/** Variables that each command gets from the tests' own environment. Its source is compiled once for all of them. */
const { PATH, NODE_COMPILE_CACHE } = process.env
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

export type Run = {
  readonly pid: number
  /** The output so far. */
  readonly stdout: string
  readonly stderr: string
  /** The exit code; 128 plus the signal's number if a signal ended it. */
  readonly ended: Promise<number>
  signal(name: NodeJS.Signals): void
}

const running = new Map<ChildProcess, Promise<number>>()

type Surroundings = {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** The program to run instead of the command line's source, perhaps with arguments before it. */
  readonly program?: string | readonly string[]
  /** The Node to run it with. Default: this one. */
  readonly node?: string
  /** Signals reach all processes that it starts too, as Ctrl-C does in a terminal. */
  readonly asGroup?: boolean
}

/** Starts a command in its own process, in a folder without a configuration. */
export function startCommand(words: readonly string[], surroundings: Surroundings = {}): Run {
  const { cwd, env = {}, program = MAIN, node = process.execPath, asGroup = false } = surroundings
  const child = spawn(node, [program, words].flat(), {
    detached: asGroup,
    cwd: cwd ?? createTemporaryFolder(),
    env: { PATH, ...(program === MAIN && COMPILED), CHECKOUT_TEST_RUN: MARK, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const ended = new Promise<number>((resolve) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve(code ?? (signal === 'SIGKILL' ? 137 : 143))
    })
  })
  running.set(child, ended)
  return {
    pid: child.pid ?? 0,
    get stdout() {
      return output.stdout
    },
    get stderr() {
      return output.stderr
    },
    ended,
    signal: (name) => (asGroup ? process.kill(-Number(child.pid), name) : child.kill(name)),
  }
}

/** Runs a command to its end. */
export async function runToEnd(words: readonly string[], surroundings?: Surroundings) {
  const run = startCommand(words, surroundings)
  const code = await run.ended
  return { code, stdout: run.stdout, stderr: run.stderr }
}

type KeyPair = { readonly publicKey: string; readonly secretKey: string }

/** Creates a key pair of the sandbox, and the database if it does not exist yet. */
export async function createKeys(surroundings: Surroundings): Promise<KeyPair> {
  const migrated = await runToEnd(['migrate'], surroundings)
  const created = await runToEnd(['keys', 'create', '--environment', 'sandbox', '--json'], surroundings)
  if (created.code !== 0) throw new Error(`${migrated.stderr}${created.stderr}`)
  return JSON.parse(created.stdout) as KeyPair
}

/** Starts a server and waits until it listens. Throws with its output if it ends instead. */
export async function startServer(words: readonly string[], surroundings?: Surroundings) {
  const run = startCommand(['start', ...words], surroundings)
  const url = await Promise.race([
    pollUntil(
      () => /^(?:\{.*"msg":")?listening on (http[^\s"]+)(?:"\})?$/m.exec(run.stdout)?.[1] ?? null,
      (line) => line !== null,
    ),
    run.ended.then((code) => {
      throw new Error(`the server ended with ${code}:\n${run.stdout}\n${run.stderr}`)
    }),
  ])
  return Object.assign(run, { url: url ?? '' })
}

/** Ends the processes that a test left running, by their ids. */
export async function endProcesses(): Promise<void> {
  for (const [child, ended] of running) {
    child.kill('SIGKILL')
    await ended
  }
}

/** Ends the remaining processes of the tests, removes their databases and folders, and returns the processes that still run. */
export async function cleanUp(): Promise<string[]> {
  await endProcesses()
  const left = await pollUntil(listStrayProcesses, (processes) => processes.length === 0).catch(listStrayProcesses)
  for (const remove of databases.splice(0)) await remove()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  return left
}

/** Processes that carry the mark, if the system lists them (Linux). None may outlive the tests. */
export function listStrayProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && carriesMark(pid))
  } catch {
    return []
  }
}

function carriesMark(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`CHECKOUT_TEST_RUN=${MARK}`)
  } catch {
    return false
  }
}
