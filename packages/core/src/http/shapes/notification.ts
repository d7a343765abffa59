/** Events, webhooks, deliveries and wallets: the shapes of answers. */
import { type EventType, entryKinds, eventTypes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import {
  choice,
  choiceOrNull,
  count,
  createdAt,
  kind,
  livemode,
  moment,
  momentOrNull,
  networkName,
  text,
  textOrNull,
} from './fields.ts'
import { refund, settlement, transfer } from './money-moved.ts'
import { payment } from './payment.ts'

const secret = text('The secret that signs the messages, whsec_.... It is shown only once')

export const webhook = z
  .strictObject({
    id: text('Id of the webhook, wh_...'),
    object: kind('webhook'),
    url: text('Your address, to which events are posted'),
    description: textOrNull('Your note about it. Null if you gave none'),
    events: z
      .array(z.string())
      .meta({ description: 'The events that it gets: types, and patterns such as `payment.*` and `*`' }),
    status: z.enum(['enabled', 'disabled']).meta({ description: 'Only an enabled webhook gets events' }),
    disabledReason: choiceOrNull(
      { failing: 'it has only failed for five days', gone: 'it answered 410', manual: 'you turned it off' },
      { after: 'Null while it is enabled' },
    ),
    disabledAt: momentOrNull('The time when it was turned off. Null while it is enabled'),
    livemode,
    createdAt,
  })
  .meta({
    description: 'A URL of yours that gets events, signed by Standard Webhooks: https://www.standardwebhooks.com',
  })

export const webhookWithSecret = webhook
  .extend({ secret })
  .meta({ description: 'The answer of creation and rotation. The secret is shown only once' })

export const webhookSecret = z
  .strictObject({ object: kind('webhook_secret'), secret, livemode, createdAt })
  .meta({ description: "The secret that signs for payments' own `webhookUrl`. It is shown only once" })

export const delivery = z
  .strictObject({
    id: text('Id of the delivery, dlv_...'),
    object: kind('delivery'),
    state: choice({
      pending: 'it will be sent, or sent again',
      delivered: 'the receiver answered 2xx',
      failed: 'it was given up',
    }),
    event: text('Id of the event, which is the `webhook-id` of each attempt'),
    eventType: z.enum(eventTypes).meta({ description: 'The type of the event' }),
    webhook: textOrNull("Id of the webhook. Null: it goes to the payment's own `webhookUrl`"),
    url: text('The address that it is posted to'),
    payment: textOrNull('Id of the payment that the event is about. Null: it is about none'),
    attemptCount: count('The number of its attempts'),
    lastStatus: z.int().nullable().meta({ description: 'The HTTP status of the last answer. Null: there was none' }),
    nextAttemptAt: momentOrNull('The time of the next attempt. Null once it is delivered or has failed'),
    livemode,
    createdAt,
    endedAt: momentOrNull('The time when it was delivered or given up. Null until then'),
  })
  .meta({ description: 'The delivery of one event to one receiver' })

export const attempt = z
  .strictObject({
    number: count('Number of the attempt, from 1'),
    startedAt: moment('The time when it was sent'),
    latencyMs: count('The time until the answer, in milliseconds'),
    requestHeaders: z
      .record(z.string(), z.string())
      .meta({ description: 'The headers that were sent, without signatures' }),
    responseStatus: z.int().nullable().meta({ description: 'The HTTP status of the answer. Null: there was none' }),
    responseBody: textOrNull('The first kilobyte of the answer, as text. Null: there was none'),
    failure: textOrNull('The reason why there was no answer. Null if there was one'),
  })
  .meta({ description: 'An attempt to deliver an event: the request, without signatures, and the answer' })

export const deliveryWithAttempts = delivery
  .extend({ attempts: z.array(attempt).meta({ description: 'Its attempts, the oldest first' }) })
  .meta({ description: 'A delivery with its attempts' })

export const resent = z
  .strictObject({ object: kind('resent'), deliveries: count('The number of deliveries that will be sent again') })
  .meta({ description: 'The answer to `POST /webhooks/:id/resend_failed`' })

export const wallet = z
  .strictObject({
    id: text('The kind of network and the address, such as eip155:0xf39F...'),
    object: kind('wallet'),
    address: text('The address of the wallet'),
    networks: z.array(networkName).meta({
      description: 'The networks of this environment where it can be paid: one key has the address on all of them',
    }),
    access: choice({
      owner: 'you may name it, and see its unattributed transfers',
      shared: 'you may name it',
      refused: 'you may not name it',
    }),
    livemode,
  })
  .meta({
    description: "A merchant's access to a wallet, in the events wallet.refused, wallet.shared and wallet.given",
  })

export const walletChallenge = z
  .strictObject({
    object: kind('wallet_challenge'),
    network: networkName,
    address: text('Address of the wallet'),
    standard: choice(
      { 'EIP-191': 'a personal message', 'SEP-53': 'a signed message on Stellar' },
      { before: 'The way in which the wallet signs the text' },
    ),
    message: text('The text to sign, unchanged'),
    expiresAt: moment('The time when the server stops accepting its signature'),
    livemode,
  })
  .meta({ description: 'The text that a wallet signs to let a merchant name it' })

export const booking = z
  .strictObject({
    id: text('Id of this event, which books the entries'),
    object: kind('booking'),
    kinds: z.array(z.enum(entryKinds)).meta({ description: 'The kind of each entry, in their order' }),
  })
  .meta({ description: 'Entries of the ledger for a fact that has no other event. `GET /ledger` lists them' })

/** The families of events: what comes before the dot says which object an event has. */
export const familyObjects = {
  payment,
  transfer,
  refund,
  settlement,
  webhook,
  wallet,
  delivery,
  booking,
} as const
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
      type: z.enum([first, ...others]).meta({ description: 'The kind of change' }),
      createdAt: moment('The time of the change'),
      livemode,
      sequence: count('Number of the event, without gaps for each merchant and environment'),
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
  BookingEvent: defineEvent('booking'),
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
    familyEvents.BookingEvent,
  ])
  .meta({
    description: 'A change, with the resource as it was then. The type determines the object',
  })
