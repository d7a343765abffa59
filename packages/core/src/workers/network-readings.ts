/** Readings of a network beside its blocks: coins, nodes, price feeds, claimable balances and keys. */
import { listFeeds, type Network } from '../chains/network.ts'
import type { ListClaimables } from '../chains/roles.ts'
import type { Context } from '../context/context.ts'
import { readGas } from '../networks/gas.ts'
import { checkCoins, describeError, type NetworkHealth } from '../networks/health.ts'
import { findWaitingWallets } from '../payments/find.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000
/** On a local network, developers change things by hand and wait for the effect. */
const LOCAL_EVERY_MS = 1_000
/** An issuer may stop a coin at any time. */
const COINS_EVERY_MS = 180_000

/** Ensures that a network's coins match the configuration and are not paused: others are not offered. */
export function createCheckCoinsJob(network: Network, health: NetworkHealth): MonitoredJob {
  return {
    name: `coins ${network.environment} ${network.name}`,
    everyMs: network.local ? LOCAL_EVERY_MS : COINS_EVERY_MS,
    async run() {
      const checks = await checkCoins(network)
      health.coinsChecked(network, checks)
      const trouble = checks.find((check) => check.trouble !== null)?.trouble
      if (trouble) throw new Error(`not offered: ${trouble}`)
      return { more: false }
    },
    describeError: describeError,
  }
}

/** Nodes are compared after this many polls: once a minute on Ethereum. */
const POLLS_BETWEEN = 10

/** Checks now and then whether the node in use has fallen behind the others. */
export function createCompareJob(network: Network, health: NetworkHealth): MonitoredJob {
  return {
    name: `compare the nodes of ${network.environment} ${network.name}`,
    everyMs: POLLS_BETWEEN * network.pollMs,
    async run() {
      await network.chain.nodes.compare()
      health.compared(network)
      return { more: false }
    },
    describeError: describeError,
  }
}

type RatesJob = MonitoredJob & {
  /** Resolves when each feed was tried once. */
  readonly firstPass: Promise<void>
}

/** Reads a network's price feeds. Logs their trouble once, and again when it changes. */
export function createRatesJob(ctx: Context, network: Network, log: (line: string) => void): RatesJob {
  const name = `rates ${network.environment} ${network.name}`
  const { promise: firstPass, resolve: passed } = Promise.withResolvers<void>()
  let lastLogged: string | null = null
  return {
    name,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    firstPass,
    async run() {
      await readFeeds(ctx, network)
      passed()
      const trouble = ctx.feeds.trouble(network)
      if (trouble !== lastLogged) log(`${name}: ${trouble ?? 'all feeds are fine again'}`)
      lastLogged = trouble
      return { more: false }
    },
    describeError,
  }
}

async function readFeeds(ctx: Context, network: Network): Promise<void> {
  const feeds = listFeeds(network)
  const { prices } = network.chain
  if (feeds.length === 0 || !prices) return
  try {
    const outcomes = await prices(feeds)
    for (const [index, feed] of feeds.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') ctx.feeds.read(feed, outcome.value)
      else ctx.feeds.failed(feed, outcome?.reason)
    }
  } catch (error) {
    for (const feed of feeds) ctx.feeds.failed(feed, error)
  }
}

/** The number of wallets that a pass examines; the others follow in the next passes. */
const WALLETS_A_PASS = 10

/** Reads what merchants can claim, apart from the reading of ledgers, because it pays nothing. */
export function createClaimablesJob(ctx: Context, network: Network, list: ListClaimables): MonitoredJob {
  let last = ''
  const on = { network: network.name, chain: network.chain.id }
  return {
    name: `claimable balances ${network.environment} ${network.name}`,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const waiting = await findWaitingWallets(ctx.db, on, network.environment === 'production')
      const wallets = [...new Set([...ctx.claimables.accounts(network), ...waiting])].sort()
      const due = [...wallets.filter((wallet) => wallet > last), ...wallets.filter((wallet) => wallet <= last)]
      for (const wallet of due.slice(0, WALLETS_A_PASS)) {
        last = wallet
        ctx.claimables.read(network, wallet, await list(wallet, ctx.now()))
      }
      return { more: false }
    },
    describeError: describeError,
  }
}

/** The last state of a key on the chain: its balance in wei, and how many transactions it has sent. */
type KeyOnChain = { readonly balance: bigint; readonly sent: number }

/** By network and address. */
export type KeyBalanceCache = Map<Network, ReadonlyMap<string, KeyOnChain>>

/** Reads the balances of a network's keys, and how many transactions they have sent. */
export function createGasJob(ctx: Pick<Context, 'elapsed'>, network: Network, board: KeyBalanceCache): MonitoredJob {
  return {
    name: `gas ${network.environment} ${network.name}`,
    everyMs: network.local ? LOCAL_EVERY_MS : EVERY_MS,
    async run() {
      const { transactor } = network.chain
      const keys = new Map<string, KeyOnChain>()
      for (const { address } of network.sending?.signers ?? []) {
        if (!transactor) continue
        const balance = await transactor.balance(address)
        keys.set(address, { balance, sent: await transactor.nonce(address, 'latest') })
      }
      board.set(network, keys)
      // The last known gas decides whether payers are offered to pay without gas.
      if (network.gasless) await readGas(ctx, network)
      return { more: false }
    },
    describeError: describeError,
  }
}
