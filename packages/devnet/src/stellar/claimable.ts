import { StrKey } from '@stellar/stellar-sdk'

/** The address (B...) of a claimable balance, from its hexadecimal id: what events call it */
export function balanceAddress(id: string): string {
  // The id is XDR, which counts the version in four bytes; the address does in one.
  return StrKey.encodeClaimableBalance(Buffer.from(id.slice(6), 'hex'))
}
