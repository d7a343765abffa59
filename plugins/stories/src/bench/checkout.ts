/** A real server in a process of its own, on local networks that outlive it. It can be killed and started again on its data. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '../../../../packages/client/src/index.ts'
import { LOCAL_GAS_KEY } from '../../../../packages/core/src/app/local-config.ts'
import type { Devnet } from '../../../../packages/devnet/src/index.ts'
import { TooSlow } from './too-slow.ts'

export type Networks = Devnet<'ethereum' | 'stellar'>

const MAIN = join(import.meta.dirname, '../../../../packages/server/src/main.ts')
const POLL_MS = 100
const RATES = { EUR: 1.08, JPY: 0.0067, KWD: 3.25 }
/** Requests of a minute, more than a run makes. */
const REQUESTS = 1_000_000
const GAS_KEY = 'STORIES_GAS_KEY'

export class Checkout {
  readonly keys: { readonly publicKey: string; readonly secretKey: string }
  #folder: string
  #child: ChildProcess | undefined
  #output = ''
  /** The address on which it listens now. */
  origin = ''

  private constructor(folder: string, keys: Checkout['keys']) {
    this.#folder = folder
    this.keys = keys
  }

  /** Makes keys and starts it. `publicUrl`: of the bench, which stands in front of it. */
  static async start(folder: string, networks: Networks, publicUrl: string): Promise<Checkout> {
    mkdirSync(folder, { recursive: true })
    const config = { publicUrl, sandbox: describeNetworks(networks), rates: RATES, plans: { sandbox: REQUESTS } }
    writeFileSync(join(folder, 'crypto-checkout.config.json'), JSON.stringify(config))
    await run(folder, ['migrate'])
    const made = await run(folder, ['keys', 'create', '--environment', 'sandbox', '--json'])
    const { publicKey, secretKey } = JSON.parse(made)
    const checkout = new Checkout(folder, { publicKey, secretKey })
    await checkout.begin()
    return checkout
  }

  async begin(): Promise<void> {
    const child = spawn(process.execPath, [MAIN, 'start', '--port', '0'], surroundings(this.#folder))
    this.#child = child
    this.#output = ''
    const origin = new Promise<string>((resolve, reject) => {
      const take = (text: string) => {
        this.#output = (this.#output + text).slice(-20_000)
        const [, url] = /^listening on (\S+)$/m.exec(this.#output) ?? []
        if (url !== undefined) resolve(url)
      }
      child.stdout?.setEncoding('utf8').on('data', take)
      child.stderr?.setEncoding('utf8').on('data', take)
      child.on('close', () => reject(new Error(`the checkout has ended: ${this.#output}`)))
    })
    this.origin = await origin
  }

  /** Ends it at once, as kill -9 does, and starts it again on the same data. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
    await this.begin()
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  /** The end of what it wrote. */
  get output(): string {
    return this.#output
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill(signal)
    await ended
  }
}

function describeNetworks({ networks: { ethereum, stellar } }: Networks) {
  const evm = {
    ...{ rpcUrls: [ethereum.rpcUrl], chainId: ethereum.chainId, coins: ethereum.coins, pollMs: POLL_MS },
    ...{ collection: 'deposit', gasKey: { env: GAS_KEY } },
  }
  const ledger = {
    ...{ rpcUrls: [stellar.rpcUrl], horizonUrls: [stellar.horizonUrl], networkPassphrase: stellar.passphrase },
    ...{ coins: stellar.coins, pollMs: POLL_MS },
  }
  return { networks: { ethereum: evm, stellar: ledger } }
}

function surroundings(cwd: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const cache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
  return { cwd, env: { PATH, ...cache, [GAS_KEY]: LOCAL_GAS_KEY } }
}

async function run(folder: string, words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [MAIN, ...words], surroundings(folder))
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`${words.join(' ')}: ${output.stdout}${output.stderr}`)
  return output.stdout
}

/** The merchant's client, past the bench. It is patient while the checkout is started again. */
export function openMerchant(origin: string, keys: Checkout['keys']): Client {
  return createClient({ baseUrl: `${origin}/sandbox/v1`, ...keys, retries: 8 })
}

const PATIENCE_MS = 90_000

/** Polls until there is an answer. Throws TooSlow if it does not come in time. */
export async function waitFor<T>(what: string, ask: () => Promise<T | null>, everyMs = 200): Promise<T> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() > until) throw new TooSlow(`it never came to this: ${what}`)
    await sleep(everyMs)
  }
}
