import type { Context } from '../context/context.ts'
import { toOwner } from '../domain/owner.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts'
import type { MailOutcome, SendMail } from '../outbound/mail.ts'
import { formatReceiptUrl } from '../receipts/addresses.ts'
import { loadCustomerReceipts } from './email.ts'
import { claimRound, countSentTo, findDueRounds, markFailed, markSent, postponeRound } from './store.ts'
import { writeReceiptMail } from './write-mail.ts'

const AT_ONCE = 5
/** A mail server may be away for a weekend. Later, nobody waits for the receipt any more. */
const GIVEN_UP_MS = 3 * DAY_MS
/** Payers of the sandbox pay nothing, so a stranger could have somebody mailed. */
const MOST_IN_AN_HOUR_TO_ADDRESS = 10

/**
 * Sends due receipts to customers. A round is taken before it is sent. If its outcome is not written, it is sent again with
 * the same id, so that a mailbox shows it once. `log` gets no address: the words of a mail server may have it.
 */
export async function sendDueReceipts(
  ctx: Context,
  send: SendMail,
  log: (line: string) => void,
): Promise<{ readonly more: boolean }> {
  const due = await findDueRounds(ctx.db, ctx.now(), AT_ONCE)
  for (const row of due) {
    const sent = await sendOne(ctx, send, row)
    if (sent !== null && sent.outcome !== 'sent') log(`a receipt was not sent: the mail server answered ${sent.code}`)
  }
  return { more: due.length === AT_ONCE }
}

type Due = Awaited<ReturnType<typeof findDueRounds>>[number]

/** Null if there was nothing to send. */
async function sendOne(ctx: Context, send: SendMail, row: Due): Promise<MailOutcome | null> {
  const owner = toOwner(row)
  const until = ctx.now() + HOUR_MS
  if (row.email_key !== null) {
    const sent = await countSentTo(ctx.db, owner, row.email_key, ctx.now() - HOUR_MS)
    if (sent >= MOST_IN_AN_HOUR_TO_ADDRESS) {
      await ctx.transact((tx) => postponeRound(tx, row, until), 'background')
      return null
    }
  }
  const pause = MINUTE_MS * 2 ** Math.min(row.attempts, 6)
  if (!(await ctx.transact((tx) => claimRound(tx, row, ctx.now() + pause), 'background'))) return null
  const isWanted = (await loadCustomerReceipts(ctx, ctx.db, owner)) !== 'off'
  const mail = isWanted ? compose(ctx, row) : null
  const outcome = mail && (await send(mail))
  const isOver = outcome?.outcome !== 'failed' || row.created_at <= ctx.now() - GIVEN_UP_MS
  if (outcome?.outcome === 'sent') await ctx.transact((tx) => markSent(tx, row, ctx.now()), 'background')
  else if (isOver) await ctx.transact((tx) => markFailed(tx, row, ctx.now()), 'background')
  return outcome
}

/** Null if the address was erased. */
function compose(ctx: Context, row: Due) {
  const { email, language, subject, payment_id, round, jws, support_email, reference } = row
  if (email === null || language === null) return null
  const refundId = subject === payment_id ? null : subject
  const url = `${formatReceiptUrl(ctx, payment_id, refundId)}?lang=${language}`
  return {
    id: `${subject}.${round}@${new URL(ctx.settings.publicUrl).hostname}`,
    to: email,
    replyTo: support_email,
    ...writeReceiptMail({ language, jws, reference, url }),
    attachment: { filename: `${subject}.jwt`, contentType: 'application/jwt', content: jws },
  }
}
