/**
 * A program of a user who has the packed client and its dependency: `package.long.test.ts` compiles it and
 * runs it outside the workspace. It prints its results as JSON.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  CheckoutApiError,
  createClient,
  type EventOf,
  type Listing,
  type Payment,
  type PaymentInput,
  verifyWebhook,
  WebhookVerificationError,
  webhook,
  webhookFetch,
} from '@crypto-checkout/client'
import express from 'express'
import { Webhook as Independent } from 'standardwebhooks'

const { BASE_URL = '', PUBLIC_KEY = '', SECRET_KEY = '', WALLET = '' } = process.env
const { payments, webhooks } = createClient({
  baseUrl: BASE_URL,
  publicKey: PUBLIC_KEY,
  secretKey: SECRET_KEY,
  sign: true,
})

async function useApi() {
  const input: PaymentInput = {
    amount: 49.9,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: WALLET,
  }
  const made: Payment = await payments.create(input, { idempotencyKey: 'order-1001' })
  const again = await payments.create(input, { idempotencyKey: 'order-1001' })
  await payments.create(input)
  const listed: Listing<Payment> = payments.list({ limit: 1 })
  const ids: string[] = []
  for await (const { id } of listed) ids.push(id)
  const refused = await payments.accept(made.id).catch((error: unknown) => error)
  const { id, secret } = await webhooks.create({ url: 'https://shop.example.com/hook', events: ['payment.*'] })
  return {
    again: again.id === made.id,
    listed: ids.length,
    refused: refused instanceof CheckoutApiError && [refused.code, refused.status, refused.requestId],
    deleted: await webhooks.delete(id),
    secret,
  }
}

/** Calls that the compiler must reject. */
export function misuse() {
  // @ts-expect-error An unknown status.
  payments.list({ status: 'complete' })
  // @ts-expect-error Wallet and network are missing.
  payments.create({ amount: 1, currency: 'USD', cryptocurrency: 'USDC' })
  // @ts-expect-error An unknown pattern.
  webhooks.create({ url: 'https://shop.example.com/hook', events: ['invoice.*'] })
  // @ts-expect-error A GET has no Idempotency-Key.
  payments.list({}, { idempotencyKey: '1' })
}

async function receiveWebhooks(secret: string) {
  const completed: string[] = []
  const options = {
    secrets: [secret],
    on: { 'payment.completed': ({ data }: EventOf<'payment.completed'>) => completed.push(data.object.id) },
  }
  const app = express()
  app.post('/hook', webhook(options))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`

  const paid = { id: 'pay_1', exceptions: ['overpaid'] }
  const body = JSON.stringify({ object: 'event', type: 'payment.completed', data: { object: paid } })
  const now = new Date()
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Independent(secret).sign('evt_1', now, body),
  }
  const onFetch = webhookFetch(options)
  const statuses: number[] = []
  for (const sent of [body, `${body} `]) {
    statuses.push((await fetch(url, { method: 'POST', headers, body: sent })).status)
    statuses.push((await onFetch(new Request(url, { method: 'POST', headers, body: sent }))).status)
  }
  await new Promise((resolve) => server.close(resolve))

  const event = verifyWebhook(body, headers, secret)
  if (event.type === 'payment.completed') completed.push(event.data.object.id, ...event.data.object.exceptions)
  let refused: unknown
  try {
    verifyWebhook(`${body} `, headers, secret)
  } catch (error) {
    refused = error instanceof WebhookVerificationError && error.code
  }
  return { statuses, completed, refused }
}

const { secret, ...api } = await useApi()
console.log(JSON.stringify({ api, received: await receiveWebhooks(secret) }))
