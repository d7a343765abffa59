/** Looks the transfers of a receipt up on Stellar, by the verifier's own Horizon or Stellar RPC. */
import {
  openStellarTransactions,
  type PaymentReceipt,
  type ReceiptTransfer,
  type RefundReceipt,
  type StellarTransactions,
  type StellarTransfer,
} from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'

type Claims = PaymentReceipt | RefundReceipt

/**
 * Finds the difference from each transfer of the receipt; null if there is none. Throws OperatorError if no node
 * answers.
 */
export async function findProblemsOnStellar(claims: Claims, url: string): Promise<(string | null)[]> {
  if (!claims.network.startsWith('stellar:')) throw new OperatorError(`No --rpc is known for ${claims.network}.`)
  try {
    const transactions = await openStellarTransactions(url)
    const { chain } = transactions
    if (chain !== claims.network)
      throw new OperatorError(`The node of --rpc is of ${chain}, the receipt of ${claims.network}.`)
    return await compareAll(transactions, claims)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    // An address often has a provider's key.
    const reason = String(error instanceof Error ? error.message : error).replaceAll(url, '(the address)')
    throw new OperatorError(`Neither Horizon nor Stellar RPC answers at the address of --rpc: ${reason}.`)
  }
}

async function compareAll(transactions: StellarTransactions, claims: Claims): Promise<(string | null)[]> {
  const read = new Map<string, StellarTransfer[] | null>()
  const problems: (string | null)[] = []
  for (const transfer of claims.transfers) {
    const { transaction, block } = transfer
    const known = read.get(transaction)
    const moved = known === undefined ? await transactions.read(transaction, block, claims.token) : known
    const left = moved && [...moved]
    problems.push(compare(claims, transfer, left))
    read.set(transaction, left)
  }
  return problems
}

/** `left`: the transfers of the transaction that no other entry of the receipt names. The matching one is removed. */
function compare(claims: Claims, { block, amount, from }: ReceiptTransfer, left: StellarTransfer[] | null) {
  if (left === null) return `is in ledger ${block}, which the node no longer keeps: ask Horizon with full history`
  const [first] = left
  if (!first) return `has no transfer of ${claims.cryptocurrency}, or is not on the chain`
  if (first.ledger !== block) return `is in another ledger than ${block}`
  const toRecipient = left.filter(({ to }) => to === claims.recipient)
  if (toRecipient.length === 0) return 'was paid to another account'
  const ofSender = toRecipient.filter((one) => one.from === null || one.from === from)
  if (ofSender.length === 0) return 'was paid by another account'
  const found = ofSender.find(({ rawAmount }) => toDecimal(rawAmount) === amount)
  if (!found) return `moved ${ofSender.map(({ rawAmount }) => toDecimal(rawAmount)).join(' and ')}, not ${amount}`
  left.splice(left.indexOf(found), 1)
  return null
}

/** Stellar has seven decimals, receipts have six, rounded down. */
function toDecimal(rawAmount: bigint): string {
  const digits = (rawAmount / 10n).toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}
