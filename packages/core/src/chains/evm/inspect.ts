import { type Network, tokenOf } from '../network.ts'
import { decodeBlock } from './decode.ts'
import { NodeError, type Rpc } from './rpc.ts'

/** One thing that was looked at, and what to do where it is not right. */
export type Finding = { readonly ok: boolean; readonly text: string }

const DECIMALS_CALL = '0x313ce567'

/** Looks at a node as a network needs it: chain id, finality, the tokens' code and decimals. */
export async function inspectNode(network: Network, rpc: Rpc): Promise<Finding[]> {
  const reached = await inspectChainId(network, rpc)
  if (!reached.ok) return [reached]
  const tokens = network.tokens.map((token) => inspectToken(network, token.coin, rpc))
  return [reached, ...(await Promise.all([inspectFinality(network, rpc), ...tokens]))]
}

async function inspectChainId(network: Network, rpc: Rpc): Promise<Finding> {
  const expected = network.chain.id.split(':')[1]
  try {
    const chainId = String(Number(await rpc('eth_chainId', [])))
    if (chainId === expected) return { ok: true, text: `serves chain ${chainId}` }
    return { ok: false, text: `serves chain ${chainId} instead of ${expected}: correct rpcUrls or chainId` }
  } catch (error) {
    return { ok: false, text: `can not be reached (${reason(error)}): check the URL and that the node runs` }
  }
}

async function inspectFinality(network: Network, rpc: Rpc): Promise<Finding> {
  if (network.finality !== 'finalized') {
    return { ok: true, text: `final after ${network.finality.confirmations} confirmations` }
  }
  try {
    const block = decodeBlock(await rpc('eth_getBlockByNumber', ['finalized', false]))
    if (block) return { ok: true, text: `finalized block ${block.number}` }
    return { ok: false, text: 'has no finalized block yet: payments stay in processing until it has' }
  } catch (error) {
    if (!(error instanceof NodeError && error.kind === 'refused')) return { ok: false, text: reason(error) }
    return {
      ok: false,
      text: `does not know the finalized tag (${error.message}): set "finality": {"confirmations": n}`,
    }
  }
}

async function inspectToken(network: Network, coin: string, rpc: Rpc): Promise<Finding> {
  const token = tokenOf(network, coin)
  if (!token) return { ok: false, text: `${coin} is not configured` }
  try {
    const answer = String(await rpc('eth_call', [{ to: token.address, data: DECIMALS_CALL }, 'latest']))
    if (!/^0x[0-9a-f]{64}$/i.test(answer)) {
      return { ok: false, text: `${coin} at ${token.address} is no token contract: correct its address` }
    }
    const decimals = Number(BigInt(answer))
    if (decimals === token.decimals) return { ok: true, text: `${coin} at ${token.address} has ${decimals} decimals` }
    return { ok: false, text: `${coin} has ${decimals} decimals, not ${token.decimals}: correct the configuration` }
  } catch (error) {
    return { ok: false, text: `${coin} at ${token.address} could not be read: ${reason(error)}` }
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message
}
