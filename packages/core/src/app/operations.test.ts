import {
  type AssignInput,
  type AuditFilter,
  type AuditQuery,
  type DeliveryQuery,
  type EventPattern,
  type EventQuery,
  eventTypes,
  type InvitationInput,
  type KeyInput,
  type KeyQuery,
  type PayInput,
  type PaymentInput,
  type PaymentQuery,
  type RefundInput,
  type RefundQuery,
  type RotateInput,
  type Scope,
  type SettingsChanges,
  type SinceInput,
  type scopes,
  type TransferQuery,
  type UserChanges,
  type WebhookChanges,
  type WebhookInput,
  type WebhookQuery,
} from '@crypto-checkout/api-types'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { auditFilter, auditQuery } from '../audit/list.ts'
import { CheckoutError } from '../domain/error.ts'
import type { eventQuery } from '../events/find.ts'
import type { settingsChanges } from '../merchants/change-settings.ts'
import type { keyInput, keyQuery, rotateInput } from '../merchants/keys/schema.ts'
import type { payInput } from '../payments/sandbox/routes.ts'
import type * as payments from '../payments/schema.ts'
import type { assignInput, transferQuery } from '../payments/transfers/find.ts'
import type { refundInput, refundQuery } from '../refunds/schema.ts'
import { paymentInput } from '../testing/index.ts'
import { addMerchant, countRows, fillShop, openShop, readProblem, shareTestWallet } from '../testing/shop.ts'
import type { invitationInput, userChanges } from '../users/people-schema.ts'
import type { deliveryQuery } from '../webhooks/deliveries/find.ts'
import * as webhooks from '../webhooks/schema.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

async function refusalOf(work: () => Promise<unknown>) {
  try {
    await work()
    throw new Error('it was not refused')
  } catch (error) {
    if (error instanceof CheckoutError) return { code: error.code, param: error.param, message: error.message }
    throw error
  }
}

/** Values that JavaScript can pass despite the types. */
const loose = (value: unknown) => value as never

describe('an operation in process refuses what the API refuses, in the same words', () => {
  const inputs: [string, object][] = [
    ['nothing', {}],
    ['an unknown field', { ...paymentInput, colour: 'red' }],
    ['a missing amount', { ...paymentInput, amount: undefined }],
    ['a wrong type', { ...paymentInput, amount: true }],
    ['a text that is no decimal', { ...paymentInput, amount: '10,00' }],
    ['a wrong range', { ...paymentInput, expiresIn: 0 }],
    ['a bad address', { ...paymentInput, merchantWallet: 'x' }],
    ['a bad URL', { ...paymentInput, redirectUrl: 'javascript:alert(1)' }],
    ['a coin that is not set up', { ...paymentInput, cryptocurrency: 'DAI' }],
    ['a currency without a rate', { ...paymentInput, currency: 'XXX' }],
    ['too much metadata', { ...paymentInput, metadata: { text: 'x'.repeat(20_000) } }],
  ]
  test.each(inputs)('%s', async (_name, body) => {
    const shop = await openShop()
    const before = await countRows(shop)
    const inProcess = await refusalOf(() => shop.checkout.sandbox.payments.create(loose(body)))
    expect(readProblem(await shop.request('POST', '/sandbox/v1/payments', { body }))).toMatchObject(inProcess)
    expect(await countRows(shop)).toEqual(before)
  })

  const calls: [string, (shop: Shop) => Promise<unknown>, string][] = [
    ['an unknown id', (shop) => shop.checkout.sandbox.payments.retrieve('pay_x'), '/payments/pay_x'],
    ['an unknown transfer', (shop) => shop.checkout.sandbox.transfers.retrieve('x'), '/transfers/x'],
    ['an unknown event', (shop) => shop.checkout.sandbox.events.retrieve('x'), '/events/x'],
    ['a limit of 0', (shop) => shop.checkout.sandbox.payments.list({ limit: 0 }), '/payments?limit=0'],
    ['a bad cursor', (shop) => shop.checkout.sandbox.events.list({ starting_after: 'x' }), '/events?starting_after=x'],
    [
      'an unknown status',
      (shop) => shop.checkout.sandbox.payments.list(loose({ status: 'paid' })),
      '/payments?status=paid',
    ],
    [
      'an unknown filter',
      (shop) => shop.checkout.sandbox.transfers.list(loose({ colour: 'red' })),
      '/transfers?colour=red',
    ],
  ]
  test.each(calls)('%s', async (_name, call, target) => {
    const shop = await openShop()
    const inProcess = await refusalOf(() => call(shop))
    expect(readProblem(await shop.request('GET', `/sandbox/v1${target}`))).toMatchObject(inProcess)
  })
})

