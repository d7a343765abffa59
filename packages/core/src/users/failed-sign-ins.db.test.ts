import { expect, test } from 'vitest'
import { addPerson, openBrowser } from '../testing/people.ts'
import { explainQueries } from '../testing/plans.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { createFailedSignInsJob } from '../workers/notify.ts'
import { createAccess } from './access.ts'
import { signInWithPassword } from './sign-in.ts'

const QUARTER_MS = 15 * 60_000
const HOUR_MS = 60 * 60_000
const WRONG = 'another gluten wyvern quay'
const open = () => openShop({ dashboard: true })
type Shop = Awaited<ReturnType<typeof open>>

/** Tries a wrong password from addresses of their own, one after the other. */
async function guess(shop: Shop, email: string, times: number, network = '198.51.100'): Promise<number[]> {
  const statuses: number[] = []
  for (let host = 0; host < times; host++) {
    const body = { email, password: WRONG, code: '000000' }
    statuses.push((await openBrowser(shop, `${network}.${host}`).ask('POST', '/sign_in', body)).status)
  }
  return statuses
}

const runJob = async (shop: Shop) => {
  const job = createFailedSignInsJob(shop.checkout.context)
  while ((await job.run()).more);
}

async function readFailures(shop: Shop, key: { publicKey: string; secretKey: string }) {
  return (await shop.request('GET', '/v1/audit?operation=failSignIn', { key })).body.data
}

test.each(['ann@example.com', 'nobody@example.com'])(
  'failures at %s count for two servers together, and over a restart',
  async (email) => {
    const first = await open()
    const parts = { storage: first.storage, clock: first.clock, node: first.node }
    const second = await openShop({ dashboard: true }, parts)
    await addPerson(first)
    expect(await guess(first, email, 5)).toEqual(Array(5).fill(401))
    expect(await guess(second, email, 5, '203.0.113')).toEqual(Array(5).fill(401))
    const restarted = await openShop({ dashboard: true }, parts)
    for (const shop of [first, second, restarted]) expect(await guess(shop, email, 1, '192.0.2')).toEqual([429])
    first.clock.advance(QUARTER_MS)
    expect(await guess(restarted, email, 1)).toEqual([401])
  },
)

test('failures from one address count for two servers together', async () => {
  const first = await open()
  const second = await openShop({ dashboard: true }, { storage: first.storage, clock: first.clock, node: first.node })
  const attempt = (shop: Shop, index: number) =>
    openBrowser(shop, '198.51.100.7').ask('POST', '/sign_in', {
      email: `${index}@example.com`,
      password: WRONG,
      code: '1',
    })
  for (let index = 0; index < 30; index++) expect((await attempt(index % 2 ? first : second, index)).status).toBe(401)
  for (const shop of [first, second]) expect(readProblem(await attempt(shop, 30)).code).toBe('rate_limited')
})

test('what is right is no failure, and tells how many there were before it', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const key = await shop.makeKey('production')
  await guess(shop, ann.email, 3)
  expect((await ann.browser.ask('POST', '/reauthenticate', { password: WRONG, code: '000000' })).status).toBe(401)
  expect((await ann.signIn(openBrowser(shop, '203.0.113.7'))).status).toBe(200)
  expect((await ann.signIn()).status).toBe(200)
  const { body } = await shop.request('GET', '/v1/audit?operation=signIn', { key })
  expect(body.data.map((entry: { after: object }) => entry.after)).toEqual([
    { method: 'password', browser: 'known' },
    { method: 'password', browser: 'new', failedBefore: 4 },
  ])
  expect((await countRows(shop)).failed_sign_ins).toBe(4)
})

