import { getWatchedTokenAt, isKeyAccount, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { findDepositAddressProblem } from '../deposits/deposit.ts'
import { CheckoutError } from '../domain/error.ts'
import { findClaimants, findSenders, type PaymentRow } from '../payments/find.ts'
import { findSigners } from '../relays/evm/store.ts'
import type { Db } from '../storage/database.ts'

type Asked = {
  readonly text: string
  readonly memo: string | null
  /** In lower case. */
  readonly from: string
  /** In display form. */
  readonly token: string
  readonly rawAmount: bigint
}

/**
 * The address of a refund's destination, in display form. Throws `invalid_wallet_address` if the money would be lost
 * there, and `wallet_cannot_receive` if the coin or its issuer blocks the account. Throws `invalid_parameter` for a memo
 * on a network without memos, and `missing_parameter` if the account requires one. Checks that need a node are skipped
 * while none answers.
 */
export async function requireDestination(ctx: Context, network: Network, asked: Asked): Promise<string> {
  const address = await addressOf(ctx, network, asked)
  if (asked.memo !== null) requireMemo(network, asked.memo)
  const { token, rawAmount } = asked
  const [reason, lacksMemo] = await Promise.all([
    network.chain.recipients.cannotReceiveReason({ token, address, rawAmount }),
    asked.memo === null && network.chain.recipients.requiresMemo({ token, address }),
  ])
  if (lacksMemo) throw new CheckoutError('missing_parameter', MEMO_WANTED, 'destinationMemo')
  if (reason) throw new CheckoutError('wallet_cannot_receive', `destination ${reason}.`, 'destination')
  return address
}

const MEMO_WANTED =
  'destinationMemo is required: this account takes no payment without one (SEP-29), because it could not tell whose it is.'
const MAX_MEMO_BYTES = 28

/** Tells whether Stellar accepts the text as a memo. */
export function isMemo(text: string): boolean {
  const bytes = Buffer.byteLength(text)
  return bytes > 0 && bytes <= MAX_MEMO_BYTES
}

function requireMemo(network: Network, memo: string): void {
  const refuse = (reason: string) => new CheckoutError('invalid_parameter', reason, 'destinationMemo')
  if (network.chain.recognition !== 'memo') throw refuse(`There are no memos on ${network.look.title}.`)
  if (!isMemo(memo)) throw refuse(`destinationMemo must be text of 1 to ${MAX_MEMO_BYTES} bytes.`)
}

async function addressOf(ctx: Context, network: Network, { text, from }: Asked): Promise<string> {
  const refuse = (reason: string) => new CheckoutError('invalid_wallet_address', reason, 'destination')
  const objection = network.chain.addresses.recipientProblem(text)
  if (objection !== null) throw refuse(`destination ${objection}.`)
  const address = network.chain.addresses.parse(text)
  if (!address) throw refuse(`destination is not an address on ${network.look.title}: check every character.`)
  if (getWatchedTokenAt(network, address)) throw refuse("destination is a coin's own contract, where money is lost.")
  if (address.toLowerCase() === from) throw refuse('destination is the wallet that the money would come from.')
  if (isKeyAccount(ctx.networks, address)) throw refuse('destination is an account of this checkout.')
  const ofDeposits = await findDepositAddressProblem(ctx, address)
  if (ofDeposits !== null) throw refuse(`destination ${ofDeposits}.`)
  return address
}

/**
 * The account (lower case) that sent all money of a payment's method and signed for it; null if there is none. Dust from others
 * does not matter.
 */
export async function findProvenSender(db: Db, payment: PaymentRow): Promise<string | null> {
  const [sender, ...others] = await findSenders(db, payment)
  if (sender === undefined || others.length > 0) return null
  const signers = [...(await findSigners(db, payment.id)), ...(await findClaimants(db, payment.id))]
  return signers.includes(sender) ? sender : null
}
