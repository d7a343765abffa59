import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyWebhook } from '@crypto-checkout/client'
import { openReceiver, type Received } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { run as inProcess } from '../../../packages/server/src/run.ts'
import {
  cleanUp,
  createTemporaryFolder,
  createWallet,
  pollUntil,
  runToEnd,
  startCommand,
  startServer,
} from '../support/harness.ts'

/** A server with its local networks, as `npm start` runs it, and a listening command. */
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

/** A receiver that answers with the test's statuses, one per request, then with 200. For 0 it does not answer. */
async function receiver(statuses: number[] = [], port = 0) {
  const opened = await openReceiver((response, _received, request) => {
    const status = statuses.shift() ?? 200
    if (status === 0) request.socket.destroy()
    else response.statusCode = status
  }, port)
  onTestFinished(opened.close)
  return opened
}

function keys(): { authorization: string; 'x-api-secret': string } {
  const [pk = ''] = /pk_test_[\w-]+/.exec(server.stdout) ?? []
  const [sk = ''] = /sk_test_[\w-]+/.exec(server.stdout) ?? []
  return { authorization: `Bearer ${pk}`, 'x-api-secret': sk }
}

async function api(path: string, body?: object): Promise<string> {
  const response = await fetch(`${server.url}/sandbox/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { ...keys(), 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok).toBe(true)
  return response.text()
}

/** A state change that needs no chain. */
async function createAndCancel(): Promise<string> {
  const { id } = await newPayment()
  await api(`/payments/${id}/cancel`, {})
  return id
}

async function newPayment(): Promise<{ id: string }> {
  const terms = { amount: 10.5, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' }
  return JSON.parse(await api('/payments', { ...terms, merchantWallet: createWallet() }))
}

async function lastSequence(): Promise<number> {
  return JSON.parse(await api('/events?limit=1')).data[0].sequence
}

const run = (...words: string[]) => runToEnd([...words, '--data', data])

async function secretOf(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run('listen', '--print-secret', ...words)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^whsec_[\w+/]{43}=\n$/)
  return stdout.trim()
}

/** Starts to listen, by default from now on; the first line confirms it. */
async function listening(url: string, ...words: string[]) {
  const started = startCommand(['listen', '--forward-to', url, '--data', data, ...words])
  await pollUntil(
    () => started.stdout,
    (text) => text.includes('Posting sandbox'),
  )
  return started
}

async function interrupt(started: ReturnType<typeof startCommand>): Promise<string> {
  started.signal('SIGINT')
  expect([await started.ended, started.stderr]).toEqual([0, ''])
  return started.stdout
}

/** Waits until the listener has said this too: it posts before it prints the answer, and Ctrl-C between loses the line. */
const printed = (started: ReturnType<typeof startCommand>, line: RegExp) =>
  pollUntil(
    () => started.stdout,
    (text) => line.test(text),
  )

const until = (received: Received[], count: number) =>
  pollUntil(
    () => received.length,
    (length) => length >= count,
  )

const sequences = (received: Received[]) => received.map(({ body }) => JSON.parse(body).sequence as number)

test('each event is posted in order, signed, as the API prints it, and Ctrl-C ends it well', async () => {
  const { received, url } = await receiver()
  const secret = await secretOf()
  const first = (await lastSequence()) + 1
  const listener = await listening(url)
  const payment = await createAndCancel()
  await printed(listener, /( {2}200\n.*){2}/s)
  const output = await interrupt(listener)
  expect(sequences(received)).toEqual([first, first + 1])
  for (const { body, headers } of received) {
    const event = verifyWebhook(body, headers, secret)
    expect(headers).toMatchObject({ 'webhook-id': event.id, 'content-type': 'application/json' })
    expect(body).toBe(await api(`/events/${event.id}`))
    expect(body).toContain('"amount":10.50,')
    expect(output).toContain(`${event.createdAt}  ${event.type.padEnd(22)}  ${payment}  200\n`)
  }
  expect(output).toContain(`Stopped. Continue with --from ${first + 2}.`)
})

test('while nobody answers it is said once, nothing is skipped, and all comes when somebody does', async () => {
  const closedReceiver = await receiver()
  await closedReceiver.close()
  const first = (await lastSequence()) + 1
  await createAndCancel()
  const listener = await listening(closedReceiver.url, '--from', String(first))
  await pollUntil(
    () => listener.stdout,
    (text) => text.includes(`${closedReceiver.url} does not answer (ECONNREFUSED).`),
  )
  await createAndCancel()
  const { received } = await receiver([0, 0], closedReceiver.port)
  await until(received, 6)
  expect((await interrupt(listener)).match(/does not answer/g)).toHaveLength(1)
  expect(sequences(received)).toEqual([first, first, first, first + 1, first + 2, first + 3])
})

test('an event that is refused is tried four times, then it is called failed and the next one comes', async () => {
  const { received, url } = await receiver([500, 404, 301, 503, 400])
  const first = (await lastSequence()) + 1
  const listener = await listening(url)
  await createAndCancel()
  await printed(listener, / {2}200\n/)
  const output = await interrupt(listener)
  expect(sequences(received)).toEqual([first, first, first, first, first + 1, first + 1])
  const answers = ['500, again in 0.5 s', '404, again in 1 s', '301, again in 2 s', '503, failed after 4 attempts']
  const lines = output.split('\n').slice(1, -2)
  expect(lines.map((line) => line.split(/ {2,}/).at(-1))).toEqual([...answers, '400, again in 0.5 s', '200'])
})

test('only the events that are asked for are posted', async () => {
  const { received, url } = await receiver()
  const first = (await lastSequence()) + 1
  await createAndCancel()
  const listener = await listening(url, '--from', String(first), '--events', 'payment.cancelled, transfer.*')
  await createAndCancel()
  await until(received, 2)
  await interrupt(listener)
  expect(sequences(received)).toEqual([first + 1, first + 3])
})

test('the secret stays the same, and is another one in production', async () => {
  const secret = await secretOf()
  expect(await secretOf()).toBe(secret)
  expect(await secretOf('--environment', 'production')).not.toBe(secret)
})

test('the secret is written to a file of variables, whose other lines stay', async () => {
  const folder = createTemporaryFolder()
  const [fresh, existing, link] = ['fresh', 'kept', 'link'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const secret = await secretOf('--write-env', fresh)
  expect(readFileSync(fresh, 'utf8')).toBe(`WEBHOOK_SECRET=${secret}\n`)
  expect(statSync(fresh).mode & 0o777).toBe(0o600)

  writeFileSync(existing, '# shop\r\nexport HOOK = old # note\r\nHOOKS=3\r\nLAST="a b"')
  chmodSync(existing, 0o640)
  symlinkSync(existing, link)
  await secretOf('--write-env', link, '--env-name', 'HOOK')
  await secretOf('--write-env', link)
  const lines = ['# shop', `export HOOK = ${secret}`, 'HOOKS=3', 'LAST="a b"', `WEBHOOK_SECRET=${secret}`, '']
  expect(readFileSync(existing, 'utf8')).toBe(lines.join('\r\n'))
  expect(statSync(existing).mode & 0o777).toBe(0o600)
  const { ino } = statSync(existing)
  await secretOf('--write-env', link)
  expect(statSync(existing).ino).toBe(ino)
})

test.each([
  ['listen', '--forward-to', 'http://127.0.0.1:9/'],
  ['events', '--follow'],
])('%s without a database ends, says how to start a server, and creates nothing', async (...words) => {
  const cwd = createTemporaryFolder()
  for (const [more, env] of [
    [['--data', 'misspelt'], {}],
    [[], { DATABASE_URL: 'sqlite:other/checkout.db' }],
  ] as const) {
    const run = await runToEnd([...words, ...more], { cwd, env })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(/checkout\.db: there is no database.*npm start/)
    expect(readdirSync(cwd)).toEqual([])
  }
})

test.each([
  ['listen', '--forward-to', 'http://127.0.0.1:9/'],
  ['events', '--follow'],
])('%s beside no server says so at once and waits, and a server starts meanwhile', async (...words) => {
  const own = createTemporaryFolder()
  await runToEnd(['migrate', '--data', own])
  const follower = startCommand([...words, '--data', own])
  await pollUntil(
    () => follower.stderr,
    (text) => text.includes(`No server runs on ${own}`) && text.includes('npm start'),
  )
  const other = await startServer(['--port', '0', '--data', own])
  await pollUntil(
    () => follower.stdout,
    (text) => text.includes('payment.created') || text.includes('Posting sandbox'),
  )
  other.signal('SIGTERM')
  expect(await other.ended).toBe(0)
  follower.signal('SIGINT')
  expect(await follower.ended).toBe(0)
  expect(follower.stderr.trimEnd().split('\n')).toHaveLength(1)
})

test('a signal to npm ends the command that it runs', async () => {
  const own = createTemporaryFolder()
  await runToEnd(['migrate', '--data', own])
  const root = join(import.meta.dirname, '../../..')
  const words = ['run', '--silent', 'crypto-checkout', '--', 'listen', '--forward-to', 'http://127.0.0.1:9/']
  const env = { ...process.env, CHECKOUT_TEST_RUN: own }
  const npm = spawn('npm', [...words, '--data', own], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const marked = () => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && environmentOf(pid).includes(own))
  onTestFinished(() => marked().forEach((pid) => void process.kill(Number(pid), 'SIGKILL')))
  let output = ''
  npm.stdout.on('data', (bytes: Buffer) => {
    output += bytes
  })
  await pollUntil(
    () => output,
    (text) => text.includes('Posting sandbox'),
  )
  expect(marked().length).toBeGreaterThan(1)
  const closed = once(npm, 'close')
  npm.kill('SIGTERM')
  await pollUntil(marked, (left) => left.length === 0)
  await closed
  expect(output).toContain('Stopped.')
})

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

test.each([
  [[], '--forward-to is missing'],
  [['--forward-to', 'ftp://127.0.0.1/'], '--forward-to must be a URL'],
  [['--forward-to', 'http://me:secret@127.0.0.1/'], 'without a password'],
  [['--print-secret', '--from', '0'], '--from must be a whole number, 1 or more, not 0.'],
  [['--print-secret', '--events', 'payment.complete'], 'did you mean payment.completed?'],
  [['--print-secret', '--env-name', 'HOOK'], '--env-name needs --write-env FILE.'],
  [['--print-secret', '--write-env', 'x', '--env-name', 'A B'], '--env-name must be'],
])('listen %j is refused', async (words, message) => {
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await inProcess(['listen', ...words, '--data', data])).toBe(2)
  expect(out).not.toHaveBeenCalled()
  expect(err.mock.calls.join('')).toContain(message)
})
