import { StrKey } from '@stellar/stellar-sdk'

/** The address (B...) of a claimable balance, from its hexadecimal id, as used in events */
export function encodeBalanceAddress(id: string): string {
  // The id is XDR, with a four-byte version; the address has a one-byte version.
  return StrKey.encodeClaimableBalance(Buffer.from(id.slice(6), 'hex'))
}
