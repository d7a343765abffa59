/** Events, webhooks, deliveries and wallets: the shapes of answers. */
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryWithAttempts,
  type Event,
  type EventType,
  eventTypes,
  type Resent,
  type Wallet,
  type WalletChallenge,
  type Webhook,
  type WebhookSecret,
  type WebhookWithSecret,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import { count, createdAt, kind, livemode, moment, momentOrNull, networkName, text, textOrNull } from './fields.ts'
import { refund, settlement, transfer } from './money-moved.ts'
import { payment } from './payment.ts'

const secret = text('Signs the messages. Shown only once')

export const webhook = z
  .strictObject({
    id: text('Id of the webhook, wh_...'),
    object: kind('webhook'),
    url: text('Where events are posted to'),
    description: textOrNull('For your own records'),
    events: z.array(z.string()).meta({ description: 'Types, and patterns such as payment.* and *' }),
    status: z.enum(['enabled', 'disabled']).meta({ description: 'Only an enabled webhook gets events' }),
    disabledReason: z.enum(['failing', 'gone', 'manual']).nullable().meta({
      description:
        'failing: it has only failed for five days; gone: it answered 410; manual: you turned it off. Null while it is enabled',
    }),
    disabledAt: momentOrNull('When it was turned off. Null while it is enabled'),
    livemode,
    createdAt,
  })
  .meta({ description: 'A URL of yours that gets events' }) satisfies z.ZodType<Webhook>

export const webhookWithSecret = webhook
  .extend({ secret })
  .meta({ description: 'A webhook with its secret' }) satisfies z.ZodType<WebhookWithSecret>

export const webhookSecret = z
  .strictObject({ object: kind('webhook_secret'), secret, livemode, createdAt })
  .meta({ description: "The secret that signs for payments' own `webhookUrl`" }) satisfies z.ZodType<WebhookSecret>

export const delivery = z
  .strictObject({
    id: text('Id of the delivery, dlv_...'),
    object: kind('delivery'),
    state: z.enum(['pending', 'delivered', 'failed']).meta({
      description:
        'pending: it will be sent, or sent again; delivered: the receiver answered 2xx; failed: it was given up',
    }),
    event: text("The event's id, which is the webhook-id of each attempt"),
    eventType: z.enum(eventTypes).meta({ description: 'The type of the event' }),
    webhook: textOrNull("Id of the webhook. Null: the payment's own webhookUrl"),
    url: text('Where it is posted to'),
    payment: textOrNull('Id of the payment that the event is about. Null: it is about none'),
    attemptCount: count('How often it was sent'),
    lastStatus: z.int().nullable().meta({ description: 'The HTTP status of the last answer; null: there was none' }),
    nextAttemptAt: momentOrNull('When it is sent next. Null once it has ended'),
    livemode,
    createdAt,
    endedAt: momentOrNull('When it was delivered or given up. Null until then'),
  })
  .meta({ description: 'One event on its way to one receiver' }) satisfies z.ZodType<Delivery>

export const attempt = z
  .strictObject({
    number: count('The first attempt is 1'),
    startedAt: moment('When it was sent'),
    latencyMs: count('How long the answer took, in milliseconds'),
    requestHeaders: z.record(z.string(), z.string()).meta({ description: 'What was sent, without signatures' }),
    responseStatus: z.int().nullable().meta({ description: 'The HTTP status of the answer. Null: there was none' }),
    responseBody: textOrNull('The first kilobyte of the answer. Null: there was none'),
    failure: textOrNull('Why there was no answer'),
  })
  .meta({ description: 'An attempt to deliver an event' }) satisfies z.ZodType<DeliveryAttempt>

export const deliveryWithAttempts = delivery
  .extend({ attempts: z.array(attempt).meta({ description: 'The oldest first' }) })
  .meta({ description: 'A delivery with its attempts' }) satisfies z.ZodType<DeliveryWithAttempts>

export const resent = z
  .strictObject({ object: kind('resent'), deliveries: count('How many deliveries will be sent again') })
  .meta({ description: 'What was asked to be sent again' }) satisfies z.ZodType<Resent>

export const wallet = z
  .strictObject({
    id: text('The kind of network and the address, such as eip155:0xf39F...'),
    object: kind('wallet'),
    address: text('The address of the wallet'),
    networks: z
      .array(z.string())
      .meta({ description: 'The networks where it can be paid: one key has it on all of them' }),
    access: z
      .enum(['owner', 'shared', 'refused'])
      .meta({ description: 'owner: sees its unattributed transfers too; shared: may name it; refused: may not' }),
    livemode,
  })
  .meta({ description: "A merchant's access to a wallet" }) satisfies z.ZodType<Wallet>

export const walletChallenge = z
  .strictObject({
    object: kind('wallet_challenge'),
    network: networkName,
    address: text('The wallet'),
    standard: z.enum(['EIP-191', 'SEP-53']).meta({ description: 'How the wallet signs the text' }),
    message: text('The text to sign, to the byte'),
    expiresAt: moment('Until when its signature is taken'),
    livemode,
  })
  .meta({ description: 'The text by whose signature a wallet lets you name it' }) satisfies z.ZodType<WalletChallenge>

/** The families of events: what comes before the dot says which object an event has. */
const familyObjects = { payment, transfer, refund, settlement, webhook, wallet, delivery } as const
type EventFamily = keyof typeof familyObjects

/** The types of a family. */
function listTypes(family: EventFamily): EventType[] {
  return eventTypes.filter((type) => type.startsWith(`${family}.`))
}

/** The events of one family: the type determines the object. */
function defineEvent(family: EventFamily) {
  const [first, ...others] = listTypes(family)
  if (first === undefined) throw new Error(`there is no event of ${family}`)
  return z
    .strictObject({
      id: text('Id of the event, evt_...'),
      object: kind('event'),
      type: z.enum([first, ...others]).meta({ description: 'What happened' }),
      createdAt: moment('When it happened'),
      livemode,
      sequence: count('Counts without gaps per merchant and environment'),
      data: z
        .strictObject({ object: familyObjects[family] })
        .meta({ description: `The ${family} as it was after the change` }),
    })
    .meta({ description: `A change of a ${family}, with the ${family} as it was then` })
}

/** An event of each family. */
export const familyEvents = {
  PaymentEvent: defineEvent('payment'),
  TransferEvent: defineEvent('transfer'),
  RefundEvent: defineEvent('refund'),
  SettlementEvent: defineEvent('settlement'),
  WebhookEvent: defineEvent('webhook'),
  WalletEvent: defineEvent('wallet'),
  DeliveryEvent: defineEvent('delivery'),
} as const

export const event = z
  .discriminatedUnion('type', [
    familyEvents.PaymentEvent,
    familyEvents.TransferEvent,
    familyEvents.RefundEvent,
    familyEvents.SettlementEvent,
    familyEvents.WebhookEvent,
    familyEvents.WalletEvent,
    familyEvents.DeliveryEvent,
  ])
  .meta({
    description: 'A change, with the resource as it was then. The type determines the object',
  }) satisfies z.ZodType<Omit<Event, 'data'> & { data: { object: Event['data']['object'] } }>
