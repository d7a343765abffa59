import {
  type BlockRef,
  type Chain,
  type ChainReader,
  type FinalRange,
  type ObservedTransfer,
  type RecheckResult,
  type Recipients,
  toClaimKey,
} from '../chain.ts'
import { NodeError, readGuarded } from '../node-error.ts'
import type { Sponsor } from '../sponsor.ts'
import { createStellarMessages, createStellarReceiveChecks, requiresMemo } from './accounts.ts'
import { createClaimablesReader } from './claimables.ts'
import type { StellarEndpoints, StellarNetwork } from './endpoints.ts'
import { createTooOldError, isPruned, type OtherNodes, type Peers } from './finalize.ts'
import {
  deriveChainId,
  findStellarRecipientProblem,
  getAssetByContract,
  parseStellarAddress,
  STELLAR_DECIMALS,
} from './identifiers.ts'
import type { StellarNode } from './node.ts'
import { formatSep7Uri, type SignUri } from './payment-uri.ts'
import { decideNextStep, findLedgerBefore } from './read.ts'
import { createWalletTransactions } from './wallet-transactions.ts'

const HASH = /^[0-9a-fA-F]{64}$/

type StellarChainOptions = StellarNetwork & {
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  /** Null when the operator has configured no key for it. */
  readonly sign: SignUri | null
  readonly sponsor: Sponsor | null
}

/** A Stellar network behind Stellar RPC, Horizon or both. */
export function createStellarChain(network: StellarChainOptions): Chain {
  const { networkPassphrase, assets, endpoints, elapsed } = network
  return {
    id: deriveChainId(networkPassphrase),
    recognition: 'memo',
    reader: createReader(network),
    nodes: {
      states: () => endpoints.states(),
      witnesses: () => endpoints.witnesses(),
      compare: () => endpoints.compare(),
    },
    addresses: {
      parse: parseStellarAddress,
      // Base 32 has one case.
      display: (address) => address.toUpperCase(),
      recipientProblem: (address) => findStellarRecipientProblem(address, assets),
    },
    recipients: {
      ...createStellarReceiveChecks(endpoints, assets, elapsed),
      requiresMemo: (request) => requiresMemo(endpoints, request),
    },
    messages: createStellarMessages(endpoints),
    parseHash: (text) => (HASH.test(text) ? text.toLowerCase() : null),
    paymentUri: (request) => formatSep7Uri(request, network),
    walletTransactions: createWalletTransactions(network),
    transactor: null,
    authorizations: null,
    prices: null,
    sponsor: network.sponsor,
    claimables: createClaimablesReader(endpoints, assets),
    readBalance: null,
  }
}

function createReader({ assets, endpoints }: Pick<StellarNetwork, 'assets' | 'endpoints'>): ChainReader {
  const isAlone = endpoints.states().length === 1
  const { needed } = endpoints.witnesses()
  /** The number of nodes that read each ledger: at least two, because a single one would repeat what it made up. */
  const readings = Math.max(2, needed)

  const othersTo =
    (first: StellarNode, waits = false): OtherNodes =>
    async (work) => {
      const readers = [first]
      const answers: Awaited<ReturnType<typeof work>>[] = []
      const read = async (other: StellarNode) => ({ other, answer: await work(other) })
      while (readers.length < readings) {
        const { other, answer } = await endpoints.use(read, { besides: readers, waits })
        readers.push(other)
        answers.push(answer)
      }
      return answers
    }

  const listPeers = (first: StellarNode, waits = false): Peers | null =>
    isAlone
      ? null
      : {
          others: othersTo(first, waits),
          mayBeAlone: needed === 1,
          newest: () => agreedNewest(endpoints),
          agreeOn: (ledger) => requireAgreed(endpoints, ledger),
        }

  return {
    next: (position, wanted) =>
      readGuarded(wanted, async (recipients) => {
        const read = (isLastResort: boolean) =>
          endpoints.use((node) => decideNextStep({ node, peers: listPeers(node), recipients, isLastResort }, position))
        return read(false).catch((error: unknown) => {
          if (isPruned(error)) return read(true)
          throw error
        })
      }),
    recheck: (range, wanted) =>
      readGuarded(wanted, (recipients) =>
        // Missed ledgers do not wait for a node that is away, if one node is enough.
        endpoints.use((node) => rereadRange(node, listPeers(node, !range.isMissed), range, recipients)),
      ),
    isOnChain: (transfer) => transferIsShown(endpoints, transfer, transfer.memo === null),
    // The second reading asks about transfers with a memo only.
    isWitnessed: async (transfer) => transfer.memo !== null || (await transferIsShown(endpoints, transfer, false)),
    // An asset takes no fee: the amount that arrives is the amount that left.
    sentWith: async ({ to, rawAmount, logIndex }) => [{ to, rawAmount, logIndex }],
    record: (txHash, ledger) => endpoints.use((node) => node.transaction(txHash, ledger)),
    blockBefore: (time, final) => endpoints.use((node) => findLedgerBefore(node, final, time)),
    hasBlock: (block) => endpoints.use(async (node) => (await node.ledger(block.number))?.hash === block.hash),
    reachedTime: () => agreedTime(endpoints),
    tokenTrouble: async ({ coin, address, decimals }) => {
      const asset = getAssetByContract(assets, address)
      if (!asset || decimals !== STELLAR_DECIMALS) return `${coin} has ${STELLAR_DECIMALS} decimals on Stellar`
      if (await endpoints.use((node) => node.account(asset.issuer, address))) return null
      return `${coin} is issued by ${asset.issuer}, which does not exist on this network: correct its issuer`
    },
  }
}

