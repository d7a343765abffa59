import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { formerNames } from '../../domain/catalog/feeds.ts'
import { formatRate, isStale } from '../../domain/rate.ts'
import { describeReason, type Finding, formatAge } from '../inspect-sending.ts'
import { getToken, listFeeds, listWatchedTokenAddresses, type Network } from '../network.ts'
import { NodeError } from '../node-error.ts'
import type { Feed } from '../roles.ts'
import type { Rpc } from '../rpc.ts'
import { call } from './call.ts'
import { decodeBlock } from './decode.ts'
import { findTokenTrouble } from './erc20.ts'
import { inspectConversion } from './inspect-conversion.ts'
import { inspectPeg } from './inspect-peg.ts'
import { inspectRanges } from './inspect-ranges.ts'
import { DESCRIPTION, decodeText, readFeed } from './prices.ts'

/**
 * Checks what a network needs of a node: chain id, head, finality, ranges of logs, the tokens' code and decimals, the
 * feeds' age, and the contracts that convert.
 */
export async function inspectNode(network: Network, rpc: Rpc, now: number): Promise<Finding[]> {
  const reached = await inspectChainId(network, rpc)
  if (!reached.ok) return [reached]
  const tokens = network.tokens.map((token) => inspectToken(network, token.coin, rpc))
  const feeds = listFeeds(network).map((feed) => inspectFeed(feed, rpc, now))
  const ranges = inspectRanges(rpc, listWatchedTokenAddresses(network), network.finality)
  const others = [inspectHead(rpc, now), inspectFinality(network, rpc), ranges, ...tokens, ...feeds]
  const conversion = [inspectConversion(network, rpc), inspectPeg(network, rpc)]
  return [reached, ...(await Promise.all(others)), ...(await Promise.all(conversion)).flat()]
}

async function inspectChainId(network: Network, rpc: Rpc): Promise<Finding> {
  const expected = network.chain.id.split(':')[1]
  try {
    const chainId = String(Number(await rpc('eth_chainId', [])))
    if (chainId === expected) return { ok: true, text: `serves chain ${chainId}` }
    return { ok: false, text: `serves chain ${chainId} instead of ${expected}: correct rpcUrls or chainId` }
  } catch (error) {
    return { ok: false, text: `cannot be reached (${describeReason(error)}): check the URL and that the node runs` }
  }
}

async function inspectHead(rpc: Rpc, now: number): Promise<Finding> {
  try {
    const head = await blockAt(rpc, 'latest')
    if (!head) return { ok: false, text: 'has no newest block' }
    const said = `newest block ${head.number}, ${formatAge(now - head.time)} old`
    if (Math.abs(now - head.time) <= CLOCK_TOLERANCE_MS) return { ok: true, text: said }
    return { ok: false, text: `${said}: the node or the chain stands still, or this machine's clock is wrong` }
  } catch (error) {
    return { ok: false, text: `does not tell its newest block: ${describeReason(error)}` }
  }
}

async function inspectFinality(network: Network, rpc: Rpc): Promise<Finding> {
  const { finality: tag } = network
  if (typeof tag !== 'string') return { ok: true, text: `final after ${tag.confirmations} confirmations` }
  try {
    const [head, block] = await Promise.all([blockAt(rpc, 'latest'), blockAt(rpc, tag)])
    if (!block) return { ok: false, text: `has no ${tag} block yet: payments stay in processing until it has` }
    const lateness = (head?.time ?? block.time) - block.time
    const said = `${tag} block ${block.number}, ${formatAge(lateness)} behind the newest`
    if (lateness <= network.finalityStallMs) return { ok: true, text: said }
    return { ok: false, text: `${said}: finality stands still, payments stay in processing until it goes on` }
  } catch (error) {
    if (!(error instanceof NodeError && error.kind === 'refused')) return { ok: false, text: describeReason(error) }
    return {
      ok: false,
      text: `does not know the ${tag} tag (${error.message}): set "finality": {"confirmations": n}`,
    }
  }
}

async function blockAt(rpc: Rpc, tag: string) {
  return decodeBlock(await rpc('eth_getBlockByNumber', [tag, false]))
}

async function inspectToken(network: Network, coin: string, rpc: Rpc): Promise<Finding> {
  const token = getToken(network, coin)
  if (!token) return { ok: false, text: `${coin} is not configured` }
  try {
    const trouble = await findTokenTrouble(rpc, token)
    if (trouble !== null) return { ok: false, text: trouble }
    return { ok: true, text: `${coin} at ${token.address} has ${token.decimals} decimals` }
  } catch (error) {
    return { ok: false, text: `${coin} at ${token.address} could not be read: ${describeReason(error)}` }
  }
}

async function inspectFeed(feed: Feed, rpc: Rpc, now: number): Promise<Finding> {
  const pair = `${feed.base}/USD`
  const where = `feed ${pair} at ${feed.address}`
  try {
    const { price, updatedAt } = await readFeed(rpc, feed.address)
    const called = await readDescription(feed, rpc)
    if (called !== null && !isNamed(called, feed.base)) {
      return { ok: false, text: `${where} calls itself ${called}: correct its address` }
    }
    const said = `${where}: ${formatRate(price)}, updated ${formatAge(now - updatedAt)} ago`
    if (!isStale({ updatedAt, readAt: now }, feed, now)) return { ok: true, text: said }
    return { ok: false, text: `${said}, longer than its heartbeat allows: correct heartbeatSeconds or its address` }
  } catch (error) {
    return { ok: false, text: `${where} could not be read: ${describeReason(error)}` }
  }
}

function isNamed(description: string, base: string): boolean {
  const [name = '', ...against] = description.replaceAll(' ', '').toUpperCase().split('/')
  return against.join('/') === 'USD' && (name === base || name === formerNames[base])
}

/** Null when the contract has no description. */
async function readDescription(feed: Feed, rpc: Rpc): Promise<string | null> {
  const answer = await call(rpc, feed.address, DESCRIPTION)
  return answer === null ? null : decodeText(answer)
}
