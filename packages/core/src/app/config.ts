import { nearest } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { networkNames } from '../domain/catalog/networks.ts'
import { describeQuota, type PlanQuotaName, planQuotas } from '../domain/catalog/quotas.ts'
import { describeIssue, unfoldIssue, withoutTexts } from '../http/mistakes.ts'
import { parseAddressRanges } from '../outbound/check-url.ts'
import { environment, keyPlace, rate } from './network-config.ts'
import { smtp } from './smtp-config.ts'

/** Addresses are made by appending to it, and it appears in pages. */
const publicUrl = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && /^https?:\/\/[^/]/.test(text) && !url.username && !url.password && !/[\s?#"'<>\\]/.test(text)
}, 'must be an http or https URL without credentials, query and fragment')

function isRange(text: string): boolean {
  try {
    parseAddressRanges([text])
    return true
  } catch {
    return false
  }
}

const rates = z
  .record(
    z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter currency code'),
    z
      .union([rate, z.literal('chainlink')], {
        error: 'must be a positive number with at most eight decimals, or "chainlink"',
      })
      .meta({ description: "USD for one unit of the currency, or chainlink: what the networks' feeds say" }),
  )
  .refine((rates) => (rates.USD ?? 1) === 1, { path: ['USD'], error: 'is always 1: rates are in USD' })

type PlanConfig = { [Name in PlanQuotaName]?: number | undefined }

/** A limit within the bounds of a quota. */
function limitBy(name: PlanQuotaName, number: z.ZodNumber = z.int()) {
  const { from, to } = planQuotas[name]
  return number
    .min(from)
    .max(to)
    .optional()
    .meta({ description: describeQuota(name) })
}

const { from, to } = planQuotas.requestsPerMinute

/** A plan's limits. A number alone sets `requestsPerMinute`. */
const plan = z
  .union(
    [
      limitBy('requestsPerMinute')
        .unwrap()
        .transform((requestsPerMinute): PlanConfig => ({ requestsPerMinute })),
      z.strictObject({
        requestsPerMinute: limitBy('requestsPerMinute'),
        openPaymentsPerPrice: limitBy('openPaymentsPerPrice'),
        openPayments: limitBy('openPayments'),
        textMegabytes: limitBy('textMegabytes', z.number()),
      }),
    ],
    {
      error: `must be the requests in any 60 seconds, from ${from} to ${to}, or {"requestsPerMinute": 500, "openPaymentsPerPrice": 1000}`,
    },
  )
  .meta({ description: 'Requests in any 60 seconds, or limits by name' })

