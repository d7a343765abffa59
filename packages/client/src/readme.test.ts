/** Runs the README's code as its readers would. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, TEST_WALLET } from '@crypto-checkout/core/testing'
import { Webhook as Independent } from 'standardwebhooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCheckout } from './testing/checkout-server.ts'

const PACKAGE = join(import.meta.dirname, '..')
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
const [callsCode = '', webhookCode = ''] = [...README.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(
  ([, code = '']) => code,
)

/** Runs code in the package's folder, where the package can import itself by name. */
function run(code: string, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: PACKAGE,
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const shown = { out: '', errors: '' }
  child.stdout.on('data', (chunk) => (shown.out += chunk))
  child.stderr.on('data', (chunk) => (shown.errors += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { shown, ended }
}

test('the calls of the README make a payment, list it and are refused', async () => {
  const { baseUrl, shop, seen } = await openCheckout()
  expect(callsCode).toContain('https://pay.example.com/sandbox/v1')
  const { shown, ended } = run(callsCode.replace('https://pay.example.com/sandbox/v1', baseUrl), {
    CHECKOUT_PUBLIC_KEY: shop.key.publicKey,
    CHECKOUT_SECRET_KEY: shop.key.secretKey,
    MERCHANT_WALLET: TEST_WALLET,
  })
  const code = await ended
  const [payment] = (await shop.checkout.sandbox.payments.list()).data
  expect([code, shown.errors, shown.out.split('\n')]).toEqual([
    0,
    '',
    [`Pay at ${payment?.url}`, `${payment?.id} created`, expect.stringMatching(/^invalid_state req_\w{26}$/), ''],
  ])
  expect(seen[0]?.headers['idempotency-key']).toBe('order-1001')
})

test('the webhook of the README takes what is signed, and nothing else', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const port = await findFreePort()
  const { shown } = run(webhookCode, { WEBHOOK_SECRET: secret, PORT: String(port) })
  const body = JSON.stringify({ object: 'event', type: 'payment.completed', data: { object: { id: 'pay_1' } } })
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Independent(secret).sign('evt_1', now, body),
  }
  const post = async (body: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/hook`, { method: 'POST', headers, body })
    return response.status
  }
  const refused = await vi.waitUntil(() => post(`${body} `).catch(() => null), { timeout: 30_000, interval: 200 })
  expect([refused, shown.out]).toEqual([400, ''])
  expect(await post(body)).toBe(200)
  await expect.poll(() => shown.out).toBe('Deliver pay_1\n')
})
