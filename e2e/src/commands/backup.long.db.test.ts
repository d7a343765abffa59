import { randomBytes } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, List, Payment } from '@crypto-checkout/core'
import { dumpDatabase } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createDatabase,
  createKeys,
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

const BEFORE = 10
const AFTER = 5

let devnet: Ethereum
const gasKey = `0x${randomBytes(32).toString('hex')}`

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
  await devnet.faucet(new Wallet(gasKey).address)
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A folder with a configuration and a key pair. */
async function open() {
  const cwd = createTemporaryFolder()
  writeFileSync(join(cwd, 'gas-key'), gasKey, { mode: 0o600 })
  const config = {
    ...createSandboxConfig(devnet, { gasKey: { file: join(cwd, 'gas-key') } }),
    plans: { sandbox: 10_000 },
  }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  const env = { DATABASE_URL: await createDatabase() }
  const { publicKey, secretKey } = await createKeys({ cwd, env })
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  return { cwd, env, headers: { ...headers, 'content-type': 'application/json' } }
}

/** Checks that a copy's rows are consistent: they must come from one moment. */
async function requireOneMoment(file: string): Promise<void> {
  const {
    merchants = [],
    payments = [],
    events = [],
    transfers = [],
    tallies = [],
  } = await dumpDatabase(`sqlite:${file}`)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => BigInt(index + 1)))
  expect(merchants[0]?.sandbox_sequence).toBe(BigInt(events.length))
  const lastStatuses = new Map(
    events.map(({ object }) => JSON.parse(String(object))).map(({ id, status }) => [id, status]),
  )
  expect(Object.fromEntries(lastStatuses)).toEqual(Object.fromEntries(payments.map(({ id, status }) => [id, status])))
  const sum = (values: readonly unknown[]) => values.reduce((total: bigint, value) => total + BigInt(String(value)), 0n)
  for (const { id, received } of payments) {
    const paid = transfers.filter(({ payment_id, state }) => payment_id === id && state !== 'orphaned')
    expect(sum(paid.map(({ amount }) => amount))).toBe(received)
  }
  const counted = sum(tallies.map((row) => row.payments))
  const spans = new Set(tallies.map(({ span }) => span)).size
  expect(counted).toBe(BigInt(payments.length * spans))
}

test('a backup under load holds all that was answered before; put back, it goes on and reads what was paid since', async () => {
  const { cwd, env, headers } = await open()
  const order = {
    amount: 10,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: createWallet(),
  }
  let server = await startServer(['--port', '0'], { cwd, env })
  const read = async <T>(path: string) =>
    (await (await fetch(`${server.url}/sandbox/v1${path}`, { headers })).json()) as T
  const answered: Payment[] = []
  let enough = false
  const buyers = Array.from({ length: 3 }, async (_, index) => {
    while (!enough) {
      const url = `${server.url}/sandbox/v1/payments`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) })
      expect(answer.status).toBe(201)
      const payment = (await answer.json()) as Payment
      answered.push(payment)
      if (index === 2) await pay(devnet, payment)
    }
  })
  await pollUntil(
    () => answered.length,
    (count) => count >= BEFORE,
  )
  expect(statSync(join(cwd, 'data')).mode & 0o077).toBe(0)
  const before = [...answered]
  const file = join(cwd, 'copy.db')
  expect(await runToEnd(['backup', file], { cwd, env })).toMatchObject({ code: 0, stderr: '' })
  const atEnd = answered.length
  expect(atEnd).toBeGreaterThan(before.length)
  await pollUntil(
    () => answered.length,
    (count) => count >= atEnd + AFTER,
  )
  enough = true
  await Promise.all(buyers)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await runToEnd(['backup', file], { cwd, env })
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exist') })
  // Paid after the copy was made, so only the chain knows it.
  const [first, second] = before
  if (!first || !second) throw new Error('nothing was answered')
  await pay(devnet, first)
  await pay(devnet, second)
  await pollUntil(
    () => read<Payment>(`/payments/${first.id}`),
    ({ status }) => status === 'completed',
    HTTP_POLL_MS,
  )
  server.signal('SIGKILL')
  await server.ended

  await requireOneMoment(file)
  const restored = { cwd, env: { DATABASE_URL: await createDatabase() } }
  expect(await runToEnd(['restore', file], restored)).toMatchObject({ code: 0, stderr: '' })
  server = await startServer(['--port', '0'], restored)
  for (const { id } of before) expect(await read<Payment>(`/payments/${id}`)).toMatchObject({ id })
  for (const { id } of [first, second]) {
    await pollUntil(
      () => read<Payment>(`/payments/${id}`),
      ({ status }) => status === 'completed',
      HTTP_POLL_MS,
    )
  }
  const { data } = await read<List<Event>>('/events?after=0&limit=100')
  expect(data.map(({ sequence }) => sequence)).toEqual(data.map((_, index) => index + 1))
  const metrics = () => fetch(`${server.url}/metrics`).then((answer) => answer.text())
  const checked = await pollUntil(metrics, (text) => /^checkout_ledger_checked_timestamp_seconds [1-9]/m.test(text))
  expect(checked).toMatch(/^checkout_ledger_imbalance 0$/m)
  const today = new Date().toISOString()
  const period = ['--from', '2026-01-01', '--to', today, '--environment', 'sandbox']
  expect(await runToEnd(['verify', ...period], restored)).toMatchObject({ code: 0, stderr: '' })
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}, 600_000)

test('doctor says of a key that the chain has transactions of it that the database does not know, and ends with 1', async () => {
  const { cwd, env } = await open()
  // The first look at a new shop's key accepts all its earlier transactions.
  const server = await startServer(['--port', '0'], { cwd, env })
  const { url } = server
  await pollUntil(
    async () => (await fetch(`${url}/readyz`)).status,
    (status) => status === 200,
    HTTP_POLL_MS,
  )
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  const holdLine = /BAD +key 0x\w+ is on hold .* the chain has (\d+) transaction of it/
  expect((await runToEnd(['doctor'], { cwd, env })).stdout).not.toMatch(holdLine)
  const provider = new JsonRpcProvider(devnet.networks.ethereum.rpcUrl)
  const sent = await new Wallet(gasKey, provider).sendTransaction({ to: createWallet(), value: 1n })
  await sent.wait()
  provider.destroy()
  const doctor = await runToEnd(['doctor'], { cwd, env })
  expect([doctor.code, holdLine.exec(doctor.stdout)?.[1]]).toEqual([1, '1'])
}, 600_000)
