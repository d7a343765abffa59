import type { Role } from '@crypto-checkout/api-types'
import type { Actor, Context } from '../context/context.ts'
import { nameHost } from '../http/origin.ts'
import type { Tx } from '../storage/database.ts'
import { type InvitationRow, insertInvitation } from './invitation-store.ts'
import { generateToken, hashToken } from './tokens.ts'

/** The life of a link by its kind. An open one names no address, so anybody who finds it can use it: it ends soon. */
const LASTS_MS = { open: 15 * 60_000, addressed: 7 * 86_400_000, reset: 3_600_000 } as const

export type NewInvitation = {
  readonly kind: InvitationRow['kind']
  readonly merchantId: string | null
  readonly role: Role | null
  readonly email: string | null
  /** The user whose credentials are reset; null to make a user. */
  readonly userId: string | null
  readonly by: Actor
}

/** An invitation with its link, which is shown only once. */
export type IssuedInvitation = { readonly row: InvitationRow; readonly url: string }

/** Makes a link that works once. */
export async function issueInvitation(ctx: Context, tx: Tx, input: NewInvitation): Promise<IssuedInvitation> {
  const token = generateToken()
  const now = ctx.now()
  const lastsMs = input.kind === 'reset' ? LASTS_MS.reset : input.email === null ? LASTS_MS.open : LASTS_MS.addressed
  const row = await insertInvitation(tx, {
    id: ctx.newId('inv'),
    token_hash: hashToken(token),
    kind: input.kind,
    merchant_id: input.merchantId,
    role: input.role,
    email: input.email,
    user_id: input.userId ?? ctx.newId('usr'),
    invited_by: input.by,
    created_at: now,
    expires_at: now + lastsMs,
  })
  return { row, url: formatInvitationUrl(ctx, token) }
}

/** Browsers do not send what follows the `#`, so that no log has the token. */
function formatInvitationUrl({ settings }: Context, token: string): string {
  return `${nameHost(settings.publicUrl)}/dashboard/invitation#${token}`
}
