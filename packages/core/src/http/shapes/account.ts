/** Merchants, keys, users and logs: the shapes of answers. */
import {
  type ApiKey,
  type ApiKeyWithSecret,
  type AuditEntry,
  auditObjects,
  auditOperations,
  type CheckoutPolicy,
  type Invitation,
  type InvitationWithUrl,
  type Merchant,
  type MerchantSettings,
  type ReportLink,
  type RequestEntry,
  roles,
  type SettlementSchedule,
  scopes,
  type User,
} from '@crypto-checkout/api-types'
import { z } from 'zod'
import { coins } from '../../domain/catalog/coins.ts'
import { frequencies, weekdays } from '../../domain/settlement-schedule.ts'
import { coinAmount, count, createdAt, flag, kind, livemode, moment, momentOrNull, text, textOrNull } from './fields.ts'

export const settlementSchedule = z
  .strictObject({
    frequency: z.enum(frequencies).meta({ description: 'How often a period is closed; manual: only when you ask' }),
    time: textOrNull('HH:MM in the time zone; null only with manual'),
    weekday: z.enum(weekdays).nullable().meta({ description: 'Null unless weekly' }),
    dayOfMonth: z.int().nullable().meta({ description: 'Null unless monthly; the last day in shorter months' }),
    timeZone: text('IANA name'),
  })
  .meta({ description: 'When settlement periods are closed' }) satisfies z.ZodType<SettlementSchedule>

const paymentPolicy = {
  latePayments: z.enum(['review', 'accept']).meta({
    description:
      'What becomes of money after the end of a payment: it waits for you, or it is accepted for 24 hours after the deadline',
  }),
  underpaymentTolerance: z
    .number()
    .meta({ description: 'The part of an amount that may be missing, from 0 to 0.05; 0.01 is one per cent' }),
  claims: z.enum(['on', 'off']).meta({ description: 'Whether payers may say that they have paid, and prove it' }),
}

export const policy = z
  .strictObject({
    ...paymentPolicy,
    minTransfer: coinAmount('Transfers of less are summed, and make no event by themselves'),
    retentionDays: z.number().meta({ description: 'How long events and ended deliveries are kept, in days' }),
  })
  .meta({ description: 'The rules of the operator' }) satisfies z.ZodType<CheckoutPolicy>

export const merchantSettings = z
  .strictObject({
    id: text("The merchant's id, mer_..."),
    object: kind('merchant_settings'),
    settlementCurrency: z.enum(coins).meta({
      description:
        'The coin that you want to settle in. Nothing is converted yet: each coin is settled as it was received',
    }),
    settlementSchedule,
    wallets: z.record(z.string(), z.string()).meta({ description: 'The wallets of alternatives, by network' }),
    ...paymentPolicy,
    policy,
    livemode,
    updatedAt: momentOrNull('When they were changed last. Null until they are changed for the first time'),
  })
  .meta({
    description: "A merchant's settings in an environment. `policy` has the rules of merchants that chose none",
  }) satisfies z.ZodType<MerchantSettings>

export const merchant = z
  .strictObject({
    id: text('Id of the merchant, mer_...'),
    object: kind('merchant'),
    name: text('The name on the payment page'),
    accent: textOrNull("The colour of the payment page, as in #0a7d4f. Null: the checkout's own"),
    logo: textOrNull('The address of the image. It changes with the content'),
    supportEmail: textOrNull('Where payers find help'),
    supportUrl: textOrNull('Where payers find help'),
    plan: z
      .enum(['starter', 'business'])
      .meta({ description: "Production's rate limit and quota; the sandbox has its own" }),
    livemode,
    settings: merchantSettings,
    createdAt,
  })
  .meta({ description: 'The owner of payments' }) satisfies z.ZodType<Merchant>

