/**
 * For how long blocks are unread if the only node of a network refuses a part of its requests, as providers do that
 * throttle. Nobody learns of a payment in an unread block.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createCheckout } from '@crypto-checkout/core'
import { ScriptedNode, serveNode } from '@crypto-checkout/core/testing'
import { benchOptions, CHAIN_ID, NETWORK, NETWORK_MS, TOKEN } from './setup.ts'

/** Shares of the requests that are refused. */
const PERCENT: readonly number[] = [0, 3, 10, 25, 50]
/** Servers of each share, all at once. */
const SERVERS = 4
/** Polygon's polling interval. */
const POLL_MS = 2_000
const SECONDS = Number(process.env.BENCH_SECONDS ?? 300)
const LOOK_EVERY_MS = 100

export async function benchThrottled(): Promise<void> {
  const rows = await Promise.all(
    PERCENT.map(async (percent) => {
      const ages = (await Promise.all(Array.from({ length: SERVERS }, () => watchThrottled(percent)))).flat()
      const mean = ages.reduce((sum, age) => sum + age, 0) / ages.length
      return `| ${percent} % | ${mean.toFixed(1)} | ${Math.max(...ages).toFixed(0)} |`
    }),
  )
  console.log(`\n| refused, ${SERVERS} servers for ${SECONDS} s | unread on average, s | at worst |\n|---|---|---|`)
  console.log(rows.join('\n'))
}

/** The age of the oldest block that was not read, in seconds, from look to look. */
async function watchThrottled(percent: number): Promise<number[]> {
  const node = new ScriptedNode({ chainId: CHAIN_ID, startTime: Date.now(), finalizedDepth: 2 })
  node.decimals.set(TOKEN, 6)
  const served = await serveNode({
    rpc: async (method, params) => {
      if (Math.random() * 100 < percent) throw new Error('too many requests')
      return node.rpc(method, params)
    },
  })
  const checkout = createCheckout({ ...benchOptions(':memory:', served.url, POLL_MS), log: () => {} })
  void checkout.start()
  const minedAt: number[] = []
  const ages: number[] = []
  const until = performance.now() + SECONDS * 1_000
  for (let now = performance.now(); now < until; now = performance.now()) {
    if (now >= (minedAt[node.head.number] ?? 0) + NETWORK_MS) {
      node.mine(Date.now())
      minedAt[node.head.number] = now
    }
    const { networks } = await checkout.networkStatus.retrieve()
    const oldest = minedAt[(networks.find(({ network }) => network === NETWORK)?.lastBlock?.number ?? 0) + 1]
    ages.push(oldest === undefined ? 0 : (now - oldest) / 1_000)
    await sleep(LOOK_EVERY_MS)
  }
  await checkout.stop()
  served.close()
  return ages
}
