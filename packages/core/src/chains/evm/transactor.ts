import { toRecord } from '@crypto-checkout/api-types'
import type { Fees } from '../../domain/send.ts'
import { Undecided } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import type { Broadcast, Call, MarketFees, Receipt, Transactor } from '../transactor.ts'
import { type BlockTag, call, isRevert } from './call.ts'
import { createEvmConverting } from './converting.ts'
import { decodeHex, decodeQuantity, decodeTransactionReceipt, decodeWei, encodeQuantity } from './decode.ts'
import type { EvmEndpoint, EvmEndpoints } from './endpoints.ts'
import { decodeTransferCall, decodeTransfers, encodeTransfer, readBalance } from './erc20.ts'
import { requireBlock } from './read-logs.ts'
import { findSent } from './sent.ts'
import { createEvmSweeping, isEmptySweep } from './sweeping.ts'

const FEE_BLOCKS = 10
/** The median: half of the gas in a block paid less than this. */
const FEE_PERCENTILE = 50

export function createEvmTransactor(chainId: number, endpoints: EvmEndpoints): Transactor {
  return {
    chainId,
    sweeping: createEvmSweeping((address, at) => codeAt(endpoints, address, at)),
    converting: createEvmConverting({
      readCode: (address, at) => codeAt(endpoints, address, at),
      callAt: (to, data, at) => callAt(endpoints, to, data, at),
    }),
    nonce: (address, at) => {
      if (at === 'pending') return pendingNonce(endpoints, address)
      return at === 'latest' ? latestNonce(endpoints, address) : agreedNonce(endpoints, address, at)
    },
    movedBetween: async (moved, { from, to }) => [
      ...new Set((await endpoints.all(({ node }) => node.movedInRange(from, to, moved))).flat()),
    ],
    finalMovements: (moved, within) => agreedMovements(endpoints, moved, within),
    newest: () => endpoints.use(async ({ node }) => (await node.head()).number),
    sent: (address, nonces, within) => findSent(endpoints, { address, nonces, within }),
    fees: () => middleFees(endpoints),
    estimate: (one, fees) =>
      endpoints.use(async ({ rpc }) => ((await isEmptySweep(rpc, one)) ? null : estimate(rpc, one, fees))),
    hasCode: async (address) => (await codeAt(endpoints, address, 'latest')) !== '0x',
    call: ({ from, to, data }) => endpoints.use(({ rpc }) => call(rpc, to, data, { from })),
    transferCall: ({ token, to, rawAmount }) => ({ to: token, data: encodeTransfer(to, rawAmount) }),
    decodeTransferCall,
    transfersIn: decodeTransfers,
    tokenBalance: (token, account) => endpoints.use(({ rpc }) => readBalance(rpc, token, account)),
    balance: (address) => endpoints.use(async ({ rpc }) => decodeWei(await rpc('eth_getBalance', [address, 'latest']))),
    broadcast: async (raw) => pickBest(await endpoints.all(({ rpc }) => offer(rpc, raw))),
    receipt: (hash) => endpoints.use((endpoint) => readReceipt(endpoint, hash)),
    finalReceipt: (hash, finalNumber) => agreedReceipt(endpoints, hash, finalNumber),
  }
}

async function readCount(rpc: Rpc, address: string, tag: string): Promise<number> {
  return decodeQuantity(await rpc('eth_getTransactionCount', [address, tag]))
}

/**
 * The lower of two numbers, the median of three. One that is too high would leave a gap that nothing fills. One that is
 * too low costs one transaction at most.
 */
async function latestNonce(endpoints: EvmEndpoints, address: string): Promise<number> {
  const told = await endpoints.all(({ rpc }) => readCount(rpc, address, 'latest'))
  return told.sort((a, b) => a - b)[Math.floor((told.length - 1) / 2)] ?? 0
}

/** The highest number: one that is too high makes a key wait, one that is too low lets it pay twice. */
async function pendingNonce(endpoints: EvmEndpoints, address: string): Promise<number> {
  const counts = await endpoints.all(async ({ rpc }) => {
    try {
      return await readCount(rpc, address, 'pending')
    } catch (error) {
      // Some nodes have no transaction pool.
      if (error instanceof NodeError && error.kind === 'refused') return readCount(rpc, address, 'latest')
      throw error
    }
  })
  return Math.max(...counts)
}

