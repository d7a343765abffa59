import type { Network } from '../../chains/network.ts'
import { type Context, listChainIds } from '../../context/context.ts'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError, type RefusalCode } from '../../domain/error.ts'
import type { Db } from '../../storage/database.ts'
import { parseNamedHash, parseSender, requireClaims } from '../hints/record-hint.ts'
import { findHintsByHash, type HintWithPayment } from '../hints/store.ts'
import { findAnyPayment, type PaymentRow } from '../store.ts'
import { findInTransactions, type TransferRow } from '../transfers/store.ts'

type Refusal = { readonly code: RefusalCode; readonly param: 'hash' | 'from' | null; readonly text: string }

/** Reasons for which a transfer does not become a payment's by its sender's word. */
const refusals = {
  not_found: {
    code: 'invalid_state',
    param: null,
    text: 'The network shows no transfer of this transaction to the address of this payment: try again once it does.',
  },
  other_coin: {
    code: 'invalid_parameter',
    param: 'hash',
    text: 'The transaction brought another coin, or on another network, than the payment asks for: contact the merchant.',
  },
  other_sender: {
    code: 'invalid_parameter',
    param: 'from',
    text: 'This account did not send the money of this transaction: sign with the account that sent it.',
  },
  orphaned: {
    code: 'invalid_state',
    param: null,
    text: 'A reorganisation took the transfer off the chain: try again once the network shows it again.',
  },
  paid_already: {
    code: 'invalid_state',
    param: null,
    text: 'The transfer pays this payment already: there is nothing left to prove.',
  },
  pays_another: {
    code: 'invalid_state',
    param: null,
    text: 'The transfer pays another payment: contact the merchant.',
  },
  several: {
    code: 'invalid_state',
    param: null,
    text: 'The transaction has several such transfers, so the merchant decides what they pay: contact the merchant.',
  },
  older: {
    code: 'invalid_parameter',
    param: 'hash',
    text: 'The transfer is older than the payment: contact the merchant.',
  },
  other_merchant: {
    code: 'invalid_state',
    param: null,
    text: 'Several merchants use this wallet, so its owner decides what the transfer pays: contact the merchant.',
  },
  proven_for_another: {
    code: 'invalid_state',
    param: null,
    text: 'Its sender has signed for another payment too, so the merchant decides what it pays: contact the merchant.',
  },
} as const satisfies Record<string, Refusal>

type ClaimProblem = keyof typeof refusals

type ClaimFacts = {
  /** The claimed payment. */
  readonly payment: Pick<PaymentRow, 'id' | 'chain' | 'token' | 'created_at' | 'merchant_id' | 'livemode' | 'address'>
  /** The account that signs, lower case. */
  readonly from: string
  /** All transfers of the transaction to the payment's address, on any chain of its environment. */
  readonly rows: readonly TransferRow[]
  /** The payments for which the transaction was named. */
  readonly namings: readonly HintWithPayment[]
}

/**
 * The claims of other payments to a transfer: none, its transaction is named by one, or its sender has signed for one.
 */
type Rival = 'none' | 'named' | 'proven'

/** The transfer that a claim is for. */
export type Claimed = { readonly transfer: TransferRow; readonly rival: Rival }

/**
 * The transfer that pays a payment if its sender says so: the only one of its coin on its network, from this account,
 * that pays nothing. Otherwise why there is none. One signature must never take money that may be another payment's:
 * `rival` says what other payments there are.
 */
export function decideClaim({ payment, from, rows, namings }: ClaimFacts): Claimed | ClaimProblem {
  const asked = rows.filter((row) => row.chain === payment.chain && row.token === payment.token)
  if (asked.length === 0) return rows.length > 0 ? 'other_coin' : 'not_found'
  const sent = asked.filter((row) => row.from_address === from)
  if (sent.length === 0) return 'other_sender'
  const live = sent.filter((row) => row.state !== 'orphaned')
  if (live.length === 0) return 'orphaned'
  const [transfer, ...more] = live.filter((row) => row.payment_id === null)
  if (!transfer) return live.some((row) => row.payment_id === payment.id) ? 'paid_already' : 'pays_another'
  if (more.length > 0) return 'several'
  if (transfer.block_time < payment.created_at - CLOCK_TOLERANCE_MS) return 'older'
  if (transfer.merchant_id !== payment.merchant_id || transfer.livemode !== payment.livemode) return 'other_merchant'
  const others = namings.filter((naming) => namesForAnother(naming, payment, transfer))
  if (others.length === 0) return { transfer, rival: 'none' }
  return { transfer, rival: others.some(({ proved_at }) => proved_at !== null) ? 'proven' : 'named' }
}

function namesForAnother(naming: HintWithPayment, payment: ClaimFacts['payment'], transfer: TransferRow): boolean {
  return (
    naming.id !== payment.id &&
    naming.tx_hash === transfer.tx_hash &&
    naming.address.toLowerCase() === transfer.to_address &&
    (naming.from_address === null || naming.from_address === transfer.from_address)
  )
}

export function createClaimError(problem: ClaimProblem): CheckoutError {
  const { code, text, param } = refusals[problem]
  return new CheckoutError(code, text, param)
}

/** A payer's claim that an account has sent a transaction for a payment. */
export type Claim = {
  readonly payment: PaymentRow
  readonly network: Network
  readonly hash: string
  /** In display form. */
  readonly from: string
}

type ClaimInput = { readonly hash: string; readonly from: string }

/** Null if there is no such payment. Throws `invalid_parameter` and `invalid_state`. */
export async function readClaim(ctx: Context, paymentId: string, input: ClaimInput): Promise<Claim | null> {
  const payment = await findAnyPayment(ctx.db, paymentId)
  if (!payment) return null
  await requireClaims(ctx, payment)
  const network = ctx.network(toEnvironment(payment.livemode), payment.network)
  if (network?.chain.id !== payment.chain) {
    throw new CheckoutError('invalid_state', `${payment.network} is not read here any more: contact the merchant.`)
  }
  return { payment, network, hash: parseNamedHash(network, input.hash), from: parseSender(network, input.from) }
}

/** The transfer that the claimed payment would get. Throws `invalid_state` and `invalid_parameter` if there is none. */
export async function requireClaimed(ctx: Context, db: Db, { payment, network, ...claim }: Claim): Promise<Claimed> {
  const chains = listChainIds(ctx, network.environment)
  const address = payment.address.toLowerCase()
  const rows = await findInTransactions(db, { chains, hashes: [claim.hash], address })
  const namings = await findHintsByHash(db, [claim.hash])
  const found = decideClaim({ payment, from: claim.from.toLowerCase(), rows, namings })
  if (typeof found === 'string') throw createClaimError(found)
  return found
}
