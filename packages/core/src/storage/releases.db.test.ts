import { inflateSync } from 'node:zlib'
import type { Event, Payment, Refund, Settlement } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { readPostgresCatalogue, readSqliteCatalogue } from '../testing/catalogue.ts'
import { TEST_TOKEN } from '../testing/index.ts'
import { createDatabaseUrl } from '../testing/places.ts'
import { listReleases, openRelease, placeRelease } from '../testing/releases.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { createReconciliation } from '../workers/reconcile.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { migrateStorage } from './open.ts'

/** The wallet of refunds that the merchant signs by hand. */
const SIGNED_BY_HAND = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const REFUND_TO = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Links to reports are signed with a key of the process. */
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

/** The catalogue of a database, once its tables are of this release. */
async function readCatalogue(url: string) {
  await migrateStorage(url)
  if (isOnPostgres()) return readPostgresCatalogue(url)
  const database = new DatabaseSync(url.slice('sqlite:'.length))
  const catalogue = readSqliteCatalogue(database)
  database.close()
  return catalogue
}

describe.each(listReleases())('a database of %s', (release) => {
  test('has the tables of a new one once it is opened', async () => {
    const fresh = await readCatalogue(await createDatabaseUrl())
    expect(Object.keys(fresh).length).toBeGreaterThan(150)
    expect(await readCatalogue(await placeRelease(release))).toEqual(fresh)
  })

  test('answers as before, and its books add up', async () => {
    const { world, shop, listAll } = await openRelease(release)
    for (const [name, before] of Object.entries(world.answers)) {
      const ids = new Set(before.map(({ id }) => id))
      // The test's own key is new.
      const now = (await listAll(name)).filter(({ id }) => ids.has(String(id)))
      expect(showPixels(withoutSignatures(now)), name).toMatchObject(showPixels(withoutSignatures(before)) as object)
    }
    const { checkSome, state } = createReconciliation(shop.checkout.context)
    while (await checkSome());
    expect(state()).toMatchObject({ imbalance: 0, wrong: [] })
  })

  test('completes what was open', async () => {
    const { world, finish, listAll } = await openRelease(release)
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
    const { sequence } = ((await listAll('events')) as Event[])[0] ?? { sequence: 0 }
    await finish([{ token: TEST_TOKEN, from: SIGNED_BY_HAND, to: REFUND_TO, rawAmount }])
    await finish()

    const after = await listAll('refunds')
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
    const settled = findById<Settlement>(await listAll('settlements'), open?.id ?? '')
    expect(settled).toMatchObject({ status: 'completed', amount: open?.amount })
    const processing = payments.find(({ status }) => status === 'processing')
    expect(findById<Payment>(await listAll('payments'), processing?.id ?? '')?.status).toBe('completed')
    const events = ((await listAll('events')) as Event[]).filter((event) => event.sequence > sequence)
    const told = events.map(({ type }) => type).filter((type) => type !== 'booking.created')
    expect(told.toSorted()).toEqual(
      [
        ...['payment.completed', 'settlement.completed'],
        ...completed.flatMap(({ status }) => [
          ...['payment.refunded', 'refund.completed'],
          ...(status === 'pending' ? ['refund.submitted'] : []),
        ]),
      ].toSorted(),
    )
  })

  test('keeps its receipts, makes none for what was completed without one, and makes one for what completes', async () => {
    const { world, finish, listAll } = await openRelease(release)
    const before = [...world.answers.payments, ...world.answers.refunds] as (Payment | Refund)[]
    const receipts = before.flatMap(({ id, status, receipt }) =>
      status === 'completed' ? [[id, receipt] as const] : [],
    )
    const kept = new Map(receipts)
    expect(new Set(receipts.map(([, receipt]) => receipt === null))).toEqual(new Set([true, false]))
    await finish()
    await finish()
    const after = [...(await listAll('payments')), ...(await listAll('refunds'))] as (Payment | Refund)[]
    for (const { id, status, receipt } of after) {
      if (kept.has(id)) expect([id, receipt]).toEqual([id, kept.get(id)])
      else expect([id, receipt !== null]).toEqual([id, status === 'completed'])
    }
    expect(after.filter(({ receipt }) => receipt !== null).length).toBeGreaterThan(
      receipts.filter(([, receipt]) => receipt !== null).length,
    )
    // Events of that release have the fields too.
    for (const { data } of (await listAll('events')) as Event[]) {
      const { object } = data.object
      if (object === 'payment' || object === 'refund') expect(data.object).toHaveProperty('receipt')
    }
  })
})
