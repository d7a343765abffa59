import type { FeedAnswer } from '../prices.ts'
import type { Rpc } from '../rpc.ts'
import { type BlockTag, call } from './call.ts'
import { readDecimals } from './token.ts'

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
