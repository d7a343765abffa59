/** A whole Medusa in a process of its own, with a database of its own on the run's PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@crypto-checkout/core/testing'
import { createDatabase } from '@medusajs/test-utils'
import { pollUntil, type TestCheckout } from './checkout.ts'

const FOLDER = join(import.meta.dirname, 'shop')
const PLANT = join(import.meta.dirname, 'plant.ts')
const CLI = join(import.meta.dirname, '../node_modules/@medusajs/cli/cli.js')
const HOOK = '/hooks/payment/crypto-checkout_shop'

type Seeded = {
  readonly key: string
  readonly regions: Record<'eur' | 'usd' | 'jpy' | 'kwd', string>
  /** A good with a price, and one that costs the smallest unit of each currency. */
  readonly variant: string
  readonly unit: string
}

/** Medusa's refusal. `type` as in Medusa's errors, such as `not_allowed`. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal'
  readonly type: string

  constructor(request: string, status: number, text: string) {
    super(`${request}: ${status} ${text}`)
    this.type = /"type":"(\w+)"/.exec(text)?.[1] ?? ''
  }
}

export type TestShop = Awaited<ReturnType<typeof openShop>>

/** A shop with an empty database. `hookUrl`: to which the checkout sends its webhooks. Default: the shop itself. */
export async function startShop(checkout: TestCheckout, { orderWhen = 'placed', hookUrl = '' } = {}) {
  const port = await findFreePort()
  const url = hookUrl || `http://127.0.0.1:${port}${HOOK}`
  const { secret } = await checkout.client.webhooks.create({ url, events: ['payment.*'] })
  const folder = mkdtempSync(join(tmpdir(), 'medusa-test-'))
  const database = `shop_${randomBytes(4).toString('hex')}`
  const shop = await openShop({ ...checkout, webhookSecret: String(secret), orderWhen, folder, database, port })
  return {
    ...shop,
    get log() {
      return shop.log
    },
    async stop() {
      await shop.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Settings = {
  readonly baseUrl: string
  readonly keys: { readonly publicKey: string; readonly secretKey: string }
  readonly webhookSecret: string
  readonly orderWhen?: string
  /** JSON of the provider's option. */
  readonly methods?: string
  /** A folder and a database that were used before are used again. */
  readonly folder: string
  readonly database: string
  readonly port: number
  /** Gets what Medusa writes, as it comes. */
  readonly write?: (text: string) => void
}

export async function openShop({ baseUrl, keys, folder, database, port, write, ...settings }: Settings) {
  const url = `http://127.0.0.1:${port}`
  const { DB_HOST: host, DB_PORT, DB_USERNAME: user, DB_PASSWORD: password } = process.env
  const env = {
    ...process.env,
    DATABASE_URL: `postgres://${user}:${password}@${host}:${DB_PORT}/${database}`,
    CHECKOUT_URL: baseUrl,
    CHECKOUT_PUBLIC_KEY: keys.publicKey,
    CHECKOUT_SECRET_KEY: keys.secretKey,
    WEBHOOK_SECRET: settings.webhookSecret,
    ORDER_WHEN: settings.orderWhen ?? 'placed',
    METHODS: settings.methods ?? '',
    SEEDED_FILE: join(folder, 'seeded.json'),
    MEDUSA_DISABLE_TELEMETRY: 'true',
    NODE_ENV: 'production',
  }
  let log = ''
  // Its standard input ends with this process, and Medusa with it.
  const run = (args: readonly string[]) => {
    const plant = process.env.CHECKOUT_MISTAKE === undefined ? [] : ['--import', PLANT]
    const child = spawn(process.execPath, [...plant, CLI, ...args], {
      cwd: FOLDER,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text
        write?.(text)
      })
    }
    return child
  }
  if (!existsSync(env.SEEDED_FILE)) {
    await createDatabase({ databaseName: database }, { host, port: Number(DB_PORT), user, password } as never)
    await once(run(['db:migrate', '--execute-all-links']), 'exit')
  }
  let child: ChildProcess
  const start = async () => {
    log = ''
    child = run(['start', '--host', '127.0.0.1', '--port', String(port), '--types', 'false'])
    child.on('exit', (code, signal) => write?.(`Medusa has ended with ${code ?? signal}\n`))
    await pollUntil(
      () => log,
      (text) => /Server is ready on port/.test(text) || child.exitCode !== null,
    )
    if (child.exitCode !== null) throw new Error(log)
  }
  await start()
  const seeded: Seeded = JSON.parse(readFileSync(env.SEEDED_FILE, 'utf8'))
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  let token = ''
  async function ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(path.startsWith('/store') && { 'x-publishable-api-key': seeded.key }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new ShopRefusal(`${method} ${path}`, response.status, text)
    return JSON.parse(text) as T
  }
  const signIn = async () => {
    const credentials = { email: 'owner@shop.example', password: 'secret' }
    token = (await ask<{ token: string }>('POST', '/auth/user/emailpass', credentials)).token
  }
  return {
    url,
    hook: url + HOOK,
    seeded,
    ask,
    signIn,
    get log() {
      return log
    },
    restart: start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
