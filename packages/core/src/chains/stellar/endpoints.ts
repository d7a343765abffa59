import { toRecord } from '@crypto-checkout/api-types'
import type { MemberOptions, Opened, Watch } from '../endpoint.ts'
import { type Endpoints, openEndpoints } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import { type Pause, repeatWhileBusy } from '../repeat-busy.ts'
import { emitsClassicEvents } from './event-requests.ts'
import type { Horizon } from './horizon.ts'
import { createHorizonNode } from './horizon-node.ts'
import { deriveContractId, type KnownAsset } from './identifiers.ts'
import type { StellarNode, StellarRpc } from './node.ts'
import { createRpcNode } from './rpc-node.ts'

export type StellarEndpoints = Endpoints<StellarNode>

export type StellarNetwork = Pick<StellarEndpointsOptions, 'networkPassphrase' | 'assets'> & {
  readonly endpoints: StellarEndpoints
}

export type StellarEndpointsOptions = Pick<MemberOptions<never>, 'elapsed' | 'witnesses'> & {
  /** Asked first, in this order. */
  readonly rpcUrls: readonly string[]
  readonly horizonUrls: readonly string[]
  readonly networkPassphrase: string
  readonly assets: readonly KnownAsset[]
  readonly connectRpc: (url: string) => StellarRpc
  readonly connectHorizon: (url: string) => Horizon
  readonly pause: Pause
  readonly disagreed?: () => void
}

/** Stellar RPC and Horizon as nodes of one network. */
export function openStellarEndpoints(options: StellarEndpointsOptions): StellarEndpoints {
  const { rpcUrls, horizonUrls, elapsed, disagreed, witnesses } = options
  return openEndpoints({
    // One server may be both, at one address.
    urls: [...rpcUrls, ...horizonUrls.filter((url) => !rpcUrls.includes(url))],
    elapsed,
    disagreed,
    witnesses,
    open: (url, watch) => (rpcUrls.includes(url) ? openRpc(url, watch, options) : openHorizon(url, watch, options)),
  })
}

/** The number of ledgers requested at once, by each back end's limits. */
const RPC_LEDGERS = 10_000
const HORIZON_LEDGERS = 256

function openRpc(url: string, watch: Watch, options: StellarEndpointsOptions): Opened<StellarNode> {
  const { networkPassphrase, connectRpc, elapsed, pause } = options
  const plain = repeatWhileBusy(timed(connectRpc(url), elapsed, watch), {
    pause,
    mayRepeat: (method) => method !== 'sendTransaction',
  })
  let proven = false
  const rpc = onNetwork(plain, async () => {
    requireNetwork(toRecord(await plain('getNetwork', {})).passphrase, networkPassphrase, 'rpcUrls')
    proven ||= await emitsClassicEvents(plain, deriveContractId(null, networkPassphrase))
    if (!proven) throw new NodeError('wrong_chain', NO_EVENTS)
  })
  return opened(createRpcNode(rpc, options.assets), watch, RPC_LEDGERS)
}

export const NO_EVENTS =
  'the node emits no events for classic payments: set EMIT_CLASSIC_EVENTS and BACKFILL_STELLAR_ASSET_EVENTS in its core, or use another node'

function openHorizon(url: string, watch: Watch, options: StellarEndpointsOptions): Opened<StellarNode> {
  const { networkPassphrase, connectHorizon, elapsed, pause } = options
  const plain = repeatWhileBusy(timed(connectHorizon(url), elapsed, watch), {
    pause,
    mayRepeat: (_, form?) => form === undefined,
  })
  const horizon = onNetwork(plain, async () => {
    requireNetwork((await plain('/'))?.network_passphrase, networkPassphrase, 'horizonUrls')
  })
  return opened(createHorizonNode(horizon, options.assets), watch, HORIZON_LEDGERS)
}

/** Reports the newest ledger to `watch` whenever the node names it. Each closed ledger is final. */
function opened(plain: StellarNode, watch: Watch, ledgers: number): Opened<StellarNode> {
  const node: StellarNode = {
    ...plain,
    async newest() {
      const newest = await plain.newest()
      watch.reached(newest.number, newest.number)
      return newest
    },
    async read(range, recipients) {
      const page = await plain.read(range, recipients)
      watch.reached(page.newest.number, page.newest.number)
      return page
    },
  }
  return { endpoint: node, locate: node.newest, malformedLogs: node.malformedLogs, range: () => ledgers }
}

function requireNetwork(found: unknown, expected: string, key: string): void {
  if (found === expected) return
  const named = typeof found === 'string' ? `"${found.slice(0, 100)}"` : 'no network'
  throw new NodeError('wrong_chain', `the node serves ${named}, not "${expected}": check ${key}`)
}

type Ask<Question extends unknown[], Answer> = (...question: Question) => Promise<Answer>

/** Trusts a node only while it serves the network: checked first, and again after each failure. */
function onNetwork<Question extends unknown[], Answer>(
  ask: Ask<Question, Answer>,
  check: () => Promise<void>,
): Ask<Question, Answer> {
  let checked: Promise<void> | null = null

  function forget(): void {
    checked = null
  }

  return async (...question) => {
    checked ??= check().catch((error: unknown) => {
      forget()
      throw error
    })
    await checked
    try {
      return await ask(...question)
    } catch (error) {
      if (!(error instanceof NodeError && error.kind === 'refused')) forget()
      throw error
    }
  }
}

function timed<Question extends unknown[], Answer>(
  ask: Ask<Question, Answer>,
  elapsed: () => number,
  watch: Watch,
): Ask<Question, Answer> {
  return async (...question) => {
    const begun = elapsed()
    const answer = await ask(...question)
    watch.answered(elapsed() - begun)
    return answer
  }
}
