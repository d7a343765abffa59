/** The provider against a real checkout, without Medusa around it. */
import { createHmac } from 'node:crypto'
import { startDevnet } from '@crypto-checkout/devnet'
import type { RefundPaymentInput } from '@medusajs/framework/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Options } from '../src/providers/crypto-checkout/options.ts'
import { CryptoCheckoutProvider } from '../src/providers/crypto-checkout/provider.ts'
import type { SessionData } from '../src/providers/crypto-checkout/session-data.ts'
import { cleanUp, createWebhookSecret, openGate, pollUntil, startCheckout, type TestCheckout } from './checkout.ts'

let devnet: Awaited<ReturnType<typeof startDevnet<'ethereum'>>>
let checkout: TestCheckout

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  checkout = await startCheckout(devnet)
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const webhookSecret = createWebhookSecret()

function open(changes: Partial<Options> = {}) {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const options = { baseUrl: checkout.baseUrl, ...checkout.keys, webhookSecret, ...changes }
  const provider = new CryptoCheckoutProvider({ logger: { info: log, warn: log, error: log } }, options)
  let sessions = 0
  return {
    provider,
    lines,
    async initiate(amount: number | string = 10, currency_code = 'usd', data: object = {}) {
      const session_id = `payses_${Date.now()}${sessions++}`
      const made = await provider.initiatePayment({ amount, currency_code, data: { ...data, session_id } })
      return { ...made, data: made.data as Record<string, unknown> & SessionData }
    },
    status: async (data: Record<string, unknown>) => (await provider.getPaymentStatus({ data })).status,
    /** As the checkout signs a message, and Medusa hands it over. */
    hook: (type: string, object: object, changes: object = {}) => {
      const rawData = Buffer.from(JSON.stringify({ object: 'event', type, data: { object } }))
      const now = String(Math.floor(Date.now() / 1_000))
      const key = Buffer.from(webhookSecret.slice(6), 'base64')
      const signature = createHmac('sha256', key).update(`msg_1.${now}.`).update(rawData).digest('base64')
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': now, 'webhook-signature': `v1,${signature}` }
      return provider.getWebhookActionAndData({ data: {}, rawData, headers, ...changes })
    },
  }
}

test('a session is pending, its order is captured once the money is final, and its data is public', async () => {
  const { initiate, provider, status, hook } = open()
  const { id, status: first, data } = await initiate('49.90', 'eur')
  expect(first).toBe('pending_authorization')
  expect(data).toMatchObject({ id, amount: '49.9', currency: 'EUR', status: 'created', previous: [], refunds: [] })
  expect(JSON.stringify(data)).not.toMatch(/sk_|whsec_/)
  const { reference } = await checkout.client.payments.retrieve(id)
  expect(reference).toBe(`${data.session_id.slice(-10, -5)}-${data.session_id.slice(-5)}`)
  await checkout.send(await checkout.client.payments.retrieve(id))
  await checkout.until(id, 'processing')
  expect(await status(data)).toBe('pending_authorization')
  expect(await hook('payment.processing', { id })).toMatchObject({ action: 'pending' })
  await checkout.finish()
  await checkout.until(id, 'completed')
  expect(await provider.authorizePayment({ data })).toMatchObject({ status: 'captured', data: { status: 'completed' } })
  expect(await hook('payment.completed', { id })).toEqual({
    action: 'captured',
    data: { session_id: data.session_id, amount: '49.9' },
  })
  expect((await provider.capturePayment({ data })).data).toMatchObject({ id, status: 'completed' })
})

test('with orderWhen "seen" a session requires more until the money is seen', async () => {
  const { initiate, status } = open({ orderWhen: 'seen' })
  const { id, status: first, data } = await initiate()
  expect(first).toBe('requires_more')
  await checkout.send(await checkout.client.payments.retrieve(id))
  await checkout.until(id, 'processing')
  expect(await status(data)).toBe('pending_authorization')
})

test('a currency without a rate is refused with a reason, and one without decimals is priced', async () => {
  const { initiate } = open()
  await expect(initiate(10, 'xyz')).rejects.toThrow(/only in regions whose currency the checkout has a rate for/)
  const { data } = await initiate(5_000, 'jpy')
  expect(data).toMatchObject({ amount: '5000', currency: 'JPY' })
  const { id } = await initiate('33.333333333333333333')
  expect(await checkout.client.payments.retrieve(id)).toMatchObject({
    amount: 33.33,
    metadata: { amount: '33.333333333333333333' },
  })
})

test('an underpaid session requires more, and the rest completes it', async () => {
  const { initiate, status, hook } = open()
  const { id, data } = await initiate()
  const payment = await checkout.client.payments.retrieve(id)
  await checkout.send(payment, 4_000_000n)
  await checkout.until(id, 'partially_paid')
  expect(await status(data)).toBe('requires_more')
  expect(await hook('payment.partially_paid', { id })).toMatchObject({ action: 'requires_more' })
  await checkout.send(payment, 7_000_000n)
  await checkout.finish()
  expect((await checkout.until(id, 'completed')).exceptions).toContain('overpaid')
  expect(await status(data)).toBe('captured')
  expect(await hook('payment.overpaid', { id })).toMatchObject({ action: 'captured', data: { amount: '10' } })
})

