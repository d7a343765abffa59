/** Merchants, keys, users and logs: the shapes of answers. */
import { auditObjects, auditOperations, roles, scopes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { coins } from '../../domain/catalog/coins.ts'
import { frequencies, weekdays } from '../../domain/settlement-schedule.ts'
import {
  choice,
  coinAmount,
  coinAmountOrNull,
  count,
  createdAt,
  flag,
  kind,
  livemode,
  moment,
  momentOrNull,
  text,
  textOrNull,
} from './fields.ts'
import { settlementRoute } from './routes.ts'

export const settlementSchedule = z
  .strictObject({
    frequency: z
      .enum(frequencies)
      .meta({ description: 'The frequency of closing a period. `manual`: only when you ask' }),
    time: textOrNull('Time of day as HH:MM, in the time zone. Null only with manual'),
    weekday: z.enum(weekdays).nullable().meta({ description: 'Day of the week. Null unless weekly' }),
    dayOfMonth: z
      .int()
      .nullable()
      .meta({ description: 'Day of the month, 1 to 31. Shorter months use their last day. Null unless monthly' }),
    timeZone: textOrNull(
      "The time zone: a name from the IANA database. Null: the shop's, which is `timeZone` of the settings",
    ),
  })
  .meta({ description: 'The times at which settlement periods are closed' })

export const paymentPolicy = z
  .strictObject({
    latePayments: choice(
      { review: 'it waits for you', accept: 'it is accepted for 24 hours after the deadline' },
      {
        before: 'The rule for money that comes after the end of a payment',
        after: 'A payment keeps the rule that it was made with',
      },
    ),
    underpaymentTolerance: z.number().meta({
      description:
        'The part of an amount that may be missing, from 0 to 0.05: 0.01 is one per cent. A payment keeps the rule that ' +
        'it was made with',
    }),
    claims: z.enum(['on', 'off']).meta({ description: '`on` if payers may say that they have paid, and prove it' }),
  })
  .meta({ description: 'The rules for payments that a merchant may choose' })

export const policy = z
  .strictObject({
    ...paymentPolicy.shape,
    minTransfer: coinAmount('The least amount of a transfer that makes an event by itself. Smaller ones are summed'),
    retentionDays: z
      .number()
      .meta({ description: 'The number of days for which events and ended deliveries are kept' }),
  })
  .meta({
    description:
      'The rules of the operator for all merchants: what is in force for those that chose nothing, and what they cannot choose',
  })

export const merchantSettings = z
  .strictObject({
    id: text("The merchant's id, mer_..."),
    object: kind('merchant_settings'),
    settlementCurrency: z.enum(coins).meta({
      description: 'The coin that you want to settle in. `routes` say what is converted to it',
    }),
    settlementSchedule,
    settlementNetwork: textOrNull('The network that you want to settle on. Null: money stays on its own'),
    settlementWallet: textOrNull('Your wallet there, which you have proven. Null: the wallet of each payment'),
    settlementLeast: text('The least part that arrives of what is converted: a decimal from 0.9 to 1'),
    settlementSpeed: choice({
      standard: 'a conversion waits until its blocks are final, which is minutes',
      fast: 'it takes seconds, and can cost more',
    }),
    settlementMaxFee: coinAmountOrNull(
      'The most that Circle may take of one burn, in `settlementCurrency`. Null: what `settlementLeast` allows',
    ),
    routes: z.array(settlementRoute).meta({
      description:
        'The route of new payments to that coin and network: one for each coin of each network. Without ' +
        '`settlementWallet` it is that of a payment to your wallet in `wallets`',
    }),
    timeZone: textOrNull(
      "The time zone of the shop's days: a name from the IANA database, such as Europe/Berlin. Null: UTC, until it is set",
    ),
    currency: textOrNull('The currency that till and forms begin with, such as EUR. Null until it is set'),
    wallets: z
      .record(z.string(), z.string())
      .meta({ description: 'Addresses of your wallets by network, for the alternatives of payments' }),
    ...paymentPolicy.shape,
    customerReceipts: choice(
      {
        off: 'customers get none',
        given: 'they go to the addresses that you give with payments',
        asked: 'the page also asks payers for an address, if you gave none',
      },
      { before: 'Receipts to customers by e-mail' },
    ),
    customerEmailDays: count("Days after which a customer's address is erased. It is erased at once with `off`"),
    policy,
    livemode,
    updatedAt: momentOrNull('The time of the last change. Null until the first one'),
  })
  .meta({
    description:
      "A merchant's settings in an environment, with the rules in force: the merchant's own, or else the operator's",
  })

export const merchant = z
  .strictObject({
    id: text('Id of the merchant, mer_...'),
    object: kind('merchant'),
    name: text('The name on the payment page'),
    accent: textOrNull("The colour of the payment page's buttons and links, such as #0a7d4f. Null: the checkout's own"),
    logo: textOrNull('Address of your logo: a PNG, WebP or JPEG. It changes with the content. Null if there is none'),
    supportEmail: textOrNull('E-mail address for payers who need help. Null if there is none'),
    supportUrl: textOrNull('Address of a page for payers who need help. Null if there is none'),
    plan: z
      .enum(['starter', 'business'])
      .meta({ description: "The plan, which determines production's rate limit and quota. The sandbox has its own" }),
    livemode,
    settings: merchantSettings,
    createdAt,
  })
  .meta({ description: 'A shop, with its name, its look and its rules' })

export const apiKey = z
  .strictObject({
    id: text('Id of the key, key_...'),
    object: kind('api_key'),
    name: textOrNull('Your name for it. Null for a key that has none'),
    publicKey: text('The public half, pk_...'),
    scopes: z.array(z.enum(scopes)).nullable().meta({ description: 'The scopes that it has. Null: everything' }),
    requireSignature: flag('True if unsigned requests are refused'),
    wallets: z.enum(['any', 'settings']).meta({
      description:
        'The wallets that it may have payments paid to: any, or those of the settings, which it then cannot change',
    }),
    status: z.enum(['active', 'expired', 'revoked']).meta({ description: 'Only an active key works' }),
    rotationDue: flag('True if it is 90 days old and should be rotated'),
    createdBy: textOrNull('The author: key_..., usr_..., command_line or in_process. Null if it is unknown'),
    livemode,
    createdAt,
    lastUsedAt: momentOrNull('The minute of its last use, up to a minute late. Null: it was never used'),
    expiresAt: momentOrNull('The time when it stops working: it has been rotated. Null: it does not'),
    revokedAt: momentOrNull('The time when it was revoked. Null unless it was'),
  })
  .meta({ description: 'A pair of a public and a secret key. The secret one is stored as a hash only' })

export const apiKeyWithSecret = apiKey
  .extend({ secretKey: text('The secret half, sk_.... It is shown only once') })
  .meta({ description: 'The answer of creation and rotation. The secret key is shown only once' })

const clientName = text('The name that the shop system gave. Anyone can give any name')
const clientUri = text('Its address. It goes back there with the code, and gets its events there')
const givenScopes = z.array(z.enum(scopes)).meta({ description: 'The scopes that its key has' })

export const connection = z
  .strictObject({
    id: text('Id of the connection, con_...'),
    object: kind('connection'),
    clientName,
    clientUri,
    scopes: givenScopes,
    status: choice(
      {
        pending: 'its code waits to be exchanged',
        active: 'one of its keys works, or its webhook is enabled',
        ended: 'nothing of it works',
      },
      { before: 'The state of the connection' },
    ),
    key: textOrNull('Id of its newest key, key_.... Null while its code is not exchanged'),
    webhook: textOrNull('Id of its webhook, wh_.... Null: there is none yet, or it was deleted'),
    createdBy: textOrNull('The author of the consent: usr_..., key_..., command_line or in_process'),
    livemode,
    connectedAt: momentOrNull('The time when the shop system got its key. Null if it has none'),
    expiresAt: momentOrNull('The time when the code stops working. Null unless it is pending'),
    lastUsedAt: momentOrNull('The minute of the last use of its keys, up to a minute late. Null: they were never used'),
  })
  .meta({ description: 'A shop system that a person let use the shop' })

export const connectionPreview = z
  .strictObject({
    object: kind('connection_preview'),
    clientName,
    clientUri,
    webhookUrl: text('The address to which its events would go'),
    scopes: givenScopes,
    events: z.array(z.string()).meta({ description: 'The events that it would get, as patterns such as `payment.*`' }),
    cancelUrl: text('The address to go to if the person declines'),
    livemode,
  })
  .meta({ description: 'The request of a shop system, as it would be granted' })

export const connectionCode = z
  .strictObject({
    id: text('Id of the connection, con_...'),
    object: kind('connection_code'),
    redirectUrl: text('The address of the shop system with the code. The code works once'),
    expiresAt: moment('The time when the code stops working'),
    livemode,
  })
  .meta({ description: 'The consent of a person. The code is shown only once' })

export const connectedShop = z
  .strictObject({
    id: text('Id of the connection, con_...'),
    object: kind('connected_shop'),
    merchant: z
      .strictObject({ id: text('Id of the merchant, mer_...'), name: text('Its name') })
      .meta({ description: 'The shop that the person chose' }),
    scopes: givenScopes,
    key: z
      .strictObject({
        id: text('Id of the key, key_...'),
        publicKey: text('The public half, pk_...'),
        secretKey: text('The secret half, sk_.... It is shown only once'),
      })
      .meta({ description: 'The key. Payments that it makes go to the wallets of the settings' }),
    webhook: z
      .strictObject({
        id: text('Id of the webhook, wh_...'),
        url: text('The address that gets the events'),
        secret: text('The secret that signs the messages, whsec_.... It is shown only once'),
      })
      .meta({ description: 'The webhook' }),
    livemode,
  })
  .meta({ description: 'The answer to a code. The secrets are shown only once' })

const role = z.enum(roles).meta({ description: 'The role, which is a set of scopes' })

export const user = z
  .strictObject({
    id: text('Id of the user, usr_...'),
    object: kind('user'),
    email: text('The e-mail address'),
    role,
    hasPassword: flag('True if the user signs in with a password and a code'),
    passkeyCount: count('The number of passkeys of the user'),
    createdAt: moment('The time when the user came to this merchant'),
    lastSignedInAt: momentOrNull('The time of the last sign-in. Null: never'),
  })
  .meta({ description: 'A person who belongs to a merchant, in both environments' })

export const invitation = z
  .strictObject({
    id: text('Id of the invitation, inv_...'),
    object: kind('invitation'),
    email: textOrNull('The e-mail address; null if the invited person chooses one'),
    role,
    invitedBy: text('The author: usr_..., key_..., command_line or in_process'),
    createdAt,
    expiresAt: moment('The time when its link stops working'),
  })
  .meta({ description: 'A link that adds a user to a merchant. It works once' })

export const invitationWithUrl = invitation
  .extend({ url: text('The link, which works once. It is shown only once') })
  .meta({ description: 'The answer of creation. The link is shown only once' })

export const requestEntry = z
  .strictObject({
    id: text('The x-request-id of its answer'),
    object: kind('request'),
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE']).meta({ description: 'The HTTP method' }),
    path: text('The path below the mount path, without the query'),
    status: count('The HTTP status of the answer'),
    code: textOrNull('The code of the refusal. Null if it was not refused'),
    actor: text('The key or user that made it: key_... or usr_...'),
    address: text('The IP address from which it came'),
    durationMs: count('The time until the answer, in milliseconds'),
    livemode,
    createdAt: moment('The time when it came'),
  })
  .meta({ description: 'A request of the last day' })

export const auditEntry = z
  .strictObject({
    id: text('Id of the entry, aud_...'),
    object: kind('audit_entry'),
    operation: z.enum(auditOperations).meta({ description: 'The kind of change' }),
    actor: text(
      'The author: key_..., usr_..., command_line, in_process for the program that runs the checkout, or anonymous for a ' +
        'caller without keys',
    ),
    address: textOrNull('The IP address of the request. Null without one'),
    requestId: textOrNull('Id of the request. Null without one'),
    target: z
      .strictObject({
        object: z.enum(auditObjects).meta({ description: 'The kind of object' }),
        id: textOrNull('Its id. Null: the operation concerns no single object'),
      })
      .meta({ description: 'The object that was changed' }),
    before: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'The fields that changed, as they were. Null if the object was made, or nothing of it is recorded',
    }),
    after: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The same fields after the change. Null if the object was deleted' }),
    livemode,
    createdAt: moment('The time of the change'),
  })
  .meta({
    description: 'A change that a key, a user or the command line made. Entries are never changed and never deleted',
  })

export const reportLink = z
  .strictObject({
    object: kind('report_link'),
    url: text('The address of the file. It needs no keys'),
    expiresAt: moment('The time when the link stops working'),
  })
  .meta({ description: 'A file to download, without keys' })