/** The configuration of a checkout: the file, or the middleware's options. */
const configSchema = z.strictObject({
  $schema: z.string().optional().meta({ description: 'The path or URL of this schema, for editors' }),
  publicUrl: publicUrl.optional().meta({ description: 'Where the checkout is reached, mount path included' }),
  database: z
    .string()
    .regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)/, 'must be sqlite:<path> or postgres://user:password@host:5432/name')
    .optional()
    .meta({
      description: 'sqlite:<path> or postgres://user:password@host:5432/name. Default: sqlite:./data/checkout.db',
    }),
  rates: rates.optional().meta({ description: 'USD for one unit of a currency. Other currencies are refused' }),
  latePayments: z.enum(['review', 'accept']).optional().meta({
    description: 'Money after the deadline: it waits for the merchant, or counts for 24 hours. Default: review',
  }),
  claims: z.enum(['on', 'off']).optional().meta({
    description: 'on if payers may say on the page that they have paid, and prove it by a signature. Default: on',
  }),
  underpaymentTolerance: z
    .number()
    .min(0)
    .max(0.05)
    .optional()
    .meta({ description: 'Part of the amount that may be missing, such as 0.01. Default: 0' }),
  minTransfer: z
    .number()
    .min(0)
    .max(1_000)
    .refine((coins) => Math.round(coins * 1_000_000) / 1_000_000 === coins, 'must have at most six decimals')
    .optional()
    .meta({ description: 'Transfers of fewer coins are summed and make no event by themselves. Default: 0.01' }),
  retentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .optional()
    .meta({ description: 'How long events and ended deliveries are kept. Default: 30' }),
  pageDays: z.int().min(1).max(3_650).optional().meta({
    description: 'How long the pages of payments and refunds can be opened after these ended. Default: 30',
  }),
  plans: z
    .partialRecord(z.enum(['sandbox', 'starter', 'business']), plan)
    .optional()
    .meta({
      description: 'Limits of merchants, by plan. The sandbox has one of its own for all',
    }),
  trustProxy: z
    .union([z.boolean(), z.int().min(0), z.string(), z.array(z.string())], 'must be as Express takes it')
    .optional()
    .meta({ description: "Which proxies may name the payer's address, as Express takes it" }),
  frameAncestors: z
    .array(z.string().regex(/^https?:\/\/[a-z0-9.*-]+(:\d+)?$/i, 'must be an origin such as https://shop.example.com'))
    .optional()
    .meta({ description: 'Origins that may show the payment page in a frame. Default: none' }),
  webhookNetworks: z
    .array(z.string().refine(isRange, 'must be a range of addresses such as 10.0.0.0/8 or fd00::/8'))
    .optional()
    .meta({ description: 'Private networks that webhooks may reach' }),
  walletConnectProjectId: z
    .string()
    .max(64)
    .regex(/^[a-z0-9-]+$/, 'must be a project id of WalletConnect')
    .optional()
    .meta({
      description: 'Your project at WalletConnect (dashboard.reown.com); without it wallets on phones are linked only',
    }),
  securityContact: z
    .string()
    .max(300)
    .regex(/^(?:mailto:|https:\/\/|tel:)\S+$/, 'must be a URI with mailto:, https: or tel:')
    .optional()
    .meta({ description: 'Where to report weaknesses, as /.well-known/security.txt says. Default: no such file' }),
  sep7SigningKey: keyPlace
    .optional()
    .meta({ description: "Where the secret key (S...) is that signs payment URIs of Stellar in publicUrl's name" }),
  smtp: smtp
    .optional()
    .meta({ description: 'The mail server for e-mails to users of the dashboard, and for receipts to customers' }),
  dashboard: z.boolean().optional().meta({
    description:
      'True if users can sign in to the dashboard. Default: true for the standalone server, false for the middleware',
  }),
  docs: z.boolean().optional().meta({
    description:
      'True if /docs shows the reference of the API. Default: true for the standalone server, false for the middleware',
  }),
  metrics: z
    .strictObject({
      port: z.int().min(0).max(65_535).meta({ description: '0 takes any free one' }),
      host: z.string().min(1).optional().meta({ description: 'The address to listen on. Default: 127.0.0.1' }),
    })
    .optional()
    .meta({
      description:
        'Where the standalone server answers /metrics, /healthz and /readyz: a port of its own, on 127.0.0.1',
    }),
  logFormat: z.enum(['text', 'json']).optional().meta({
    description:
      "The standalone server's log: lines for people, or JSON with a line for each request; text when left out",
  }),
  production: environment.optional().meta({ description: 'Networks with real money' }),
  sandbox: environment.optional().meta({ description: 'Networks without real money' }),
})
export type CheckoutConfig = z.input<typeof configSchema>
export type ValidConfig = z.output<typeof configSchema>

/** The configuration is unusable. The message names every mistake and the nearest known key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Checks a configuration. `beside` names other keys that are allowed. Throws ConfigError. */
export function parseConfig(input: unknown, beside: readonly string[] = []): ValidConfig {
  const result = configSchema.safeParse(input, withoutTexts)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues
      .flatMap(unfoldIssue)
      .flatMap((issue) => formatLines(issue, beside))
      .join('\n'),
  )
}

function formatLines(issue: z.core.$ZodIssue, beside: readonly string[]): string[] {
  if (issue.code === 'unrecognized_keys') {
    const known = [...knownKeys(configJsonSchema()), ...beside]
    return issue.keys.map((key) => unknownKey([...issue.path, key], known))
  }
  return [`${issue.path.join('.') || 'configuration'}: ${describeIssue(issue)}`]
}

function unknownKey(path: readonly PropertyKey[], known: readonly string[]): string {
  const meant = nearest(String(path.at(-1)), known)
  const isNetwork = path.at(-2) === 'networks'
  const which = `: networks are ${networkNames.join(', ')}; others belong to customNetworks`
  return `${path.join('.')}: there is no such key${meant ? `; did you mean ${meant}?` : isNetwork ? which : ''}`
}

/** The names of all fields, and the keys of all records. */
function knownKeys(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, propertyNames } = schema as { properties?: object; propertyNames?: { enum?: string[] } }
  return [...Object.keys(properties), ...(propertyNames?.enum ?? []), ...Object.values(schema).flatMap(knownKeys)]
}

/** The JSON schema of the configuration file. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' })
}
