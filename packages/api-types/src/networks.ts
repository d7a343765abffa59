/** How networks are, for those who run the shop; types only. */
import type { Cryptocurrency, NetworkName, PaymentMethod, Recognition } from './wire.ts'

/**
 * - `not_read`: it was never read
 * - `halted`: its nodes contradict what was final, so it stands still until an operator has looked
 * - `reading`: no node can be read
 * - `witnesses`: too few nodes answer to show what is final
 * - `clock`: the server's clock and the newest block are too far apart
 * - `finality`: nothing has become final for long
 * - `rereading`: final blocks cannot be reread
 * - `coins`: a coin is paused, or its contract is not what is configured
 * - `wallets`: a wallet of open payments cannot receive its coin
 * - `sending`: transactions of the checkout are not sent or not mined
 * - `held`: the database does not know transactions of a key, so refunds that it may have paid wait for the operator
 * - `lost_coins`: coins of deposits are gone that were not paid out
 * - `price_feeds`: a price feed is too old, or cannot be read
 */
export type NetworkProblemCode =
  | 'not_read'
  | 'halted'
  | 'reading'
  | 'witnesses'
  | 'clock'
  | 'finality'
  | 'rereading'
  | 'coins'
  | 'wallets'
  | 'sending'
  | 'held'
  | 'lost_coins'
  | 'price_feeds'

/** A network as the server sees it that answers. It names no nodes and no keys. */
export type NetworkStatus = {
  network: NetworkName
  /** The network's name for people. */
  networkTitle: string
  /** Whether it has no problems. */
  healthy: boolean
  /** The messages are for people and may change. The operator's log and `doctor` say more. */
  problems: { code: NetworkProblemCode; message: string }[]
  /** The last block that was read; null before the first one. */
  lastBlock: { number: number; time: string } | null
  /** The last final block; null before the first one. */
  finalBlock: number | null
  /** How far it is behind: seconds since the newest block that was seen, and blocks that are not read yet. */
  lag: { seconds: number; blocks: number; missedBlocks: number }
  /** A node answers if it has answered the last request. */
  nodes: { configured: number; answering: number }
  /** How many nodes must show what is final, and how many do. */
  witnesses: { required: number; seen: number }
  /** What payments are recognised by. */
  recognition: Recognition
  /** The reason is null for a coin that is offered. */
  coins: { cryptocurrency: Cryptocurrency; offered: boolean; reason: PaymentMethod['reason'] }[]
  /**
   * The accounts that pay for transactions of the checkout. The balance is in the chain's own coin, and null while it is
   * not known. It is low if a transaction waits for it, or if it is zero.
   */
  gasAccounts: { address: string; balance: string | null; low: boolean }[]
  /** The price is in USD, and null before the first reading. A stale feed prices nothing. */
  priceFeeds: { pair: string; price: string | null; updatedAt: string | null; stale: boolean }[]
}

/** The networks of this environment, in the order of its configuration. */
export type NetworkStatuses = { object: 'network_statuses'; networks: NetworkStatus[]; livemode: boolean }
