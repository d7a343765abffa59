import { isCoin } from '../../domain/catalog/coins.ts'
import { formatRate, pickDearest } from '../../domain/rate.ts'
import { toIsoTime } from '../../domain/time.ts'
import type { BlockRef } from '../chain.ts'
import { Undecided } from '../endpoints.ts'
import { NodeError } from '../node-error.ts'
import type { AgreedPrice, Feed, FeedAnswer } from '../roles.ts'
import type { Rpc } from '../rpc.ts'
import { type BlockTag, call } from './call.ts'
import { encodeQuantity } from './decode.ts'
import type { EvmEndpoint, EvmEndpoints } from './endpoints.ts'
import { readDecimals } from './erc20.ts'

/** A node has no vote about prices if the time of its block differs by more than this from the others'. */
const MAX_APART_MS = 300_000
/** If there are several nodes, this many must agree. */
const NEEDED = 2

/** One node's answer about a feed: its newest round, or why that is no price. */
type Word = { readonly answer: FeedAnswer } | { readonly mistake: string }

/** The block at which all nodes are asked, and each node's own block there. */
type CommonBlock = { readonly tag: BlockTag; readonly blocks: ReadonlyMap<EvmEndpoint, BlockRef> }

/**
 * Reads price feeds at one block. Of several nodes most must agree. If they are divided, the reading that costs the
 * payer more counts. Throws NodeError when fewer than two of several nodes can be asked.
 */
export async function readPrices(
  endpoints: EvmEndpoints,
  feeds: readonly Feed[],
): Promise<PromiseSettledResult<AgreedPrice>[]> {
  if (endpoints.states().length === 1) return readAlone(endpoints, feeds)
  const block = await findCommonBlock(endpoints)
  return Promise.allSettled(feeds.map((feed) => readAgreed(endpoints, feed, block)))
}

function readAlone(endpoints: EvmEndpoints, feeds: readonly Feed[]): Promise<PromiseSettledResult<AgreedPrice>[]> {
  return endpoints.use(async ({ node, rpc }) => {
    const head = await node.head()
    const readings = await Promise.allSettled(
      feeds.map(async (feed) => {
        const answer = checked(feed, await readFeed(rpc, feed.address, encodeQuantity(head.number)), head)
        return { ...answer, voices: 1, alone: true, doubt: null }
      }),
    )
    const failed = readings.find((one) => one.status === 'rejected' && one.reason instanceof NodeError)
    // The node is at fault only if it could read none of the feeds.
    if (failed?.status === 'rejected' && readings.every((one) => one.status === 'rejected')) throw failed.reason
    return readings
  })
}

/**
 * A block that most nodes have: one below the median of their newest. Nodes whose block has a very different time are
 * left out.
 */
async function findCommonBlock(endpoints: EvmEndpoints): Promise<CommonBlock> {
  const told = await endpoints.all(async ({ node }) => node.head())
  const heads = told.toSorted((one, other) => one.number - other.number)
  const middle = heads[Math.floor((heads.length - 1) / 2)]
  if (!middle) throw new Undecided('unreachable', 'no node names its newest block')
  const number = Math.max(0, middle.number - 1)
  const found = await endpoints.all(async (endpoint) => ({ endpoint, block: await endpoint.node.block(number) }))
  const blocks = found.flatMap(({ endpoint, block }) =>
    block && Math.abs(block.time - middle.time) <= MAX_APART_MS ? [[endpoint, block] as const] : [],
  )
  return { tag: encodeQuantity(number), blocks: new Map(blocks) }
}

async function readAgreed(endpoints: EvmEndpoints, feed: Feed, { tag, blocks }: CommonBlock): Promise<AgreedPrice> {
  const words = await endpoints.all(async (endpoint) => {
    const block = blocks.get(endpoint)
    return block ? readWord(feed, tag, endpoint, block) : null
  })
  const agreed = endpoints.vote(words, toKey)
  const voices = agreed ? words.filter((one) => one && toKey(one) === toKey(agreed)).length : 0
  if (agreed && voices >= NEEDED) {
    if ('mistake' in agreed) throw new Error(agreed.mistake)
    return { ...agreed.answer, voices, alone: false, doubt: null }
  }
  const answers = words.flatMap((one) => (one && 'answer' in one ? [one.answer] : []))
  const of = endpoints.states().length
  if (answers.length < NEEDED)
    throw new Undecided(
      'busy',
      `only ${answers.length === 1 ? 'one' : 'none'} of ${of} nodes gives a price that can be believed`,
    )
  const price = pickDearest(isCoin(feed.base) ? 'coin' : 'currency', answers)
  const doubt = `the nodes do not agree (${answers.map((one) => formatRate(one.price)).join(', ')})`
  return { ...price, voices: 1, alone: false, doubt }
}

