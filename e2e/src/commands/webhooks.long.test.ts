import type { Delivery, List, Webhook, WebhookSecret, WebhookWithSecret } from '@crypto-checkout/core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { run as inProcess } from '../../../packages/server/src/run.ts'
import { cleanUp, createTemporaryFolder, runToEnd, startServer } from '../support/harness.ts'

/** A server with its local networks, as `npm start` runs it, and commands run against it. */
let server: Awaited<ReturnType<typeof startServer>>
let data: string

beforeAll(async () => {
  data = createTemporaryFolder()
  server = await startServer(['--port', '0', '--data', data])
})

afterAll(async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await cleanUp()).toEqual([])
})

const run = (...words: string[]) => runToEnd([...words, '--data', data])
/** Each command is a process of its own. */
const MANY_COMMANDS_MS = 180_000

async function json<T>(...words: string[]): Promise<T> {
  const { code, stdout, stderr } = await run(...words, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as T
}

async function api<T>(path: string, body: object): Promise<T> {
  const [pk = ''] = /pk_test_[\w-]+/.exec(server.stdout) ?? []
  const [sk = ''] = /sk_test_[\w-]+/.exec(server.stdout) ?? []
  const headers = { authorization: `Bearer ${pk}`, 'x-api-secret': sk, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/sandbox/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(response.ok).toBe(true)
  return (await response.json()) as T
}

/** The port is one that no program of these tests is given. */
const NOBODY_LISTENS = 'http://127.0.0.1:9/hook'

test(
  'webhooks are listed, their deliveries too, and one is sent once more',
  async () => {
    const url = NOBODY_LISTENS
    const { secret, ...webhook } = await api<WebhookWithSecret>('/webhooks', { url, events: ['payment.expired'] })
    expect(await json<List<Webhook>>('webhooks', 'list')).toMatchObject({ data: [webhook], totalCount: 1 })
    const shown = await run('webhooks', 'list')
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining(`${webhook.id}  enabled  payment.expired`) })
    expect(shown.stdout).not.toContain(secret)
    expect((await json<List<Webhook>>('webhooks', 'list', '--environment', 'production')).data).toEqual([])

    await api(`/webhooks/${webhook.id}/ping`, {})
    const list = (...words: string[]) => json<List<Delivery>>('deliveries', 'list', ...words)
    const [delivery] = (await list('--webhook', webhook.id, '--state', 'pending')).data
    expect(delivery).toMatchObject({ webhook: webhook.id, eventType: 'webhook.ping', url, state: 'pending' })
    expect((await list('--webhook', webhook.id, '--state', 'delivered')).data).toEqual([])
    const deliveries = await run('deliveries', 'list', '--webhook', webhook.id)
    expect(deliveries).toMatchObject({ code: 0, stdout: expect.stringContaining(`${delivery?.id}  pending`) })
    const resent = await json<Delivery>('deliveries', 'resend', String(delivery?.id))
    expect(resent).toMatchObject({ id: delivery?.id, state: 'pending', nextAttemptAt: expect.any(String) })
  },
  MANY_COMMANDS_MS,
)

test('a new default secret is told once, and what listens signs with it', async () => {
  const old = (await run('listen', '--print-secret')).stdout.trim()
  const made = await json<WebhookSecret>('webhooks', 'rotate-secret')
  expect(made.secret).not.toBe(old)
  expect((await run('listen', '--print-secret')).stdout.trim()).toBe(made.secret)
  const shown = await run('webhooks', 'rotate-secret', '--environment', 'production')
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Secret: {2}whsec_/) })
  expect((await run('listen', '--print-secret')).stdout.trim()).toBe(made.secret)
})

test.each([
  [['deliveries', 'list'], 2, 'Give --webhook ID or --payment ID.'],
  [['deliveries', 'list', '--webhook', 'whk_1', '--payment', 'pay_1'], 2, 'Give --webhook ID or --payment ID.'],
  [['deliveries', 'list', '--webhook', 'whk_1', '--state', 'lost'], 2, '--state cannot be "lost": use one of pending,'],
  [['deliveries', 'list', '--webhook', 'whk_1', '--limit', '0'], 2, '--limit must be a whole number, 1 to 100'],
  [['deliveries', 'list', '--webhook', 'whk_1'], 1, 'no such webhook'],
  [['deliveries', 'list', '--payment', 'pay_1'], 1, 'no such payment'],
  [['deliveries', 'resend'], 2, 'ID is missing: the delivery, del_...'],
  [['deliveries', 'resend', 'del_1'], 1, 'no such delivery'],
  [['webhooks', 'list', '--environment', 'moon'], 2, '--environment cannot be "moon": use one of sandbox, production.'],
])('%j is refused', async (words, code, message) => {
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await inProcess([...words, '--data', data])).toBe(code)
  expect(out).not.toHaveBeenCalled()
  expect(err.mock.calls.join('')).toContain(message)
})