export const apiKey = z
  .strictObject({
    id: text('Id of the key, key_...'),
    object: kind('api_key'),
    name: textOrNull('What you call it'),
    publicKey: text('The public half, pk_...'),
    scopes: z.array(z.enum(scopes)).nullable().meta({ description: 'What it may do; null: everything' }),
    requireSignature: flag('Whether unsigned requests are refused'),
    wallets: z
      .enum(['any', 'settings'])
      .meta({ description: 'The wallets that it may have payments paid to: any, or those of the settings only' }),
    status: z.enum(['active', 'expired', 'revoked']).meta({ description: 'Only an active key works' }),
    rotationDue: flag('Whether it is 90 days old: rotate it'),
    createdBy: textOrNull('The author, such as key_... or command_line; null if unknown'),
    livemode,
    createdAt,
    lastUsedAt: momentOrNull('The minute of its last use, up to a minute late. Null: it was never used'),
    expiresAt: momentOrNull('When it stops working. Null: it does not'),
    revokedAt: momentOrNull('When it was revoked. Null unless it was'),
  })
  .meta({ description: 'A pair of a public and a secret key, without the secret' }) satisfies z.ZodType<ApiKey>

export const apiKeyWithSecret = apiKey
  .extend({ secretKey: text('The secret half, sk_.... Shown only once') })
  .meta({ description: 'A key pair with its secret' }) satisfies z.ZodType<ApiKeyWithSecret>

const role = z.enum(roles).meta({ description: 'What the user may do for the merchant' })

export const user = z
  .strictObject({
    id: text('Id of the user, usr_...'),
    object: kind('user'),
    email: text('The e-mail address'),
    role,
    hasPassword: flag('Whether the user signs in with a password and a code'),
    passkeyCount: count('How many passkeys the user has'),
    createdAt: moment('When the user came to this merchant'),
    lastSignedInAt: momentOrNull('When the user signed in last. Null: never'),
  })
  .meta({ description: 'A person who may sign in for the merchant' }) satisfies z.ZodType<User>

export const invitation = z
  .strictObject({
    id: text('Id of the invitation, inv_...'),
    object: kind('invitation'),
    email: textOrNull('The e-mail address. Null if whoever has the link chooses one'),
    role,
    invitedBy: text('usr_..., key_..., command_line or in_process'),
    createdAt,
    expiresAt: moment('When its link stops working'),
  })
  .meta({ description: 'A link that makes somebody a user. It works once' }) satisfies z.ZodType<Invitation>

export const invitationWithUrl = invitation
  .extend({ url: text('The link, which works once. Shown only once') })
  .meta({ description: 'An invitation with its link' }) satisfies z.ZodType<InvitationWithUrl>

export const requestEntry = z
  .strictObject({
    id: text('The x-request-id of its answer'),
    object: kind('request'),
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).meta({ description: 'The HTTP method' }),
    path: text('Below the mount path, without the query'),
    status: count('The HTTP status of the answer'),
    code: textOrNull('The code of the refusal. Null if it was not refused'),
    actor: text('key_... or usr_...'),
    address: text('The IP address that it came from'),
    durationMs: count('How long the answer took, in milliseconds'),
    livemode,
    createdAt: moment('When it came'),
  })
  .meta({ description: 'A request of the last day' }) satisfies z.ZodType<RequestEntry>

export const auditEntry = z
  .strictObject({
    id: text('Id of the entry, aud_...'),
    object: kind('audit_entry'),
    operation: z.enum(auditOperations).meta({ description: 'What was done' }),
    actor: text('key_..., usr_..., command_line, or in_process: the host of the checkout'),
    address: textOrNull('The IP address of the request. Null without one'),
    requestId: textOrNull('Id of the request. Null without one'),
    target: z
      .strictObject({
        object: z.enum(auditObjects).meta({ description: 'The kind of object' }),
        id: textOrNull('Its id. Null: the operation concerns no single object'),
      })
      .meta({ description: 'What was changed' }),
    before: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The fields that changed, as they were; null if the object was made' }),
    after: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The same fields since then; null if the object was deleted' }),
    livemode,
    createdAt: moment('When it was done'),
  })
  .meta({ description: 'A change that a key, a user or the command line made' }) satisfies z.ZodType<AuditEntry>

export const reportLink = z
  .strictObject({
    object: kind('report_link'),
    url: text('A file to download, without keys'),
    expiresAt: moment('When the link stops working'),
  })
  .meta({ description: 'A link to a file' }) satisfies z.ZodType<ReportLink>
