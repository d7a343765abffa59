/**
 * A database of release 0.1.0 (commit 2f2ae59), as the code of that commit wrote it: payments and refunds in every state,
 * a completed settlement and one whose sweep is signed and not mined. `world.json` has the chains, and what the API
 * answered.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, inflateSync } from 'node:zlib'
import type { Event, Payment, Refund, Settlement } from '@crypto-checkout/api-types'
import { expect, onTestFinished, test } from 'vitest'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN, TEST_WALLET, testCheckout } from '../testing/index.ts'
import { scriptFactory } from '../testing/scripted-factory.ts'
import type { ScriptedBlock, ScriptedTransfer } from '../testing/scripted-node.ts'
import { sendTold } from '../testing/send-told.ts'
import { openSqlite } from './sqlite.ts'

const RELEASE = join(import.meta.dirname, '../testing/release-0.1.0')
/** The wallet of refunds that the merchant signs by hand. */
const SIGNED_BY_HAND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const REFUND_TO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const POLYGON_URL = 'http://127.0.0.1:9'

type World = {
  readonly now: number
  readonly merchant: string
  readonly key: { readonly publicKey: string; readonly secretKey: string }
  readonly answers: Readonly<
    Record<'payments' | 'refunds' | 'settlements' | 'transfers' | 'webhooks', readonly object[]>
  >
  readonly chains: Readonly<Record<'ethereum' | 'polygon', readonly ScriptedBlock[]>>
}

const unpack = (name: string) => gunzipSync(readFileSync(join(RELEASE, name)))

/** Whole numbers that JSON cannot hold end in `n`. */
function readWorld(): World {
  return JSON.parse(unpack('world.json.gz').toString(), (_, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}

async function openRelease() {
  const world = readWorld()
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'checkout.db')
  writeFileSync(path, unpack('checkout.db.gz'))
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
  const common = { coins: { USDC: { address: TEST_TOKEN, decimals: 6 } }, pollMs: 1_000, feesAboveValue: true }
  const networks = {
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
      refundKey: { env: 'TEST_REFUND_KEY', wallets: [TEST_WALLET], maxPerDay: 100, merchant: world.merchant },
    },
  }
  const options = { sandbox: { networks }, production: { networks: {} }, plans: { sandbox: 100_000 } }
  const parts = { storage: openSqlite({ path }), clock, node: ethereum, others: { [POLYGON_URL]: polygon } }
  const shop = await testCheckout(options, parts)
  onTestFinished(() => shop.stop())
  return {
    world,
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
  }
}

type Opened = Awaited<ReturnType<typeof openRelease>>

/** All that the API lists, with the keys that the old release made. */
async function listAll({ shop, world }: Opened, name: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await shop.request('GET', `/sandbox/v1/${name}?limit=100`, { key: world.key })
  expect(status).toBe(200)
  return body.data
}

/** Links to reports were signed with another key then. */
const withoutSignatures = (answers: readonly object[]): object[] =>
  JSON.parse(JSON.stringify(answers).replaceAll(/signature=[\w-]+/g, ''))

const findById = <T extends { id: string }>(rows: readonly object[], id: string) =>
  (rows as readonly T[]).find((row) => row.id === id)

/** QR codes by their pixels: another release may compress them differently. */
function showPixels(answer: object): unknown {
  const pixelsOf = (_: string, png: string) => {
    const bytes = Buffer.from(png, 'base64')
    const at = bytes.indexOf('IDAT')
    return inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4))).toString('base64')
  }
  return JSON.parse(JSON.stringify(answer).replaceAll(/data:image\/png;base64,([A-Za-z0-9+/=]+)/g, pixelsOf))
}

test('a migrated database answers as before', async () => {
  const opened = await openRelease()
  for (const [name, before] of Object.entries(opened.world.answers)) {
    expect(showPixels(withoutSignatures(await listAll(opened, name))), name).toMatchObject(
      showPixels(withoutSignatures(before)) as object,
    )
  }
})

test('a migrated database completes what was open', async () => {
  const opened = await openRelease()
  const { world, shop, finish } = opened
  const refunds = world.answers.refunds as readonly Refund[]
  const settlements = world.answers.settlements as readonly Settlement[]
  const payments = world.answers.payments as readonly Payment[]
  expect(new Set(refunds.map(({ status }) => status))).toEqual(
    new Set(['pending', 'submitted', 'completed', 'failed', 'cancelled']),
  )
  const byHand = refunds.find(
    ({ status, nextAction, destination }) => status === 'pending' && nextAction && destination,
  )
  const rawAmount = BigInt((byHand?.cryptoAmount ?? '').replace('.', ''))
  const { sequence } = ((await listAll(opened, 'events')) as Event[])[0] ?? { sequence: 0 }
  await finish([{ token: TEST_TOKEN, from: SIGNED_BY_HAND, to: REFUND_TO, rawAmount }])
  await finish()

  const after = await listAll(opened, 'refunds')
  const completed = refunds.filter(
    (one) => one.status === 'submitted' || one.id === byHand?.id || (one.status === 'pending' && !one.nextAction),
  )
  expect(completed).toHaveLength(3)
  for (const { id } of refunds) {
    const before = findById<Refund>(refunds, id)?.status
    const expected = completed.some((one) => one.id === id) ? 'completed' : before
    expect([id, findById<Refund>(after, id)?.status]).toEqual([id, expected])
  }
  const open = settlements.find(({ status }) => status === 'pending')
  const settled = findById<Settlement>(await listAll(opened, 'settlements'), open?.id ?? '')
  expect(settled).toMatchObject({ status: 'completed', amount: open?.amount })
  const processing = payments.find(({ status }) => status === 'processing')
  expect(findById<Payment>(await listAll(opened, 'payments'), processing?.id ?? '')?.status).toBe('completed')
  const events = (await shop.request('GET', `/sandbox/v1/events?limit=100&after=${sequence}`, { key: world.key })).body
    .data
  expect(events.map(({ type }: Event) => type).toSorted()).toEqual(
    [
      ...['payment.completed', 'payment.refunded', 'payment.refunded', 'payment.refunded'],
      ...['refund.completed', 'refund.completed', 'refund.completed', 'refund.submitted', 'refund.submitted'],
      'settlement.completed',
    ].toSorted(),
  )
})

test('what was completed before the migration has no receipt, and what completes after it has one', async () => {
  const opened = await openRelease()
  const { world, finish } = opened
  const wasCompleted = new Set(
    [...world.answers.payments, ...world.answers.refunds].flatMap((one) => {
      const { id, status } = one as Payment | Refund
      return status === 'completed' ? [id] : []
    }),
  )
  expect(wasCompleted.size).toBeGreaterThan(1)
  await finish()
  await finish()
  const after = [...(await listAll(opened, 'payments')), ...(await listAll(opened, 'refunds'))] as (Payment | Refund)[]
  for (const { id, status, receipt } of after)
    expect([id, receipt !== null]).toEqual([id, status === 'completed' && !wasCompleted.has(id)])
  expect(after.some(({ receipt }) => receipt !== null)).toBe(true)
  // Events of that release have the fields too.
  for (const { data } of (await listAll(opened, 'events')) as Event[]) {
    const { object } = data.object
    if (object === 'payment' || object === 'refund') expect(data.object).toHaveProperty('receipt')
  }
})
