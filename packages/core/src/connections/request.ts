/** The request of a shop system: what a person sees of it, and the code that follows from the consent. */
import type { ConnectionCode, ConnectionPreview } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { hasScope, type Scope } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import { MINUTE_MS, toIsoTime } from '../domain/time.ts'
import { requireReachable } from '../http/fields.ts'
import { requireGrantable, requireRoom } from '../merchants/keys/limits.ts'
import type { Db } from '../storage/database.ts'
import { generateToken, hashToken } from '../users/tokens.ts'
import { requireWebhookRoom } from '../webhooks/change.ts'
import { DEFAULT_SCOPES, type ValidConnectionInput } from './schema.ts'
import { insertConnection } from './store.ts'

/** RFC 6749, 4.1.2, has ten minutes as the most. The shop system exchanges it at once. */
const CODE_MS = 5 * MINUTE_MS

/** The rights that a person needs to connect a shop system, and to end that: it has a key and a webhook. */
const CONNECTING = ['keys:write', 'webhooks:write'] as const satisfies readonly Scope[]

/** Payments go to the wallets of the settings, whatever the shop system asks for. */
export const CONNECTED_WALLETS = 'settings'

/** Tells whether somebody with these rights may connect a shop system that gets those. */
export function canConnect(granted: readonly Scope[] | null, scopes: readonly Scope[]): boolean {
  return [...CONNECTING, ...scopes].every((scope) => hasScope(granted, scope))
}

/** The rights that are asked for, each once. */
export function getScopes({ scopes }: Pick<ValidConnectionInput, 'scopes'>): Scope[] {
  return [...new Set<Scope>(scopes ?? DEFAULT_SCOPES)]
}

/** Throws `insufficient_scope` if the caller may not make and end keys and webhooks. */
export function requireConnecting({ scopes }: Pick<Caller, 'scopes'>): void {
  const lacking = CONNECTING.find((scope) => !hasScope(scopes, scope))
  if (lacking === undefined) return
  const message = `To connect a shop system, or to end that, you need the scope ${lacking}: ask an owner of the merchant.`
  throw new CheckoutError('insufficient_scope', message, null, { scope: lacking })
}

/**
 * Throws `insufficient_scope` also if the caller lacks a right that the shop system would get, `invalid_parameter` for an
 * address, `quota_exceeded` and `invalid_state`.
 */
async function checkRequest(ctx: Context, db: Db, caller: Caller, input: ValidConnectionInput): Promise<Scope[]> {
  const scopes = getScopes(input)
  // The other addresses have the same origin, so they follow the same rules.
  requireReachable(ctx, caller, input.webhookUrl, 'webhookUrl')
  requireConnecting(caller)
  requireGrantable(caller, { scopes, wallets: CONNECTED_WALLETS })
  await requireRoom(ctx, db, caller, 1)
  await requireWebhookRoom(db, caller)
  return scopes
}

/** Shows what a shop system would get. Nothing is made. Throws what `createConnection` throws. */
export async function previewConnection(
  ctx: Context,
  caller: Caller,
  input: ValidConnectionInput,
): Promise<ConnectionPreview> {
  const scopes = await checkRequest(ctx, ctx.db, caller, input)
  const { clientName, clientUri, webhookUrl } = input
  return {
    object: 'connection_preview',
    clientName,
    clientUri,
    webhookUrl,
    scopes,
    events: listEventPatterns(scopes),
    cancelUrl: appendToQuery(input, { error: 'access_denied' }),
    livemode: caller.livemode,
  }
}

/**
 * Records that a person lets a shop system use the shop, and returns the address that carries the code to it. Key and webhook
 * are made when the code is exchanged.
 */
export async function createConnection(
  ctx: Context,
  caller: Caller,
  input: ValidConnectionInput,
): Promise<ConnectionCode> {
  return caller.commit(async (tx) => {
    const scopes = await checkRequest(ctx, tx, caller, input)
    const code = generateToken()
    const row = await insertConnection(tx, {
      id: ctx.newId('con'),
      ...toOwnerColumns(caller),
      client_name: input.clientName,
      client_uri: input.clientUri,
      webhook_url: input.webhookUrl,
      scopes: JSON.stringify(scopes),
      code_hash: hashToken(code),
      code_challenge: input.codeChallenge,
      code_expires_at: ctx.now() + CODE_MS,
      created_by: caller.by,
      created_at: ctx.now(),
      connected_at: null,
      exchanged_from: null,
    })
    return {
      id: row.id,
      object: 'connection_code',
      redirectUrl: appendToQuery(input, { code }),
      expiresAt: toIsoTime(row.code_expires_at),
      livemode: row.livemode,
    }
  })
}

/** Event patterns, and the right to read what their events show. */
const EVENTS = [
  ['payment.*', 'payments:read'],
  ['refund.*', 'refunds:read'],
  ['transfer.*', 'transfers:read'],
  ['settlement.*', 'settlements:read'],
] as const

/** The events of what the rights may read. */
export function listEventPatterns(scopes: readonly Scope[]): (typeof EVENTS)[number][0][] {
  return EVENTS.filter(([, scope]) => hasScope(scopes, scope)).map(([pattern]) => pattern)
}

/** Appends parameters, and the state, to an address whose query stays as it is (RFC 6749, 3.1.2). */
function appendToQuery(
  { redirectUri, state }: Pick<ValidConnectionInput, 'redirectUri' | 'state'>,
  parameters: Readonly<Record<string, string>>,
): string {
  const added = new URLSearchParams({ ...parameters, ...(state === undefined ? {} : { state }) })
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added}`
}