test('an expired or cancelled payment cancels the session, and money that comes late asks for nothing', async () => {
  const { initiate, status, hook, provider } = open()
  const { id, data } = await initiate()
  await provider.cancelPayment({ data })
  expect(await status(data)).toBe('canceled')
  expect(await hook('payment.cancelled', { id })).toMatchObject({ action: 'canceled' })
  await checkout.send(await checkout.client.payments.retrieve(id), 10_000_000n)
  const isLate = async () => (await checkout.client.payments.retrieve(id)).exceptions.includes('late')
  await pollUntil(isLate, (late) => late)
  expect(await hook('payment.late', { id })).toMatchObject({ action: 'not_supported' })
  const { data: short } = await open({ expiresIn: 1 }).initiate()
  await pollUntil(
    async () => {
      await checkout.finish()
      return checkout.client.payments.retrieve(short.id)
    },
    (payment) => payment.status === 'expired',
  )
  expect(await status(short)).toBe('canceled')
  expect((await provider.updatePayment({ data: short, amount: 10, currency_code: 'usd' })).data).toMatchObject({
    previous: [short.id],
    status: 'created',
  })
})

test('a changed cart replaces the payment, and asked again it is the same one', async () => {
  const { initiate, provider } = open()
  const { id, data } = await initiate(10)
  const change = () => provider.updatePayment({ data, amount: 12, currency_code: 'usd' })
  const first = await change()
  expect(first.data).toMatchObject({ amount: '12', previous: [id], status: 'created' })
  expect(await checkout.client.payments.retrieve(id)).toMatchObject({
    status: 'cancelled',
    supersededBy: first.data?.id,
  })
  expect((await provider.updatePayment({ data: first.data ?? {}, amount: 12, currency_code: 'usd' })).data?.id).toBe(
    first.data?.id,
  )
})

test('a payment whose wallet left the settings is replaced, though the price is the same', async () => {
  const { initiate, provider } = open()
  const { wallets } = await checkout.client.merchant.retrieve().then(({ settings }) => settings)
  const { id, data } = await initiate(10)
  const update = (of: object) => provider.updatePayment({ data: { ...of }, amount: 10, currency_code: 'usd' })
  expect((await update(data)).data?.id).toBe(id)
  const ethereum = `0x${'5'.repeat(40)}`
  await checkout.client.merchant.updateSettings({ wallets: { ethereum } })
  const { data: next } = await update(data)
  expect((await update(next ?? {})).data?.id).toBe(next?.id)
  await checkout.client.merchant.updateSettings({ wallets })
  expect(next).toMatchObject({ previous: [id], status: 'created' })
  expect(await checkout.client.payments.retrieve(String(next?.id))).toMatchObject({
    merchantWallet: ethereum,
    supersedes: id,
  })
})

test('money that is accepted for a replaced payment does not capture the session, which has another payment', async () => {
  const { initiate, provider, status, hook } = open()
  const { id, data } = await initiate(10)
  const changed = await provider.updatePayment({ data, amount: 12, currency_code: 'usd' })
  await checkout.send(await checkout.client.payments.retrieve(id), 10_000_000n)
  await checkout.finish()
  await pollUntil(
    () => checkout.client.payments.retrieve(id),
    ({ transactions }) => transactions.some((one) => one.status === 'final'),
  )
  expect(await checkout.client.payments.accept(id)).toMatchObject({ status: 'completed' })
  expect(await hook('payment.completed', { id })).toEqual({ action: 'not_supported', data: expect.anything() })
  expect(await status(changed.data ?? {})).toBe('pending_authorization')
})

test('a cart whose payment has money cannot change: no one is asked to pay twice', async () => {
  const { initiate, provider } = open()
  const { id, data } = await initiate(10)
  await checkout.send(await checkout.client.payments.retrieve(id))
  await checkout.until(id, 'processing')
  await expect(provider.updatePayment({ data, amount: 12, currency_code: 'usd' })).rejects.toThrow(
    /is processing, 10\.\d+ USDC was seen: its price cannot change/,
  )
  await expect(provider.deletePayment({ data })).rejects.toThrow(/cannot be cancelled any more. Refund it/)
  await expect(provider.capturePayment({ data })).rejects.toThrow(
    /captured automatically once its money is final, and never in parts/,
  )
  const { reference } = await checkout.client.payments.retrieve(id)
  expect((await checkout.client.payments.list({ reference: String(reference) })).totalCount).toBe(1)
})

