import type { Context } from '../context/context.ts'
import { createLinkSigner, createLinkSignerIn, type LinkSigner } from '../context/secrets/sign-link.ts'
import type { Owner } from '../domain/owner.ts'
import type { Tx } from '../storage/database.ts'

/** The time for which a link to a report is valid. */
const VALID_MS = 7 * 86_400_000

/** The link to a settlement's report, issued at a time in milliseconds. */
export type StatementLink = (settlementId: string, now: number) => string

/** Makes links to a merchant's reports. */
export async function createStatementLink(ctx: Context, owner: Owner): Promise<StatementLink> {
  return linkWith(ctx, await createLinkSigner(ctx, owner))
}

/** The same within a transaction. */
export async function createStatementLinkIn(ctx: Context, tx: Tx, owner: Owner): Promise<StatementLink> {
  return linkWith(ctx, await createLinkSignerIn(ctx, tx, owner))
}

function linkWith(ctx: Context, sign: LinkSigner): StatementLink {
  return (id, now) => `${ctx.settings.publicUrl}/reports/${id}.csv?${sign(id, now + VALID_MS)}`
}
