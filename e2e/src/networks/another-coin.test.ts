import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Payment, PublicPayment, Refund } from '@crypto-checkout/core'
import { asBrowser } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createKeys,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  HTTP_POLL_MS,
  pollUntil,
  runToEnd,
  startServer,
  toMillionths,
} from '../support/harness.ts'

const FINAL = 4

/** Loads the catalogue with one entry more. */
const preload = pathToFileURL(join(import.meta.dirname, '../support/another-coin.ts')).href
const env = { NODE_OPTIONS: `--import=${preload}` }

let devnet: Ethereum

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** A folder whose configuration has the coin on a network; its contract is one of the local chain's. */
function configure(): string {
  const { rpcUrl, chainId, coins } = devnet.networks.ethereum
  const ethereum = { rpcUrls: [rpcUrl], chainId, coins: { PYUSD: coins.USDT, USDC: coins.USDC }, pollMs: 50 }
  const folder = createTemporaryFolder()
  writeFileSync(
    join(folder, 'crypto-checkout.config.json'),
    JSON.stringify({ publicUrl: 'http://localhost', sandbox: { networks: { ethereum } } }),
  )
  return folder
}

/** Schemas that list the coins one by one, and the coins that each lists. */
function findCoinLists(schema: unknown): string[][] {
  if (typeof schema !== 'object' || schema === null) return []
  const lists = Array.isArray(schema) && schema.includes('USDC') && schema.includes('DAI') ? [schema as string[]] : []
  return [...lists, ...Object.values(schema).flatMap(findCoinLists)]
}

test('without the entry, a coin is refused in the configuration', async () => {
  const { code, stderr } = await runToEnd(['doctor'], { cwd: configure() })
  expect(code).not.toBe(0)
  expect(stderr).toContain('PYUSD')
})

test('one entry in the catalogue, and the coin is configured, priced, paid, shown and refunded', async () => {
  const cwd = configure()
  const { secretKey, publicKey } = await createKeys({ cwd, env })
  const server = await startServer(['--port', '0'], { cwd, env })
  const headers = {
    authorization: `Bearer ${publicKey}`,
    'x-api-secret': secretKey,
    'content-type': 'application/json',
  }
  const call = async <Answer>(path: string, body?: object, method = 'POST'): Promise<Answer> => {
    const init = body ? { method, body: JSON.stringify(body) } : {}
    const response = await fetch(`${server.url}/sandbox/v1${path}`, { headers, ...init })
    const answer = await response.json()
    expect(response.ok, JSON.stringify(answer)).toBe(true)
    return answer as Answer
  }
  const merchantWallet = createWallet()
  const order = { amount: 10, currency: 'EUR', network: 'ethereum', merchantWallet }
  const payment = await call<Payment>('/payments', { ...order, cryptocurrency: 'PYUSD' })
  expect(payment).toMatchObject({ cryptocurrency: 'PYUSD', status: 'created' })

  const wrong = { network: 'ethereum', cryptocurrency: 'USDC', to: payment.address }
  await devnet.payer.send({ ...wrong, amount: toMillionths(payment.amountDue) })
  await devnet.payer.send({ ...wrong, cryptocurrency: 'USDT', amount: toMillionths(payment.amountDue) })
  const completed = await pollUntil(
    async () => {
      await mine(devnet.networks.ethereum, FINAL)
      return call<Payment>(`/payments/${payment.id}`)
    },
    ({ status }) => status === 'completed',
    HTTP_POLL_MS,
  )
  expect(completed).toMatchObject({ amountReceived: payment.cryptoAmount, exceptions: [] })
  const { data } = await call<{ data: object[] }>('/transfers')
  expect(data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ cryptocurrency: 'PYUSD', payment: payment.id }),
      expect.objectContaining({ cryptocurrency: 'USDC', payment: null }),
    ]),
  )

  const page = `${server.url}/pay/${payment.id.slice(4)}`
  expect(await (await fetch(page, { headers: asBrowser })).text()).toContain('PYUSD')
  expect((await (await fetch(`${page}/status`)).json()) as PublicPayment).toMatchObject({ cryptocurrency: 'PYUSD' })
  const refund = await call<Refund>('/refunds', { paymentId: payment.id, amount: 4, destination: createWallet() })
  expect(refund).toMatchObject({ cryptocurrency: 'PYUSD', status: 'pending' })
  const settings = await call('/merchant/settings', { settlementCurrency: 'PYUSD' }, 'PATCH')
  expect(settings).toMatchObject({ settlementCurrency: 'PYUSD' })

  const openapi = findCoinLists(await (await fetch(`${server.url}/openapi.json`)).json())
  expect(openapi.length).toBeGreaterThan(3)
  for (const list of openapi) expect(list).toContain('PYUSD')
  expect(await runToEnd(['doctor'], { cwd, env })).toMatchObject({ stdout: expect.stringContaining('PYUSD') })
})
