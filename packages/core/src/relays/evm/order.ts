import { getTokenAt, type Network } from '../../chains/network.ts'
import type { Authorizations, AuthorizationTerms } from '../../chains/payer-transactions.ts'
import type { FeeBudget } from '../../chains/sponsor.ts'
import type { Sending, Signer, Transactor } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import {
  createValidityWindow,
  findWindowProblem,
  formatAuthorizationText,
  formatNonceText,
  type Window,
} from '../../domain/authorization.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toRawAmount } from '../../domain/money.ts'
import type { PaymentRow } from '../../payments/find.ts'
import { asksForMoney } from '../accept.ts'
import { createConflict } from '../refusals.ts'

/** The parts with which a network's authorizations are read and sent. */
export type Relay = {
  readonly network: Network
  readonly authorizations: Authorizations
  readonly transactor: Transactor
  readonly signer: Signer
  readonly policy: Sending
  readonly budget: FeeBudget
}

/** Null if payers pay for gas themselves, or the network's name now means another chain. */
export function getRelay(ctx: Context, row: PaymentRow): Relay | null {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const { authorizations, transactor } = network?.chain ?? {}
  const signer = network?.sending?.gas
  if (
    network?.chain.id !== row.chain ||
    !network.sending ||
    !network.gasless ||
    !authorizations ||
    !transactor ||
    !signer
  )
    return null
  return { network, authorizations, transactor, signer, policy: network.sending, budget: network.gasless }
}

/** Throws `invalid_state` if payers pay for gas themselves. */
export function requireRelay(ctx: Context, row: PaymentRow): Relay {
  const relay = getRelay(ctx, row)
  if (relay) return relay
  throw new CheckoutError('invalid_state', `Nothing is paid without gas on ${row.network} here: send the payment.`)
}

/** Choices of a payer. `exact`: the amount and the nonce, if they are not the checkout's own. */
export type TermsRequest = { readonly [Key in keyof Window]?: Window[Key] | undefined } & {
  readonly from: string
  readonly exact?: { readonly amount: bigint; readonly nonce: string }
}

/** The terms that a payer authorizes: exactly what is due. Throws `payment_conflict` and `invalid_parameter`. */
export function createTerms(
  ctx: Context,
  { network, authorizations }: Relay,
  row: PaymentRow,
  request: TermsRequest,
): AuthorizationTerms {
  const token = getTokenAt(network, row.token)
  if (!token || !asksForMoney(ctx, row)) throw createConflict('This payment does not ask for money any more.')
  const from = network.chain.addresses.parse(request.from)
  if (!from) throw new CheckoutError('invalid_parameter', `from: not an address on ${network.name}.`, 'from')
  const defaults = createValidityWindow(row.expires_at)
  const window = {
    validAfter: request.validAfter ?? defaults.validAfter,
    validBefore: request.validBefore ?? defaults.validBefore,
  }
  const trouble = findWindowProblem(window, { now: ctx.now(), deadline: row.expires_at })
  if (trouble) throw new CheckoutError('invalid_parameter', `${trouble.param} ${trouble.text}.`, trouble.param)
  const due = row.outstanding
  return {
    token: token.address,
    from,
    to: network.chain.addresses.display(row.address),
    ...window,
    rawAmount: toRawAmount(request.exact?.amount ?? due, token.decimals),
    nonce: request.exact?.nonce ?? authorizations.deriveNonce(formatNonceText(row.id, due)),
  }
}

/** The id under which an authorization of these terms is stored. */
export function computeAuthorizationId(
  { network, authorizations }: Relay,
  terms: Pick<AuthorizationTerms, 'token' | 'from' | 'nonce'>,
): string {
  return authorizations.deriveNonce(formatAuthorizationText(network.chain.id, terms))
}

/** Throws `unsupported_asset` if the coin's contract has no authorizations. */
export async function requireTypedData({ authorizations }: Relay, row: PaymentRow, terms: AuthorizationTerms) {
  const data = await authorizations.typedData(terms)
  if (data) return data
  throw new CheckoutError('unsupported_asset', `${row.cryptocurrency} cannot be paid without gas: send the payment.`)
}