describe('what only JavaScript can hand over is refused too', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular
  const metadata: [string, unknown][] = [
    ['a circle', circular],
    ['a date', new Date(0)],
    ['a list', [1]],
    [
      'what throws',
      {
        get trap() {
          throw new Error('trap')
        },
      },
    ],
    ['what turns into nothing', { toJSON: () => undefined }],
    ['a function', () => 1],
  ]
  test.each(metadata)('%s as metadata', async (_name, value) => {
    const shop = await openShop()
    const refusal = await refusalOf(() => shop.create({ metadata: loose(value) }))
    expect(refusal).toMatchObject({ code: 'invalid_parameter', param: 'metadata' })
  })

  const inexact: [string, unknown, string, RegExp][] = [
    ['a bigint', { order: { number: 1n } }, 'metadata.order.number', /is a bigint, .*send it as text/],
    ['an unsafe number', { list: [1, 2 ** 53] }, 'metadata.list.1', /would not stay the same: send it as text/],
    ['what is no number', { rate: Number.NaN }, 'metadata.rate', /NaN/],
    ['what has no end', { rate: Number.POSITIVE_INFINITY }, 'metadata.rate', /Infinity/],
    ['a function in an object', { run: () => 1 }, 'metadata.run', /function/],
    ['a map', { order: new Map([['a', 1]]) }, 'metadata.order', /not a Map/],
    ['a gap in a list', { list: [undefined] }, 'metadata.list.0', /undefined/],
  ]
  test.each(inexact)('%s in metadata, in words', async (_name, value, param, message) => {
    const shop = await openShop()
    const metadata = loose(value)
    for (const call of [
      () => shop.create({ metadata }),
      () => shop.checkout.sandbox.paymentLinks.create({ ...paymentInput, title: 'Coffee', metadata }),
    ])
      expect(await refusalOf(call)).toMatchObject({
        code: expect.any(String),
        param,
        message: expect.stringMatching(message),
      })
  })

  test('a field that is left out, and what says itself how it is sent, are kept in metadata', async () => {
    const shop = await openShop()
    const { metadata } = await shop.create({ metadata: loose({ none: undefined, at: new Date(0), safe: 2 ** 53 - 1 }) })
    expect(metadata).toEqual({ at: '1970-01-01T00:00:00.000Z', safe: 9_007_199_254_740_991 })
  })

  test.each([[null], [1], ['x'], [[]], [true]])('%j as a payment', async (value) => {
    const shop = await openShop()
    const refusal = await refusalOf(() => shop.checkout.sandbox.payments.create(loose(value)))
    expect(['missing_parameter', 'invalid_parameter']).toContain(refusal.code)
  })

  test.each([[undefined], [null], [1], [{}], [['pay_x']], [{ id: 'pay_x' }]])('%j as an id', async (value) => {
    const shop = await openShop()
    const { payments, transfers, events } = shop.checkout.sandbox
    for (const call of [payments.retrieve, payments.cancel, payments.accept, transfers.retrieve, events.retrieve])
      expect(await refusalOf(() => call(loose(value)))).toMatchObject({ code: 'resource_missing', param: 'id' })
  })

  test('metadata is kept as it was when it was given', async () => {
    const shop = await openShop()
    const metadata = { order: { lines: [1] } }
    const payment = await shop.create({ metadata })
    metadata.order.lines.push(2)
    expect((await shop.retrieve(payment)).metadata).toEqual({ order: { lines: [1] } })
  })
})

