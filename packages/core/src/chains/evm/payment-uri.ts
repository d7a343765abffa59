import type { PaymentRequest } from '../chain.ts'

/** ERC-681 for an ERC-20 transfer: `ethereum:<token>@<chain id>/transfer?address=<to>&uint256=<integer>`. */
export function erc681(chainId: number, request: Pick<PaymentRequest, 'token' | 'address' | 'rawAmount'>): string {
  return `ethereum:${request.token}@${chainId}/transfer?address=${request.address}&uint256=${request.rawAmount}`
}
