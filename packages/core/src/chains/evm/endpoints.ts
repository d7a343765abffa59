import type { Finality } from '../../domain/catalog/networks.ts'
import type { MemberOptions, Opened, Watch } from '../endpoint.ts'
import { type Endpoints, openEndpoints } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import { type Pause, repeatWhileBusy } from '../repeat-busy.ts'
import type { Rpc } from '../rpc.ts'
import { decodeQuantity } from './decode.ts'
import { createEvmNode, type EvmNode } from './node.ts'

/** One node of an EVM chain. */
export type EvmEndpoint = { readonly node: EvmNode; readonly rpc: Rpc }
export type EvmEndpoints = Endpoints<EvmEndpoint>

type EvmEndpointsOptions = Pick<MemberOptions<never>, 'urls' | 'elapsed' | 'witnesses'> & {
  readonly chainId: number
  readonly connect: (url: string) => Rpc
  readonly pause: Pause
  readonly tokens: readonly string[]
  readonly finality: Finality
  readonly disagreed?: () => void
}

export function openEvmEndpoints(options: EvmEndpointsOptions): EvmEndpoints {
  const { urls, elapsed, disagreed, witnesses } = options
  return openEndpoints({ urls, elapsed, disagreed, witnesses, open: (url, watch) => openNode(url, watch, options) })
}

function openNode(url: string, watch: Watch, options: EvmEndpointsOptions): Opened<EvmEndpoint> {
  const asking = timed(options.connect(url), options.elapsed, watch.answered)
  const rpc = onChain(options.chainId, repeatWhileBusy(asking, { pause: options.pause, mayRepeat }))
  const plain = createEvmNode(rpc, options.tokens, options.finality)
  const node: EvmNode = {
    ...plain,
    /** Asked after the head: both are compared with the other nodes' blocks. */
    async finalNumber(newest) {
      const final = await plain.finalNumber(newest)
      watch.reached(newest.number, final)
      return final
    },
  }
  return {
    endpoint: { node, rpc },
    locate: async () => node.finalNumber(await node.head()),
    malformedLogs: node.malformedLogs,
    range: node.range,
  }
}

/** The sender of a transaction broadcasts it again by itself. */
function mayRepeat(method: string): boolean {
  return method !== 'eth_sendRawTransaction'
}

/** Trusts a node only while it serves the expected chain: checked first, and again after each failure. */
function onChain(chainId: number, rpc: Rpc): Rpc {
  let checked: Promise<void> | null = null

  async function check(): Promise<void> {
    const answered = decodeQuantity(await rpc('eth_chainId', []))
    if (answered === chainId) return
    throw new NodeError('wrong_chain', `the node serves chain ${answered}, not ${chainId}: check rpcUrls`)
  }

  function forget(): void {
    checked = null
  }

  return async (method, params) => {
    checked ??= check().catch((error: unknown) => {
      forget()
      throw error
    })
    await checked
    try {
      return await rpc(method, params)
    } catch (error) {
      if (!(error instanceof NodeError && (error.kind === 'refused' || error.kind === 'too_much'))) forget()
      throw error
    }
  }
}

function timed(rpc: Rpc, elapsed: () => number, note: (ms: number) => void): Rpc {
  return async (method, params) => {
    const begun = elapsed()
    const answer = await rpc(method, params)
    note(elapsed() - begun)
    return answer
  }
}