test('an operation answers what the API answers', async () => {
  const shop = await openShop()
  const { completed, unattributed } = await fillShop(shop)
  const { payments, transfers, events } = shop.checkout.sandbox
  const api = async (target: string) => (await shop.request('GET', `/sandbox/v1${target}`)).body
  expect(await payments.retrieve(completed.id)).toEqual(await api(`/payments/${completed.id}`))
  expect(await payments.list({ limit: 3, status: 'created' })).toEqual(await api('/payments?limit=3&status=created'))
  const { qrCode: image, ...rest } = await payments.retrieve(completed.id)
  expect(image).toMatch(/^data:image\/png/)
  const [bare] = (await payments.list({ q: completed.id, qrCode: false })).data
  expect(bare).toEqual({ ...rest, qrCode: '' })
  expect((await api(`/payments?q=${completed.id}&qrCode=false`)).data).toEqual([bare])
  const created = { payment: completed.id, type: 'payment.created' } as const
  const [event] = (await events.list({ ...created, qrCode: false })).data
  expect(event?.data.object).toMatchObject({ id: completed.id, qrCode: '' })
  expect((await api(`/events?payment=${completed.id}&type=payment.created&qrCode=false`)).data[0]).toEqual(event)
  expect(
    (await api(`/events?payment=${completed.id}&type=payment.created&qrCode=true`)).data[0].data.object.qrCode,
  ).toMatch(/^data:image\/png/)
  expect(await api('/payments?qrCode=no')).toMatchObject({ error: { code: 'invalid_parameter', param: 'qrCode' } })
  expect(await transfers.list()).toEqual(await api('/transfers'))
  expect(await transfers.retrieve(unattributed.id)).toEqual(await api(`/transfers/${unattributed.id}`))
  expect(await events.list({ after: 2 })).toEqual(await api('/events?after=2'))
})

test('the methods are the first merchant in production, its sandbox, and others by their id', async () => {
  const shop = await openShop()
  const other = await addMerchant(shop)
  await shareTestWallet(shop, other.id)
  const { checkout } = shop
  const ways = [checkout, checkout.sandbox, checkout.as(other.id), checkout.as(other.id).sandbox]
  const keys = [await shop.makeKey('production'), shop.key, other.production, other.sandbox]
  for (const [index, way] of ways.entries()) {
    const payment = await way.payments.create(paymentInput)
    expect(payment.livemode).toBe(index % 2 === 0)
    for (const [other, one] of ways.entries()) {
      const found = await one.payments.retrieve(payment.id).catch((error: CheckoutError) => error.code)
      expect(found).toEqual(other === index ? payment : 'resource_missing')
      const base = other % 2 === 0 ? '/v1' : '/sandbox/v1'
      const answer = await shop.request('GET', `${base}/payments/${payment.id}`, { key: keys[other] ?? null })
      expect(answer.status).toBe(other === index ? 200 : 404)
    }
  }
})

test('a merchant that does not exist can do nothing', async () => {
  const shop = await openShop()
  const before = await countRows(shop)
  const nobody = shop.checkout.as('mer_00000000000000000000000000').sandbox
  for (const work of [
    () => nobody.payments.create(paymentInput),
    () => nobody.payments.list(),
    () => nobody.events.list(),
  ])
    expect(await refusalOf(work)).toMatchObject({ code: 'resource_missing' })
  expect(await countRows(shop)).toEqual(before)
})

/** `optional` or `required` for each property. */
type Presence<Shape> = { [Name in keyof Shape]-?: undefined extends Shape[Name] ? 'may be left out' : 'needed' }
type Taken<Schema extends z.ZodType> = Presence<z.input<Schema>>

