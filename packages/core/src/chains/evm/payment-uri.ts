/** ERC-681 for an ERC-20 transfer: `ethereum:<token>@<chain id>/transfer?address=<to>&uint256=<integer>`. */
export function erc681(chainId: number, request: { token: string; address: string; rawAmount: bigint }): string {
  return `ethereum:${request.token}@${chainId}/transfer?address=${request.address}&uint256=${request.rawAmount}`
}