test('a deleted session stops its payment, twice too, and leaves that of another session alone', async () => {
  const { initiate, provider, status } = open()
  const { id, data } = await initiate()
  const { data: other } = await initiate()
  await provider.deletePayment({ data: { ...data, session_id: other.session_id } })
  expect(await status(data)).toBe('pending_authorization')
  await provider.deletePayment({ data })
  await provider.deletePayment({ data })
  expect(await status(data)).toBe('canceled')
  await checkout.send(await checkout.client.payments.retrieve(id))
  await provider.deletePayment({ data: { session_id: 'payses_without_payment' } })
  await expect(provider.getPaymentStatus({ data: { ...data, id: other.id } })).rejects.toThrow('no payment')
})

test('data that a payer sends cannot name a payment', async () => {
  const { initiate, provider } = open()
  const { id } = await initiate()
  const { id: own, data } = await initiate(10, 'usd', { id, refunds: ['x'], previous: ['x'], note: 'kept' })
  expect(data).toMatchObject({ id: own, refunds: [], previous: [] })
  expect(own).not.toBe(id)
  await provider.deletePayment({ data: { id } })
  expect(await checkout.client.payments.retrieve(id)).toMatchObject({ status: 'created' })
})

test('a refund is answered at once with what it waits for, and asked again it is the same', async () => {
  const { initiate, provider, lines } = open()
  const { id, data } = await initiate()
  await checkout.complete(id)
  const context = { idempotency_key: `ref_${id}` }
  const input: RefundPaymentInput = { data, amount: { value: '4', precision: 20 }, context }
  const refunded = await provider.refundPayment(input)
  const [refund] = (refunded.data as SessionData).refunds
  expect(refund).toMatchObject({ id: expect.stringMatching(/^re_/), amount: 4, next: 'collect_destination' })
  expect(lines.join()).toContain(`Refund ${refund?.id} of ${id} waits`)
  await provider.refundPayment({ ...input, data: refunded.data ?? {} })
  expect((await checkout.client.refunds.list({ paymentId: id })).totalCount).toBe(1)
  await expect(
    provider.refundPayment({ ...input, amount: 7, context: { idempotency_key: `ref_2${id}` } }),
  ).rejects.toThrow(/Only 6.00 USD of this payment can still be refunded/)
})

test('a refund whose answer is lost is not refused, and asked again it is the same', async () => {
  const gate = await openGate(checkout)
  const { initiate, provider, lines } = open({ baseUrl: gate.baseUrl })
  const { id, data } = await initiate()
  await checkout.complete(id)
  const input: RefundPaymentInput = { data, amount: 4, context: { idempotency_key: `ref_${id}` } }
  gate.lose(/^POST .*\/refunds$/)
  const refunded = await provider.refundPayment(input)
  expect((refunded.data as SessionData).refunds).toEqual([])
  expect(lines.join()).toContain(`Refund ref_${id} of ${id} is booked, and the job will ask for it again`)
  gate.lose(null)
  const again = await provider.refundPayment({ ...input, data: refunded.data ?? {} })
  expect((again.data as SessionData).refunds).toMatchObject([
    { amount: 4, next: 'collect_destination', url: expect.stringContaining('/refund/') },
  ])
  expect((await checkout.client.refunds.list({ paymentId: id })).totalCount).toBe(1)
  gate.lose(/^GET .*\/payments\//)
  await expect(provider.refundPayment({ ...input, context: { idempotency_key: `ref_2${id}` } })).rejects.toThrow()
  gate.close()
})

test('a webhook is read from bytes, from text and from a serialised Buffer, however late', async () => {
  const { initiate, hook } = open()
  const { id } = await initiate()
  await checkout.complete(id)
  const body = JSON.stringify({ object: 'event', type: 'payment.completed', data: { object: { id } } })
  for (const rawData of [body, JSON.parse(JSON.stringify(Buffer.from(body)))]) {
    expect(await hook('payment.completed', { id }, { rawData })).toMatchObject({ action: 'captured' })
  }
})

test('whmcs-plugin #21: webhooks that are late, repeated and out of order say what the payment is now', async () => {
  const { initiate, hook } = open()
  const { id } = await initiate()
  await checkout.complete(id)
  for (const type of ['payment.completed', 'payment.created', 'payment.processing', 'payment.completed']) {
    expect(await hook(type, { id, status: 'created' })).toMatchObject({ action: 'captured' })
  }
})

test('webhooks about other things mean nothing, and a wrong signature is refused', async () => {
  const { hook } = open()
  expect(await hook('refund.completed', { id: 're_1' })).toEqual({ action: 'not_supported' })
  expect(await hook('payment.completed', { id: 'pay_unknown' })).toEqual({ action: 'not_supported' })
  const terms = { cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: checkout.wallet } as const
  const foreign = await checkout.client.payments.create({ amount: 1, currency: 'USD', ...terms })
  expect(await hook('payment.created', { id: foreign.id })).toEqual({ action: 'not_supported' })
  await expect(hook('payment.completed', { id: foreign.id }, { rawData: '{}' })).rejects.toThrow('No signature matches')
})
