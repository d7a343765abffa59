/** A whole Medusa in a process of its own, with a database of its own on the run's PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@crypto-checkout/core/testing'
import { createDatabase } from '@medusajs/test-utils'
import { pollUntil, type TestCheckout } from './checkout.ts'

const FOLDER = join(import.meta.dirname, 'shop')
const CLI = join(import.meta.dirname, '../node_modules/@medusajs/cli/cli.js')
const HOOK = '/hooks/payment/crypto-checkout_shop'

type Seeded = { readonly key: string; readonly regions: Record<'eur' | 'jpy', string>; readonly variant: string }

export type TestShop = Awaited<ReturnType<typeof startShop>>

/** `hookUrl`: to which the checkout sends its webhooks. Default: the shop itself. */
export async function startShop(checkout: TestCheckout, { orderWhen = 'placed', hookUrl = '' } = {}) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { DB_HOST: host, DB_PORT, DB_USERNAME: user, DB_PASSWORD: password } = process.env
  const databaseName = `shop_${randomBytes(4).toString('hex')}`
  await createDatabase({ databaseName }, { host, port: Number(DB_PORT), user, password } as never)
  const { secret } = await checkout.client.webhooks.create({ url: hookUrl || url + HOOK, events: ['payment.*'] })
  const scratch = mkdtempSync(join(tmpdir(), 'medusa-test-'))
  const env = {
    ...process.env,
    DATABASE_URL: `postgres://${user}:${password}@${host}:${DB_PORT}/${databaseName}`,
    CHECKOUT_URL: checkout.baseUrl,
    CHECKOUT_PUBLIC_KEY: checkout.keys.publicKey,
    CHECKOUT_SECRET_KEY: checkout.keys.secretKey,
    WEBHOOK_SECRET: String(secret),
    ORDER_WHEN: orderWhen,
    SEEDED_FILE: join(scratch, 'seeded.json'),
    MEDUSA_DISABLE_TELEMETRY: 'true',
    NODE_ENV: 'production',
  }
  let log = ''
  const run = (args: readonly string[]) => {
    const child = spawn(process.execPath, [CLI, ...args], { cwd: FOLDER, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text
      })
    }
    return child
  }
  await once(run(['db:migrate', '--execute-all-links']), 'exit')
  let child: ChildProcess
  const start = async () => {
    log = ''
    child = run(['start', '--host', '127.0.0.1', '--port', String(port), '--types', 'false'])
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
  async function ask<T = Record<string, unknown>>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(path.startsWith('/store') && { 'x-publishable-api-key': seeded.key }),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
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
    async stop() {
      await end('SIGTERM')
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
