import { isCoin } from '../../domain/catalog/coins.ts'
import { formatRate } from '../../domain/price.ts'
import { pickDearest } from '../../domain/rate.ts'
import { toIsoTime } from '../../domain/time.ts'
import type { BlockRef } from '../chain.ts'
import { Undecided } from '../endpoints.ts'
import type { Feed } from '../network.ts'
import { NodeError } from '../node-error.ts'
import type { AgreedPrice, FeedAnswer } from '../prices.ts'
import type { BlockTag } from './call.ts'
import { encodeQuantity } from './decode.ts'
import type { EvmEndpoint, EvmEndpoints } from './endpoints.ts'
import { readFeed } from './feed.ts'

/** A node has no vote about prices if the time of its block differs by more than this from the others'. */
const MAX_APART_MS = 300_000
/** If there are several nodes, this many must agree. */
const NEEDED = 2

/** One node's answer about a feed: its newest round, or why that is no price. */
type Word = { readonly answer: FeedAnswer } | { readonly mistake: string }

/** The block at which all nodes are asked, and each node's own block there. */
type Place = { readonly tag: BlockTag; readonly blocks: ReadonlyMap<EvmEndpoint, BlockRef> }

/**
 * Reads price feeds at one block. Of several nodes most must agree. If they are divided, the reading that costs the
 * payer more counts. Throws NodeError when fewer than two of several nodes can be asked.
 */
export async function readPrices(
  endpoints: EvmEndpoints,
  feeds: readonly Feed[],
): Promise<PromiseSettledResult<AgreedPrice>[]> {
  if (endpoints.states().length === 1) return readAlone(endpoints, feeds)
  const place = await findPlace(endpoints)
  return Promise.allSettled(feeds.map((feed) => readAgreed(endpoints, feed, place)))
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
async function findPlace(endpoints: EvmEndpoints): Promise<Place> {
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

async function readAgreed(endpoints: EvmEndpoints, feed: Feed, { tag, blocks }: Place): Promise<AgreedPrice> {
  const words = await endpoints.all(async (endpoint) => {
    const block = blocks.get(endpoint)
    return block ? wordOf(feed, tag, endpoint, block) : null
  })
  const agreed = endpoints.vote(words, keyOf)
  const voices = agreed ? words.filter((one) => one && keyOf(one) === keyOf(agreed)).length : 0
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

async function wordOf(feed: Feed, tag: BlockTag, { rpc }: EvmEndpoint, block: BlockRef): Promise<Word> {
  try {
    return { answer: checked(feed, await readFeed(rpc, feed.address, tag), block) }
  } catch (error) {
    if (error instanceof NodeError || !(error instanceof Error)) throw error
    return { mistake: error.message }
  }
}

function keyOf(word: Word): string {
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
