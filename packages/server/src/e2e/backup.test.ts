import { randomBytes } from 'node:crypto'
import { copyFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, List, Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  command,
  type Ethereum,
  eventually,
  HTTP_POLL_MS,
  newWallet,
  pay,
  sandboxOn,
  startServer,
  temporaryFolder,
} from './harness.ts'

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

/** A folder with a configuration and a pair of keys. */
async function open() {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'gas-key'), gasKey, { mode: 0o600 })
  const config = { ...sandboxOn(devnet, { gasKey: { file: join(cwd, 'gas-key') } }), plans: { sandbox: 10_000 } }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  const made = await command(['keys', 'create', '--environment', 'sandbox', '--json'], { cwd })
  const { publicKey, secretKey } = JSON.parse(made.stdout)
  const headers = { authorization: `Bearer ${publicKey}`, 'x-api-secret': secretKey }
  return { cwd, headers: { ...headers, 'content-type': 'application/json' } }
}

test('a backup under load holds all that was answered before; put back, it goes on and reads what was paid since', async () => {
  const { cwd, headers } = await open()
  const order = {
    amount: 10,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: newWallet(),
  }
  let server = await startServer(['--port', '0'], { cwd })
  const read = async <T>(path: string) =>
    (await (await fetch(`${server.url}/sandbox/v1${path}`, { headers })).json()) as T
  const answered: Payment[] = []
  let enough = false
  const buyers = Array.from({ length: 3 }, async () => {
    while (!enough) {
      const url = `${server.url}/sandbox/v1/payments`
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) })
      expect(answer.status).toBe(201)
      answered.push((await answer.json()) as Payment)
    }
  })
  await eventually(
    () => answered.length,
    (count) => count >= BEFORE,
  )
  expect(statSync(join(cwd, 'data')).mode & 0o077).toBe(0)
  const before = [...answered]
  const file = join(cwd, 'copy.db')
  expect(await command(['backup', file], { cwd })).toMatchObject({ code: 0, stderr: '' })
  const atEnd = answered.length
  expect(atEnd).toBeGreaterThan(before.length)
  await eventually(
    () => answered.length,
    (count) => count >= atEnd + AFTER,
  )
  enough = true
  await Promise.all(buyers)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await command(['backup', file], { cwd })
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exist') })
  // Paid after the copy was made: the chain knows it.
  const [first, second] = before
  if (!first || !second) throw new Error('nothing was answered')
  await pay(devnet, first)
  await pay(devnet, second)
  await eventually(
    () => read<Payment>(`/payments/${first.id}`),
    ({ status }) => status === 'completed',
    HTTP_POLL_MS,
  )
  server.signal('SIGKILL')
  await server.ended

  const database = join(cwd, 'data/checkout.db')
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${database}${suffix}`, { force: true })
  copyFileSync(file, database)
  server = await startServer(['--port', '0'], { cwd })
  for (const { id } of before) expect(await read<Payment>(`/payments/${id}`)).toMatchObject({ id })
  for (const { id } of [first, second]) {
    await eventually(
      () => read<Payment>(`/payments/${id}`),
      ({ status }) => status === 'completed',
      HTTP_POLL_MS,
    )
  }
  const { data } = await read<List<Event>>('/events?after=0&limit=100')
  expect(data.map(({ sequence }) => sequence)).toEqual(data.map((_, index) => index + 1))
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}, 120_000)

test('doctor tells of transactions that a database which was put back does not know', async () => {
  const { cwd } = await open()
  const told = /the chain has (\d+) transactions of this key that this database does not know/
  expect((await command(['doctor'], { cwd })).stdout).not.toMatch(told)
  const provider = new JsonRpcProvider(devnet.networks.ethereum.rpcUrl)
  const sent = await new Wallet(gasKey, provider).sendTransaction({ to: newWallet(), value: 1n })
  await sent.wait()
  provider.destroy()
  expect(told.exec((await command(['doctor'], { cwd })).stdout)?.[1]).toBe('1')
}, 120_000)
