import { z } from 'zod'
import { NodeError } from '../../chains/node-error.ts'
import type { Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { requireAnyPayment } from '../find.ts'
import { assignToPayment } from '../transfers/assign.ts'
import { toObservedTransfer } from '../transfers/remembered.ts'
import type { TransferRow } from '../transfers/store.ts'
import { challengeInput, requireClaimText } from './challenge.ts'
import { type Claim, readClaim, requireClaimed } from './find-claimed.ts'

/** `message`: the text of a challenge, unchanged. A contract's signature may be long. */
export const proofInput = challengeInput.extend({
  message: z.string().max(2_000),
  signature: z.string().max(4_096),
})
export type ProofInput = z.output<typeof proofInput>

/**
 * Lets an unattributed transfer pay the payment for which its sender has signed. Null if there is no such payment. Throws
 * `invalid_state` if the transfer is or may be another payment's, `invalid_parameter` if it does not fit or is not signed
 * by its sender, and `network_unreachable`.
 */
export async function proveClaim(ctx: Context, paymentId: string, input: ProofInput): Promise<true | null> {
  const claim = await readClaim(ctx, paymentId, input)
  if (!claim) return null
  const transfer = await requireClaimed(ctx, ctx.db, claim)
  requireClaimText(ctx, claim, transfer, input.message)
  await askNodes(() => requireProof(claim, transfer, input))
  await ctx.transact(async (tx) => {
    // Another claim, the merchant or a reorganisation may have come first.
    const payment = await requireAnyPayment(tx, paymentId)
    const claimed = await requireClaimed(ctx, tx, { ...claim, payment })
    await assignToPayment(ctx, tx, { transfer: claimed, payment, by: 'sender' })
  })
  return true
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