async function agreedNonce(endpoints: EvmEndpoints, address: string, number: number): Promise<number> {
  const contradiction = `the nodes do not agree how many transactions ${address} has sent`
  return agreedAt(endpoints, number, { ask: (rpc, tag) => readCount(rpc, address, tag), contradiction })
}

/** `0x` if there is none. */
async function codeAt(endpoints: EvmEndpoints, address: string, at: 'latest' | number): Promise<string> {
  const ask = async (rpc: Rpc, tag: string) => decodeHex(await rpc('eth_getCode', [address, tag]))
  if (at === 'latest') return endpoints.use(({ rpc }) => ask(rpc, at))
  return agreedAt(endpoints, at, { ask, contradiction: `the nodes do not agree which code is at ${address}` })
}

/** What a contract answers; null if it refuses. */
async function callAt(
  endpoints: EvmEndpoints,
  to: string,
  data: string,
  at: 'latest' | number,
): Promise<string | null> {
  if (at === 'latest') return endpoints.use(({ rpc }) => call(rpc, to, data))
  // A node without a vote answers null, so a refusal is text here.
  const ask = async (rpc: Rpc, tag: BlockTag) => (await call(rpc, to, data, { at: tag })) ?? 'refused'
  const answer = await agreedAt(endpoints, at, { ask, contradiction: `the nodes do not agree what ${to} answers` })
  return answer === 'refused' ? null : answer
}

/** The majority's answer at a block. A node without the state of that block, or not there yet, has no vote. */
async function agreedAt<Answer extends number | string>(
  endpoints: EvmEndpoints,
  number: number,
  { ask, contradiction }: { ask: (rpc: Rpc, tag: BlockTag) => Promise<Answer>; contradiction: string },
): Promise<Answer> {
  const answers = await endpoints.all(async ({ rpc }) => {
    try {
      return await ask(rpc, encodeQuantity(number))
    } catch (error) {
      if (error instanceof NodeError && error.kind === 'refused') return null
      throw error
    }
  })
  const answer = endpoints.vote(answers)
  if (answer !== null) return answer
  if (answers.every((one) => one === null)) {
    throw new Undecided('pruned', `no node has the state of block ${number}`)
  }
  throw endpoints.undecided(answers, contradiction)
}

/** The median of three, the lower of two: one node cannot inflate the fee. */
async function middleFees(endpoints: EvmEndpoints): Promise<MarketFees> {
  const told = await endpoints.all(({ rpc }) => readFees(rpc))
  return {
    baseFee: lowerMiddle(told.map((one) => one.baseFee)),
    priorityFee: lowerMiddle(told.map((one) => one.priorityFee)),
  }
}

function lowerMiddle(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : 1))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

async function readFees(rpc: Rpc): Promise<MarketFees> {
  const answer = await rpc('eth_feeHistory', [encodeQuantity(FEE_BLOCKS), 'latest', [FEE_PERCENTILE]])
  const { baseFeePerGas, reward } = toRecord(answer)
  if (!Array.isArray(baseFeePerGas)) throw new NodeError('malformed', 'eth_feeHistory: the node sent no fees')
  const rewards = Array.isArray(reward) ? reward.flatMap((one) => (Array.isArray(one) ? one.slice(0, 1) : [])) : []
  const paid = rewards.map(decodeWei).sort((a, b) => (a < b ? -1 : 1))
  return { baseFee: decodeWei(baseFeePerGas.at(-1)), priorityFee: paid[Math.floor(paid.length / 2)] ?? 0n }
}

/** No transaction takes less gas. */
const LEAST_GAS = 21_000n
const GAS_WONT_DO = /exceeds allowance|out of gas|invalid opcode/i
/** The words of nodes when the sender cannot pay the fees of a call. */
const UNFUNDED = /insufficient ?(funds|balance)|upfront cost exceeds/i

async function estimate(rpc: Rpc, { from, to, data }: Call, fees?: Fees): Promise<bigint | null> {
  try {
    const gas = decodeWei(await rpc('eth_estimateGas', [{ from, to, data, ...(fees && encodeFees(fees)) }]))
    if (gas >= LEAST_GAS) return gas
    throw new NodeError('malformed', `eth_estimateGas: the node asks for ${gas} gas, which is too little for anything`)
  } catch (error) {
    if (isRevert(error) || (error instanceof NodeError && GAS_WONT_DO.test(error.message))) return null
    if (fees && error instanceof NodeError && UNFUNDED.test(error.message)) return null
    throw error
  }
}

