import {
  type Chain,
  claimOf,
  type FinalRange,
  type ObservedTransfer,
  type Recipients,
  type Rereading,
} from '../chain.ts'
import { Undecided } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import { readingFor } from '../own-errors.ts'
import { parseStellarAddress, stellarObjection } from './address.ts'
import { chainIdOf, type KnownAsset, knownAt, STELLAR_DECIMALS } from './asset.ts'
import { claimableLists } from './claimables.ts'
import type { StellarEndpoints } from './endpoints.ts'
import type { StellarNode } from './node.ts'
import { type SignUri, sep7 } from './payment-uri.ts'
import { isPruned, nextStep, type SecondNode } from './read.ts'
import { receiveChecks, wantsMemo } from './receive.ts'
import { walletTransactions } from './wallet-transactions.ts'

const HASH = /^[0-9a-fA-F]{64}$/

type StellarNetwork = {
  readonly networkPassphrase: string
  readonly assets: readonly KnownAsset[]
  readonly endpoints: StellarEndpoints
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Null where the operator gives no key for it. */
  readonly sign: SignUri | null
}

/** A Stellar network behind Stellar RPC, Horizon or both. */
export function stellarChain(network: StellarNetwork): Chain {
  const { networkPassphrase, assets, endpoints, elapsed } = network
  const isAlone = endpoints.states().length === 1

  const secondTo =
    (first: StellarNode, waits = false): SecondNode =>
    (work) =>
      endpoints.use(work, { besides: first, waits })

  return {
    id: chainIdOf(networkPassphrase),
    recognition: 'memo',
    next: (position, wanted) =>
      readingFor(wanted, async (recipients) => {
        const read = (isLastResort: boolean) =>
          endpoints.use((node) =>
            nextStep({ node, second: isAlone ? null : secondTo(node), recipients, isLastResort }, position),
          )
        return read(false).catch((error: unknown) => {
          if (isPruned(error)) return read(true)
          throw error
        })
      }),
    reread: (range, wanted) =>
      readingFor(wanted, (recipients) =>
        endpoints.use((node) => {
          // What was missed does not wait for a node that is away.
          const second = isAlone ? null : secondTo(node, !range.isMissed)
          return rereadRange(node, second, range, recipients)
        }),
      ),
    shows: (transfer) => transferIsShown(endpoints, transfer),
    // An asset takes no fee: what arrives is what left.
    sentWith: async ({ to, rawAmount, logIndex }) => [{ to, rawAmount, logIndex }],
    record: (txHash, ledger) => endpoints.use((node) => node.transaction(txHash, ledger)),
    troubleOf: async ({ coin, address, decimals }) => {
      const asset = knownAt(assets, address)
      if (!asset || decimals !== STELLAR_DECIMALS) return `${coin} has ${STELLAR_DECIMALS} decimals on Stellar`
      if (await endpoints.use((node) => node.account(asset.issuer, address))) return null
      return `${coin} is issued by ${asset.issuer}, which does not exist on this network: correct its issuer`
    },
    holds: (block) => endpoints.use(async (node) => (await node.ledger(block.number))?.hash === block.hash),
    compareNodes: () => endpoints.compare(),
    nodes: () => endpoints.states(),
    prices: async () => {
      throw new Error('there are no price feeds on Stellar')
    },
    parseAddress: parseStellarAddress,
    parseHash: (text) => (HASH.test(text) ? text.toLowerCase() : null),
    objectionTo: (address) => stellarObjection(address, assets),
    whyNotReceive: receiveChecks(endpoints, assets, elapsed),
    wantsMemo: (request) => wantsMemo(endpoints, request),
    claimables: claimableLists(endpoints, assets),
    walletTransactions: walletTransactions(network),
    transactor: null,
    authorizations: null,
    // Base 32 has one case.
    displayAddress: (address) => address.toUpperCase(),
    paymentUri: (request) => sep7(request, network),
  }
}

/**
 * Reads final ledgers once more, from two nodes where there are two that still have them: the first
 * reading of a ledger in which nothing was seen was that of one node.
 */
async function rereadRange(
  node: StellarNode,
  second: SecondNode | null,
  { from, to, final }: FinalRange,
  recipients: Recipients,
): Promise<Rereading> {
  const viewOf = async (one: StellarNode, end: number) => {
    const page = await one.read({ from, to: end }, recipients)
    if (page.newest.number >= final.number && page.reached) return { ...page, reached: page.reached }
    throw new NodeError(
      'behind',
      `the node is at ledger ${page.newest.number}, ledger ${final.number} was final already`,
    )
  }
  const { reached, transfers } = await viewOf(node, to)
  const shown = { to: reached.number, time: reached.time }
  if (!second) return { ...shown, views: [transfers] }
  try {
    const other = await second((one) => viewOf(one, reached.number))
    const end = other.reached.number < reached.number ? other.reached : reached
    const upTo = (list: readonly ObservedTransfer[]) => list.filter((one) => one.blockNumber <= end.number)
    return { to: end.number, time: end.time, views: [upTo(transfers), upTo(other.transfers)] }
  } catch (error) {
    if (isPruned(error)) return { ...shown, views: [transfers] }
    throw error
  }
}

/**
 * Whether a transfer is in its ledger, by its transaction's own record, as most nodes tell: what lists leave out is
 * there. One is enough for what has no memo and pays nothing by itself: Horizon has no record of what trades and
 * claims move, which are events of Stellar RPC.
 */
async function transferIsShown(endpoints: StellarEndpoints, transfer: ObservedTransfer): Promise<boolean> {
  const { txHash, blockNumber, memo } = transfer
  const answers = await endpoints.all(async (node) => {
    const moved = await node.transaction(txHash, blockNumber)
    return moved?.some((one) => claimOf(one) === claimOf(transfer)) ?? null
  })
  const shown = memo === null && answers.includes(true) ? true : endpoints.vote(answers)
  if (shown !== null) return shown
  throw new Undecided('contradiction', `the nodes contradict each other about transaction ${txHash}`)
}
