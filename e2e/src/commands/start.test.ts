import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Overview, Payment } from '@crypto-checkout/core'
import { asBrowser, isQuickRun } from '@crypto-checkout/core/testing'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  cleanUp,
  createTemporaryFolder,
  endProcesses,
  HTTP_POLL_MS,
  listStrayProcesses,
  pollUntil,
  runToEnd,
  startServer,
} from '../support/harness.ts'
import { configure, get, readKeys, type Started } from '../support/started.ts'

afterEach(async () => {
  await endProcesses()
  await pollUntil(listStrayProcesses, (processes) => processes.length === 0)
})

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

describe('without a configuration', () => {
  test('it starts with local networks, a key pair and a payment, and goes on where it was', async () => {
    const data = join(createTemporaryFolder(), 'new', 'data')
    const first = await startServer(['--port', '0', '--data', data])
    expect(first.stdout.trimEnd().split('\n').at(-1)).toBe(`listening on ${first.url}`)
    expect(first.stdout).toContain(`${first.url}/sandbox/v1`)
    const page = /Pay a first payment +(\S+)/.exec(first.stdout)?.[1] ?? ''
    expect((await get(page, asBrowser)).status).toBe(200)
    const keys = readKeys(first)
    const { setup } = (await get(`${first.url}/sandbox/v1/overview`, keys)).body as Overview
    expect(setup).toMatchObject({ hasWallets: true, hasKey: true })
    const list = await get(`${first.url}/sandbox/v1/payments`, keys)
    const [payment] = (list.body as { data: Payment[] }).data
    const paid = await fetch(`${first.url}/sandbox/v1/test_helpers/payments/${payment!.id}/pay`, {
      method: 'POST',
      headers: keys,
      body: '{}',
    })
    expect(paid.status).toBe(200)
    const retrieve = (server: Started) => async () =>
      (await get(`${server.url}/sandbox/v1/payments/${payment!.id}`, readKeys(server))).body as Payment
    const completed = await pollUntil(retrieve(first), ({ status }) => status === 'completed', HTTP_POLL_MS)
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.stdout.trimEnd().split('\n').at(-1)).toBe(
      `Stopped the server at ${first.url} and its local networks. The data stays in ${data}: ` +
        `crypto-checkout start --port 0 --data ${data} goes on from there.`,
    )
    expect(listStrayProcesses()).toEqual([])
    expect(first.stderr).toBe('')

    const second = await startServer(['--port', '0', '--data', data])
    // The printed keys are the same, so a shop's configuration stays right.
    expect(readKeys(second)).toEqual(keys)
    expect((await get(`${second.url}/sandbox/v1/payments`, keys)).status).toBe(200)
    const same = await retrieve(second)()
    expect(same).toMatchObject({ status: 'completed', transactions: completed.transactions })
    const state = async (server: Started) =>
      ((await get(`${server.url}/readyz`)).body as { networks: { read: number; trouble: null }[] }).networks[0]
    const [transaction] = completed.transactions
    await pollUntil(
      () => state(second),
      (network) => (network?.read ?? 0) > transaction!.block && network?.trouble === null,
      HTTP_POLL_MS,
    )
    const all = (await get(`${second.url}/sandbox/v1/payments`, readKeys(second))).body as { totalCount: number }
    expect(all.totalCount).toBe(2)
    second.signal('SIGINT')
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
    expect(listStrayProcesses()).toEqual([])
    expect(second.stderr).toBe('')
  })
})

describe('while there is no user', () => {
  const readLink = ({ stdout }: Started) => /^ {2}(http\S+)#([\w-]{43})$/m.exec(stdout)?.slice(1) ?? []
  const ask = async (server: Started, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${server.url}/dashboard/auth${path}`, sent)
    return (await response.json()) as { account?: string; role?: string; error?: { code: string } }
  }

  test('each start prints a link for the first owner, by the name localhost, and ends the former one', async () => {
    const made = configure()
    const first = await startServer(['--port', '0'], made)
    const [page, token] = readLink(first)
    expect(page).toBe(`http://localhost:${new URL(first.url).port}/dashboard/invitation`)
    expect(await ask(first, '/invitation', { token })).toMatchObject({ account: 'new', role: 'owner' })
    expect(first.stdout.trimEnd().split('\n').at(-1)).toBe(`listening on ${first.url}`)
    // Beside the running server, which knows the user's link at once.
    const invited = await runToEnd(['users', 'invite', '--email', 'ann@example.com'], made)
    expect([invited.code, invited.stderr]).toEqual([0, ''])
    const [, other] = /(http\S+#[\w-]{43})$/.exec(invited.stdout.trimEnd()) ?? []
    expect(other).toMatch(`${page}#`)
    expect(await ask(first, '/invitation', { token: other?.split('#')[1] })).toMatchObject({ email: 'ann@example.com' })
    first.signal('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = await startServer(['--port', '0'], made)
    const [, next] = readLink(second)
    expect(next).not.toBe(token)
    expect(await ask(second, '/invitation', { token })).toMatchObject({ error: { code: 'invalid_invitation' } })
    expect(await ask(second, '/invitation', { token: next })).toMatchObject({ account: 'new', role: 'owner' })
  })
})

test('health, readiness and the reference; what is not there is 404', async () => {
  const server = await startServer(['--port', '0'], configure())
  expect(await get(`${server.url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } })
  expect(await get(`${server.url}/readyz`)).toMatchObject({
    status: 503,
    body: { status: 'no network was read yet', networks: [{ trouble: expect.stringContaining('cannot be reached') }] },
  })
  expect(await get(`${server.url}/`)).toEqual({
    status: 404,
    body: 'Not found. The API is below /v1 and /sandbox/v1.\n',
  })
  expect((await get(`${server.url}/%`)).status).toBe(404)
  expect((await fetch(`${server.url}/docs`)).status).toBe(200)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

const signals: readonly NodeJS.Signals[] = isQuickRun() ? ['SIGTERM'] : ['SIGTERM', 'SIGINT']

test.each(signals)('%s lets a request under way end, and takes no new ones', async (name) => {
  const server = await startServer(['--port', '0'], configure({ metrics: { port: 0 } }))
  const operators = /metrics on (http\S+)\/metrics/.exec(server.stdout)?.[1]
  expect((await get(`${operators}/readyz`)).status).toBe(503)
  const outgoing = request(`${server.url}/sandbox/v1/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 20 },
  })
  outgoing.write('{"amount": 1')
  await get(`${server.url}/healthz`)
  server.signal(name)
  await pollUntil(
    () => get(`${server.url}/healthz`).catch(() => null),
    (answer) => answer === null,
  )
  expect(await get(`${operators}/readyz`)).toEqual({ status: 503, body: { status: 'draining' } })
  const answered = once(outgoing, 'response')
  outgoing.end('       }')
  const [response] = await answered
  expect(response.statusCode).toBe(401)
  expect(await server.ended).toBe(0)
  expect(server.stderr.split('\n').filter((line) => line.startsWith('    at '))).toEqual([])
})
