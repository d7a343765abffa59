import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, List, Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
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
  startServer,
} from '../support/harness.ts'

const PAYMENTS = 20
const KILLED_AFTER = 8

let devnet: Ethereum

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

type Server = Awaited<ReturnType<typeof startServer>>

test('kill -9 amid twenty payments loses nothing that was answered and completes nothing twice', async () => {
  const cwd = createTemporaryFolder()
  const config = { ...createSandboxConfig(devnet), database: await createDatabase(), plans: { sandbox: 10_000 } }
  writeFileSync(join(cwd, 'crypto-checkout.config.json'), JSON.stringify(config))
  const { publicKey, secretKey } = await createKeys({ cwd })
  const headers = {
    authorization: `Bearer ${publicKey}`,
    'x-api-secret': secretKey,
    'content-type': 'application/json',
  }
  const wallet = createWallet()
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet }

  async function create(server: Server, name: number): Promise<Payment> {
    const body = JSON.stringify({ ...order, metadata: { name } })
    const response = await fetch(`${server.url}/sandbox/v1/payments`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
    return (await response.json()) as Payment
  }
  async function read<T>(server: Server, path: string): Promise<T> {
    return (await (await fetch(`${server.url}/sandbox/v1${path}`, { headers })).json()) as T
  }

  const answered: Payment[] = []
  const first = await startServer(['--port', '0'], { cwd })
  // Four buyers in parallel; each pays as soon as the shop has answered.
  const buyers = Array.from({ length: 4 }, async (_, buyer) => {
    for (let name = buyer; name < PAYMENTS; name += 4) {
      const payment = await create(first, name).catch(() => null)
      if (!payment) return
      answered.push(payment)
      if (answered.length === KILLED_AFTER) first.signal('SIGKILL')
      await pay(devnet, payment)
    }
  })
  expect(await first.ended).toBe(137)
  await Promise.all(buyers)
  expect(answered.length).toBeGreaterThanOrEqual(KILLED_AFTER)
  expect(answered.length).toBeLessThan(PAYMENTS)

  const second = await startServer(['--port', '0'], { cwd })
  while (answered.length < PAYMENTS) {
    const payment = await create(second, answered.length)
    answered.push(payment)
    await pay(devnet, payment)
  }
  const completed = await pollUntil(
    async () => (await read<List<Payment>>(second, '/payments?status=completed&limit=100')).data,
    (payments) => payments.length >= PAYMENTS,
    HTTP_POLL_MS,
  )
  expect(completed.map((payment) => payment.id).sort()).toEqual(answered.map((payment) => payment.id).sort())
  for (const payment of completed) expect([payment.exceptions, payment.transactions.length]).toEqual([[], 1])

  const { data: events } = await read<List<Event<Payment>>>(second, '/events?after=0&limit=100')
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1))
  for (const { id } of answered) {
    const eventTypes = events.filter((event) => event.data.object.id === id).map((event) => event.type)
    // Ten blocks come per second. Those mined while no server ran were already final when read.
    const seen = eventTypes.includes('payment.processing') ? ['payment.processing'] : []
    expect(eventTypes).toEqual(['payment.created', ...seen, 'payment.completed'])
  }
  // A payment whose answer was cut off may exist: then it stays unpaid, because its buyer does not know it.
  const all = await read<List<Payment>>(second, '/payments?limit=100')
  const others = all.data.filter((payment) => !answered.some(({ id }) => id === payment.id))
  for (const payment of others) expect(payment.status).toBe('created')
  expect(others.length).toBeLessThanOrEqual(4)
  second.signal('SIGTERM')
  expect(await second.ended).toBe(0)
})
