import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Payment } from '@crypto-checkout/core'
import { runAdminStatement, TEST_POSTGRES } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createDatabase,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pay,
  pollUntil,
  runToEnd,
  startServer,
} from '../support/harness.ts'

let devnet: Ethereum

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

test('a server on PostgreSQL sees a payment through, with commands beside it and a restart between', async () => {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(createSandboxConfig(devnet)))
  const surroundings = { cwd, env: { DATABASE_URL: await createDatabase() } }
  const first = await startServer(['--port', '0'], surroundings)
  const made = await runToEnd(['keys', 'create', '--environment', 'sandbox', '--json'], surroundings)
  expect(made.stderr).toBe('')
  const { publicKey, secretKey } = JSON.parse(made.stdout)
  const headers = {
    ...{ authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey },
    'content-type': 'application/json',
  }
  const order = {
    amount: 10,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: createWallet(),
  }
  const response = await fetch(`${first.url}/sandbox/v1/payments`, {
    ...{ method: 'POST', headers, body: JSON.stringify(order) },
  })
  expect(response.status).toBe(201)
  const payment = (await response.json()) as Payment
  expect(await (await fetch(`${first.url}/readyz`)).json()).toMatchObject({ status: 'ready' })
  const stream = await fetch(`${first.url}/sandbox/v1/events/stream?after=0`, { headers })
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('the stream has no body')
  let told = ''
  while (!told.includes(payment.id)) {
    const { done, value = '' } = await reader.read()
    if (done) throw new Error(`the stream ended after: ${told}`)
    told += value
  }
  first.signal('SIGTERM')
  expect(await first.ended).toBe(0)
  // The server ends an open stream. One that it cut off could not be read to its end.
  while (!(await reader.read()).done);
  await pay(devnet, payment)

  const second = await startServer(['--port', '0'], surroundings)
  const read = async () =>
    (await (await fetch(`${second.url}/sandbox/v1/payments/${payment.id}`, { headers })).json()) as Payment
  const completed = await pollUntil(read, ({ status }) => status === 'completed', HTTP_POLL_MS)
  expect(completed.amountReceived).toBe(payment.cryptoAmount)
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})

test('in an empty database commands make no tables; migrate makes them, says so, and finds nothing to do afterwards', async () => {
  const database = await createDatabase()
  const empty = new URL(database)
  empty.pathname = `${empty.pathname}_empty`
  const server = process.env[TEST_POSTGRES] ?? ''
  await runAdminStatement(server, `create database ${empty.pathname.slice(1)}`)
  const surroundings = { cwd: createTemporaryFolder(), env: { DATABASE_URL: empty.href } }
  const migrate = () => runToEnd(['migrate'], surroundings)
  for (const words of [
    ['listen', '--forward-to', 'http://127.0.0.1:9/'],
    ['keys', 'list'],
    ['backup', 'copy.db'],
  ]) {
    const refused = await runToEnd(words, surroundings)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^[^\n]*postgres:\/\/postgres@127.0.0.1:\d+\/test_\w+: there is no database[^\n]+\n$/,
    )
  }
  expect(readdirSync(surroundings.cwd)).toEqual([])
  const made = await migrate()
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(
    /^The tables of postgres:\/\/postgres@127.0.0.1:\d+\/test_\w+ were at version 0 and are now at version \d+.\n$/,
  )
  expect((await migrate()).stdout).toMatch(/are at version \d+: there is nothing to do.\n$/)
  const doctor = await runToEnd(['doctor'], surroundings)
  expect(doctor.stdout).toMatch(/ok {4}database: postgres:\/\/postgres@127.0.0.1:\d+\/test_\w+\n/)
  await runAdminStatement(server, `drop database ${empty.pathname.slice(1)} with (force)`)
})

test('a server whose database is not there says so and ends', async () => {
  const nowhere = new URL(await createDatabase())
  nowhere.pathname = '/nowhere'
  const surroundings = { cwd: createTemporaryFolder(), env: { DATABASE_URL: nowhere.href } }
  const { code, stderr } = await runToEnd(['merchants', 'list'], surroundings)
  expect([code, stderr]).toEqual([1, expect.stringContaining('database "nowhere" does not exist')])
})
