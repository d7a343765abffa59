import type { Chain, ChainReader, Position, Step } from '../chain.ts'
import type { Token } from '../network.ts'
import { NodeError, readGuarded } from '../node-error.ts'
import type { PaymentRequest } from '../payer-transactions.ts'
import { findEvmRecipientProblem, parseEvmAddress } from './address.ts'
import { createEvmAuthorizations } from './authorizations.ts'
import { encodeQuantity } from './decode.ts'
import type { EvmEndpoints } from './endpoints.ts'
import { findTokenTrouble, readBalance } from './erc20.ts'
import { createPeerReadings } from './peer-readings.ts'
import { readPrices } from './prices.ts'
import { findAgreedTime, findTransfersSentWith, hasBlock, isTransferOnChain } from './quorum.ts'
import { decideNextStep, findBlockBefore } from './read.ts'
import { getLastFinal, recheckRange } from './read-again.ts'
import { readTransactionTransfers } from './read-logs.ts'
import { createEvmRecipients } from './recipients.ts'
import { createEvmMessages } from './signatures.ts'
import { createEvmTransactor } from './transactor.ts'

const HASH = /^0x[0-9a-fA-F]{64}$/

/** An EVM chain behind one or more nodes. `elapsed`: milliseconds of a monotonic clock. */
export function createEvmChain(
  chainId: number,
  endpoints: EvmEndpoints,
  { elapsed, tokens }: { readonly elapsed: () => number; readonly tokens: readonly Token[] },
): Chain {
  const transactor = createEvmTransactor(chainId, endpoints)
  return {
    id: `eip155:${chainId}`,
    recognition: 'amount',
    reader: createReader(endpoints),
    nodes: {
      states: () => endpoints.states(),
      witnesses: () => endpoints.witnesses(),
      compare: () => endpoints.compare(),
    },
    addresses: {
      parse: parseEvmAddress,
      display: (address) => address,
      recipientProblem: findEvmRecipientProblem,
    },
    recipients: createEvmRecipients(endpoints, tokens, elapsed),
    messages: createEvmMessages(endpoints),
    parseHash: (text) => (HASH.test(text) ? text.toLowerCase() : null),
    paymentUri: (request) => erc681(chainId, request),
    walletTransactions: null,
    transactor,
    authorizations: createEvmAuthorizations(transactor, endpoints, elapsed),
    prices: (feeds) => readPrices(endpoints, feeds),
    claimables: null,
    sponsor: null,
    readBalance: (token, account, block) =>
      endpoints.use(({ rpc }) =>
        readBalance(rpc, token, account, block === undefined ? 'latest' : encodeQuantity(block)),
      ),
  }
}

function createReader(endpoints: EvmEndpoints): ChainReader {
  const peers = createPeerReadings(endpoints)

  /** One node contradicts a final block. That halts the network only if no other node still has the block. */
  async function requireUndisputed(position: Position, step: Step): Promise<void> {
    const final = getLastFinal(position)
    if (step.kind !== 'halt' || !final || !(await hasBlock(endpoints, final))) return
    throw new NodeError('wrong_chain', `the nodes contradict each other: ${step.reason}`)
  }

  return {
    next: (position, recipients) =>
      readGuarded(recipients, (guarded) =>
        endpoints.use(async (first) => {
          const reading = await decideNextStep(first.node, peers.listPeers(first), position, guarded)
          await requireUndisputed(position, reading.step)
          return reading
        }),
      ),
    recheck: (range, recipients) =>
      readGuarded(recipients, (guarded) =>
        endpoints.use((first) => recheckRange(first.node, peers.listRecheckPeers(first, range), range, guarded), {
          after: peers.lastReaders(),
        }),
      ),
    isOnChain: (transfer) => isTransferOnChain(endpoints, transfer),
    // The second reading asks as many nodes about every transfer, whether it pays or not.
    isWitnessed: async () => true,
    sentWith: (transfer, state) => findTransfersSentWith(endpoints, transfer, state),
    record: (txHash, blockNumber) => endpoints.use(({ node }) => readTransactionTransfers(node, txHash, blockNumber)),
    blockBefore: (time, final) => endpoints.use(({ node }) => findBlockBefore(node, final.number, time)),
    hasBlock: (block) => endpoints.use(async ({ node }) => (await node.block(block.number))?.hash === block.hash),
    reachedTime: () => findAgreedTime(endpoints),
    tokenTrouble: (token) => endpoints.use(({ rpc }) => findTokenTrouble(rpc, token)),
  }
}

/** ERC-681 for an ERC-20 transfer: `ethereum:<token>@<chain id>/transfer?address=<to>&uint256=<integer>`. */
function erc681(chainId: number, request: Pick<PaymentRequest, 'token' | 'address' | 'rawAmount'>): string {
  return `ethereum:${request.token}@${chainId}/transfer?address=${request.address}&uint256=${request.rawAmount}`
}