function encodeFees({ maxFeePerGas, maxPriorityFeePerGas }: Fees) {
  return { maxFeePerGas: encodeQuantity(maxFeePerGas), maxPriorityFeePerGas: encodeQuantity(maxPriorityFeePerGas) }
}

/**
 * The messages of Geth, Bor, Erigon, Nethermind (names without spaces), Besu, Reth and anvil. The first match counts.
 */
const refusals: readonly { readonly says: RegExp; readonly means: Broadcast }[] = [
  {
    says: /already ?known|known transaction|already (imported|exists)|already in (the )?(mem|tx|transaction )?pool/i,
    means: 'known',
  },
  { says: /nonce (is )?too low|old ?nonce|nonce .*already/i, means: 'nonce_used' },
  {
    says: /underpriced|fee ?too ?low|replacement ?not ?allowed|(gas price|tip|fee) .*(too low|below)/i,
    means: 'underpriced',
  },
  { says: /less than (the )?block base fee/i, means: 'underpriced' },
  { says: UNFUNDED, means: 'unfunded' },
]

async function offer(rpc: Rpc, raw: string): Promise<Broadcast> {
  try {
    await rpc('eth_sendRawTransaction', [raw])
    return 'accepted'
  } catch (error) {
    if (!(error instanceof NodeError && error.kind === 'refused')) throw error
    const { message } = error
    const refusal = refusals.find(({ says }) => says.test(message))
    if (refusal) return refusal.means
    throw error
  }
}

const best: readonly Broadcast[] = ['accepted', 'known', 'nonce_used', 'underpriced', 'unfunded']

/** If one node accepts it, that is enough: it tells the others. */
function pickBest(answers: readonly Broadcast[]): Broadcast {
  return best.find((one) => answers.includes(one)) ?? 'accepted'
}

async function readReceipt({ rpc, node }: EvmEndpoint, hash: string): Promise<Receipt | null> {
  const receipt = decodeTransactionReceipt(await rpc('eth_getTransactionReceipt', [hash]), hash)
  if (!receipt) return null
  const block = await requireBlock(node, receipt.blockNumber)
  if (block.hash === receipt.blockHash) return { ...receipt, blockTime: block.time }
  throw new NodeError('contradiction', `the receipt of ${hash} is of another block ${receipt.blockNumber}`)
}

async function agreedReceipt(endpoints: EvmEndpoints, hash: string, finalNumber: number): Promise<Receipt | null> {
  const answers = await endpoints.all(async (endpoint) => {
    await requireBlock(endpoint.node, finalNumber)
    const receipt = await readReceipt(endpoint, hash)
    return { receipt: receipt && receipt.blockNumber <= finalNumber ? receipt : null }
  })
  // Not every node of an OP stack tells the fee for data. Only the bookkeeping of costs needs it.
  const answer = endpoints.vote(answers, ({ receipt }) => JSON.stringify(receipt && { ...receipt, dataFee: 0 }, asText))
  if (answer) return answer.receipt
  throw endpoints.undecided(answers, `the nodes contradict each other about transaction ${hash}`)
}

/** An empty answer of one node counts only if most nodes show no transfer. */
async function agreedMovements(
  endpoints: EvmEndpoints,
  moved: Parameters<Transactor['finalMovements']>[0],
  { from, to }: Parameters<Transactor['finalMovements']>[1],
): Promise<Receipt[]> {
  const answers = await endpoints.all(async ({ node }) => {
    await requireBlock(node, to)
    const hashes = await node.movedInRange(from, to, moved)
    return [...new Set(hashes)].sort()
  })
  const hashes = endpoints.vote(answers, (answer) => answer.join())
  if (!hashes) {
    throw new Undecided(
      'contradiction',
      `the nodes do not agree which accounts have paid ${moved.recipient ?? 'others'}`,
    )
  }
  const receipts = await Promise.all(hashes.map((hash) => agreedReceipt(endpoints, hash, to)))
  return receipts.map((receipt) => {
    if (receipt) return receipt
    throw new Undecided('contradiction', 'the nodes have logs of a transaction, and not its receipt')
  })
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
