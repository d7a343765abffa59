import type { Context } from '../../context/context.ts'
import type { AttemptOutcome } from '../../context/observer.ts'
import { toOwner } from '../../domain/owner.ts'
import { serialise } from '../../domain/serialise.ts'
import { DAY_MS } from '../../domain/time.ts'
import { computePauseMs, hasFailedTooLong, signWebhook } from '../../domain/webhook.ts'
import { retrieveEvent } from '../../events/find.ts'
import { recordEvent } from '../../events/record.ts'
import { findSigningSecrets, loadDefaultSecrets } from '../../merchants/signing-secrets.ts'
import type { PostOutcome } from '../../outbound/post.ts'
import type { Tx } from '../../storage/database.ts'
import { pick } from '../../storage/tables.ts'
import { disableWebhook } from '../change.ts'
import { findWebhook, setFailingSince, type WebhookRow } from '../find.ts'
import { toDeliveryView } from './find.ts'
import { claimReport, type DeliveryRow, endAttempt, findDelivery, insertAttempt } from './store.ts'

const TIMEOUT_MS = 10_000
const USER_AGENT = 'Crypto-Checkout (+https://www.standardwebhooks.com)'
const GONE = 410
/** Too many requests, and unavailable: these may say when to retry. */
const BUSY = [429, 503]

/** One attempt of a delivery, with its outcome. */
export type Attempt = {
  readonly row: DeliveryRow
  readonly outcome: PostOutcome
  readonly startedAt: number
  readonly headers: Record<string, string>
}

/** Sends a delivery once to its receiver's present URL. The caller records the outcome; null: nothing was sent. */
export async function attemptDelivery(ctx: Context, row: DeliveryRow): Promise<Attempt | null> {
  const owner = toOwner(row)
  const webhook = row.webhook_id === null ? null : await findWebhook(ctx.db, owner, row.webhook_id)
  // Deleted or disabled since the claim: its end is already written.
  if (row.webhook_id !== null && (webhook === null || webhook.disabled_at !== null)) return null
  const body = serialise(await retrieveEvent(ctx, owner, row.event_id))
  const secrets = webhook
    ? await findSigningSecrets(ctx.db, owner, webhook.id, ctx.now())
    : await loadDefaultSecrets(ctx, owner)
  const startedAt = ctx.now()
  const timestampS = Math.floor(startedAt / 1_000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'webhook-id': row.event_id,
    'webhook-timestamp': String(timestampS),
  }
  const signature = signWebhook(secrets, row.event_id, timestampS, body)
  const outcome = await ctx.post(owner.livemode, {
    url: webhook?.url ?? row.url,
    headers: { ...headers, 'webhook-signature': signature },
    body,
    timeoutMs: TIMEOUT_MS,
  })
  ctx.observer.attempted({ outcome: outcomeName(outcome), deliveryId: row.id, paymentId: row.payment_id })
  return { row, outcome, startedAt, headers }
}

function outcomeName(outcome: PostOutcome): AttemptOutcome {
  if (outcome.kind === 'failed') return outcome.blocked ? 'blocked' : 'failed'
  return isAccepted(outcome) ? 'delivered' : 'refused'
}

/** Writes the attempt and its consequences for the delivery and the receiver, in one transaction. */
export function recordAttempt(ctx: Context, attempt: Attempt): Promise<void> {
  return ctx.transact((tx) => writeAttempt(ctx, tx, attempt))
}

async function writeAttempt(ctx: Context, tx: Tx, attempt: Attempt): Promise<void> {
  const owner = toOwner(attempt.row)
  const row = await findDelivery(tx, owner, attempt.row.id)
  if (!row) return
  const { outcome } = attempt
  const number = row.attempts + 1
  const status = outcome.kind === 'answered' ? outcome.status : null
  await insertAttempt(tx, {
    delivery_id: row.id,
    number,
    started_at: attempt.startedAt,
    latency_ms: outcome.latencyMs,
    request_headers: JSON.stringify(attempt.headers),
    response_status: status,
    response_body: outcome.kind === 'answered' ? outcome.bodyStart : null,
    failure: outcome.kind === 'failed' ? outcome.failure : null,
  })
  const end = { attempts: number, last_status: status, ...fate(ctx, row, number, outcome) }
  await endAttempt(tx, row, end)
  const webhook = row.webhook_id === null ? null : await findWebhook(tx, owner, row.webhook_id)
  const isDisabled = webhook && webhook.disabled_at === null ? await judge(ctx, tx, webhook, outcome) : false
  const isGivenUp = row.state === 'pending' && end.state === 'failed'
  // `webhook.disabled` says more.
  if (isGivenUp && !isDisabled) await reportFailure(ctx, tx, { ...row, ...end })
}

/** Reports that a delivery was given up (`delivery.failed`), at most once a day for each receiver. */
async function reportFailure(ctx: Context, tx: Tx, row: DeliveryRow): Promise<void> {
  if (!(await claimReport(tx, row.lane, ctx.now(), DAY_MS))) return
  const owner = toOwner(row)
  await recordEvent(ctx, tx, { ...owner, type: 'delivery.failed', object: toDeliveryView(row) })
}

function isAccepted(outcome: PostOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status < 300
}

function fate(ctx: Context, row: DeliveryRow, number: number, outcome: PostOutcome) {
  const now = ctx.now()
  if (isAccepted(outcome)) return { state: 'delivered', due_at: null, ended_at: now } as const
  if (row.state !== 'pending') return pick(row, 'state', 'due_at', 'ended_at')
  const requestedS = outcome.kind === 'answered' && BUSY.includes(outcome.status) ? outcome.retryAfterS : null
  const pauseMs = computePauseMs(number, requestedS, ctx.random)
  if (pauseMs === null) return { state: 'failed', due_at: null, ended_at: now } as const
  return { state: 'pending', due_at: now + pauseMs, ended_at: null } as const
}

/** Disables an endpoint that answers 410, or that has only failed for five days. Returns whether it did. */
async function judge(ctx: Context, tx: Tx, webhook: WebhookRow, outcome: PostOutcome): Promise<boolean> {
  if (isAccepted(outcome)) {
    if (webhook.failing_since !== null) await setFailingSince(tx, webhook, null)
    return false
  }
  const since = webhook.failing_since ?? ctx.now()
  if (webhook.failing_since === null) await setFailingSince(tx, webhook, since)
  const isGone = outcome.kind === 'answered' && outcome.status === GONE
  if (!isGone && !hasFailedTooLong(since, ctx.now())) return false
  await disableWebhook(ctx, tx, webhook, isGone ? 'gone' : 'failing')
  return true
}
