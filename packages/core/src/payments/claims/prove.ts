/** Proofs by the sender of a transfer, for a payment: a signature under a text of this server. */
import type { ClaimChallenge } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { NodeError } from '../../chains/node-error.ts'
import type { Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { formatAmount } from '../../domain/money.ts'
import { parseTime, toIsoTime } from '../../domain/time.ts'
import type { Tx } from '../../storage/database.ts'
import { requireAnyPayment } from '../find.ts'
import { MAX_CLAIM, recordProof } from '../hints/record-hint.ts'
import { findProven, type HintRow } from '../hints/store.ts'
import { assignToPayment } from '../transfers/assign.ts'
import { toObservedTransfer } from '../transfers/find.ts'
import type { TransferRow } from '../transfers/store.ts'
import { type Claim, type Claimed, createClaimError, readClaim, requireClaimed } from './decide.ts'

/** Time enough for the owners of a shared wallet. */
const VALID_MS = 24 * 3_600_000

export const challengeInput = z.strictObject({ hash: z.string().max(MAX_CLAIM), from: z.string().max(128) })
export type ChallengeInput = z.output<typeof challengeInput>

/**
 * Returns the text that the sender has to sign. Nothing is stored. Null if there is no such payment. Throws
 * `invalid_state` and `invalid_parameter` if a signature would be refused, as far as that is known.
 */
export async function challengeClaim(
  ctx: Context,
  paymentId: string,
  input: ChallengeInput,
): Promise<ClaimChallenge | null> {
  const claim = await readClaim(ctx, paymentId, input)
  if (!claim) return null
  const { transfer } = await requireClaimed(ctx, ctx.db, claim)
  const expiresAt = ctx.now() + VALID_MS
  return {
    object: 'claim_challenge',
    payment: claim.payment.id,
    hash: claim.hash,
    from: claim.from,
    standard: claim.network.chain.messages.standard,
    message: writeClaimText(ctx, claim, transfer, expiresAt),
    expiresAt: toIsoTime(expiresAt),
  }
}

/** Throws `invalid_parameter` for a text of another host, payment or transaction, and for one that is too old. */
function requireClaimText(ctx: Context, claim: Claim, transfer: TransferRow, message: string): void {
  const expiresAt = parseTime(/^Valid until: (\S+)$/m.exec(message)?.[1] ?? '')
  if (expiresAt === null || message !== writeClaimText(ctx, claim, transfer, expiresAt)) {
    throw refuseText('is not the text for this checkout, payment and transaction')
  }
  const now = ctx.now()
  if (expiresAt <= now) throw refuseText('is too old')
  if (expiresAt > now + VALID_MS) throw refuseText('is valid for longer than a day')
}

function refuseText(reason: string): CheckoutError {
  const next = 'ask for a new text with claims/challenge, and send it back unchanged'
  return new CheckoutError('invalid_parameter', `message ${reason}: ${next}.`, 'message')
}

/**
 * It names everything that its signature does: the host, the payment and the transaction. A signature can therefore be
 * used once, and for nothing else. It becomes invalid, so that one that was refused does not stay in the world.
 */
function writeClaimText(ctx: Context, claim: Claim, transfer: TransferRow, expiresAt: number): string {
  const { payment, network, hash, from } = claim
  return [
    'I sent this money for this payment.',
    '',
    `Checkout: ${ctx.settings.publicUrl}`,
    `Payment: ${payment.id}`,
    `Amount: ${formatAmount(transfer.amount)} ${payment.cryptocurrency}`,
    `Network: ${network.name} (${network.chain.id})`,
    `Transaction: ${hash}`,
    `Sent from: ${from}`,
    `Valid until: ${toIsoTime(expiresAt)}`,
    '',
    'If you sign this, the checkout above counts the money for this payment and for no other one.',
    'The signature moves no money, and lets nobody move money.',
  ].join('\n')
}

/** `message`: the text of a challenge, unchanged. A contract's signature may be long. */
export const proofInput = challengeInput.extend({
  message: z.string().max(2_000),
  signature: z.string().max(4_096),
})
export type ProofInput = z.output<typeof proofInput>

/** Anybody can name a transaction for a payment. While others name it, a proof waits for so long for another proof. */
const CONTESTED_MS = 3_600_000
/** The time for which a proof that waits is still looked at. After that it is given again. */
const KEPT_MS = 2 * CONTESTED_MS
/** Each is about money that is on the chain. */
const PROOFS_AT_ONCE = 1_000

/**
 * Lets an unattributed transfer pay the payment for which its sender has signed: at once, or in an hour if another
 * payment names the transaction. Null if there is no such payment. Throws `invalid_state` if the transfer is another
 * payment's, or its sender has signed for another one too, `invalid_parameter` if it does not fit or is not signed by its
 * sender, and `network_unreachable`.
 */
export async function proveClaim(ctx: Context, paymentId: string, input: ProofInput): Promise<true | null> {
  const claim = await readClaim(ctx, paymentId, input)
  if (!claim) return null
  const { transfer } = await requireClaimed(ctx, ctx.db, claim)
  requireClaimText(ctx, claim, transfer, input.message)
  await askNodes(() => requireProof(claim, transfer, input))
  const { rival } = await ctx.transact(async (tx) => {
    // Another claim, the merchant or a reorganisation may have come first.
    const claimed = await requireClaimed(ctx, tx, { ...claim, payment: await requireAnyPayment(tx, paymentId) })
    if (claimed.rival === 'none') await assignProven(ctx, tx, paymentId, claimed)
    else await keepProof(ctx, tx, claim, claimed)
    return claimed
  })
  if (rival === 'proven') throw createClaimError('proven_for_another')
  return true
}

async function assignProven(ctx: Context, tx: Tx, paymentId: string, { transfer }: Claimed): Promise<void> {
  await assignToPayment(ctx, tx, { transfer, payment: await requireAnyPayment(tx, paymentId), by: 'sender' })
}

/** Keeps a proof until it is known whether another one comes. */
async function keepProof(ctx: Context, tx: Tx, { payment }: Claim, claimed: Claimed): Promise<void> {
  const { tx_hash, from_address } = claimed.transfer
  const since = await recordProof(ctx, tx, { payment_id: payment.id, tx_hash, from_address }, ctx.now() - KEPT_MS)
  const isDue = claimed.rival === 'named' && since <= ctx.now() - CONTESTED_MS
  if (isDue) await assignProven(ctx, tx, payment.id, claimed)
}

/** Lets transfers pay the payments for which their senders have signed, if nobody signed for another one within the hour. */
export async function assignProvenClaims(ctx: Context): Promise<void> {
  const now = ctx.now()
  for (const proof of await findProven(ctx.db, now - KEPT_MS, now - CONTESTED_MS, PROOFS_AT_ONCE)) {
    try {
      await ctx.transact((tx) => assignIfUncontested(ctx, tx, proof))
    } catch (error) {
      // It pays something by now, or cannot any more: nothing is left to do.
      if (!(error instanceof CheckoutError)) throw error
    }
  }
}

async function assignIfUncontested(ctx: Context, tx: Tx, proof: HintRow): Promise<void> {
  const input = { hash: proof.tx_hash, from: proof.from_address ?? '' }
  const claim = await readClaim({ ...ctx, db: tx }, proof.payment_id, input)
  if (!claim) return
  const claimed = await requireClaimed(ctx, tx, claim)
  if (claimed.rival !== 'proven') await assignProven(ctx, tx, claim.payment.id, claimed)
}

async function requireProof({ network, from }: Claim, transfer: TransferRow, { message, signature }: ProofInput) {
  const { messages, reader } = network.chain
  if (!(await messages.isSignedByHolder(from, message, signature))) {
    const how = `sign it unchanged, with that account, as ${messages.standard} says`
    throw new CheckoutError('invalid_parameter', `signature is not of this account over the text: ${how}.`, 'signature')
  }
  if (transfer.state !== 'final' || (await reader.isWitnessed(toObservedTransfer(transfer)))) return
  throw new CheckoutError('invalid_state', 'Not all nodes of the network show this transfer: contact the merchant.')
}

/** Throws `network_unreachable` if too few nodes answer, or if they contradict each other. */
async function askNodes<T>(asking: () => Promise<T>): Promise<T> {
  try {
    return await asking()
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    throw new CheckoutError('network_unreachable', 'The network does not answer now: try again in a moment.')
  }
}
