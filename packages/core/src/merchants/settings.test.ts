import type { SettlementSchedule } from '@crypto-checkout/api-types'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../context/context.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { settingsHistory } from './change-settings.ts'
import { findPeriodEnds } from './settings.ts'

const MERCHANT = '/sandbox/v1/merchant'
const SETTINGS = `${MERCHANT}/settings`
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const target = {
  settlementNetwork: null,
  settlementWallet: null,
  settlementLeast: '0.997',
  settlementSpeed: 'standard',
  settlementMaxFee: null,
}
const unset = { weekday: null, dayOfMonth: null, timeZone: null }

type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})

const patch = (body: unknown, key: Shop['key'] = shop.key) => shop.request('PATCH', SETTINGS, { body, key })
const schedule = (settlementSchedule: unknown) => patch({ settlementSchedule })
const settings = async () => (await shop.request('GET', MERCHANT)).body.settings
async function history(environment: 'sandbox' | 'production' = 'sandbox') {
  const { id } = (await shop.request('GET', MERCHANT)).body
  return (await settingsHistory(shop.checkout.context, id, environment, 100)).toReversed()
}

test('a merchant that changed nothing is settled each midnight of UTC in USDC', async () => {
  const { status, body } = await shop.request('GET', MERCHANT)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.stringMatching(/^mer_/),
    object: 'merchant',
    name: 'My shop',
    plan: 'starter',
    ...{ accent: null, logo: null, supportEmail: null, supportUrl: null },
    livemode: false,
    settings: {
      id: body.id,
      object: 'merchant_settings',
      settlementCurrency: 'USDC',
      settlementSchedule: { frequency: 'daily', time: '00:00', ...unset },
      ...target,
      ...{ timeZone: null, currency: null },
      wallets: {},
      ...{ customerReceipts: 'off', customerEmailDays: 90 },
      ...{ latePayments: 'review', underpaymentTolerance: 0, claims: 'on' },
      routes: [{ network: 'ethereum', cryptocurrency: 'USDC', outcome: 'kept', by: null, reason: 'no_network' }],
      policy: {
        latePayments: 'review',
        underpaymentTolerance: 0,
        minTransfer: '0.010000',
        claims: 'on',
        retentionDays: 30,
      },
      livemode: false,
      updatedAt: null,
    },
    createdAt: '2026-01-01T00:00:00.000Z',
  })
  expect(await history()).toEqual([])
})

test('what is given is changed, answered and kept; the rest stays', async () => {
  shop.clock.advance(HOUR_MS)
  const first = await patch({ settlementCurrency: 'DAI' })
  expect(first).toMatchObject({
    status: 200,
    body: {
      object: 'merchant_settings',
      settlementCurrency: 'DAI',
      settlementSchedule: { frequency: 'daily', time: '00:00', ...unset },
      updatedAt: '2026-01-01T01:00:00.000Z',
    },
  })
  const second = await schedule({ frequency: 'weekly', time: '18:30', weekday: 'friday', timeZone: 'Europe/Berlin' })
  expect(second.body).toMatchObject({
    settlementCurrency: 'DAI',
    settlementSchedule: {
      frequency: 'weekly',
      time: '18:30',
      weekday: 'friday',
      dayOfMonth: null,
      timeZone: 'Europe/Berlin',
    },
  })
  expect(await settings()).toEqual(second.body)
  shop.restart()
  expect(await settings()).toEqual(second.body)
})

test('a schedule that is given replaces the one before, with defaults for what it leaves out', async () => {
  await schedule({ frequency: 'weekly', time: '18:30', weekday: 'friday', timeZone: 'Europe/Berlin' })
  const scheduleAfter = async (input: object) => (await schedule(input)).body.settlementSchedule
  expect(await scheduleAfter({ frequency: 'daily', time: '07:05' })).toEqual({
    frequency: 'daily',
    time: '07:05',
    ...unset,
  })
  expect(await scheduleAfter({ frequency: 'weekly', time: '00:00' })).toMatchObject({ weekday: 'monday' })
  expect(await scheduleAfter({ frequency: 'monthly', time: '23:59' })).toMatchObject({ dayOfMonth: 1 })
  expect(await scheduleAfter({ frequency: 'monthly', time: '23:59', dayOfMonth: 31 })).toMatchObject({ dayOfMonth: 31 })
  expect(await scheduleAfter({ frequency: 'manual' })).toEqual({ frequency: 'manual', time: null, ...unset })
  expect(await scheduleAfter({ frequency: 'manual', time: '10:00' })).toMatchObject({ time: '10:00' })
})

