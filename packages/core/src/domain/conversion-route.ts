/** The way of received money to the coin and network that its merchant wants to settle in. */

import { listKeys } from '@crypto-checkout/api-types'
import type { Coin } from './catalog/coins.ts'

/** A configured network, as far as its routes depend on it. */
export type RouteNetwork = {
  readonly name: string
  readonly chain: { readonly id: string }
  readonly tokens: readonly { readonly coin: Coin }[]
  /** Null if payments go straight to the wallet. */
  readonly deposits: object | null
  readonly sending: { readonly gas: object | null } | null
  /** Circle's contracts; null if none are known. */
  readonly cctp: object | null
  /** True if the operator has switched on conversions of money that arrives here. */
  readonly conversion: boolean
}

export type SettlementTarget = {
  readonly settlementCurrency: Coin
  /** Null: no network was chosen. */
  readonly settlementNetwork: string | null
}

/** Received money. Null as `network`: it is no longer configured. */
type Received = {
  readonly network: RouteNetwork | null
  readonly cryptocurrency: Coin
  /** It went straight to the wallet. */
  readonly isDirect: boolean
  /** The merchant has proven the wallet that would get it on the chosen network. */
  readonly isProven: boolean
  /** It is at a payment's own address, which can pay nothing but the wallet here: that was decided with the payment. */
  readonly isBound: boolean
}

/** Money to be converted. `to`: the chosen network; null if it is not configured. */
type Leg = Received & { readonly to: RouteNetwork | null; readonly target: SettlementTarget }

type Rule = {
  /** For people: "kept, because …". */
  readonly text: string
  readonly applies: (leg: Leg) => boolean
}

/** The only coin that Circle moves. */
const CIRCLE_COIN: Coin = 'USDC'

/**
 * The reasons to pay money out as it is. The first one that applies is named: what nobody can change before what the
 * operator can change, then the merchant's part, and last what applies to no later payment.
 */
const rules = {
  no_network: {
    text: 'no network is chosen to settle on, so everything is paid out as it is',
    applies: ({ target }) => target.settlementNetwork === null,
  },
  same_network: {
    text: 'it is the chosen coin, and on the chosen network already',
    applies: ({ network, cryptocurrency, target }) =>
      network?.name === target.settlementNetwork && cryptocurrency === target.settlementCurrency,
  },
  unknown_network: {
    text: 'this server no longer has one of both networks',
    applies: ({ network, to }) => network === null || to === null,
  },
  other_coin: {
    text: 'only USDC has a route, and only to USDC',
    applies: ({ cryptocurrency, target }) =>
      cryptocurrency !== CIRCLE_COIN || target.settlementCurrency !== CIRCLE_COIN,
  },
  no_coin: {
    text: 'the chosen network does not have the chosen coin on this server',
    applies: ({ to, target }) => !to?.tokens.some(({ coin }) => coin === target.settlementCurrency),
  },
  not_evm: {
    text: 'only EVM networks have a route',
    applies: (leg) => !both(leg, ({ chain }) => chain.id.startsWith('eip155:')),
  },
  no_cctp: {
    text: "Circle's contracts are not known on one of both networks",
    applies: (leg) => !both(leg, ({ cctp }) => cctp !== null),
  },
  off: {
    text: 'this server does not convert what arrives on this network',
    applies: ({ network }) => !network?.conversion,
  },
  direct: {
    text: 'payments on this network go straight to the wallet',
    applies: ({ isDirect }) => isDirect,
  },
  no_gas_key: {
    text: 'this server has no key that pays for gas on one of both networks',
    applies: (leg) => !both(leg, ({ sending }) => sending !== null && sending.gas !== null),
  },
  wallet_unproven: {
    text: 'the wallet that would get it is not proven on the chosen network',
    applies: ({ isProven }) => !isProven,
  },
  made_before: {
    text: 'its payment was made before this route was open',
    applies: ({ isBound }) => isBound,
  },
} as const satisfies Readonly<Record<string, Rule>>

export type KeptReason = keyof typeof rules

const reasons = listKeys(rules)

/** Each reason in words. */
export const keptReasons = Object.fromEntries(reasons.map((reason) => [reason, rules[reason].text])) as Readonly<
  Record<KeptReason, string>
>

/** `cctp`: USDC between EVM networks, by Circle's contracts. */
export type ConversionRoute =
  | { readonly outcome: 'converted'; readonly by: 'cctp'; readonly reason: null }
  | { readonly outcome: 'kept'; readonly by: null; readonly reason: KeptReason }

function both({ network, to }: Leg, holds: (network: RouteNetwork) => boolean): boolean {
  return network !== null && to !== null && holds(network) && holds(to)
}

/** Finds the route of received money. `networks`: those configured in its environment. */
export function findRoute(
  networks: readonly RouteNetwork[],
  target: SettlementTarget,
  received: Received,
): ConversionRoute {
  const to = networks.find(({ name }) => name === target.settlementNetwork) ?? null
  const reason = reasons.find((name) => rules[name].applies({ ...received, to, target }))
  return reason ? { outcome: 'kept', by: null, reason } : { outcome: 'converted', by: 'cctp', reason: null }
}

export type SettlementRoute = { readonly network: string; readonly cryptocurrency: Coin } & ConversionRoute

/**
 * The routes of new payments: one for each coin of each network of an environment. `provenFrom`: the networks whose
 * money would go to a proven wallet.
 */
export function listRoutes(
  networks: readonly RouteNetwork[],
  target: SettlementTarget,
  provenFrom: ReadonlySet<string>,
): SettlementRoute[] {
  return networks.flatMap((network) =>
    network.tokens.map(({ coin: cryptocurrency }) => {
      const isProven = provenFrom.has(network.name)
      const received = { network, cryptocurrency, isDirect: network.deposits === null, isProven, isBound: false }
      return { network: network.name, cryptocurrency, ...findRoute(networks, target, received) }
    }),
  )
}