/**
 * Rereads final ledgers from as many nodes as must show what is final. If the first reading of a ledger found nothing,
 * only one node had read it.
 */
async function rereadRange(
  node: StellarNode,
  peers: Peers | null,
  { from, to, final }: FinalRange,
  recipients: Recipients,
): Promise<RecheckResult> {
  const readView = async (one: StellarNode, end: number) => {
    const page = await one.read({ from, to: end }, recipients)
    if (page.newest.number >= final.number && page.reached) return { ...page, reached: page.reached }
    throw new NodeError(
      'behind',
      `the node is at ledger ${page.newest.number}, ledger ${final.number} was final already`,
    )
  }
  const { reached, transfers } = await readView(node, to)
  const shown = { to: reached.number, time: reached.time }
  if (!peers) return { ...shown, views: [transfers] }
  try {
    const others = await peers.others((one) => readView(one, reached.number))
    const ends = [reached, ...others.map((other) => other.reached)]
    const end = Math.min(...ends.map(({ number }) => number))
    // Nodes may report an earlier time than the ledger's own.
    const time = Math.min(...ends.map((one) => one.time))
    const views = [transfers, ...others.map((other) => other.transfers)]
    return { to: end, time, views: views.map((list) => list.filter((one) => one.blockNumber <= end)) }
  } catch (error) {
    if (!isPruned(error)) throw error
    if (!peers.mayBeAlone) throw createTooOldError(from)
    return { ...shown, views: [transfers] }
  }
}

/** The newest ledger that most nodes have, with the same closing time. Throws while they do not agree about it. */
async function agreedNewest(endpoints: StellarEndpoints): Promise<BlockRef> {
  const told = await endpoints.all((node) => node.newest())
  const newest = endpoints.reachedByMost(
    told.toSorted((a, b) => b.number - a.number),
    told.length,
  )
  if (!newest) throw endpoints.undecided(told, 'the nodes do not agree which ledger is the newest')
  await requireAgreed(endpoints, newest)
  return newest
}

/** Throws unless most nodes have the ledger with the same time. A node that no longer has it has no vote. */
async function requireAgreed(endpoints: StellarEndpoints, ledger: BlockRef): Promise<void> {
  const answers = await endpoints.all(async (node) => {
    const found = await node.ledger(ledger.number)
    return found && found.hash === ledger.hash
  })
  const agreed = endpoints.vote(answers)
  if (agreed === null) throw endpoints.undecided(answers, `the nodes do not agree about ledger ${ledger.number}`)
  if (!agreed) throw new NodeError('contradiction', `most nodes have another ledger ${ledger.number}`)
}

/** The latest time, in milliseconds, that the newest ledgers of most nodes have reached; null while too few answer. */
async function agreedTime(endpoints: StellarEndpoints): Promise<number | null> {
  const times = await endpoints.all(async (node) => (await node.newest()).time)
  return endpoints.reachedByMost(
    times.toSorted((a, b) => b - a),
    times.length,
  )
}

/**
 * Tells whether a transfer is in its ledger, by its transaction's own record, as most nodes tell. Lists may omit
 * transfers, records do not. For a transfer without a memo one node is enough, since it pays nothing by itself: Horizon
 * has no record of what trades and claims move, Stellar RPC has events of it.
 */
async function transferIsShown(
  endpoints: StellarEndpoints,
  transfer: ObservedTransfer,
  oneIsEnough: boolean,
): Promise<boolean> {
  const { txHash, blockNumber } = transfer
  const answers = await endpoints.all(async (node) => {
    const moved = await node.transaction(txHash, blockNumber)
    return moved?.some((one) => toClaimKey(one) === toClaimKey(transfer)) ?? null
  })
  const shown = oneIsEnough && answers.includes(true) ? true : endpoints.vote(answers)
  if (shown !== null) return shown
  throw endpoints.undecided(answers, `the nodes contradict each other about transaction ${txHash}`)
}
