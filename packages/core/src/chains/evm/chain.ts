import type { Finality } from '../../catalog/networks.ts'
import type { Chain } from '../chain.ts'
import { parseEvmAddress } from './address.ts'
import { evmNode } from './node.ts'
import { erc681 } from './payment-uri.ts'
import { nextStep } from './read.ts'
import type { Rpc } from './rpc.ts'

/** An EVM chain behind a node. Tokens are the contracts whose transfers count. */
export function evmChain(options: {
  readonly chainId: number
  readonly rpc: Rpc
  readonly tokens: readonly string[]
  readonly finality: Finality
}): Chain {
  const node = evmNode(options.rpc, options.tokens, options.finality)
  return {
    id: `eip155:${options.chainId}`,
    next: (position, recipients) => nextStep(node, position, recipients),
    holds: async (block) => (await node.block(block.number))?.hash === block.hash,
    parseAddress: parseEvmAddress,
    paymentUri: (request) => erc681(options.chainId, request),
  }
}