test.each<object>([
  { frequency: 'daily', time: '07:05', timeZone: 'Asia/Kolkata' },
  { frequency: 'weekly', time: '00:00', weekday: 'sunday', timeZone: 'Australia/Lord_Howe' },
  { frequency: 'monthly', time: '23:59', dayOfMonth: 31 },
  { frequency: 'manual' },
])('what was answered can be sent back, and changes nothing: %j', async (input) => {
  const { settlementSchedule, settlementCurrency, timeZone, currency, updatedAt } = (await schedule(input)).body
  shop.clock.advance(HOUR_MS)
  const again = await patch({ settlementSchedule, settlementCurrency, timeZone, currency })
  expect(again).toMatchObject({ status: 200, body: { settlementSchedule, updatedAt } })
  expect(await history()).toHaveLength(1)
})

describe('is refused and changes nothing', () => {
  const daily = { frequency: 'daily', time: '07:05' }
  const at = (field: string) => `settlementSchedule.${field}`
  const invalid = 'invalid_parameter'
  const missing = 'missing_parameter'
  const unknown = 'unknown_parameter'

  test.each<[object, string, string]>([
    ...[
      '24:00',
      '7:5',
      '7:05',
      '07:5',
      '07:60',
      '-1:00',
      '07:05:00',
      '0705',
      '07:05 ',
      '07:05\n',
      '٠٧:٠٥',
      '',
      705,
    ].map((time): [object, string, string] => [{ ...daily, time }, invalid, at('time')]),
    [{ ...daily, time: null }, invalid, at('time')],
    [{ frequency: 'daily' }, missing, at('time')],
    [{ frequency: 'weekly', weekday: 'monday' }, missing, at('time')],
    [{ time: '07:05' }, missing, at('frequency')],
    [{}, missing, at('frequency')],
    ...['hourly', 'Daily', 'yearly', '', null, 1].map((frequency): [object, string, string] => [
      { ...daily, frequency },
      invalid,
      at('frequency'),
    ]),
    ...['Mars/Phobos', 'Berlin', '+02:00', 'PST', 'BST', 'Europe/Berlin ', '', 'UTC+2', '../etc', 2].map(
      (timeZone): [object, string, string] => [{ ...daily, timeZone }, invalid, at('timeZone')],
    ),
    [{ ...daily, weekday: 'monday' }, invalid, at('weekday')],
    [{ frequency: 'manual', weekday: 'monday' }, invalid, at('weekday')],
    [{ frequency: 'monthly', time: '07:05', weekday: 'monday' }, invalid, at('weekday')],
    ...['Monday', 'mon', '', 1, 0, 8].map((weekday): [object, string, string] => [
      { frequency: 'weekly', time: '07:05', weekday },
      invalid,
      at('weekday'),
    ]),
    [{ ...daily, dayOfMonth: 1 }, invalid, at('dayOfMonth')],
    [{ frequency: 'weekly', time: '07:05', dayOfMonth: 1 }, invalid, at('dayOfMonth')],
    ...[0, 32, -1, 1.5, '0', 'last'].map((dayOfMonth): [object, string, string] => [
      { frequency: 'monthly', time: '07:05', dayOfMonth },
      invalid,
      at('dayOfMonth'),
    ]),
    [{ ...daily, hour: 7 }, unknown, at('hour')],
    [{ Time: '07:05' }, unknown, at('Time')],
  ])('the schedule %j', async (input, code, param) => {
    const before = await countRows(shop)
    const problem = readProblem(await schedule(input))
    expect(problem).toMatchObject({ status: 400, type: 'invalid_request_error', code, param })
    expect(problem.message).toContain(param)
    expect(await countRows(shop)).toEqual(before)
  })

  test.each<[unknown, string, string]>([
    [{ settlementSchedule: null }, invalid, 'settlementSchedule'],
    [{ settlementSchedule: 'daily' }, invalid, 'settlementSchedule'],
    [{ settlementSchedule: [daily] }, invalid, 'settlementSchedule'],
    [{ settlementCurrency: null }, invalid, 'settlementCurrency'],
    [{ settlementCurrency: 'usdc' }, invalid, 'settlementCurrency'],
    [{ settlementCurrency: 'USDC.e' }, invalid, 'settlementCurrency'],
    [{ settlementCurrency: 'EUR' }, invalid, 'settlementCurrency'],
    [{ settlementCurrency: 'DAI', settlementSchedule: { ...daily, time: '24:00' } }, invalid, at('time')],
    [{ settlementCurrency: 'DAI', name: 'Other' }, unknown, 'name'],
    [{ livemode: true }, unknown, 'livemode'],
    ...['Mars/Phobos', '+02:00', 'PST', 'Europe/Berlin ', '', 2].map((timeZone): [object, string, string] => [
      { timeZone },
      invalid,
      'timeZone',
    ]),
    ...['EURO', 'E', '', 'E1R', '€', 978, 'ZZZ', 'DEM'].map((currency): [object, string, string] => [
      { currency },
      invalid,
      'currency',
    ]),
  ])('%j', async (input, code, param) => {
    expect(readProblem(await patch(input))).toMatchObject({ status: 400, code, param })
    expect(await history()).toEqual([])
    expect(await settings()).toMatchObject({ settlementCurrency: 'USDC', updatedAt: null })
  })

  test('an unknown zone is told what a zone looks like', async () => {
    expect(readProblem(await schedule({ ...daily, timeZone: 'PST' })).message).toContain('Europe/Berlin')
  })
})

