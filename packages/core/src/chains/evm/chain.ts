import type { Chain } from '../chain.ts'
import { parseEvmAddress } from './address.ts'
import type { Endpoints } from './endpoints.ts'
import { erc681 } from './payment-uri.ts'
import { nextStep } from './read.ts'

/** An EVM chain behind its nodes. */
export function evmChain(options: { readonly chainId: number; readonly endpoints: Endpoints }): Chain {
  const { chainId, endpoints } = options
  return {
    id: `eip155:${chainId}`,
    next: (position, recipients) => endpoints.use(({ node }) => nextStep(node, position, recipients)),
    holds: (block) => endpoints.use(async ({ node }) => (await node.block(block.number))?.hash === block.hash),
    nodes: () => endpoints.states(),
    parseAddress: parseEvmAddress,
    paymentUri: (request) => erc681(chainId, request),
  }
}
