/** Options that a program in plain JavaScript may misspell. No compiler checks these calls. */

import { eventTypes } from '@crypto-checkout/api-types'
import { paymentInput } from '@crypto-checkout/core/testing'
import { expect, expectTypeOf, test } from 'vitest'
import { createClient, type EventType, verifyWebhook, type WebhookOptions, webhook, webhookFetch } from './index.ts'
import { openCheckout } from './testing/checkout-server.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const noop = () => {}
const handlers = { 'payment.completed': noop }

const wrong: readonly (readonly [what: string, options: object, message: RegExp])[] = [
  ['a misspelt event', { on: { 'payment.complete': noop } }, /payment\.complete.*did you mean payment\.completed\?/],
  ['a misspelt event beside a known one', { on: { ...handlers, 'refund.done': noop } }, /refund\.done/],
  ['a pattern in place of an event', { on: { 'payment.*': noop } }, /payment\.\*/],
  ['no handler', { on: { 'payment.completed': undefined } }, /payment\.completed.*must be a function/],
  ['a handler that is no function', { on: { 'payment.completed': 'ship' } }, /payment\.completed.*must be a function/],
  ['on without handlers', { on: {} }, /on.*at least one handler/],
  ['no on', {}, /on.*at least one handler/],
  ['a function as on', { on: noop }, /on.*at least one handler/],
  ['a misspelt option', { on: handlers, onErorr: noop }, /onErorr.*did you mean onError\?/],
  ['onError that is no function', { on: handlers, onError: 'log' }, /onError must be a function/],
  ['a clock that is no function', { on: handlers, now: 5 }, /now must be a function/],
  ['a tolerance that is no number', { on: handlers, toleranceS: '5 minutes' }, /toleranceS must be/],
]

test.each(wrong)('webhook and webhookFetch refuse %s at once', (_, options, message) => {
  const webhookOptions = { secrets: SECRET, ...options } as WebhookOptions
  for (const receive of [webhook, webhookFetch]) expect(() => receive(webhookOptions)).toThrow(message)
  for (const receive of [webhook, webhookFetch]) expect(() => receive(webhookOptions)).toThrow(TypeError)
})

test('webhook and webhookFetch refuse to be called without options', () => {
  for (const receive of [webhook, webhookFetch]) {
    expect(() => receive(undefined as unknown as WebhookOptions)).toThrow(/options/)
  }
})

test('every event type of the API may have a handler, and so may *', () => {
  expectTypeOf<(typeof eventTypes)[number]>().toEqualTypeOf<EventType>()
  const on = Object.fromEntries([...eventTypes, '*'].map((type) => [type, noop]))
  for (const receive of [webhook, webhookFetch]) expect(receive({ secrets: SECRET, on })).toBeTypeOf('function')
})

test('verifyWebhook refuses a misspelt option', () => {
  const options = { tolerance: 5 } as object
  expect(() => verifyWebhook('{}', {}, SECRET, options)).toThrow(/tolerance.*did you mean toleranceS\?/)
})

const keys = { publicKey: 'pk_test_x', secretKey: 'sk_test_x', baseUrl: 'https://pay.example.com/v1' }

test.each([
  [{ ...keys, retry: 3 }, /no option retry.*retries/],
  [{ ...keys, timeout: 3 }, /timeout.*did you mean timeoutMs\?/],
  [{ ...keys, sign: 'yes' }, /sign must be true or false/],
  [{ ...keys, fetch: 'undici' }, /fetch must be a function/],
  [{ ...keys, timeoutMs: '5000' }, /timeoutMs must be/],
  [{ baseUrl: keys.baseUrl, publicKey: keys.publicKey }, /secretKey must be/],
  [undefined, /options/],
])('createClient refuses %j', (options, message) => {
  const create = createClient as (options: unknown) => unknown
  expect(() => create(options)).toThrow(message)
  expect(() => create(options)).toThrow(TypeError)
})

test('an operation refuses options that it does not know, and what stands in their place, before it sends', async () => {
  const { client, seen } = await openCheckout()
  const { payments, merchant } = client()
  const calls: [(...args: never[]) => Promise<unknown>, unknown[], RegExp][] = [
    [payments.create, [paymentInput, { idempotencykey: '1' }], /idempotencykey.*did you mean idempotencyKey\?/],
    [payments.create, [paymentInput, 'order-1'], /options/],
    [payments.create, ['pay', {}], /input/],
    [payments.retrieve, ['pay_1', { idempotencyKey: '1' }], /idempotencyKey/],
    [payments.retrieve, ['pay_1', {}, {}], /arguments/],
    [payments.cancel, ['pay_1', { signal: 'stop' }], /signal/],
    [payments.list, [5], /input/],
    [merchant.retrieve, [{ limit: 1 }], /limit/],
  ]
  for (const [call, args, message] of calls) await expect(call(...(args as never[]))).rejects.toThrow(message)
  expect(seen).toEqual([])
})
