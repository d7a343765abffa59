/** The state of networks, for merchants: without what only the operator may see of nodes and keys. */
import type { NetworkProblemCode, NetworkStatus } from '@crypto-checkout/api-types'
import { getNativeSymbol, getRecognition, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import type { NetworkHealth } from '../networks/health.ts'
import { findObstacle } from '../payments/methods/view.ts'
import type { KeyBalanceCache } from '../workers/network-readings.ts'
import { listNetworkStates, type NetworkState } from './network-states.ts'

/** The texts of health name nodes, so merchants get these. */
const messages: Readonly<Record<NetworkProblemCode, string>> = {
  not_read: 'The network was not read yet: no payment can be made.',
  halted: 'Its nodes contradict what was final: it stands still until the operator has looked.',
  reading: 'Its nodes cannot be read: new transfers are not seen.',
  witnesses: 'Too few nodes answer to show what is final: payments stay in processing.',
  clock: "The newest block and the server's clock are too far apart: transfers may not find their payments.",
  finality: 'Nothing has become final for long: payments stay in processing.',
  rereading: 'Final blocks cannot be read again: payments stay in processing.',
  coins: 'A coin is paused, or its contract is not what is configured: it is not offered.',
  wallets: 'A wallet of open payments cannot receive its coin: they should not be paid now.',
  sending: 'Transactions of the checkout are not sent, or not mined.',
  held: 'After an older backup, keys or wallets may have paid refunds that the database does not know: such refunds wait for the operator, and such keys send nothing.',
  lost_coins: 'Coins of payments are gone from their addresses and were not paid out.',
  price_feeds: 'A price feed is too old or cannot be read.',
}

/** Describes the networks of an environment. */
export function createNetworkDescriber(health: NetworkHealth, balances: KeyBalanceCache): Context['describeNetworks'] {
  return async (ctx, livemode) => {
    const environment = toEnvironment(livemode)
    const networks = ctx.networks.filter((network) => network.environment === environment)
    const states = await listNetworkStates({ ...ctx, networks }, health)
    return networks.flatMap((network, index) => {
      const state = states[index]
      return state ? [describeNetwork(ctx, network, state, balances)] : []
    })
  }
}

function describeNetwork(
  ctx: Context,
  network: Network,
  state: NetworkState,
  balances: KeyBalanceCache,
): NetworkStatus {
  const codes = listProblems(ctx, network, state)
  return {
    network: network.name,
    networkTitle: network.look.title,
    healthy: codes.length === 0,
    problems: codes.map((code) => ({ code, message: messages[code] })),
    lastBlock: state.read === null || state.readTime === null ? null : { number: state.read, time: state.readTime },
    finalBlock: state.final,
    lag: { seconds: state.unreadSeconds, blocks: state.lag.blocks, missedBlocks: state.lag.missed },
    nodes: { configured: state.nodes.length, answering: state.nodes.filter(({ error }) => error === null).length },
    witnesses: { required: state.witnesses.needed, seen: state.witnesses.present },
    recognition: getRecognition(network),
    coins: network.tokens.map(({ coin }) => {
      const reason = findObstacle(ctx, network.environment, { cryptocurrency: coin, network: network.name })
      return { cryptocurrency: coin, offered: reason === null, reason }
    }),
    gasAccounts: (state.sending ?? []).map(({ address, troubles }) => {
      const balance = balances.get(network)?.get(address)?.balance ?? null
      const low = balance === 0n || troubles.some(({ kind }) => kind === 'unfunded')
      return { address, balance: balance === null ? null : formatWei(balance), currency: getNativeSymbol(network), low }
    }),
    priceFeeds: listFeedStates(ctx, network).map(({ pair, price, updatedAt, stale }) => ({
      pair,
      price,
      updatedAt,
      stale,
    })),
  }
}

function listProblems(ctx: Context, network: Network, { read, troubles }: NetworkState): NetworkProblemCode[] {
  const isFeedStale = listFeedStates(ctx, network).some(({ stale, trouble }) => stale || trouble !== null)
  return [
    ...(read === null ? (['not_read'] as const) : []),
    ...troubles,
    ...(isFeedStale ? (['price_feeds'] as const) : []),
  ]
}

function listFeedStates(ctx: Context, { environment, name }: Network) {
  return ctx.feeds.states().filter((feed) => feed.environment === environment && feed.network === name)
}

const WEI_DECIMALS = 18

/** Wei as coins, without zeros at the end. */
function formatWei(wei: bigint): string {
  const digits = wei.toString().padStart(WEI_DECIMALS + 1, '0')
  const [whole, rest] = [digits.slice(0, -WEI_DECIMALS), digits.slice(-WEI_DECIMALS).replace(/0+$/, '')]
  return rest === '' ? whole : `${whole}.${rest}`
}
