/** The bodies of requests by their names in generated clients, with what each is. */
import { toRecord } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import { connectionInput, exchangeInput } from '../connections/schema.ts'
import type { Route } from '../http/route.ts'
import { scheduleInput, settingsChanges } from '../merchants/change-settings.ts'
import { merchantChanges } from '../merchants/identity.ts'
import { keyInput, rotateInput } from '../merchants/keys/schema.ts'
import { challengeInput, proofInput } from '../merchants/wallets/prove.ts'
import { linkChanges, linkInput } from '../payments/links/schema.ts'
import { lineItem } from '../payments/order.ts'
import { payInput } from '../payments/sandbox/routes.ts'
import { methodInput, paymentInput } from '../payments/schema.ts'
import { assignInput } from '../payments/transfers/find.ts'
import { refundInput } from '../refunds/schema.ts'
import { invitationInput, userChanges } from '../users/people-schema.ts'
import { sinceInput, webhookChanges, webhookInput } from '../webhooks/schema.ts'

type Input = { readonly schema: z.ZodType; readonly about: string }

export const inputs: Readonly<Record<string, Input>> = {
  PaymentInput: { schema: paymentInput, about: 'The input of a payment' },
  MethodInput: { schema: methodInput, about: 'A coin on a network' },
  LineItemInput: { schema: lineItem, about: 'A line of an order' },
  PaymentLinkInput: {
    schema: linkInput,
    about: 'The input of a payment link: an `amount`, or at least a `minimum`',
  },
  PaymentLinkChanges: { schema: linkChanges, about: 'Changes of a payment link. Omitted fields stay unchanged' },
  AssignInput: { schema: assignInput, about: 'The payment that a transfer pays' },
  RefundInput: { schema: refundInput, about: 'The input of a refund' },
  WebhookInput: { schema: webhookInput, about: 'A URL that gets events' },
  WebhookChanges: { schema: webhookChanges, about: 'Changes of a webhook. Omitted fields stay unchanged' },
  SinceInput: { schema: sinceInput, about: 'The time from which on deliveries are sent again' },
  MerchantChanges: {
    schema: merchantChanges,
    about:
      'Changes of the parts of a merchant that payers see, in both environments. Omitted fields stay unchanged, null removes',
  },
  ScheduleInput: {
    schema: scheduleInput,
    about:
      'The times at which settlement periods are closed. Null means the same as leaving a field out, so an answer can be sent back',
  },
  SettingsChanges: {
    schema: settingsChanges,
    about: 'Changes of the settings. Omitted fields stay unchanged; a schedule replaces the whole previous one',
  },
  WalletInput: { schema: challengeInput, about: 'A wallet on a network' },
  WalletProof: { schema: proofInput, about: "A wallet's signature of the text of a challenge" },
  KeyInput: { schema: keyInput, about: 'The input of a key' },
  RotateInput: { schema: rotateInput, about: 'The time for which the old pair still works' },
  ConnectionInput: { schema: connectionInput, about: 'The request of a shop system to be connected' },
  ExchangeInput: { schema: exchangeInput, about: 'The code of a connection, with its verifier' },
  UserChanges: { schema: userChanges, about: 'Changes of a user at a merchant' },
  InvitationInput: { schema: invitationInput, about: 'The address and the role of an invitation' },
  PayInput: { schema: payInput, about: 'The way in which a test payment is paid' },
}

const names = new Map(Object.entries(inputs).map(([name, { schema }]) => [schema, name]))

/** The name of the body that a route takes; null if it takes none. Throws for a body without a name. */
export function findInputName(route: Route): string | null {
  const name = names.get(route.body)
  if (name !== undefined) return name
  if (!hasFields(route.body)) return null
  throw new Error(`name the body of ${route.name} in api/inputs.ts`)
}

/** The part of a request that a route takes besides the id. */
export function findTaken({ query, body }: Route): 'query' | 'body' | null {
  return hasFields(body) ? 'body' : hasFields(query) ? 'query' : null
}

function hasFields(schema: z.ZodType): boolean {
  return !('shape' in schema) || Object.keys(toRecord(schema.shape)).length > 0
}