test('ten failures at an account are in the audit log of each of its merchants, once a day however many follow', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const other = await addMerchant(shop)
  const { transact, now } = shop.checkout.context
  await transact((tx) =>
    tx
      .insertInto('memberships')
      .values({ user_id: ann.id, merchant_id: other.id, role: 'cashier', created_at: now() })
      .execute(),
  )
  const keys = [await shop.makeKey('production'), other.production]
  await guess(shop, ann.email, 9)
  await guess(shop, 'nobody@example.com', 10, '203.0.113')
  await runJob(shop)
  expect(await readFailures(shop, keys[0] as never)).toEqual([])
  await guess(shop, ann.email, 1)
  for (let hour = 0; hour < 24; hour++) {
    await runJob(shop)
    shop.clock.advance(HOUR_MS)
    await guess(shop, ann.email, 10)
  }
  for (const key of keys)
    expect(await readFailures(shop, key as never)).toMatchObject([
      {
        ...{ actor: 'in_process', address: null, before: null, target: { object: 'user', id: ann.id } },
        after: { failures: 10, addresses: 9 },
      },
    ])
  shop.clock.advance(1)
  await runJob(shop)
  for (const key of keys) expect(await readFailures(shop, key as never)).toHaveLength(2)
})

test('failures are deleted when they count no more, also those of a clock that was wrong', async () => {
  const shop = await open()
  await addPerson(shop)
  const count = async () => (await countRows(shop)).failed_sign_ins
  await guess(shop, 'ann@example.com', 4)
  shop.clock.jump(24 * HOUR_MS)
  await guess(shop, 'ann@example.com', 2)
  await runJob(shop)
  expect(await count()).toBe(2)
  shop.clock.jump(-24 * HOUR_MS)
  const parts = { storage: shop.storage, clock: shop.clock, node: shop.node }
  await runJob(await openShop({ dashboard: true }, parts))
  expect(await count()).toBe(0)
})

test('a hundred thousand failures in the time are the most that strangers can make; a known browser is let in', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  await ann.browser.ask('POST', '/sign_out')
  await guess(shop, ann.email, 1)
  const { db, transact, now } = shop.checkout.context
  const { seq } = await db.selectFrom('failed_sign_ins').select('seq').executeTakeFirstOrThrow()
  const oldest = { seq: Number(seq) + 1 - 100_000, account: 'x', network: 'x', user_id: null, created_at: now() }
  await transact((tx) => tx.insertInto('failed_sign_ins').values(oldest).execute())
  expect(await guess(shop, ann.email, 2)).toEqual([429, 429])
  expect(await countRows(shop)).toMatchObject({ failed_sign_ins: 2 })
  expect((await ann.signIn()).status).toBe(200)
  shop.clock.advance(QUARTER_MS)
  await runJob(shop)
  expect(await guess(shop, ann.email, 1)).toEqual([401])
})

test.skipIf(isOnPostgres())(
  'an address without an account asks the same of the database, and no query reads all failures',
  async () => {
    const shop = await open()
    await addPerson(shop)
    const device = { address: '198.51.100.7', network: '198.51.100.7', userAgent: '', requestId: 'req_1', mark: null }
    const explain = (email: string) =>
      explainQueries(shop.checkout.context, async (ctx) => {
        const access = await createAccess(ctx)
        for (let attempt = 0; attempt < 11; attempt++) {
          const refused = signInWithPassword(access, { email, password: WRONG, code: '000000' }, device)
          await expect(refused).rejects.toMatchObject({ code: attempt < 10 ? 'invalid_credentials' : 'rate_limited' })
        }
      })
    const [known, unknown] = [await explain('ann@example.com'), await explain('nobody@example.com')]
    expect(known.map(({ sql }) => sql)).toEqual(unknown.map(({ sql }) => sql))
    expect(known.filter(({ sql }) => sql.startsWith('insert into "failed_sign_ins"'))).toHaveLength(10)
    const ofJob = await explainQueries(shop.checkout.context, (ctx) => createFailedSignInsJob(ctx).run())
    const steps = [...known, ...ofJob]
      .filter(({ sql }) => /failed_sign_ins.*where/.test(sql))
      .flatMap((one) => one.steps)
    expect(steps.length).toBeGreaterThan(20)
    for (const step of steps) expect(step).not.toMatch(/^SCAN failed_sign_ins$/)
    const rows = await shop.checkout.context.db.selectFrom('failed_sign_ins').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|198\./)
  },
)
