/** The operator's view of several servers on one PostgreSQL. */
import { randomBytes } from 'node:crypto'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createDatabase, type Ethereum } from '../support/harness.ts'
import { type Operated, openOperated } from '../support/operated.ts'

let devnet: Ethereum

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  await mine(devnet.networks.ethereum, 5)
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const CHECKED = 'checkout_ledger_checked_timestamp_seconds'
const isThere = (value: number | null) => value !== null

test('each of several servers says when the books were checked, whoever did it, and who does what', async () => {
  const env = { DATABASE_URL: await createDatabase() }
  const rpcUrls = [devnet.networks.ethereum.rpcUrl]
  const gasKey = randomBytes(32).toString('hex')
  const open = () => openOperated({ devnet, rpcUrls, gasKey, env })
  const one = await open()
  await one.until(CHECKED, isThere)
  const leases = ['settle and prune', 'sandbox ethereum'].map((name) => `checkout_lease_held{lease="${name}"}`)
  for (const lease of leases) await one.until(lease, (value) => value === 1)
  const other = await open()
  expect(await other.until(CHECKED, isThere)).toBeGreaterThan(0)
  const held = ({ metric }: Operated) => Promise.all(leases.map(metric))
  expect([await held(one), await held(other)]).toEqual([
    [1, 1],
    [0, 0],
  ])
  await other.create()
  expect(await other.metric('checkout_db_commit_seconds_count')).toBeGreaterThan(0)
  expect(await other.metric('checkout_db_connections{state="idle"}')).toBeGreaterThan(0)
  expect(await other.metric('checkout_db_waiting')).toBe(0)
  expect(await other.metric('checkout_wal_bytes')).toBeNull()
  one.server.signal('SIGTERM')
  expect(await one.server.ended).toBe(0)
  for (const lease of leases) await other.until(lease, (value) => value === 1)
  expect(await other.metric(CHECKED)).toBeGreaterThan(0)
  other.server.signal('SIGTERM')
  expect(await other.server.ended).toBe(0)
})
