/**
 * Databases that earlier releases wrote, a folder each, named by release or commit. `checkout.db` is one on SQLite, with
 * payments and refunds in every state, a completed settlement and one whose sweep is signed and not mined. `postgres.sql` is
 * the SQL by which the same release makes its tables on PostgreSQL. `world.json` has the chains, and what the API answered.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { Storage } from '../storage/database.ts'
import { getLayout } from '../storage/layout.ts'
import { DatabaseSync } from '../storage/node-sqlite.ts'
import { openStorage } from '../storage/open.ts'
import { readVersion } from '../storage/sqlite.ts'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET, testCheckout } from './index.ts'
import { createDatabaseUrl, createFolder } from './places.ts'
import { scriptFactory } from './scripted-factory.ts'
import type { ScriptedBlock, ScriptedTransfer } from './scripted-node.ts'
import { sendTold } from './send-told.ts'
import { isOnPostgres, runOnce } from './storage.ts'

const FOLDER = join(import.meta.dirname, 'releases')
const LISTS = ['payments', 'payment_links', 'refunds', 'settlements', 'transfers', 'webhooks', 'keys'] as const
const POLYGON_URL = 'http://127.0.0.1:9'

type World = {
  readonly now: number
  readonly merchant: string
  readonly key: { readonly publicKey: string; readonly secretKey: string }
  readonly answers: Readonly<Record<(typeof LISTS)[number], readonly { readonly id: string }[]>>
  readonly chains: Readonly<Record<'ethereum' | 'polygon', readonly ScriptedBlock[]>>
}

export const listReleases = (): readonly string[] => readdirSync(FOLDER)

function unpack(release: string, name: string): Buffer {
  return gunzipSync(readFileSync(join(FOLDER, release, `${name}.gz`)))
}

/** Whole numbers that JSON cannot hold end in `n`. */
function readWorld(release: string): World {
  return JSON.parse(unpack(release, 'world.json').toString(), (_, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}

/** Puts the database of a release at a new place, as it was. Returns its URL. */
export async function placeRelease(release: string): Promise<string> {
  const path = join(createFolder(), 'checkout.db')
  writeFileSync(path, unpack(release, 'checkout.db'))
  if (!isOnPostgres()) return `sqlite:${path}`
  const url = await createDatabaseUrl()
  await runOnce(url, 'drop schema public cascade; create schema public')
  await runOnce(url, unpack(release, 'postgres.sql').toString())
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = getLayout(readVersion(database))
  for (const { name, rowNumber } of tables) {
    const select = database.prepare(`select * from ${name}`)
    select.setReadBigInts(true)
    const rows = JSON.stringify(select.all(), (_, value) => (typeof value === 'bigint' ? String(value) : value))
    const quoted = rows.replaceAll("'", "''")
    await runOnce(url, `insert into ${name} select * from json_populate_recordset(null::${name}, '${quoted}')`)
    if (rowNumber === null) continue
    const next = `(select coalesce(max(${rowNumber}), 0) + 1 from ${name})`
    await runOnce(url, `select setval(pg_get_serial_sequence('${name}', '${rowNumber}'), ${next}, false)`)
  }
  database.close()
  return url
}

/** Opens the database of a release with this one, at the time and on the chains that the release left. */
export async function openRelease(release: string) {
  const world = readWorld(release)
  const url = await placeRelease(release)
  // The test sets the time, and the checkout is the only process.
  const storage: Storage = { ...openStorage(url, 'run'), sharedClock: null }
  process.env.TEST_SWEEPING_GAS_KEY = `0x${'5d'.repeat(32)}`
  process.env.TEST_REFUND_KEY = `0x${'5e'.repeat(32)}`
  const clock = new FakeClock()
  clock.jump(world.now - clock.now())
  const openNode = (chainId: number, blocks: readonly ScriptedBlock[]) => {
    const node = new ScriptedNode({ chainId, startTime: 0, blocks })
    node.decimals.set(TEST_TOKEN, 6)
    return node
  }
  const ethereum = openNode(TEST_CHAIN_ID, world.chains.ethereum)
  const polygon = openNode(TEST_CHAIN_ID + 1, world.chains.polygon)
  scriptFactory(ethereum)
  polygon.pool.effect = ({ from, to, data }) => ({
    transfers: [{ token: to, from, to: `0x${data.slice(34, 74)}`, rawAmount: BigInt(`0x${data.slice(74)}`) }],
  })
  const sandbox = { networks: createNetworks(world.merchant) }
  const options = { sandbox, production: { networks: {} }, plans: { sandbox: 100_000 }, rates: { KWD: 3.25 } }
  const shop = await testCheckout(options, { storage, clock, node: ethereum, others: { [POLYGON_URL]: polygon } })
  onTestFinished(() => shop.stop())
  return {
    world,
    url,
    shop,
    /** Sends, mines and reads until what is mined now is final. */
    async finish(onPolygon: readonly ScriptedTransfer[] = []): Promise<void> {
      for (let block = 0; block < 4; block++) {
        await sendTold(shop)
        clock.advance(1_000)
        ethereum.mine(clock.now())
        polygon.mine(clock.now(), block === 0 ? onPolygon : [])
        await shop.settle()
      }
      await sendTold(shop)
    },
    /** All that the API lists, with the keys that the old release made. */
    async listAll(name: string): Promise<Record<string, unknown>[]> {
      const { body } = await shop.request('GET', `/sandbox/v1/${name}?limit=100`, { key: world.key })
      return body.data
    },
  }
}

function createNetworks(merchant: string) {
  const common = { coins: { USDC: { address: TEST_TOKEN, decimals: 6 } }, pollMs: 1_000, feesAboveValue: true }
  return {
    ethereum: {
      ...common,
      rpcUrls: ['http://127.0.0.1:1'],
      chainId: TEST_CHAIN_ID,
      collection: 'deposit' as const,
      minSweep: 1,
      gasKey: { env: 'TEST_SWEEPING_GAS_KEY' },
    },
    polygon: {
      ...common,
      rpcUrls: [POLYGON_URL],
      chainId: TEST_CHAIN_ID + 1,
      refundKey: { env: 'TEST_REFUND_KEY', wallets: [TEST_WALLET], maxPerDay: 100, merchant },
    },
  }
}