test('the types of what operations take have the fields of the schemas, and allow what those allow', () => {
  expectTypeOf<Presence<PaymentInput>>().toEqualTypeOf<Taken<typeof payments.paymentInput>>()
  expectTypeOf<PaymentInput>().toExtend<z.input<typeof payments.paymentInput>>()
  expectTypeOf<Presence<PaymentQuery>>().toEqualTypeOf<Taken<typeof payments.paymentQuery>>()
  expectTypeOf<PaymentQuery>().toExtend<z.input<typeof payments.paymentQuery>>()
  expectTypeOf<Presence<TransferQuery>>().toEqualTypeOf<Taken<typeof transferQuery>>()
  expectTypeOf<TransferQuery>().toExtend<z.input<typeof transferQuery>>()
  expectTypeOf<AssignInput>().toEqualTypeOf<z.input<typeof assignInput>>()
  expectTypeOf<Presence<RefundInput>>().toEqualTypeOf<Taken<typeof refundInput>>()
  expectTypeOf<RefundInput>().toExtend<z.input<typeof refundInput>>()
  expectTypeOf<Presence<RefundQuery>>().toEqualTypeOf<Taken<typeof refundQuery>>()
  expectTypeOf<RefundQuery>().toExtend<z.input<typeof refundQuery>>()
  expectTypeOf<Presence<EventQuery>>().toEqualTypeOf<Taken<typeof eventQuery>>()
  expectTypeOf<EventQuery>().toExtend<z.input<typeof eventQuery>>()
  expectTypeOf<Presence<WebhookInput>>().toEqualTypeOf<Taken<typeof webhooks.webhookInput>>()
  expectTypeOf<WebhookInput>().toExtend<z.input<typeof webhooks.webhookInput>>()
  expectTypeOf<Presence<WebhookChanges>>().toEqualTypeOf<Taken<typeof webhooks.webhookChanges>>()
  expectTypeOf<WebhookChanges>().toExtend<z.input<typeof webhooks.webhookChanges>>()
  expectTypeOf<Presence<WebhookQuery>>().toEqualTypeOf<Taken<typeof webhooks.webhookQuery>>()
  expectTypeOf<Presence<PayInput>>().toEqualTypeOf<Taken<typeof payInput>>()
  expectTypeOf<PayInput>().toExtend<z.input<typeof payInput>>()
  expectTypeOf<SinceInput>().toEqualTypeOf<z.input<typeof webhooks.sinceInput>>()
  expectTypeOf<SettingsChanges>().toEqualTypeOf<z.input<typeof settingsChanges>>()
  expectTypeOf<Presence<DeliveryQuery>>().toEqualTypeOf<Taken<typeof deliveryQuery>>()
  expectTypeOf<DeliveryQuery>().toExtend<z.input<typeof deliveryQuery>>()
  expectTypeOf<Presence<KeyInput>>().toEqualTypeOf<Taken<typeof keyInput>>()
  expectTypeOf<KeyInput>().toExtend<z.input<typeof keyInput>>()
  expectTypeOf<Presence<KeyQuery>>().toEqualTypeOf<Taken<typeof keyQuery>>()
  expectTypeOf<KeyQuery>().toExtend<z.input<typeof keyQuery>>()
  expectTypeOf<RotateInput>().toEqualTypeOf<z.input<typeof rotateInput>>()
  expectTypeOf<UserChanges>().toEqualTypeOf<z.input<typeof userChanges>>()
  expectTypeOf<InvitationInput>().toEqualTypeOf<z.input<typeof invitationInput>>()
  expectTypeOf<Presence<AuditFilter>>().toEqualTypeOf<Taken<typeof auditFilter>>()
  expectTypeOf<AuditFilter>().toExtend<z.input<typeof auditFilter>>()
  expectTypeOf<Presence<AuditQuery>>().toEqualTypeOf<Taken<typeof auditQuery>>()
  expectTypeOf<Scope>().toEqualTypeOf<(typeof scopes)[number]>()
  const families = [
    'booking.*',
    'delivery.*',
    'payment.*',
    'refund.*',
    'settlement.*',
    'transfer.*',
    'wallet.*',
    'webhook.*',
  ] as const
  const patterns: readonly EventPattern[] = [...families, '*', ...eventTypes]
  expect(webhooks.eventPatterns.toSorted()).toEqual(patterns.toSorted())
})
