import type { Network } from '../../chains/network.ts'
import { type Context, listChainIds } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/environments.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Db } from '../../storage/database.ts'
import { parseNamedHash, parseSender, requireClaims } from '../hints/record-hint.ts'
import { findHintsByHash } from '../hints/store.ts'
import { findAnyPayment, type PaymentRow } from '../store.ts'
import { findInTransactions, type TransferRow } from '../transfers/store.ts'
import { createClaimError, decideClaim } from './decide.ts'

/** A payer's claim that an account has sent a transaction for a payment. */
export type Claim = {
  readonly payment: PaymentRow
  readonly network: Network
  readonly hash: string
  /** In display form. */
  readonly from: string
}

export type ClaimInput = { readonly hash: string; readonly from: string }

/** Null if there is no such payment. Throws `invalid_parameter` and `invalid_state`. */
export async function readClaim(ctx: Context, paymentId: string, input: ClaimInput): Promise<Claim | null> {
  const payment = await findAnyPayment(ctx.db, paymentId)
  if (!payment) return null
  requireClaims(ctx)
  const network = ctx.network(toEnvironment(payment.livemode === 1), payment.network)
  if (network?.chain.id !== payment.chain) {
    throw new CheckoutError('invalid_state', `${payment.network} is not read here any more: contact the merchant.`)
  }
  return { payment, network, hash: parseNamedHash(network, input.hash), from: parseSender(network, input.from) }
}

/** The transfer that the claimed payment would get. Throws `invalid_state` and `invalid_parameter` if there is none. */
export async function requireClaimed(
  ctx: Context,
  db: Db,
  { payment, network, ...claim }: Claim,
): Promise<TransferRow> {
  const chains = listChainIds(ctx, network.environment)
  const address = payment.address.toLowerCase()
  const rows = await findInTransactions(db, { chains, hashes: [claim.hash], address })
  const namings = await findHintsByHash(db, [claim.hash])
  const found = decideClaim({ payment, from: claim.from.toLowerCase(), rows, namings })
  if (typeof found === 'string') throw createClaimError(found)
  return found
}
