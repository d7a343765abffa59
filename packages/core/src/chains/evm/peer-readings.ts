import type { BlockRef, FinalRange } from '../chain.ts'
import { Undecided } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import type { EvmEndpoint, EvmEndpoints } from './endpoints.ts'
import type { EvmNode } from './node.ts'
import { findAgreedFinal, requireAgreed } from './quorum.ts'

/**
 * Runs the work on other nodes, each once, until with the first node as many have run it as must show what is final. If
 * one node is enough, one more runs it: the first node itself if the others are down or there is none.
 */
type OtherNodes = <T>(work: (node: EvmNode) => Promise<T>) => Promise<T[]>

/** The nodes of the network, including the one being read. */
export type Peers = {
  /**
   * The highest block that counts as final, by the nodes that have the last final one; below zero when there is none.
   */
  final(known: BlockRef | null): Promise<number>
  /** Throws unless most nodes have the block. */
  agreeOn(block: BlockRef, known: BlockRef | null): Promise<void>
  /** Null when there are no other nodes. */
  readonly others: OtherNodes | null
}

/** The readings by which other nodes confirm the one that reads first. */
export type PeerReadings = {
  /** A single node agrees with itself. */
  listPeers(first: EvmEndpoint): Peers
  /** For reading final blocks again. `isMissed`: nobody has read them before. */
  listRecheckPeers(first: EvmEndpoint, range: Pick<FinalRange, 'isMissed'>): Peers
  /** The last readers of final blocks. Others reread them first. */
  lastReaders(): readonly EvmEndpoint[]
}

export function createPeerReadings(endpoints: EvmEndpoints): PeerReadings {
  let lastReaders: readonly EvmEndpoint[] = []
  const alone = endpoints.states().length === 1
  /** The number of nodes that read each block: at least two, because a single one would repeat what it made up. */
  const readings = Math.max(2, endpoints.witnesses().needed)

  const othersTo =
    (first: EvmEndpoint, waits = false): OtherNodes =>
    async (work) => {
      const readers = [first]
      const answers: Awaited<ReturnType<typeof work>>[] = []
      const read = async (other: EvmEndpoint) => ({ other, answer: await work(other.node) })
      try {
        while (readers.length < readings) {
          const { other, answer } = await endpoints.use(read, { besides: readers, waits })
          readers.push(other)
          answers.push(answer)
        }
        lastReaders = readers
        return answers
      } catch (error) {
        // The second node was already penalised. Count this against the first as well: the fault may be its own.
        if (!(error instanceof Undecided && error.kind === 'contradiction')) throw error
        throw new NodeError('contradiction', error.message)
      }
    }

  const listPeers = (first: EvmEndpoint): Peers => ({
    final: async (known) => (alone ? Number.POSITIVE_INFINITY : findAgreedFinal(endpoints, known)),
    agreeOn: async (block, known) => (alone ? undefined : requireAgreed(endpoints, known, block)),
    others: alone ? null : othersTo(first),
  })

  return {
    listPeers,
    listRecheckPeers(first, { isMissed }) {
      // A single node reads missed blocks twice, because it has not read them before.
      const others = alone && !isMissed ? null : othersTo(first, !isMissed)
      return { ...listPeers(first), others }
    },
    lastReaders: () => lastReaders,
  }
}
