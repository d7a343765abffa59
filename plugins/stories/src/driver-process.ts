/** Shops in processes of their own: lines of JSON on standard input and output. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { operations, type ShopDriver, type ShopSettings } from './shop-driver.ts'

const STOP_WITHIN_MS = 3_000

type Operation = (typeof operations)[number]
type Answer = { readonly id: number; readonly ok?: object; readonly refused?: string; readonly failed?: string }

/** Answers the requests of standard input with a driver, until the input ends. */
export async function serveDriver(driver: ShopDriver): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== '') void answer(driver, line).then((text) => process.stdout.write(`${text}\n`))
  }
}

async function answer(driver: ShopDriver, line: string): Promise<string> {
  const { id, do: name, ...input } = JSON.parse(line)
  try {
    const operation = operations.find((one) => one === name)
    if (!operation) throw new Error(`there is no operation ${name}`)
    const result: object = await driver[operation](input)
    return JSON.stringify('refused' in result ? { id, ...result } : { id, ok: result })
  } catch (error) {
    return JSON.stringify({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

/** The shop did not answer, or said that it failed. It may have done what was asked. */
export class ShopFailure extends Error {
  override readonly name = 'ShopFailure'
}

type Waiting = { readonly resolve: (result: object) => void; readonly reject: (error: Error) => void }

/** One process of a shop. */
class Worker {
  readonly waiting = new Map<number, Waiting>()
  readonly ended: Promise<void>
  errors = ''
  #child: ChildProcess
  #last = 0

  constructor([program = '', ...words]: readonly string[]) {
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#child = child
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.errors = (this.errors + text).slice(-4_000)
    })
    // Writing to a process that was killed must not end this one.
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => this.#take(line))
    this.ended = new Promise<void>((resolve) => {
      child.on('error', () => resolve())
      child.on('close', () => resolve())
    }).then(() => {
      for (const { reject } of this.waiting.values()) reject(new ShopFailure(`the shop has ended: ${this.errors}`))
      this.waiting.clear()
    })
  }

  ask(name: Operation, input: object): Promise<object> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        reject(new ShopFailure('the shop has ended'))
      else this.#child.stdin?.write(`${JSON.stringify({ id, do: name, ...input })}\n`)
    })
  }

  /** Ends it at once. */
  kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    return this.ended
  }

  /** Ends its input, which ends it. */
  async stop(): Promise<void> {
    this.#child.stdin?.end()
    await Promise.race([this.ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })])
    await this.kill()
  }

  #take(line: string): void {
    const { id, ok, refused, failed } = JSON.parse(line) as Answer
    const waiting = this.waiting.get(id)
    this.waiting.delete(id)
    if (refused !== undefined) waiting?.resolve({ refused })
    else if (ok) waiting?.resolve(ok)
    else waiting?.reject(new ShopFailure(failed ?? 'no reason'))
  }
}

export type ShopProcess = ShopDriver & {
  /** Ends all of its processes at once, as kill -9 does, and starts them again. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** The end of what it wrote to standard error. */
  readonly errors: string
}

/** A shop whose processes share a folder. Each request goes to the one that has least to do. */
export function spawnShop(command: readonly string[], count: number): ShopProcess {
  let workers: Worker[] = []
  let settings: ShopSettings | null = null
  let starting: Promise<unknown> = Promise.resolve()

  const begin = async () => {
    workers = Array.from({ length: count }, () => new Worker(command))
    if (settings) await Promise.all(workers.map((worker) => worker.ask('start', settings ?? {})))
  }
  const ask = async (name: Operation, input: object) => {
    await starting
    const [idlest] = workers.toSorted((a, b) => a.waiting.size - b.waiting.size)
    if (!idlest) throw new ShopFailure('the shop has not started')
    return idlest.ask(name, input) as Promise<never>
  }
  return {
    async start(given) {
      settings = given
      starting = begin()
      await starting
      return {}
    },
    place: (input) => ask('place', input),
    amend: (input) => ask('amend', input),
    cancel: (input) => ask('cancel', input),
    refund: (input) => ask('refund', input),
    webhook: (input) => ask('webhook', input),
    reconcile: () => ask('reconcile', {}),
    read: (input) => ask('read', input),
    async kill() {
      await starting
      starting = Promise.all(workers.map((worker) => worker.kill())).then(begin)
      await starting
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
    get errors() {
      return workers.map((worker) => worker.errors).join('')
    },
  }
}