test.each(['UTC', 'Etc/GMT+5', 'GMT', 'EST', 'CET', 'Japan', 'US/Pacific', 'Europe/Kyiv', 'America/Argentina/Ushuaia'])(
  'the zone %s is taken, and answered as it was given',
  async (timeZone) => {
    const { body } = await schedule({ frequency: 'daily', time: '12:00', timeZone })
    expect(body.settlementSchedule.timeZone).toBe(timeZone)
  },
)

test('the zone of the shop and its currency are set, answered and taken back', async () => {
  const first = await patch({ timeZone: 'Europe/Berlin', currency: 'eur' })
  expect(first).toMatchObject({ status: 200, body: { timeZone: 'Europe/Berlin', currency: 'EUR' } })
  // A schedule without a zone has none of its own.
  expect(first.body.settlementSchedule).toEqual({ frequency: 'daily', time: '00:00', ...unset })
  expect(await settings()).toEqual(first.body)
  expect((await patch({ settlementCurrency: 'DAI' })).body).toMatchObject({
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
  })
  expect((await patch({ timeZone: null, currency: null })).body).toMatchObject({ timeZone: null, currency: null })
})

describe('who may', () => {
  test('read needs merchant:read, change needs merchant:write, which reads too', async () => {
    const reader = await shop.makeKey('sandbox', ['merchant:read'])
    const writer = await shop.makeKey('sandbox', ['merchant:write'])
    const other = await shop.makeKey('sandbox', ['settlements:write', 'payments:write'])
    const read = async (key: Shop['key']) => (await shop.request('GET', MERCHANT, { key })).status
    const change = async (key: Shop['key'], settlementCurrency: string) =>
      (await patch({ settlementCurrency }, key)).status
    expect([await read(reader), await read(writer), await read(other)]).toEqual([200, 200, 403])
    expect([await change(reader, 'DAI'), await change(writer, 'USDT'), await change(other, 'DAI')]).toEqual([
      403, 200, 403,
    ])
    expect((await history()).map((change) => change.changedBy)).toEqual([writer.id])
  })

  test('settings are of one merchant in one environment', async () => {
    const other = await addMerchant(shop)
    const production = await shop.makeKey('production')
    await patch({ settlementCurrency: 'DAI', settlementSchedule: { frequency: 'manual' } })
    const seenBy = async (base: string, key: Shop['key']) =>
      (await shop.request('GET', `${base}/merchant`, { key })).body
    for (const [base, key, livemode] of [
      ['/sandbox/v1', other.sandbox, false],
      ['/v1', other.production, true],
      ['/v1', production, true],
    ] as const) {
      expect(await seenBy(base, key)).toMatchObject({
        livemode,
        settings: { settlementCurrency: 'USDC', settlementSchedule: { frequency: 'daily' }, livemode, updatedAt: null },
      })
    }
    expect(await seenBy('/sandbox/v1', other.sandbox)).toMatchObject({ id: other.id, name: other.name })
    await shop.request('PATCH', '/v1/merchant/settings', { key: production, body: { settlementCurrency: 'USDT' } })
    expect([await history('production'), await settings()]).toMatchObject([
      [{ before: { settlementCurrency: 'USDC' }, after: { settlementCurrency: 'USDT' } }],
      { settlementCurrency: 'DAI' },
    ])
  })
})

