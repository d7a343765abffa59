import type { Context } from '../../context/context.ts'
import { deriveServerKey } from '../../context/secrets/derive-key.ts'
import type { MailOutcome, SendMail } from '../../outbound/mail.ts'
import { type CodeRow, claimCode, endSending, findDueCodes, hasOlderCodes, pruneCodes } from './code-store.ts'
import { CODE_LASTS_MS, CODES_KEPT_MS, computeCode } from './confirm.ts'
import { writeCodeMail } from './write-mail.ts'

const AT_ONCE = 5
const PAUSE_MS = 60_000
const PRUNED_AT_ONCE = 100

/**
 * Sends due codes, as other messages are sent: each is taken before, and has the same id if it is sent again. `log` gets
 * why the mail server fails.
 */
export async function sendDueCodes(
  ctx: Context,
  send: SendMail,
  log: (line: string) => void,
): Promise<{ readonly more: boolean }> {
  const old = ctx.now() - CODES_KEPT_MS
  if (await hasOlderCodes(ctx.db, old)) await ctx.transact((tx) => pruneCodes(tx, old, PRUNED_AT_ONCE), 'background')
  const due = await findDueCodes(ctx.db, ctx.now(), AT_ONCE)
  const outcomes = await Promise.all(due.map((row) => sendOne(ctx, send, row)))
  const failed = outcomes.find((one) => one !== null && one.outcome !== 'sent')
  if (failed) log(`an e-mail was not sent: ${failed.reason}`)
  return { more: due.length === AT_ONCE }
}

/** Null if there was nothing to send. */
async function sendOne(ctx: Context, send: SendMail, row: CodeRow): Promise<MailOutcome | null> {
  if (!(await ctx.transact((tx) => claimCode(tx, row, ctx.now() + PAUSE_MS), 'background'))) return null
  // A code that arrives when it no longer holds is a riddle.
  const isOver = row.created_at <= ctx.now() - CODE_LASTS_MS
  const outcome = isOver ? null : await send(await compose(ctx, row))
  if (outcome?.outcome !== 'failed') await ctx.transact((tx) => endSending(tx, row), 'background')
  return outcome
}

async function compose(ctx: Context, row: CodeRow) {
  const { publicUrl } = ctx.settings
  const code = computeCode(await deriveServerKey(ctx, 'e-mail code'), row)
  const id = `code_${row.seq}.${row.user_id}@${new URL(publicUrl).hostname}`
  return { id, to: row.email, ...writeCodeMail({ language: row.language, publicUrl, code }) }
}
