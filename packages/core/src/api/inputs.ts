/** The bodies of requests by their names in generated clients, with what each is. */
import type { z } from 'zod'
import type { Route } from '../http/route.ts'
import { scheduleInput, settingsChanges } from '../merchants/change-settings.ts'
import { merchantChanges } from '../merchants/identity.ts'
import { keyInput, rotateInput } from '../merchants/keys/schema.ts'
import { challengeInput, proofInput } from '../merchants/wallets/prove.ts'
import { linkChanges, linkInput } from '../payments/links/schema.ts'
import { lineItem } from '../payments/order.ts'
import { methodInput, paymentInput } from '../payments/schema.ts'
import { assignInput } from '../payments/transfers/find.ts'
import { refundInput } from '../refunds/schema.ts'
import { payInput } from '../sandbox/routes.ts'
import { invitationInput, userChanges } from '../users/people-schema.ts'
import { sinceInput, webhookChanges, webhookInput } from '../webhooks/schema.ts'

type Input = { readonly schema: z.ZodType; readonly about: string }

export const inputs: Readonly<Record<string, Input>> = {
  PaymentInput: { schema: paymentInput, about: 'What a payment is made of' },
  MethodInput: { schema: methodInput, about: 'A coin on a network' },
  LineItemInput: { schema: lineItem, about: 'A line of an order' },
  PaymentLinkInput: {
    schema: linkInput,
    about: 'What a payment link is made of: an `amount`, or at least a `minimum`',
  },
  PaymentLinkChanges: { schema: linkChanges, about: 'Changes of a payment link. What is left out stays' },
  AssignInput: { schema: assignInput, about: 'Which payment a transfer pays' },
  RefundInput: { schema: refundInput, about: 'What goes back, and where to' },
  WebhookInput: { schema: webhookInput, about: 'A URL that gets events' },
  WebhookChanges: { schema: webhookChanges, about: 'Changes of a webhook. What is left out stays' },
  SinceInput: { schema: sinceInput, about: 'From when on' },
  MerchantChanges: {
    schema: merchantChanges,
    about: 'Changes of what payers see of a merchant. What is left out stays, null removes',
  },
  ScheduleInput: {
    schema: scheduleInput,
    about: 'When settlement periods are closed. Null means the same as leaving a field out',
  },
  SettingsChanges: { schema: settingsChanges, about: 'Changes of the settings. What is left out stays' },
  WalletInput: { schema: challengeInput, about: 'A wallet on a network' },
  WalletProof: { schema: proofInput, about: "A wallet's signature of the text of a challenge" },
  KeyInput: { schema: keyInput, about: 'What a key may do' },
  RotateInput: { schema: rotateInput, about: 'How long the old pair still works' },
  UserChanges: { schema: userChanges, about: 'What changes of a user' },
  InvitationInput: { schema: invitationInput, about: 'Who is invited, and with which role' },
  PayInput: { schema: payInput, about: 'How a test payment is paid' },
}

const names = new Map(Object.entries(inputs).map(([name, { schema }]) => [schema, name]))

/** The name of the body that a route takes; null if it takes none. Throws for a body without a name. */
export function findInputName(route: Route): string | null {
  const name = names.get(route.body)
  if (name !== undefined) return name
  if ('shape' in route.body && Object.keys(route.body.shape as object).length === 0) return null
  throw new Error(`name the body of ${route.name} in api/inputs.ts`)
}