async function readWord(feed: Feed, tag: BlockTag, { rpc }: EvmEndpoint, block: BlockRef): Promise<Word> {
  try {
    return { answer: checked(feed, await readFeed(rpc, feed.address, tag), block) }
  } catch (error) {
    if (error instanceof NodeError || !(error instanceof Error)) throw error
    return { mistake: error.message }
  }
}

function toKey(word: Word): string {
  return 'answer' in word ? `${word.answer.price} ${word.answer.updatedAt}` : word.mistake
}

/** Throws unless the price is plausible and not dated after the block in which it was read. */
function checked({ minPrice, maxPrice, remedy }: Feed, answer: FeedAnswer, block: BlockRef): FeedAnswer {
  const { price, updatedAt } = answer
  if (price < minPrice || price > maxPrice) {
    const bounds = `${formatRate(minPrice)} and ${formatRate(maxPrice)} USD`
    throw new Error(`answers ${formatRate(price)}, which is not between ${bounds}: ${remedy}`)
  }
  if (updatedAt > block.time) {
    throw new Error(`is dated ${toIsoTime(updatedAt)}, after the newest block, which is of ${toIsoTime(block.time)}`)
  }
  return answer
}

/** Selectors of Chainlink's AggregatorV3Interface. */
export const LATEST_ROUND_DATA = '0xfeaf968c'
export const DESCRIPTION = '0x7284e416'

/** All feeds against USD have 8 decimals; others are against ETH. */
const USD_DECIMALS = 8
/** A millionth of a USD and a million USD, in 10^-8 USD: any price outside is a mistake. */
const MIN_PRICE = 100n
const MAX_PRICE = 100_000_000_000_000n
const MAX_SECONDS = 100_000_000_000n

const ROUND = /^0x(?:[0-9a-f]{64}){5}$/i

/** Reads a feed's newest round at a block. Throws NodeError if the node is at fault, any other error if the feed is. */
export async function readFeed(rpc: Rpc, address: string, at: BlockTag = 'latest'): Promise<FeedAnswer> {
  const decimals = await readDecimals(rpc, address, at)
  if (decimals === null) throw new Error('is no price feed: correct its address')
  if (decimals !== USD_DECIMALS)
    throw new Error(`has ${decimals} decimals, not ${USD_DECIMALS}: it is no feed against USD`)
  const round = await call(rpc, address, LATEST_ROUND_DATA, { at })
  if (round === null) throw new Error('refuses to answer: correct its address')
  return decodeRound(round)
}

/**
 * `roundId answer startedAt updatedAt answeredInRound`, a word each. Throws unless the round is complete and plausible.
 */
export function decodeRound(data: string): FeedAnswer {
  if (!ROUND.test(data)) throw new Error('answers with something that is no round of a price feed')
  const price = BigInt.asIntN(256, wordAt(data, 1))
  const updatedAt = wordAt(data, 3)
  if (updatedAt === 0n || updatedAt > MAX_SECONDS) throw new Error('has no complete round')
  if (price < MIN_PRICE || price > MAX_PRICE) throw new Error(`answers ${price}, which is no price`)
  return { price, updatedAt: Number(updatedAt) * 1_000 }
}

function wordAt(data: string, index: number): bigint {
  const start = 2 + 64 * index
  return BigInt(`0x${data.slice(start, start + 64)}`)
}

/** A string from a contract (ABI); null if it is not one. */
export function decodeText(data: string): string | null {
  if (!/^0x(?:[0-9a-f]{64}){2,8}$/i.test(data) || wordAt(data, 0) !== 32n) return null
  const length = wordAt(data, 1)
  const bytes = Buffer.from(data.slice(2 + 2 * 64), 'hex')
  return length <= BigInt(bytes.length) ? bytes.subarray(0, Number(length)).toString('utf8') : null
}
