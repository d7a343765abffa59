import type { Scope } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { hasScope } from '../domain/catalog/entitlements.ts'
import { checkTogether, listQuery, printableLine, webUrl } from '../http/fields.ts'

/** The scopes that a shop system may ask for. None changes the wallets of payments, who belongs to the shop, or its keys. */
const connectableScopes = [
  'payments:read',
  'payments:create',
  'payments:write',
  'payment_links:read',
  'payment_links:write',
  'transfers:read',
  'refunds:read',
  'refunds:write',
  'settlements:read',
  'merchant:read',
  'events:read',
  'networks:read',
] as const satisfies readonly Scope[]

/** The rights of a shop system that names none. A `:write` scope includes reading. */
export const DEFAULT_SCOPES: readonly Scope[] = ['payments:write', 'refunds:write']

const MAX_NAME = 100
const MAX_STATE = 500
/** Base64url of SHA-256 (RFC 7636, 4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
/** RFC 7636, 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** RFC 6749, 3.1.2: an address to which something is appended has no fragment. */
const plainUrl = webUrl.refine((text) => !text.includes('#'), 'must have no fragment')

const fields = z.strictObject({
  clientName: printableLine(MAX_NAME).meta({
    description: 'The name of the shop system, on one line of at most 100 characters',
  }),
  clientUri: plainUrl.meta({ description: 'Its address. It has the origin of `redirectUri`' }),
  redirectUri: plainUrl.meta({
    description: 'The address to which the browser goes back with the code. In production it must use https',
  }),
  webhookUrl: plainUrl.meta({ description: 'The address that gets its events. It has the origin of `redirectUri`' }),
  scopes: z
    .array(z.enum(connectableScopes))
    .min(1)
    .max(connectableScopes.length)
    .optional()
    .meta({
      description:
        'The scopes that it asks for. They include `payments:read` or `payments:write`. Default: `payments:write` and ' +
        '`refunds:write`',
    }),
  state: z
    .string()
    .max(MAX_STATE)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .optional()
    .meta({ description: 'A text that the shop system gets back, at most 500 characters' }),
  codeChallenge: z
    .string()
    .regex(CHALLENGE, 'must be a SHA-256 in base64url without padding: 43 characters')
    .meta({ description: 'The SHA-256 of the verifier, in base64url (RFC 7636)' }),
  codeChallengeMethod: z.literal('S256').meta({ description: 'The way in which the challenge was made' }),
})

const sameOrigin = checkTogether(fields, ['clientUri', 'redirectUri', 'webhookUrl'], (uris, issues) => {
  const { origin } = new URL(uris.redirectUri)
  for (const name of ['clientUri', 'webhookUrl'] as const) {
    if (new URL(uris[name]).origin === origin) continue
    issues.addIssue({ code: 'custom', path: [name], message: `must be at ${origin}, as redirectUri is` })
  }
})

/** The request of a shop system, as the page of the dashboard reads it from its address. */
export const connectionInput = checkTogether(sameOrigin, ['scopes'], ({ scopes }, issues) => {
  if (hasScope(scopes ?? DEFAULT_SCOPES, 'payments:read')) return
  issues.addIssue({ code: 'custom', path: ['scopes'], message: 'must include payments:read or payments:write' })
})
export type ValidConnectionInput = z.output<typeof connectionInput>

const MAX_CODE = 100

export const exchangeInput = z.strictObject({
  code: z.string().min(1).max(MAX_CODE).meta({ description: 'The code from the address of `redirectUri`' }),
  codeVerifier: z
    .string()
    .regex(VERIFIER, 'must have 43 to 128 letters, digits and - . _ ~')
    .meta({ description: 'The verifier of the challenge (RFC 7636)' }),
})
export type ValidExchangeInput = z.output<typeof exchangeInput>

export const connectionQuery = listQuery.extend({
  status: z.enum(['pending', 'active', 'ended']).optional().meta({ description: 'Those with this status' }),
})
export type ValidConnectionQuery = z.output<typeof connectionQuery>
