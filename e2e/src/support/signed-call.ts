import { Interface } from 'ethers'

const TRANSFER = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'
const abi = new Interface([`function ${TRANSFER} external`])

/** The call by which anybody can use what an x402 client has signed (EIP-3009): the `payload` of its header. */
export function encodeSignedCall({ signature, authorization }: Record<string, unknown>): string {
  const { from, to, value, validAfter, validBefore, nonce } = authorization as Record<string, string>
  return abi.encodeFunctionData('transferWithAuthorization', [
    from,
    to,
    value,
    validAfter,
    validBefore,
    nonce,
    signature,
  ])
}