describe('the history', () => {
  test('names who changed what, and when', async () => {
    await patch({ settlementCurrency: 'DAI' })
    shop.clock.advance(HOUR_MS)
    await shop.checkout.sandbox.merchant.updateSettings({ settlementSchedule: { frequency: 'manual' } })
    const daily = { frequency: 'daily', time: '00:00', ...unset }
    const rest = {
      ...target,
      timeZone: null,
      currency: null,
      wallets: {},
      ...{ customerReceipts: 'off', customerEmailDays: 90 },
    }
    const manual = { frequency: 'manual', time: null, ...unset }
    expect(await history()).toEqual([
      {
        changedAt: '2026-01-01T00:00:00.000Z',
        changedBy: shop.key.id,
        before: { settlementCurrency: 'USDC', settlementSchedule: daily, ...rest },
        after: { settlementCurrency: 'DAI', settlementSchedule: daily, ...rest },
      },
      {
        changedAt: '2026-01-01T01:00:00.000Z',
        changedBy: 'in_process' satisfies Actor,
        before: { settlementCurrency: 'DAI', settlementSchedule: daily, ...rest },
        after: { settlementCurrency: 'DAI', settlementSchedule: manual, ...rest },
      },
    ])
  })

  test('holds what changed something, and nothing else', async () => {
    const call = { body: { settlementCurrency: 'DAI' }, headers: { 'idempotency-key': 'k' } }
    for (let time = 0; time < 3; time++) {
      expect((await shop.request('PATCH', SETTINGS, call)).status).toBe(200)
      shop.clock.advance(HOUR_MS)
    }
    expect((await patch({})).body).toMatchObject({ settlementCurrency: 'DAI', updatedAt: '2026-01-01T00:00:00.000Z' })
    await schedule({ frequency: 'daily', time: '00:00', timeZone: null })
    expect(await history()).toHaveLength(1)
  })

  test('of changes made at once has each, one after the other', async () => {
    const zones = ['Europe/Berlin', 'Asia/Tokyo', 'Asia/Kathmandu', 'America/New_York', 'Africa/Lagos']
    const answers = await Promise.all(
      zones.map((timeZone) => schedule({ frequency: 'daily', time: '10:00', timeZone })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(zones.map(() => 200))
    const changes = await history()
    const zoneOf = (one: { settlementSchedule: SettlementSchedule }) => one.settlementSchedule.timeZone
    expect(changes.map((change) => zoneOf(change.after)).toSorted()).toEqual(zones.toSorted())
    expect(changes.map((change) => zoneOf(change.before))).toEqual([
      null,
      ...changes.slice(0, -1).map((change) => zoneOf(change.after)),
    ])
    expect(await settings()).toMatchObject(changes.at(-1)?.after ?? {})
  })
})

/** Writes a change as the releases before the shop's zone did. */
async function writeAsBefore(settlementSchedule: object): Promise<void> {
  const { id: merchant_id } = await shop.checkout.merchant.retrieve()
  const settings = JSON.stringify({ settlementCurrency: 'USDC', settlementSchedule, wallets: {} })
  const change = { merchant_id, livemode: false as const, changed_at: shop.clock.now(), changed_by: 'key' as const }
  await shop.checkout.context.transact((tx) =>
    tx
      .insertInto('settings_changes')
      .values({ ...change, settings_before: settings, settings_after: settings })
      .execute(),
  )
}

describe('a schedule that an earlier release stored', () => {
  const daily = { frequency: 'daily', time: '06:00', weekday: null, dayOfMonth: null }

  test('with its default zone follows the shop', async () => {
    await writeAsBefore({ ...daily, timeZone: 'UTC' })
    expect((await settings()).settlementSchedule).toEqual({ ...daily, timeZone: null })
    expect((await history())[0]?.after).toMatchObject({ settlementSchedule: { ...daily, timeZone: null } })
    const { body } = await patch({ timeZone: 'Asia/Tokyo' })
    expect(body).toMatchObject({ timeZone: 'Asia/Tokyo', settlementSchedule: { timeZone: null } })
  })

  test('with a zone of its own keeps it, and so does one that is set to UTC from now on', async () => {
    await writeAsBefore({ ...daily, timeZone: 'Asia/Tokyo' })
    expect((await patch({ timeZone: 'Europe/Berlin' })).body.settlementSchedule.timeZone).toBe('Asia/Tokyo')
    await schedule({ frequency: 'daily', time: '06:00', timeZone: 'UTC' })
    expect((await settings()).settlementSchedule.timeZone).toBe('UTC')
  })
})

describe('periods', () => {
  const START = Date.parse('2026-01-01T00:00:00Z')
  const owner = async () => ({ merchantId: (await shop.request('GET', MERCHANT)).body.id, livemode: false })
  const ends = async (after: number, upTo: number, limit = 1_000) =>
    (await findPeriodEnds(shop.checkout.context.db, await owner(), after, upTo, limit)).map((end) =>
      new Date(end).toISOString().slice(0, 16),
    )
  const change = async (afterMs: number, input: object) => {
    shop.clock.advance(START + afterMs - shop.clock.now())
    expect((await schedule(input)).status).toBe(200)
  }

  test('end by the schedule that was in force then, whatever was changed later', async () => {
    await change(2.5 * DAY_MS, { frequency: 'manual' })
    await change(9.25 * DAY_MS, { frequency: 'daily', time: '06:00' })
    await patch({ settlementCurrency: 'DAI' })
    await change(11.5 * DAY_MS, { frequency: 'daily', time: '18:00' })
    const all = [
      '2026-01-02T00:00',
      '2026-01-03T00:00',
      '2026-01-11T06:00',
      '2026-01-12T06:00',
      '2026-01-12T18:00',
      '2026-01-13T18:00',
    ]
    const end = START + 13 * DAY_MS
    expect(await ends(START, end)).toEqual(all)
    expect(await ends(START, end, 3)).toEqual(all.slice(0, 3))
    for (let split = START; split <= end; split += 6 * HOUR_MS) {
      expect([...(await ends(START, split)), ...(await ends(split, end))]).toEqual(all)
    }
  })

  test('end by the clock of the shop, which a schedule with a zone of its own does not follow', async () => {
    const zone = async (afterMs: number, timeZone: string | null) => {
      shop.clock.advance(START + afterMs - shop.clock.now())
      expect((await patch({ timeZone })).status).toBe(200)
    }
    await zone(1.5 * DAY_MS, 'Europe/Berlin')
    await zone(3.5 * DAY_MS, 'Asia/Tokyo')
    await change(5.25 * DAY_MS, { frequency: 'daily', time: '06:00', timeZone: 'America/New_York' })
    await zone(6.25 * DAY_MS, 'Europe/Berlin')
    expect(await ends(START, START + 8 * DAY_MS)).toEqual([
      '2026-01-02T00:00', // UTC, while none was set
      '2026-01-02T23:00', // Berlin
      '2026-01-03T23:00',
      '2026-01-04T15:00', // Tokyo
      '2026-01-05T15:00',
      '2026-01-06T11:00', // New York, of the schedule
      '2026-01-07T11:00',
      '2026-01-08T11:00',
    ])
  })

  test('have 23 and 25 hours where the clocks of the shop change', async () => {
    await patch({ timeZone: 'Europe/Berlin' })
    const hours = async (from: string, to: string) => {
      const found = await findPeriodEnds(shop.checkout.context.db, await owner(), Date.parse(from), Date.parse(to), 9)
      return found.slice(1).map((end, index) => (end - (found[index] ?? 0)) / HOUR_MS)
    }
    expect(await hours('2026-03-27T00:00Z', '2026-03-31T00:00Z')).toEqual([24, 23, 24])
    expect(await hours('2026-10-23T00:00Z', '2026-10-27T00:00Z')).toEqual([24, 25, 24])
  })

  test('that would have ended under a new schedule before it was made do not', async () => {
    await change(0, { frequency: 'monthly', time: '00:00' })
    await change(20.5 * DAY_MS, { frequency: 'daily', time: '00:00' })
    expect(await ends(START, START + 22 * DAY_MS)).toEqual(['2026-01-22T00:00', '2026-01-23T00:00'])
  })

  test('come right after more changes than are read at once', async () => {
    const clockAt = (minute: number) => new Date(START + minute * 60_000).toISOString().slice(11, 16)
    const expected: string[] = []
    for (let minute = 2; minute <= 240; minute += 2) {
      await change(minute * 60_000, { frequency: 'daily', time: clockAt(minute + 1) })
      expected.push(`2026-01-01T${clockAt(minute + 1)}`)
    }
    expect(await ends(START, START + DAY_MS)).toEqual(expected)
    expect(await ends(START, START + 2 * DAY_MS)).toEqual([...expected, '2026-01-02T04:01'])
  })

  test('are not lost when the clock is put back between two changes, while the server is away', async () => {
    await change(DAY_MS, { frequency: 'daily', time: '12:00' })
    shop.clock.advance(-DAY_MS)
    shop.restart()
    await change(0, { frequency: 'daily', time: '18:00' })
    const [first, second] = await history()
    expect(second?.changedAt).toBe(first?.changedAt)
    expect(await ends(START, START + 2 * DAY_MS)).toEqual(['2026-01-02T00:00', '2026-01-02T18:00'])
  })
})
