import { z } from 'zod'
import { bridgedCoins, coins } from '../catalog/coins.ts'
import { networkNames } from '../catalog/networks.ts'
import { eventTypes } from '../events/schema.ts'
import { paymentStatuses } from '../payments/schema.ts'
import type { Event, List, Payment, PaymentTransaction, Problem, Transfer, Webhook } from '../wire.ts'

/** The answers of wire.ts as schemas: for the OpenAPI document, and for the tests that hold answers against them. */

const time = z.iso.datetime({ precision: 3 })
const decimal = z.string().regex(/^\d+\.\d{6}$/)
const url = z.string()

const transaction = z.strictObject({
  hash: z.string(),
  from: z.string(),
  amount: decimal,
  status: z.enum(['seen', 'final', 'orphaned']),
  block: z.int(),
  seenAt: time,
  finalAt: time.nullable(),
  explorerUrl: url.nullable(),
}) satisfies z.ZodType<PaymentTransaction>

const payment = z.strictObject({
  id: z.string(),
  object: z.literal('payment'),
  status: z.enum(paymentStatuses),
  amount: z.number().meta({ description: 'Price, printed with two decimals' }),
  currency: z.string(),
  cryptoAmount: decimal.meta({ description: 'What is to be paid, to the last digit' }),
  cryptocurrency: z.enum(coins),
  network: z.enum(networkNames),
  url: url.meta({ description: 'The hosted payment page' }),
  qrCode: z.string().meta({ description: 'PNG as a data URI' }),
  expiresAt: time,
  createdAt: time,
  redirectUrl: url.nullable(),
  webhookUrl: url.nullable(),
  metadata: z.record(z.string(), z.unknown()),
  merchantWallet: z.string(),
  address: z.string().meta({ description: 'Where to pay' }),
  memo: z.string().nullable(),
  memoType: z.literal('text').nullable(),
  paymentUri: z.string().meta({ description: 'ERC-681 or SEP-7' }),
  amountReceived: decimal,
  amountDue: decimal.meta({ description: 'What is still to be paid' }),
  amountRefunded: decimal,
  exceptions: z.array(z.enum(['underpaid', 'overpaid', 'late', 'multiple', 'manual'])),
  transactions: z.array(transaction),
  rate: z.string().meta({ description: 'Fiat for one coin' }),
  livemode: z.boolean(),
  completedAt: time.nullable(),
  cancelledAt: time.nullable(),
  settlement: z.string().nullable(),
}) satisfies z.ZodType<Payment>

const transfer = z.strictObject({
  id: z.string(),
  object: z.literal('transfer'),
  network: z.enum(networkNames),
  cryptocurrency: z.enum([...coins, ...bridgedCoins]),
  hash: z.string(),
  from: z.string(),
  to: z.string(),
  amount: decimal,
  rawAmount: z.string().meta({ description: "The token's own integer" }),
  status: z.enum(['seen', 'final', 'orphaned']),
  payment: z.string().nullable(),
  suggestedPayment: z.string().nullable().meta({
    description: 'While it pays none: the payment whose page named the transaction. A hint, no proof',
  }),
  memo: z.string().nullable(),
  blockNumber: z.int(),
  blockTime: time,
  seenAt: time,
  finalAt: time.nullable(),
  explorerUrl: url.nullable(),
}) satisfies z.ZodType<Transfer>

const webhook = z.strictObject({
  id: z.string(),
  object: z.literal('webhook'),
  url,
  description: z.string().nullable(),
  events: z.array(z.string()).meta({ description: 'Types, and patterns such as payment.* and *' }),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z.enum(['failing', 'gone', 'manual']).nullable(),
  disabledAt: time.nullable(),
  livemode: z.boolean(),
  createdAt: time,
}) satisfies z.ZodType<Webhook>

const event = z.strictObject({
  id: z.string(),
  object: z.literal('event'),
  type: z.enum(eventTypes),
  createdAt: time,
  livemode: z.boolean(),
  sequence: z.int().meta({ description: 'Counts without gaps per merchant and environment' }),
  data: z.strictObject({ object: z.union([payment, transfer, webhook]) }),
}) satisfies z.ZodType<Event>

function listOf<Item>(item: z.ZodType<Item>): z.ZodType<List<Item>> {
  return z.strictObject({
    object: z.literal('list'),
    data: z.array(item),
    hasMore: z.boolean(),
    totalCount: z.int(),
  })
}

export const problemShape = z.strictObject({
  error: z.strictObject({
    type: z.enum([
      'invalid_request_error',
      'authentication_error',
      'permission_error',
      'rate_limit_error',
      'api_error',
    ]),
    code: z.string(),
    message: z.string(),
    param: z.string().nullable(),
    requestId: z.string(),
  }),
}) satisfies z.ZodType<Problem>

export const shapes = {
  Payment: payment,
  PaymentList: listOf(payment),
  Transfer: transfer,
  TransferList: listOf(transfer),
  Event: event,
  EventList: listOf(event),
} as const
export type AnswerShape = keyof typeof shapes
