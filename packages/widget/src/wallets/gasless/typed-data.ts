import type { Transfer } from '../evm/transfer.ts'

type Fields = Partial<Record<string, unknown>>

/**
 * Whether the data to sign (EIP-712) is the transfer that is shown, from this account, and expires with the payment.
 * This matters because anyone who has a signature can use it.
 */
export function isAskedFor(data: Fields, transfer: Transfer, account: string, expiresAt: string): boolean {
  const { chainId, salt, verifyingContract }: Fields = Object(data.domain)
  const { from, to, value, validBefore }: Fields = Object(data.message)
  const named = [verifyingContract, from, to].join().toLowerCase()
  return (
    data.primaryType === 'TransferWithAuthorization' &&
    // Polygon's bridged tokens carry the chain id as salt.
    Number(chainId ?? salt) === transfer.chainId &&
    named === [transfer.token, account, transfer.to].join().toLowerCase() &&
    value === `${transfer.rawAmount}` &&
    Number(validBefore) * 1000 <= Date.parse(expiresAt)
  )
}
