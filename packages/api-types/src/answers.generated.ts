/** Made by `npm run reference` from the schemas and routes of the core. Change those, and run it again. */

import type { AuditObject, AuditOperation } from './audit.ts'
import type { EventType, Role, Scope } from './lists.ts'

export const paymentStatuses = ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentExceptions = ['underpaid', 'overpaid', 'late', 'multiple', 'manual', 'overrefunded'] as const
/** Exceptional facts about a payment, besides its status. */
export type PaymentException = (typeof paymentExceptions)[number]

export const cryptocurrencies = ['USDC', 'USDT', 'DAI'] as const
export type Cryptocurrency = (typeof cryptocurrencies)[number]

export type MemoType = 'text'

/** The state of a payment link. Only an active one makes payments. */
export type PaymentLinkStatus = 'active' | 'inactive' | 'expired' | 'exhausted'

/**
 * The part of a transfer that identifies a payment among the others to its wallet: an amount of its own, a memo, or an
 * address of its own.
 */
export type Recognition = 'amount' | 'memo' | 'address'

export type RefundStatus = 'pending' | 'submitted' | 'completed' | 'failed' | 'cancelled'

export type SettlementStatus = 'pending' | 'completed' | 'failed'

export type ApiKeyStatus = 'active' | 'expired' | 'revoked'

/** The wallets to which a key may have payments paid: any, or those of the settings, which it then cannot change. */
export type KeyWallets = 'any' | 'settings'

export type DeliveryState = 'pending' | 'delivered' | 'failed'

/** `none`: the last attempt was not answered. */
export type DeliveryStatusClass = '2xx' | '3xx' | '4xx' | '5xx' | 'none'

/** The methods of the API. */
export type RequestMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

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

export type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'api_error'

/** A built-in network, or the name that the operator gave another EVM network. */
export type NetworkName = 'stellar' | 'ethereum' | 'polygon' | (string & Record<never, never>)

/** The parts of a payment that anyone with its id may see: `GET {pay_url}/<id>/status`. */
export type PublicPayment = {
  /** Id of the payment, pay_... */
  id: string
  /**
   * `created`: nothing has arrived. `partially_paid`: a part has arrived. `processing`: the full amount is on the
   * chain, and not final. `completed`: the full amount is final, so deliver. `expired`: the deadline has passed.
   * `cancelled`: you stopped it.
   */
  status: PaymentStatus
  /** The price, in `currency` with its decimals, two at least. */
  amount: number
  /** ISO 4217 code of the currency of the price, such as EUR. */
  currency: string
  /** The amount to pay, exact to the last digit. In whole coins, as a decimal string with six fractional digits. */
  cryptoAmount: string
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The address to pay to: your wallet, or an address of this payment alone. */
  address: string
  /** The memo to send with it (Stellar). Null on other networks. */
  memo: string | null
  /** The kind of memo. Null without a memo. */
  memoType: MemoType | null
  /** A link for wallets: ERC-681 or SEP-7. */
  paymentUri: string
  /** The amount that was received. In whole coins, as a decimal string with six fractional digits. */
  amountReceived: string
  /**
   * The amount that is still missing, exact to the last digit. Zero when enough was received. In whole coins, as a
   * decimal string with six fractional digits.
   */
  amountDue: string
  /** The deadline, until which the payment can be paid. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /**
   * Exceptional facts besides the status. `underpaid`: less than the amount came. `overpaid`: more than the amount
   * came. `late`: money came after the end. `multiple`: money came in several transfers or methods; at an address of
   * its own, only if it is too much. `manual`: you accepted it as enough. `overrefunded`: more went back than is final.
   */
  exceptions: PaymentException[]
  /** The newest transfers, at most 20. Those below the least amount are included only if there is room. */
  transactions: PaymentTransaction[]
  /** The number of transfers. `GET /transfers?payment=` lists them all. */
  transactionCount: number
  /**
   * Progress of the newest transfer towards finality. Whatever it says, only the status `completed` is final. Null
   * while there is no transfer.
   */
  confirmations: Confirmations | null
  /** Money on Stellar that waits for you to claim it. It counts for nothing. */
  claimable: ClaimableBalance[]
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The subject of the payment, on one line. Null if you gave none. */
  description: string | null
  /** Your order number. Null if you gave none. */
  reference: string | null
  /** The things that are bought. Their sum is the amount, unless there are none. */
  lineItems: LineItem[]
  /** The network's name for people. */
  networkTitle: string
  /** The colour of the network, in CSS, such as #627eea. */
  networkColour: string
  /** The network as exchanges name it in their forms. */
  exchangeNetwork: string
  /** The ways to pay, in the merchant's order. The payer chooses: `POST {pay_url}/<id>/method`. */
  methods: (PaymentMethod & {
    /** The network's name for people. */
    networkTitle: string
  })[]
  /** The part of a transfer that identifies the payment. */
  recognition: Recognition
  /** The time by the server's clock. ISO 8601, in UTC with milliseconds. */
  serverTime: string
  /** Misdirected money that was probably meant for this payment: at most three transfers. They pay nothing. */
  misdirected: MisdirectedTransfer[]
  /** Transactions that were named for this payment and are not in `transactions`: at most three, the newest first. */
  reported: ReportedTransaction[]
  /** A transfer that names no payment, if this is the only open one that it fits. It pays nothing. */
  unnamed: UnnamedTransfer | null
  /** The merchant's name. */
  merchantName: string
  /** Address of the merchant's logo: a PNG, WebP or JPEG. Null if there is none. */
  merchantLogo: string | null
  /** E-mail address for payers who need help. Null if there is none. */
  supportEmail: string | null
  /** Address of a page for payers who need help. Null if there is none. */
  supportUrl: string | null
  /** Address of the page to which the payer goes. Null until the payment is completed. */
  redirectUrl: string | null
  /** Address of the page to which a payer goes who does not pay. Null once the full amount is on the chain. */
  cancelUrl: string | null
  /** Address of the page of the payment that replaced this one. Null if none did. */
  supersededByUrl: string | null
  /** True if payers may name a transaction by hand, and prove that they sent it. */
  claims: 'on' | 'off'
  /** True if the payer may give an address for the receipt: `POST {pay_url}/<id>/email`. */
  asksForEmail: boolean
  /** False while the network has not been read for 15 minutes. */
  networkHealthy: boolean
  /**
   * True while nothing becomes final: fewer than `witnesses` nodes have answered for 15 seconds, or the network stalls.
   * Payments then stay open or in processing, and `confirmations.expectedAt` is null.
   */
  confirmationsDelayed: boolean
}

/** A transfer as a payment shows it. */
export type PaymentTransaction = {
  /** Hash of the transaction. */
  hash: string
  /** Address of the account that sent the coins. */
  from: string
  /** The amount that it moved. In whole coins, as a decimal string with six fractional digits. */
  amount: string
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** `seen`: it is on the chain. `final`: it cannot be undone. `orphaned`: a reorganisation took it off the chain. */
  status: 'seen' | 'final' | 'orphaned'
  /** Number of its block, or of its ledger on Stellar. */
  block: number
  /** The time when the checkout saw it first. ISO 8601, in UTC with milliseconds. */
  seenAt: string
  /** The time when it became final. Null until then. ISO 8601, in UTC with milliseconds. */
  finalAt: string | null
  /** The transaction in a block explorer. Null if none is known. */
  explorerUrl: string | null
}

/** A way to pay: a coin on a network. */
export type PaymentMethod = {
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /**
   * `chosen`: the payment's own fields show it. `open`: its terms were made, so money that comes by it belongs to the
   * payment. `offered`: the payer may choose it, and its terms are made then. `unavailable`: it cannot be chosen now,
   * and `reason` says why.
   */
  state: 'chosen' | 'open' | 'offered' | 'unavailable'
  /**
   * The reason why it is unavailable. `not_configured`: the checkout is not configured for it. `network_not_read`: its
   * network was never read, or not for 15 minutes. `coin_not_offered`: the coin cannot be received at present.
   * `wallet_cannot_receive`: the wallet cannot receive the coin. On the payer's page the chosen one has a reason too,
   * while nobody should pay by it. Null without a reason.
   */
  reason: 'not_configured' | 'network_not_read' | 'coin_not_offered' | 'wallet_cannot_receive' | null
  /**
   * The part of a transfer that identifies the payment: an amount, a memo or an address of its own. Until the terms are
   * made it is what would identify it. Null if its network is not configured.
   */
  recognition: Recognition | null
  /** The price of one coin in the payment's `currency`, as a decimal string. Null until it is chosen. */
  rate: string | null
  /**
   * The amount to pay in this method, exact to the last digit. Null until it is chosen for the first time. In whole
   * coins, as a decimal string with six fractional digits.
   */
  cryptoAmount: string | null
  /** The address to pay to. Null until it is chosen. */
  address: string | null
  /** The memo to send with it (Stellar). Null on other networks, and until it is chosen. */
  memo: string | null
  /** The kind of memo. Null without a memo. */
  memoType: MemoType | null
  /** A link for wallets: ERC-681 or SEP-7. Null until it is chosen. */
  paymentUri: string | null
  /**
   * The amount that came by this method. Null until it is chosen. In whole coins, as a decimal string with six
   * fractional digits.
   */
  amountReceived: string | null
  /**
   * The amount that is still missing by this method. Zero once the payment has enough by any method. Null until it is
   * chosen. In whole coins, as a decimal string with six fractional digits.
   */
  amountDue: string | null
}

/** A way to pay that the checkout is configured for, whatever a payment offers. */
export type ConfiguredMethod = {
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /**
   * The reason why it is unavailable. `not_configured`: the checkout is not configured for it. `network_not_read`: its
   * network was never read, or not for 15 minutes. `coin_not_offered`: the coin cannot be received at present.
   * `wallet_cannot_receive`: the wallet cannot receive the coin. On the payer's page the chosen one has a reason too,
   * while nobody should pay by it. Null without a reason.
   */
  reason: 'not_configured' | 'network_not_read' | 'coin_not_offered' | 'wallet_cannot_receive' | null
  /**
   * The part of a transfer that identifies the payment: an amount, a memo or an address of its own. Until the terms are
   * made it is what would identify it. Null if its network is not configured.
   */
  recognition: Recognition | null
  /** The network's name for people. */
  networkTitle: string
  /** True if new payments can ask for it. `reason` says why not. */
  state: 'offered' | 'unavailable'
  /** Address of the wallet of the settings on this network. Null if there is none. */
  merchantWallet: string | null
}

/** A line of an order: so many things at a price each. */
export type LineItem = {
  /** The thing that is bought. */
  name: string
  /** The number of these things. */
  quantity: number
  /** The price of one (negative for a discount), in the payment's `currency` with its decimals, two at least. */
  unitAmount: number
  /** Address of a picture of it. Null if you gave none. */
  imageUrl: string | null
}

/**
 * Money on Stellar with the payment's memo that waits for the merchant to claim it. It does not count as received. Once
 * claimed, it is an unattributed transfer from `id`.
 */
export type ClaimableBalance = {
  /** Id of the balance, B...: the sender of the transfer that claims it. */
  id: string
  /** The amount that can be claimed. In whole coins, as a decimal string with six fractional digits. */
  amount: string
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /** Hash of the transaction that made it. */
  hash: string
  /** The transaction in a block explorer. Null if none is known. */
  explorerUrl: string | null
}

/** A refund waits for an address from the payer. */
export type CollectAction = {
  /** The payer has to enter an address. */
  type: 'collect_destination'
  /**
   * Address of the page on which the payer enters an address. Its holder decides, once. It is shown when the refund is
   * created. Null from then on.
   */
  url: string | null
}

/** A refund waits for the signature of the merchant's wallet. */
export type SignAction = {
  /** Your wallet has to sign the transfer. */
  type: 'sign'
  /** Address of a page on which a wallet in the browser signs it. It also shows what to send by hand. */
  url: string
  /** A link or code for wallets: ERC-681 or SEP-7. */
  uri: string
  /** Input of `eth_sendTransaction`, with the chain's number. Null on Stellar. */
  call: {
    /** Number of the chain (EIP-155). */
    chainId: number
    /** Address of your wallet. */
    from: string
    /** Address of the coin's contract. */
    to: string
    /** The call, in hexadecimal digits with 0x. */
    data: string
    /** Always zero: it sends none of the chain's own coin. */
    value: '0x0'
  } | null
}

/** The transfer that pays a refund. */
export type RefundTransaction = {
  /** Hash of the transaction. */
  hash: string
  /** Address of the account that sent it. */
  from: string
  /** `seen`: it is on the chain. `final`: it cannot be undone. */
  status: 'seen' | 'final'
  /** Number of its block, or of its ledger on Stellar. */
  block: number
  /** The transaction in a block explorer. Null if none is known. */
  explorerUrl: string | null
}

/** An attempt to deliver an event: the request, without signatures, and the answer. */
export type DeliveryAttempt = {
  /** Number of the attempt, from 1. */
  number: number
  /** The time when it was sent. ISO 8601, in UTC with milliseconds. */
  startedAt: string
  /** The time until the answer, in milliseconds. */
  latencyMs: number
  /** The headers that were sent, without signatures. */
  requestHeaders: Record<string, string>
  /** The HTTP status of the answer. Null: there was none. */
  responseStatus: number | null
  /** The first kilobyte of the answer, as text. Null: there was none. */
  responseBody: string | null
  /** The reason why there was no answer. Null if there was one. */
  failure: string | null
}

/** Entries of the ledger for a fact that has no other event. `GET /ledger` lists them. */
export type Booking = {
  /** Id of this event, which books the entries. */
  id: string
  /** The kind of object. */
  object: 'booking'
  /** The kind of each entry, in their order. */
  kinds: (
    | 'received'
    | 'assigned'
    | 'refunded'
    | 'swept'
    | 'network_fee'
    | 'relayed'
    | 'reversed'
    | 'converted'
    | 'released'
  )[]
}

/** An entry of the ledger: a fact about money, and what it changed on one account. */
export type LedgerEntry = {
  /** Id of the entry: the number of the event that books it, and its place there. */
  id: string
  /** The kind of object. */
  object: 'ledger_entry'
  /**
   * `received`: a transfer to one of your wallets is final, whatever it pays. `assigned`: a transfer pays another
   * payment than before. `refunded`: money went back. `swept`: money went from a payment's own address to your wallet.
   * `network_fee`: a transaction's fee, in the chain's own coin. `relayed`: the fee of a transfer that was sent for its
   * payer. `reversed`: a reorganisation took back what was final. `converted`: a conversion moved money to your wallet
   * on another network. `released`: money went to your wallet from a converter's account, without a conversion.
   */
  kind:
    | 'received'
    | 'assigned'
    | 'refunded'
    | 'swept'
    | 'network_fee'
    | 'relayed'
    | 'reversed'
    | 'converted'
    | 'released'
  /** Id of the payment. Null if it is of none. */
  payment: string | null
  /** Id of the refund. Null if it is of none. */
  refund: string | null
  /** Id of the settlement that moved it. Null if none did. */
  settlement: string | null
  /** Id of the transfer. Null if it is of none. */
  transfer: string | null
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
  cryptocurrency: string | null
  /** Address whose balance it changes. */
  account: string
  /** The other address. Null without one. */
  counterparty: string | null
  /**
   * The amount that it added to the account. Null if it is not known. In whole coins, as a decimal string with six
   * fractional digits.
   */
  amount: string | null
  /** The same in the coin's smallest units, as a whole number in a string. Null if it is not known. */
  rawAmount: string | null
  /**
   * The part of money that left which reached the other address. Null otherwise. In whole coins, as a decimal string
   * with six fractional digits.
   */
  amountArrived: string | null
  /**
   * The part of money that left which the coin took. Null otherwise. In whole coins, as a decimal string with six
   * fractional digits.
   */
  coinFee: string | null
  /** ISO 4217 code of the payment's currency. Null without a value. */
  currency: string | null
  /** The payment's own rate. Null without a value. */
  rate: string | null
  /** The value at the payment's own rate, in `currency` with its decimals, two at least. Null without a value. */
  fiatAmount: number | null
  /** Your order number. Null without one. */
  reference: string | null
  /** Hash of the transaction. Null if it is not known. */
  transaction: string | null
  /** The time of its block. Null if it is not known. ISO 8601, in UTC with milliseconds. */
  chainTime: string | null
  /** Id of the entry that it corrects. Null if it corrects none. */
  corrects: string | null
  /** For each field that is not known: the reason. */
  unknown: Record<string, string>
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its booking. ISO 8601, in UTC with milliseconds. */
  createdAt: string
}

/** An entry of the ledger that a settlement took. What it says here never changes. */
export type SettlementEntry = {
  /** Id of the entry: the number of the event that books it, and its place there. */
  id: string
  /** The kind of object. */
  object: 'settlement_entry'
  /**
   * `received`: a transfer to one of your wallets is final, whatever it pays. `assigned`: a transfer pays another
   * payment than before. `refunded`: money went back. `swept`: money went from a payment's own address to your wallet.
   * `network_fee`: a transaction's fee, in the chain's own coin. `relayed`: the fee of a transfer that was sent for its
   * payer. `reversed`: a reorganisation took back what was final. `converted`: a conversion moved money to your wallet
   * on another network. `released`: money went to your wallet from a converter's account, without a conversion.
   */
  kind:
    | 'received'
    | 'assigned'
    | 'refunded'
    | 'swept'
    | 'network_fee'
    | 'relayed'
    | 'reversed'
    | 'converted'
    | 'released'
  /** Id of the payment. Null if it is of none. */
  payment: string | null
  /** Id of the refund. Null if it is of none. */
  refund: string | null
  /** Id of the settlement that moved it. Null if none did. */
  settlement: string | null
  /** Id of the transfer. Null if it is of none. */
  transfer: string | null
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
  cryptocurrency: string | null
  /** Address whose balance it changes. */
  account: string
  /** The other address. Null without one. */
  counterparty: string | null
  /**
   * The amount that it added to the account. Null if it is not known. In whole coins, as a decimal string with six
   * fractional digits.
   */
  amount: string | null
  /** The same in the coin's smallest units, as a whole number in a string. Null if it is not known. */
  rawAmount: string | null
  /**
   * The part of money that left which reached the other address. Null otherwise. In whole coins, as a decimal string
   * with six fractional digits.
   */
  amountArrived: string | null
  /**
   * The part of money that left which the coin took. Null otherwise. In whole coins, as a decimal string with six
   * fractional digits.
   */
  coinFee: string | null
  /** ISO 4217 code of the payment's currency. Null without a value. */
  currency: string | null
  /** The payment's own rate. Null without a value. */
  rate: string | null
  /** The value at the payment's own rate, in `currency` with its decimals, two at least. Null without a value. */
  fiatAmount: number | null
  /** Your order number. Null without one. */
  reference: string | null
  /** Hash of the transaction. Null if it is not known. */
  transaction: string | null
  /** The time of its block. Null if it is not known. ISO 8601, in UTC with milliseconds. */
  chainTime: string | null
  /** Id of the entry that it corrects. Null if it corrects none. */
  corrects: string | null
  /** For each field that is not known: the reason. */
  unknown: Record<string, string>
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its booking. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /**
   * `amount`: it is part of `amount`. `refunds`: it is part of `refunds`. `unattributed`: it is part of `unattributed`.
   * `fees`: it is part of `feeAmount`. `deposits`: it changed a payment's own address, and not the wallet.
   * `conversion`: it is a part of the conversion.
   */
  sum: 'amount' | 'refunds' | 'unattributed' | 'fees' | 'deposits' | 'conversion'
  /**
   * `payment`: money of a completed payment. `part`: a part of a payment that was not completed then. `surplus`: it
   * came after its payment was completed. `late`: it came after its payment's deadline. `unattributed`: it pays no
   * payment. `refund`: money that went back. `fee`: a network's fee. `moved`: it left a payment's own address, or a
   * converter's account.
   */
  role: 'payment' | 'part' | 'surplus' | 'late' | 'unattributed' | 'refund' | 'fee' | 'moved'
  /** Id of the settlement that took earlier money of the payment, or the entry that it corrects. Null without one. */
  follows: string | null
}

/** The route of received money to the chosen coin and network. */
export type ConversionRoute = {
  /** `converted`: it is paid out in the chosen coin on the chosen network. `kept`: it is paid out as it is. */
  outcome: 'converted' | 'kept'
  /**
   * The way of a conversion. `cctp`: Circle's contracts burn USDC on one EVM network, and mint it on the other. Null if
   * it is kept.
   */
  by: 'cctp' | null
  /**
   * The reason to keep it. `no_network`: no network is chosen to settle on, so everything is paid out as it is.
   * `same_network`: it is the chosen coin, and on the chosen network already. `unknown_network`: this server no longer
   * has one of both networks. `other_coin`: only USDC has a route, and only to USDC. `no_coin`: the chosen network does
   * not have the chosen coin on this server. `not_evm`: only EVM networks have a route. `no_cctp`: Circle's contracts
   * are not known on one of both networks. `off`: this server does not convert what arrives on this network. `direct`:
   * payments on this network go straight to the wallet. `no_gas_key`: this server has no key that pays for gas on one
   * of both networks. `wallet_unproven`: the wallet that would get it is not proven on the chosen network.
   * `made_before`: its payment was made before this route was open. Null if it is converted.
   */
  reason:
    | 'no_network'
    | 'same_network'
    | 'unknown_network'
    | 'other_coin'
    | 'no_coin'
    | 'not_evm'
    | 'no_cctp'
    | 'off'
    | 'direct'
    | 'no_gas_key'
    | 'wallet_unproven'
    | 'made_before'
    | null
}

/** The route of a coin on a network at its settlement. */
export type SettlementRoute = {
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /** `converted`: it is paid out in the chosen coin on the chosen network. `kept`: it is paid out as it is. */
  outcome: 'converted' | 'kept'
  /**
   * The way of a conversion. `cctp`: Circle's contracts burn USDC on one EVM network, and mint it on the other. Null if
   * it is kept.
   */
  by: 'cctp' | null
  /**
   * The reason to keep it. `no_network`: no network is chosen to settle on, so everything is paid out as it is.
   * `same_network`: it is the chosen coin, and on the chosen network already. `unknown_network`: this server no longer
   * has one of both networks. `other_coin`: only USDC has a route, and only to USDC. `no_coin`: the chosen network does
   * not have the chosen coin on this server. `not_evm`: only EVM networks have a route. `no_cctp`: Circle's contracts
   * are not known on one of both networks. `off`: this server does not convert what arrives on this network. `direct`:
   * payments on this network go straight to the wallet. `no_gas_key`: this server has no key that pays for gas on one
   * of both networks. `wallet_unproven`: the wallet that would get it is not proven on the chosen network.
   * `made_before`: its payment was made before this route was open. Null if it is converted.
   */
  reason:
    | 'no_network'
    | 'same_network'
    | 'unknown_network'
    | 'other_coin'
    | 'no_coin'
    | 'not_evm'
    | 'no_cctp'
    | 'off'
    | 'direct'
    | 'no_gas_key'
    | 'wallet_unproven'
    | 'made_before'
    | null
}

/** The times at which settlement periods are closed. */
export type SettlementSchedule = {
  /** The frequency of closing a period. `manual`: only when you ask. */
  frequency: 'daily' | 'weekly' | 'monthly' | 'manual'
  /** Time of day as HH:MM, in the time zone. Null only with manual. */
  time: string | null
  /** Day of the week. Null unless weekly. */
  weekday: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday' | null
  /** Day of the month, 1 to 31. Shorter months use their last day. Null unless monthly. */
  dayOfMonth: number | null
  /** The time zone: a name from the IANA database. Null: the shop's, which is `timeZone` of the settings. */
  timeZone: string | null
}

/**
 * The rules of the operator for all merchants: what is in force for those that chose nothing, and what they cannot
 * choose.
 */
export type CheckoutPolicy = PaymentPolicy & {
  /**
   * The least amount of a transfer that makes an event by itself. Smaller ones are summed. In whole coins, as a decimal
   * string with six fractional digits.
   */
  minTransfer: string
  /** The number of days for which events and ended deliveries are kept. */
  retentionDays: number
}

/** A request of the last day. */
export type RequestEntry = {
  /** The x-request-id of its answer. */
  id: string
  /** The kind of object. */
  object: 'request'
  /** The HTTP method. */
  method: RequestMethod
  /** The path below the mount path, without the query. */
  path: string
  /** The HTTP status of the answer. */
  status: number
  /** The code of the refusal. Null if it was not refused. */
  code: string | null
  /** The key or user that made it: key_... or usr_... */
  actor: string
  /** The IP address from which it came. */
  address: string
  /** The time until the answer, in milliseconds. */
  durationMs: number
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time when it came. ISO 8601, in UTC with milliseconds. */
  createdAt: string
}

/** A change that a key, a user or the command line made. Entries are never changed and never deleted. */
export type AuditEntry = {
  /** Id of the entry, aud_... */
  id: string
  /** The kind of object. */
  object: 'audit_entry'
  /** The kind of change. */
  operation: AuditOperation
  /**
   * The author: key_..., usr_..., command_line, in_process for the program that runs the checkout, or anonymous for a
   * caller without keys.
   */
  actor: string
  /** The IP address of the request. Null without one. */
  address: string | null
  /** Id of the request. Null without one. */
  requestId: string | null
  /** The object that was changed. */
  target: {
    /** The kind of object. */
    object: AuditObject
    /** Its id. Null: the operation concerns no single object. */
    id: string | null
  }
  /** The fields that changed, as they were. Null if the object was made, or nothing of it is recorded. */
  before: Record<string, unknown> | null
  /** The same fields after the change. Null if the object was deleted. */
  after: Record<string, unknown> | null
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of the change. ISO 8601, in UTC with milliseconds. */
  createdAt: string
}

/** A network as the server sees it that answers. It names no nodes and no keys. */
export type NetworkStatus = {
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The network's name for people. */
  networkTitle: string
  /** True if the network has no problems. */
  healthy: boolean
  /** The problems of the network. Empty if all is well. */
  problems: {
    /**
     * `not_read`: it was never read. `halted`: its nodes contradict what was final, so it stands still until an
     * operator has looked. `reading`: no node can be read. `witnesses`: too few nodes answer to show what is final.
     * `clock`: the server's clock and the newest block are too far apart. `finality`: nothing has become final for
     * long. `rereading`: final blocks cannot be reread. `coins`: a coin is paused, or its contract is not what is
     * configured. `wallets`: a wallet of open payments cannot receive its coin. `sending`: transactions of the checkout
     * are not sent or not mined. `held`: the database does not know what a key or a wallet has paid, so refunds wait
     * for the operator. `lost_coins`: coins of deposits are gone that were not paid out. `price_feeds`: a price feed is
     * too old, or cannot be read.
     */
    code: NetworkProblemCode
    /** The problem in words, for people: they may change. The operator's log and `doctor` say more. */
    message: string
  }[]
  /** The last block that was read. Null before the first one. */
  lastBlock: {
    /** Number of the block, or of the ledger on Stellar. */
    number: number
    /** The time of the block. ISO 8601, in UTC. */
    time: string
  } | null
  /** Number of the last final block. Null before the first one. */
  finalBlock: number | null
  /** The delay of the reading behind the network. */
  lag: {
    /** Seconds since the newest block that was seen. */
    seconds: number
    /** The number of blocks that are not read yet. */
    blocks: number
    /** The number of older blocks that are still to be read again. */
    missedBlocks: number
  }
  /** The nodes that it is read from. */
  nodes: {
    /** The number of nodes that are configured. */
    configured: number
    /** The number of nodes that answered the last request. */
    answering: number
  }
  /** The nodes that show what is final. Their addresses are known to the operator. */
  witnesses: {
    /** The number of nodes that must show that a block is final. */
    required: number
    /** The number of nodes that show it at present. */
    seen: number
  }
  /** The part of a transfer that identifies its payment: an amount, a memo or an address of its own. */
  recognition: Recognition
  /** The coins of this network, and whether each is offered. */
  coins: {
    /** The coin. */
    cryptocurrency: Cryptocurrency
    /** True if payments can ask for it. */
    offered: boolean
    /**
     * The reason why it is unavailable. `not_configured`: the checkout is not configured for it. `network_not_read`:
     * its network was never read, or not for 15 minutes. `coin_not_offered`: the coin cannot be received at present.
     * `wallet_cannot_receive`: the wallet cannot receive the coin. On the payer's page the chosen one has a reason too,
     * while nobody should pay by it. Null without a reason.
     */
    reason: 'not_configured' | 'network_not_read' | 'coin_not_offered' | 'wallet_cannot_receive' | null
  }[]
  /** The accounts that pay for transactions of the checkout. */
  gasAccounts: {
    /** Address of the account. */
    address: string
    /** The balance in the chain's own coin, as a decimal string. Null: it is not known yet. */
    balance: string | null
    /** Symbol of the chain's own coin, such as ETH. */
    currency: string
    /** True if the balance is zero, or a transaction waits for it. */
    low: boolean
  }[]
  /** The price feeds that are read from this network. */
  priceFeeds: {
    /** The pair that it prices, such as EUR/USD. */
    pair: string
    /** The last price in US dollars, as a decimal string. Null before the first reading. */
    price: string | null
    /** The time when the feed was updated. ISO 8601, in UTC. Null before the first reading. */
    updatedAt: string | null
    /** True if it is too old, so that it prices nothing. */
    stale: boolean
  }[]
}

/** Money that came in on one network in one coin. */
export type Received = {
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The coin. */
  cryptocurrency: string
  /**
   * The amount that the payments have received. Money that went back is not taken off. In whole coins, as a decimal
   * string with six fractional digits.
   */
  amount: string
  /** The number of payments that were completed. */
  payments: number
}

/** A number of things that wait for you. */
export type Attention = {
  /** The number of them. What may be many is counted up to 100. */
  count: number
  /** True if there are more than `count`. */
  more: boolean
  /** The request that lists exactly these, such as `/payments?unresolved=late`. */
  list: string
}

/** A price, turned into an exact amount of one coin on one network, until a deadline. */
export type Payment = {
  /** Id of the payment, pay_... */
  id: string
  /** The kind of object. */
  object: 'payment'
  /**
   * `created`: nothing has arrived. `partially_paid`: a part has arrived. `processing`: the full amount is on the
   * chain, and not final. `completed`: the full amount is final, so deliver. `expired`: the deadline has passed.
   * `cancelled`: you stopped it.
   */
  status: PaymentStatus
  /** The price, in `currency` with its decimals, two at least. */
  amount: number
  /** ISO 4217 code of the currency of the price, such as EUR. */
  currency: string
  /** The amount to pay, exact to the last digit. In whole coins, as a decimal string with six fractional digits. */
  cryptoAmount: string
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** Address of the payment page. Send the payer there. */
  url: string
  /**
   * The same address for programs, which pay there by x402 version 2. Null if no method of the payment can be paid so.
   */
  x402Url: string | null
  /**
   * The QR code for wallets: a PNG as a data URI. On EVM networks it contains the address only. `paymentUri` has the
   * amount too. Empty in a list whose query has `qrCode=false`.
   */
  qrCode: string
  /** The deadline, until which the payment can be paid. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** Address of the page to which the payer goes once the payment is completed. Null if you gave none. */
  redirectUrl: string | null
  /** Your address that gets this payment's events, besides your webhooks. Null if you gave none. */
  webhookUrl: string | null
  /** Your own data, returned as you sent it. Escape it before you show it. */
  metadata: Record<string, unknown>
  /** The subject of the payment, on one line. Null if you gave none. */
  description: string | null
  /** Your order number. Null if you gave none. */
  reference: string | null
  /** The things that are bought. Their sum is the amount, unless there are none. */
  lineItems: LineItem[]
  /** Address of the page to which a payer goes who does not pay. Null if you gave none. */
  cancelUrl: string | null
  /** Id of the payment of the same order that this one replaced. Null if it replaced none. */
  supersedes: string | null
  /** Id of the payment of the same order that replaced this one. Null if none did. */
  supersededBy: string | null
  /** Address of your wallet, which gets the money. */
  merchantWallet: string
  /** The address to pay to: your wallet, or an address of this payment alone. */
  address: string
  /** The memo to send with it (Stellar). Null on other networks. */
  memo: string | null
  /** The kind of memo. Null without a memo. */
  memoType: MemoType | null
  /** A link for wallets: ERC-681 or SEP-7. */
  paymentUri: string
  /** The amount that was received. In whole coins, as a decimal string with six fractional digits. */
  amountReceived: string
  /**
   * The amount that is still missing, exact to the last digit. Zero when enough was received. In whole coins, as a
   * decimal string with six fractional digits.
   */
  amountDue: string
  /** The amount that went back to the payer. In whole coins, as a decimal string with six fractional digits. */
  amountRefunded: string
  /**
   * Exceptional facts besides the status. `underpaid`: less than the amount came. `overpaid`: more than the amount
   * came. `late`: money came after the end. `multiple`: money came in several transfers or methods; at an address of
   * its own, only if it is too much. `manual`: you accepted it as enough. `overrefunded`: more went back than is final.
   */
  exceptions: PaymentException[]
  /** The ways to pay, in your order: the default one, and the alternatives. The payer chooses one. */
  methods: PaymentMethod[]
  /** The newest transfers, at most 20. Those below the least amount are included only if there is room. */
  transactions: PaymentTransaction[]
  /** The number of transfers. `GET /transfers?payment=` lists them all. */
  transactionCount: number
  /**
   * Progress of the newest transfer towards finality. Whatever it says, only the status `completed` is final. Null
   * while there is no transfer.
   */
  confirmations: Confirmations | null
  /** Money on Stellar that waits for you to claim it. It counts for nothing. */
  claimable: ClaimableBalance[]
  /** The price of one coin in `currency`, as a decimal string. */
  rate: string
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its completion. Null until then. ISO 8601, in UTC with milliseconds. */
  completedAt: string | null
  /** The time when you cancelled it. Null unless you did. ISO 8601, in UTC with milliseconds. */
  cancelledAt: string | null
  /** Id of the settlement that it is in. Null while it is in none. */
  settlement: string | null
  /** Id of the payment link whose page made it. Null if no link did. */
  paymentLink: string | null
  /** The signed receipt, a compact JWS (RFC 7515) of typ payment-receipt+jwt. Null until the payment is completed. */
  receipt: string | null
  /** The receipt's page, for mails to the payer. Null without a receipt. */
  receiptUrl: string | null
}

/** The receipts of a payment and its refunds that went to the customer's e-mail address. */
export type CustomerReceipts = {
  /** Id of the payment, pay_... */
  id: string
  /** The kind of object. */
  object: 'customer_receipts'
  /** True if the customer's address is known. It is erased after the days of the settings. */
  hasEmail: boolean
  /** Each sending of a receipt, the newest first. */
  receipts: {
    /** Id of the payment or the refund whose receipt it is. */
    receiptOf: string
    /**
     * `pending`: it waits to be sent. `sent`: the mail server has taken it. `failed`: it was given up: the mail server
     * refused it or stayed away, or there was no address any more.
     */
    status: 'pending' | 'sent' | 'failed'
    /** The time from which on it was to be sent. ISO 8601, in UTC with milliseconds. */
    createdAt: string
    /** The time at which it was sent or given up. Null while it waits. ISO 8601, in UTC with milliseconds. */
    endedAt: string | null
  }[]
}

/** The networks of this environment. */
export type NetworkStatuses = {
  /** The kind of object. */
  object: 'network_statuses'
  /** The networks, in the order of the configuration. */
  networks: NetworkStatus[]
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** A page that makes a payment each time that a payer presses its button. */
export type PaymentLink = {
  /** Id of the payment link, pl_... */
  id: string
  /** The kind of object. */
  object: 'payment_link'
  /** Address of the page that makes payments. /qr below it is a code of it to print. */
  url: string
  /**
   * `active`: it makes payments. `inactive`: it is turned off. `expired`: its time has passed. `exhausted`: as many of
   * its payments are open or paid as its limit allows.
   */
  status: PaymentLinkStatus
  /** True if it is turned on. */
  active: boolean
  /** The subject of its payments, on one line. */
  title: string
  /** More about it, on one line. Null if you gave nothing. */
  description: string | null
  /**
   * The price of each payment, in `currency` with its decimals, two at least. Null where the payer enters an amount.
   */
  amount: number | null
  /** The least that the payer may enter, in `currency` with its decimals, two at least. Null for a fixed amount. */
  minimum: number | null
  /** The most that the payer may enter, in `currency` with its decimals, two at least. Null without such a limit. */
  maximum: number | null
  /**
   * The amount that the payer's field contains at first, in `currency` with its decimals, two at least. Null: it is
   * empty.
   */
  preset: number | null
  /** ISO 4217 code of the currency of the price, such as EUR. */
  currency: string
  /** The things that are bought. Empty if you gave none. */
  lineItems: LineItem[]
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** Address of your wallet, which gets the money. */
  merchantWallet: string
  /** Other ways to pay, as you gave them: a list, or `all` that are configured. */
  alternatives:
    | 'all'
    | {
        /** The coin. */
        cryptocurrency: Cryptocurrency
        /**
         * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
         */
        network: NetworkName
        /** Address of your wallet there. Null: it is found when a payment is made. */
        merchantWallet: string | null
      }[]
  /** The number of its payments that may be open or paid. Null: without a limit. */
  limit: number | null
  /** The number of payments that it has made, paid or not. */
  paymentCount: number
  /** The number of its payments that are open or paid. `limit` counts these. */
  takenCount: number
  /** Address of the page to which the payer goes once the payment is completed. Null if you gave none. */
  redirectUrl: string | null
  /** Your own data, returned as you sent it. Escape it before you show it. */
  metadata: Record<string, unknown>
  /** The time of its end. Null: never. ISO 8601, in UTC with milliseconds. */
  expiresAt: string | null
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** A transfer to one of your wallets, of a configured coin or of one that is mistaken for it. */
export type Transfer = {
  /** Id of the transfer, tr_... */
  id: string
  /** The kind of object. */
  object: 'transfer'
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The coin. Bridged coins are not those of the issuer, and pay nothing. */
  cryptocurrency: 'USDC' | 'USDT' | 'DAI' | 'USDC.e' | 'USDbC'
  /** Hash of the transaction. */
  hash: string
  /** Address of the account that sent it. */
  from: string
  /** Address that got it. */
  to: string
  /** The amount that it moved. In whole coins, as a decimal string with six fractional digits. */
  amount: string
  /** The amount in the token's own smallest units, as a whole number in a string. */
  rawAmount: string
  /** `seen`: it is on the chain. `final`: it cannot be undone. `orphaned`: a reorganisation took it off the chain. */
  status: 'seen' | 'final' | 'orphaned'
  /** Id of the payment that it pays. Null: it pays none. */
  payment: string | null
  /** Id of the payment whose own address it went to, while it pays none. It is a hint, no proof. Null otherwise. */
  suggestedPayment: string | null
  /**
   * Ids of the payments whose pages named the transaction, while it pays none: the first 20. Anyone can name a
   * transaction there, so these are hints, no proof.
   */
  namedBy: string[]
  /**
   * The one who assigned it to its payment. `merchant`: you did. `operator`: the operator of the server did. `sender`:
   * its sender did, by a signature. `authorization`: the checkout did, because of a payer's authorization to pay
   * without gas. Null if it was recognised by itself, or pays none.
   */
  assignedBy: 'merchant' | 'operator' | 'sender' | 'authorization' | null
  /** The memo that was sent with it (Stellar). Null without one. */
  memo: string | null
  /** Number of its block, or of its ledger on Stellar. */
  blockNumber: number
  /** The time of its block. ISO 8601, in UTC with milliseconds. */
  blockTime: string
  /** The time when the checkout saw it first. ISO 8601, in UTC with milliseconds. */
  seenAt: string
  /** The time when it became final. Null until then. ISO 8601, in UTC with milliseconds. */
  finalAt: string | null
  /** The transaction in a block explorer. Null if none is known. */
  explorerUrl: string | null
  /**
   * All transfers below the least amount to the wallet since the last event about them, this one included. Only in
   * `transfer.unattributed` for such a transfer. Null otherwise.
   */
  dust: {
    /** The sum of these transfers. In whole coins, as a decimal string with six fractional digits. */
    amount: string
    /** The number of these transfers. */
    transfers: number
  } | null
}

/** Money of a payment that goes back to the payer. */
export type Refund = {
  /** Id of the refund, re_... */
  id: string
  /** The kind of object. */
  object: 'refund'
  /** Id of the payment whose money goes back. */
  paymentId: string
  /** The part of the price that goes back, in `currency` with its decimals, two at least. */
  amount: number
  /** ISO 4217 code of the payment's currency. */
  currency: string
  /**
   * The amount that leaves the sender, at the payment's own rate. In whole coins, as a decimal string with six
   * fractional digits.
   */
  cryptoAmount: string
  /**
   * The amount that reached the recipient, which is less if the coin takes a fee. Null until a transfer is seen. In
   * whole coins, as a decimal string with six fractional digits.
   */
  cryptoAmountArrived: string | null
  /** The coin. */
  cryptocurrency: Cryptocurrency
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** Address that gets the money. Null until it is known. */
  destination: string | null
  /** The memo that the recipient needs (Stellar). Null without one. */
  destinationMemo: string | null
  /** Your own id of it. Null if you gave none. */
  reference: string | null
  /** Your reason, for your own records. Null if you gave none. */
  reason: string | null
  /**
   * `pending`: it waits for an address or a signature. `submitted`: its transfer is on its way. `completed`: its
   * transfer is final. `failed`: it could not be paid. `cancelled`: you stopped it.
   */
  status: RefundStatus
  /** The action that it needs. Null if none is needed. */
  nextAction: RefundAction | null
  /** The transfer that pays it. Null until it is seen. */
  transaction: RefundTransaction | null
  /** The reason why it failed, in words. Null unless it did. */
  failure: string | null
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** The time when its transfer became final. Null until then. ISO 8601, in UTC with milliseconds. */
  completedAt: string | null
  /** The signed receipt, a compact JWS (RFC 7515) of typ refund-receipt+jwt. Null until the refund is completed. */
  receipt: string | null
  /** The receipt's page, for mails to the payer. Null without a receipt. */
  receiptUrl: string | null
}

/** A URL of yours that gets events, signed by Standard Webhooks: https://www.standardwebhooks.com. */
export type Webhook = {
  /** Id of the webhook, wh_... */
  id: string
  /** The kind of object. */
  object: 'webhook'
  /** Your address, to which events are posted. */
  url: string
  /** Your note about it. Null if you gave none. */
  description: string | null
  /** The events that it gets: types, and patterns such as `payment.*` and `*`. */
  events: string[]
  /** Only an enabled webhook gets events. */
  status: 'enabled' | 'disabled'
  /**
   * `failing`: it has only failed for five days. `gone`: it answered 410. `manual`: you turned it off. Null while it is
   * enabled.
   */
  disabledReason: 'failing' | 'gone' | 'manual' | null
  /** The time when it was turned off. Null while it is enabled. ISO 8601, in UTC with milliseconds. */
  disabledAt: string | null
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
}

/** The answer of creation and rotation. The secret is shown only once. */
export type WebhookWithSecret = Webhook & {
  /** The secret that signs the messages, whsec_.... It is shown only once. */
  secret: string
}

/** The secret that signs for payments' own `webhookUrl`. It is shown only once. */
export type WebhookSecret = {
  /** The kind of object. */
  object: 'webhook_secret'
  /** The secret that signs the messages, whsec_.... It is shown only once. */
  secret: string
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
}

/** The delivery of one event to one receiver. */
export type Delivery = {
  /** Id of the delivery, dlv_... */
  id: string
  /** The kind of object. */
  object: 'delivery'
  /** `pending`: it will be sent, or sent again. `delivered`: the receiver answered 2xx. `failed`: it was given up. */
  state: DeliveryState
  /** Id of the event, which is the `webhook-id` of each attempt. */
  event: string
  /** The type of the event. */
  eventType: EventType
  /** Id of the webhook. Null: it goes to the payment's own `webhookUrl`. */
  webhook: string | null
  /** The address that it is posted to. */
  url: string
  /** Id of the payment that the event is about. Null: it is about none. */
  payment: string | null
  /** The number of its attempts. */
  attemptCount: number
  /** The HTTP status of the last answer. Null: there was none. */
  lastStatus: number | null
  /** The time of the next attempt. Null once it is delivered or has failed. ISO 8601, in UTC with milliseconds. */
  nextAttemptAt: string | null
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** The time when it was delivered or given up. Null until then. ISO 8601, in UTC with milliseconds. */
  endedAt: string | null
}

/** A delivery with its attempts. */
export type DeliveryWithAttempts = Delivery & {
  /** Its attempts, the oldest first. */
  attempts: DeliveryAttempt[]
}

/** The answer to `POST /webhooks/:id/resend_failed`. */
export type Resent = {
  /** The kind of object. */
  object: 'resent'
  /** The number of deliveries that will be sent again. */
  deliveries: number
}

/** A shop, with its name, its look and its rules. */
export type Merchant = {
  /** Id of the merchant, mer_... */
  id: string
  /** The kind of object. */
  object: 'merchant'
  /** The name on the payment page. */
  name: string
  /** The colour of the payment page's buttons and links, such as #0a7d4f. Null: the checkout's own. */
  accent: string | null
  /** Address of your logo: a PNG, WebP or JPEG. It changes with the content. Null if there is none. */
  logo: string | null
  /** E-mail address for payers who need help. Null if there is none. */
  supportEmail: string | null
  /** Address of a page for payers who need help. Null if there is none. */
  supportUrl: string | null
  /** The plan, which determines production's rate limit and quota. The sandbox has its own. */
  plan: 'starter' | 'business'
  /** True in production, false in the sandbox. */
  livemode: boolean
  settings: MerchantSettings
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
}

/** A merchant's settings in an environment, with the rules in force: the merchant's own, or else the operator's. */
export type MerchantSettings = {
  /** The merchant's id, mer_... */
  id: string
  /** The kind of object. */
  object: 'merchant_settings'
  /** The coin that you want to settle in. `routes` say what is converted to it. */
  settlementCurrency: Cryptocurrency
  settlementSchedule: SettlementSchedule
  /** The network that you want to settle on. Null: money stays on its own. */
  settlementNetwork: string | null
  /** Your wallet there, which you have proven. Null: the wallet of each payment. */
  settlementWallet: string | null
  /** The least part that arrives of what is converted: a decimal from 0.9 to 1. */
  settlementLeast: string
  /**
   * `standard`: a conversion waits until its blocks are final, which is minutes. `fast`: it takes seconds, and can cost
   * more.
   */
  settlementSpeed: 'standard' | 'fast'
  /**
   * The most that Circle may take of one burn, in `settlementCurrency`. Null: what `settlementLeast` allows. In whole
   * coins, as a decimal string with six fractional digits.
   */
  settlementMaxFee: string | null
  /**
   * The route of new payments to that coin and network: one for each coin of each network. Without `settlementWallet`
   * it is that of a payment to your wallet in `wallets`.
   */
  routes: SettlementRoute[]
  /**
   * The time zone of the shop's days: a name from the IANA database, such as Europe/Berlin. Null: UTC, until it is set.
   */
  timeZone: string | null
  /** The currency that till and forms begin with, such as EUR. Null until it is set. */
  currency: string | null
  /** Addresses of your wallets by network, for the alternatives of payments. */
  wallets: Record<string, string>
  /**
   * The rule for money that comes after the end of a payment. `review`: it waits for you. `accept`: it is accepted for
   * 24 hours after the deadline. A payment keeps the rule that it was made with.
   */
  latePayments: 'review' | 'accept'
  /**
   * The part of an amount that may be missing, from 0 to 0.05: 0.01 is one per cent. A payment keeps the rule that it
   * was made with.
   */
  underpaymentTolerance: number
  /** `on` if payers may say that they have paid, and prove it. */
  claims: 'on' | 'off'
  /**
   * Receipts to customers by e-mail. `off`: customers get none. `given`: they go to the addresses that you give with
   * payments. `asked`: the page also asks payers for an address, if you gave none.
   */
  customerReceipts: 'off' | 'given' | 'asked'
  /** Days after which a customer's address is erased. It is erased at once with `off`. */
  customerEmailDays: number
  policy: CheckoutPolicy
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of the last change. Null until the first one. ISO 8601, in UTC with milliseconds. */
  updatedAt: string | null
}

/** A merchant's access to a wallet, in the events wallet.refused, wallet.shared and wallet.given. */
export type Wallet = {
  /** The kind of network and the address, such as eip155:0xf39F... */
  id: string
  /** The kind of object. */
  object: 'wallet'
  /** The address of the wallet. */
  address: string
  /** The networks of this environment where it can be paid: one key has the address on all of them. */
  networks: NetworkName[]
  /**
   * `owner`: you may name it, and see its unattributed transfers. `shared`: you may name it. `refused`: you may not
   * name it.
   */
  access: 'owner' | 'shared' | 'refused'
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** The text that a wallet signs to let a merchant name it. */
export type WalletChallenge = {
  /** The kind of object. */
  object: 'wallet_challenge'
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** Address of the wallet. */
  address: string
  /**
   * The way in which the wallet signs the text. `EIP-191`: a personal message. `SEP-53`: a signed message on Stellar.
   */
  standard: 'EIP-191' | 'SEP-53'
  /** The text to sign, unchanged. */
  message: string
  /** The time when the server stops accepting its signature. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** A pair of a public and a secret key. The secret one is stored as a hash only. */
export type ApiKey = {
  /** Id of the key, key_... */
  id: string
  /** The kind of object. */
  object: 'api_key'
  /** Your name for it. Null for a key that has none. */
  name: string | null
  /** The public half, pk_... */
  publicKey: string
  /** The scopes that it has. Null: everything. */
  scopes: Scope[] | null
  /** True if unsigned requests are refused. */
  requireSignature: boolean
  /** The wallets that it may have payments paid to: any, or those of the settings, which it then cannot change. */
  wallets: KeyWallets
  /** Only an active key works. */
  status: ApiKeyStatus
  /** True if it is 90 days old and should be rotated. */
  rotationDue: boolean
  /** The author: key_..., usr_..., command_line or in_process. Null if it is unknown. */
  createdBy: string | null
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** The minute of its last use, up to a minute late. Null: it was never used. ISO 8601, in UTC with milliseconds. */
  lastUsedAt: string | null
  /** The time when it stops working: it has been rotated. Null: it does not. ISO 8601, in UTC with milliseconds. */
  expiresAt: string | null
  /** The time when it was revoked. Null unless it was. ISO 8601, in UTC with milliseconds. */
  revokedAt: string | null
}

/** The answer of creation and rotation. The secret key is shown only once. */
export type ApiKeyWithSecret = ApiKey & {
  /** The secret half, sk_.... It is shown only once. */
  secretKey: string
}

/** A shop system that a person let use the shop. */
export type Connection = {
  /** Id of the connection, con_... */
  id: string
  /** The kind of object. */
  object: 'connection'
  /** The name that the shop system gave. Anyone can give any name. */
  clientName: string
  /** Its address. It goes back there with the code, and gets its events there. */
  clientUri: string
  /** The scopes that its key has. */
  scopes: Scope[]
  /**
   * The state of the connection. `pending`: its code waits to be exchanged. `active`: one of its keys works, or its
   * webhook is enabled. `ended`: nothing of it works.
   */
  status: 'pending' | 'active' | 'ended'
  /** Id of its newest key, key_.... Null while its code is not exchanged. */
  key: string | null
  /** Id of its webhook, wh_.... Null: there is none yet, or it was deleted. */
  webhook: string | null
  /** The author of the consent: usr_..., key_..., command_line or in_process. */
  createdBy: string | null
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time when the shop system got its key. Null if it has none. ISO 8601, in UTC with milliseconds. */
  connectedAt: string | null
  /** The time when the code stops working. Null unless it is pending. ISO 8601, in UTC with milliseconds. */
  expiresAt: string | null
  /**
   * The minute of the last use of its keys, up to a minute late. Null: they were never used. ISO 8601, in UTC with
   * milliseconds.
   */
  lastUsedAt: string | null
}

/** The request of a shop system, as it would be granted. */
export type ConnectionPreview = {
  /** The kind of object. */
  object: 'connection_preview'
  /** The name that the shop system gave. Anyone can give any name. */
  clientName: string
  /** Its address. It goes back there with the code, and gets its events there. */
  clientUri: string
  /** The address to which its events would go. */
  webhookUrl: string
  /** The scopes that its key has. */
  scopes: Scope[]
  /** The events that it would get, as patterns such as `payment.*`. */
  events: string[]
  /** The address to go to if the person declines. */
  cancelUrl: string
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** The consent of a person. The code is shown only once. */
export type ConnectionCode = {
  /** Id of the connection, con_... */
  id: string
  /** The kind of object. */
  object: 'connection_code'
  /** The address of the shop system with the code. The code works once. */
  redirectUrl: string
  /** The time when the code stops working. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** The answer to a code. The secrets are shown only once. */
export type ConnectedShop = {
  /** Id of the connection, con_... */
  id: string
  /** The kind of object. */
  object: 'connected_shop'
  /** The shop that the person chose. */
  merchant: {
    /** Id of the merchant, mer_... */
    id: string
    /** Its name. */
    name: string
  }
  /** The scopes that its key has. */
  scopes: Scope[]
  /** The key. Payments that it makes go to the wallets of the settings. */
  key: {
    /** Id of the key, key_... */
    id: string
    /** The public half, pk_... */
    publicKey: string
    /** The secret half, sk_.... It is shown only once. */
    secretKey: string
  }
  /** The webhook. */
  webhook: {
    /** Id of the webhook, wh_... */
    id: string
    /** The address that gets the events. */
    url: string
    /** The secret that signs the messages, whsec_.... It is shown only once. */
    secret: string
  }
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** A person who belongs to a merchant, in both environments. */
export type User = {
  /** Id of the user, usr_... */
  id: string
  /** The kind of object. */
  object: 'user'
  /** The e-mail address. */
  email: string
  /** The role, which is a set of scopes. */
  role: Role
  /** True if the user signs in with a password and a code. */
  hasPassword: boolean
  /** The number of passkeys of the user. */
  passkeyCount: number
  /** The time when the user came to this merchant. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** The time of the last sign-in. Null: never. ISO 8601, in UTC with milliseconds. */
  lastSignedInAt: string | null
}

/** A link that adds a user to a merchant. It works once. */
export type Invitation = {
  /** Id of the invitation, inv_... */
  id: string
  /** The kind of object. */
  object: 'invitation'
  /** The e-mail address; null if the invited person chooses one. */
  email: string | null
  /** The role, which is a set of scopes. */
  role: Role
  /** The author: usr_..., key_..., command_line or in_process. */
  invitedBy: string
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** The time when its link stops working. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
}

/** The answer of creation. The link is shown only once. */
export type InvitationWithUrl = Invitation & {
  /** The link, which works once. It is shown only once. */
  url: string
}

/** A file to download, without keys. */
export type ReportLink = {
  /** The kind of object. */
  object: 'report_link'
  /** The address of the file. It needs no keys. */
  url: string
  /** The time when the link stops working. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
}

/** Money that came in by day, things that wait for you, and steps of a new shop that are done. */
export type Overview = {
  /** The kind of object. */
  object: 'overview'
  /** The first day, as 2026-11-01. */
  from: string
  /** The last day, as 2026-11-30. */
  to: string
  /** The time zone of the days: a name from the IANA database, such as Europe/Berlin. */
  timeZone: string
  /** Money that came in, by the day on which its payments were completed. Days without any are left out. */
  received: (Received & {
    /** The day, as 2026-11-01. */
    date: string
  })[]
  /** Money that came in on all days together. */
  totals: Received[]
  attention: Attentions
  setup: Setup
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/**
 * The payout of the payments of one period to one wallet in one coin: already paid there by the payers, or swept to it.
 */
export type Settlement = {
  /** Id of the settlement, set_... */
  id: string
  /** The kind of object. */
  object: 'settlement'
  /** `pending`: the money is on its way. `completed`: all of the money is final. `failed`: `failure` says why. */
  status: SettlementStatus
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The coin that was received. */
  cryptocurrency: Cryptocurrency
  /**
   * The sum that payers paid, completed payments or not. In whole coins, as a decimal string with six fractional
   * digits.
   */
  amount: string
  /**
   * The sum of the refunds in the period, at most zero. In whole coins, as a decimal string with six fractional digits.
   */
  refunds: string
  /** `amount` and `refunds` together. In whole coins, as a decimal string with six fractional digits. */
  net: string
  /**
   * The sum of money that pays no payment. It may be your own, and is not in `amount`. In whole coins, as a decimal
   * string with six fractional digits.
   */
  unattributed: string
  /** The coin that is paid out: `cryptocurrency`, as each route keeps the coin. */
  settlementCurrency: Cryptocurrency
  /**
   * The route of its money, by the settings when the period ended. It does not change later. Null: a release before
   * this field closed it.
   */
  route: ConversionRoute | null
  /**
   * The network fees of its transactions, in `feeCurrency`; zero if nothing was sent. In whole coins, as a decimal
   * string with six fractional digits.
   */
  feeAmount: string
  /** The chain's own coin, such as ETH. */
  feeCurrency: string
  /** Address of the wallet that gets the money. */
  destination: string
  /** `direct`: payers paid the wallet itself. `deposit`: the money is swept there from the payments' own addresses. */
  method: 'direct' | 'deposit'
  /** The number of completed payments in it. */
  paymentCount: number
  /** The beginning of the period. ISO 8601, in UTC with milliseconds. */
  periodStart: string
  /** The end of the period. Entries that were booked before it are in it. ISO 8601, in UTC with milliseconds. */
  periodEnd: string
  /** Hashes of the transactions. Of direct payments it has the first hundred. */
  transactions: string[]
  /** The conversion. Null if the money is paid out as it is. */
  conversion: {
    /**
     * `waiting`: the money is not burned yet. `burned`: it is burned, and waits for a signed message. `attested`: the
     * message waits to be delivered. `delivered`: it is in your wallet on the other network, finally. `released`: at
     * least a part of it is in your wallet on the network where it was, because it could not be converted. `failed`:
     * nothing reached the account.
     */
    status: 'waiting' | 'burned' | 'attested' | 'delivered' | 'released' | 'failed'
    /** `cctp`: Circle's contracts burn USDC on one EVM network, and mint it on the other. */
    route: 'cctp'
    /** The network to which the money goes. */
    network: NetworkName
    /** Your wallet there. */
    wallet: string
    /** The account of the converter where the money waits. It can pay nobody but your wallets. */
    account: string
    /** The part that has left the account. In whole coins, as a decimal string with six fractional digits. */
    sentAmount: string
    /** The part that has arrived. In whole coins, as a decimal string with six fractional digits. */
    receivedAmount: string
    /**
     * The part of `sentAmount` that the way has cost. In whole coins, as a decimal string with six fractional digits.
     */
    feeAmount: string
    /** Hashes of the transactions on both networks. */
    transactions: string[]
    /**
     * Deliveries that wait. Anybody who pays for gas can do it: call `receiveMessage(message, attestation)` of the
     * contract on `network`. The money can only go to `wallet`.
     */
    deliveries: {
      /** Circle's contract on `network`, MessageTransmitterV2. */
      contract: string
      /** The first value, in hexadecimal. */
      message: string
      /** The second one: the signature of Circle's attesters. */
      attestation: string
    }[]
    /** The call by which you get at once what waits at the account, unconverted. Null if nothing waits there. */
    releaseCall: {
      /** Your wallet on the network where the money is. It has to send this itself. */
      from: string
      /** The contract of the converter. */
      to: string
      /** The data, in hexadecimal. */
      data: string
    } | null
  } | null
  /** The reason why it failed, in words. Null unless it did. */
  failure: string | null
  /** Address of its report as CSV, valid for seven days. */
  reportUrl: string
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** The time of its creation. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** The time of its completion. Null until then. ISO 8601, in UTC with milliseconds. */
  completedAt: string | null
}

/** The movements of money in a span of time, added up from the ledger. */
export type ReportSummary = {
  /** The kind of object. */
  object: 'report_summary'
  /** The first day, as 2026-11-01. Null for a span of times. */
  from: string | null
  /** The last day, included. Null for a span of times. */
  to: string | null
  /** The beginning of the span. ISO 8601, in UTC with milliseconds. */
  start: string
  /** The end of the span, which does not belong to it. ISO 8601, in UTC with milliseconds. */
  end: string
  /** The shop's time zone, of which the days are. */
  timeZone: string
  /** The total in the shop's currency. Null if the shop has none, or no payment was in it. */
  total: {
    /** ISO 4217 code of the currency. */
    currency: string
    /**
     * Money that came in, at each payment's own rate, in `currency`. A decimal string with its decimals, two at least.
     */
    received: string
    /** Money that went back, zero or negative, in `currency`. A decimal string with its decimals, two at least. */
    refunded: string
    /** Both sums together, in `currency`. A decimal string with its decimals, two at least. */
    net: string
  } | null
  /** The totals by currency of payments. */
  totals: {
    /** ISO 4217 code of the currency. */
    currency: string
    /**
     * Money that came in, at each payment's own rate, in `currency`. A decimal string with its decimals, two at least.
     */
    received: string
    /** Money that went back, zero or negative, in `currency`. A decimal string with its decimals, two at least. */
    refunded: string
    /** Both sums together, in `currency`. A decimal string with its decimals, two at least. */
    net: string
  }[]
  /** Money with a value, by network, coin and currency. It adds up to `totals`. */
  values: {
    /**
     * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
     */
    network: NetworkName
    /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
    cryptocurrency: string | null
    /** ISO 4217 code of the currency. */
    currency: string
    /**
     * Money that came in, at each payment's own rate, in `currency`. A decimal string with its decimals, two at least.
     */
    received: string
    /** Money that went back, zero or negative, in `currency`. A decimal string with its decimals, two at least. */
    refunded: string
    /** Both sums together, in `currency`. A decimal string with its decimals, two at least. */
    net: string
    /** The coins that came in. In whole coins, as a decimal string with six fractional digits. */
    receivedCoins: string
    /** The coins that went back, zero or negative. In whole coins, as a decimal string with six fractional digits. */
    refundedCoins: string
  }[]
  /** Money without a value, by reason. No rate is invented for it. */
  withoutValue: {
    /** The reason, as in `unknown` of the ledger. */
    reason: string
    /**
     * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
     */
    network: NetworkName
    /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
    cryptocurrency: string | null
    /**
     * The coins that came in. Negative if money of an earlier span was assigned. In whole coins, as a decimal string
     * with six fractional digits.
     */
    receivedCoins: string
    /** The coins that went back, zero or negative. In whole coins, as a decimal string with six fractional digits. */
    refundedCoins: string
  }[]
  /** All money by network and coin. */
  coins: {
    /**
     * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
     */
    network: NetworkName
    /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
    cryptocurrency: string | null
    /**
     * Money that came in. It is in `values` and `withoutValue`. In whole coins, as a decimal string with six fractional
     * digits.
     */
    received: string
    /**
     * The part of it that came to your wallets directly. In whole coins, as a decimal string with six fractional
     * digits.
     */
    direct: string
    /** Money that went back, zero or negative. In whole coins, as a decimal string with six fractional digits. */
    refunded: string
    /** Both sums together. In whole coins, as a decimal string with six fractional digits. */
    net: string
    /**
     * Money that settlements moved from payments' own addresses to your wallets. In whole coins, as a decimal string
     * with six fractional digits.
     */
    paidOut: string
    /**
     * Money that the coin itself took of refunds and settlements. In whole coins, as a decimal string with six
     * fractional digits.
     */
    coinFees: string
    /**
     * Money that its issuer destroyed, zero or negative. In whole coins, as a decimal string with six fractional
     * digits.
     */
    destroyed: string
    /** The number of transfers that came in, without those that were taken back. */
    transfers: number
    /** The number of refunds. */
    refunds: number
  }[]
  /** Fees of networks. Nothing turns them into a currency. */
  networkFees: {
    /** `network_fee`: for refunds and settlements. `relayed`: for transfers that were sent for payers. */
    kind: 'network_fee' | 'relayed'
    /**
     * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
     */
    network: NetworkName
    /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
    cryptocurrency: string | null
    /** The fees, zero or negative. In whole coins, as a decimal string with six fractional digits. */
    amount: string
    /** The same in the coin's smallest units, as a whole number in a string. */
    rawAmount: string
    /** The number of transactions. */
    count: number
    /** The number of those whose fee is not known. It is not in the sums. */
    unknown: number
  }[]
  /** The number of payments completed. Null if the span does not begin and end at a quarter hour. */
  completedPayments: number | null
  /** Things that are open now, whatever the span. */
  open: {
    /** Transfers that pay nothing. */
    unattributedTransfers: {
      /** The number of them. */
      count: number
      /** The same by network and coin. */
      coins: {
        /**
         * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM
         * network.
         */
        network: NetworkName
        /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
        cryptocurrency: string | null
        /** The number. */
        count: number
        /** The sum. In whole coins, as a decimal string with six fractional digits. */
        amount: string
      }[]
      /** The request that lists them, such as `/payments?status=partially_paid`. */
      list: string
    }
    /** Payments that got a part and still wait for the rest. */
    partlyPaidPayments: {
      /** The number of them. */
      count: number
      /** The same by network and coin. */
      coins: {
        /**
         * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM
         * network.
         */
        network: NetworkName
        /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
        cryptocurrency: string | null
        /** The number. */
        count: number
        /** The sum. In whole coins, as a decimal string with six fractional digits. */
        amount: string
      }[]
      /** The request that lists them, such as `/payments?status=partially_paid`. */
      list: string
    }
    /** Refunds that wait for you, for a payer's address, or for the checkout to send them. */
    waitingRefunds: {
      /** The number of them. */
      count: number
      /** The same by network and coin. */
      coins: {
        /**
         * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM
         * network.
         */
        network: NetworkName
        /** The coin, or the chain's own coin such as ETH. Null if it is not known. */
        cryptocurrency: string | null
        /** The number. */
        count: number
        /** The sum. In whole coins, as a decimal string with six fractional digits. */
        amount: string
      }[]
      /** The request that lists them, such as `/payments?status=partially_paid`. */
      list: string
    }
  }
  /** True if the span had ended, so that its sums stay as they are. */
  complete: boolean
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** A file of entries to download, without keys. */
export type ReportFile = {
  /** The kind of object. */
  object: 'report_file'
  /** The address of the file. It needs no keys. */
  url: string
  /** The number of its rows, without the one with the names of columns. */
  rows: number
  /** The names of its columns, and its first rows, five at most, as they are in the file. */
  preview: string[][]
  /** The time when the link stops working. ISO 8601, in UTC with milliseconds. */
  expiresAt: string
}

/** The ways to pay of this environment, in the order of its configuration. */
export type ConfiguredMethods = {
  /** The kind of object. */
  object: 'payment_methods'
  /** The ways to pay, in the order of the configuration. */
  methods: ConfiguredMethod[]
  /** True in production, false in the sandbox. */
  livemode: boolean
}

/** The distance of a transfer from being final. */
export type Confirmations = {
  /** The number of blocks so far, its own included, and at most as many as are required. */
  seen: number
  /** The number of blocks that make it final, at the network's present distance to the final block. */
  required: number
  /** Seconds since its block, by the chain's clock. Null when it is final. */
  seconds: number | null
  /**
   * The time when it should be final. Null when it is, or when the time cannot be estimated. ISO 8601, in UTC with
   * milliseconds.
   */
  expectedAt: string | null
}

/** A transfer to the payment's address in another coin, on another network, or in a transaction that was reported. */
export type MisdirectedTransfer = {
  /** Hash of the transaction. */
  hash: string
  /** Address of the account that sent it. */
  from: string
  /** The amount that it moved. In whole coins, as a decimal string with six fractional digits. */
  amount: string
  /** The coin. Bridged coins are not those of the issuer, and pay nothing. */
  cryptocurrency: 'USDC' | 'USDT' | 'DAI' | 'USDC.e' | 'USDbC'
  /**
   * The network: stellar, ethereum, polygon, base, arbitrum, optimism, or the operator's name of another EVM network.
   */
  network: NetworkName
  /** The transaction in a block explorer. Null if none is known. */
  explorerUrl: string | null
  /** The network's name for people. */
  networkTitle: string
  /** True if it would count for this payment if its sender signed for it (`/pay/<id>/claims/challenge`). */
  provable: boolean
}

/** A transaction that was named for a payment. */
export type ReportedTransaction = {
  /** Hash of the transaction. */
  hash: string
  /** The time when it was named. ISO 8601, in UTC with milliseconds. */
  reportedAt: string
  /** The transaction in a block explorer. Null if none is known. */
  explorerUrl: string | null
  /**
   * `sent`: a wallet or the checkout sent it, and no reading has shown it yet. `claimed`: the payer named it, and no
   * reading has shown it yet. `unrelated`: the payer named it, and it brought this payment nothing: it pays another
   * one, or is older than this one.
   */
  status: 'sent' | 'claimed' | 'unrelated'
}

/** A transfer whose payer is asked for. It has no hash, so that only its sender can name it. */
export type UnnamedTransfer = {
  /** The amount that it moved. In whole coins, as a decimal string with six fractional digits. */
  amount: string
  /** The coin. Bridged coins are not those of the issuer, and pay nothing. */
  cryptocurrency: 'USDC' | 'USDT' | 'DAI' | 'USDC.e' | 'USDbC'
  /** The time of its block. ISO 8601, in UTC with milliseconds. */
  blockTime: string
}

/** The rules for payments that a merchant may choose. */
export type PaymentPolicy = {
  /**
   * The rule for money that comes after the end of a payment. `review`: it waits for you. `accept`: it is accepted for
   * 24 hours after the deadline. A payment keeps the rule that it was made with.
   */
  latePayments: 'review' | 'accept'
  /**
   * The part of an amount that may be missing, from 0 to 0.05: 0.01 is one per cent. A payment keeps the rule that it
   * was made with.
   */
  underpaymentTolerance: number
  /** `on` if payers may say that they have paid, and prove it. */
  claims: 'on' | 'off'
}

/**
 * Rows of the books that do not add up, such as payments that say they received another amount than came. They come
 * before everything else.
 */
export type Books = {
  /** The number of rows that do not add up. While it is not zero, pay nothing out. */
  imbalance: number
  /** The first rows that do not add up: ids of payments and settlements, or words. */
  wrong: string[]
  /** The time when all of the books had been checked last. ISO 8601, in UTC. Null before the first time. */
  checkedAt: string | null
}

/** Things that wait for the merchant. Null: your key may not read them. */
export type Attentions = {
  books: Books
  /** Transfers that pay nothing. Null: your key may not read them. */
  unattributedTransfers: Attention | null
  /** Transfers that pay nothing, and that payers' pages have named. Null: your key may not read them. */
  claimedTransfers: Attention | null
  /** Ended payments with the exception late, whose money was neither accepted nor sent back. */
  latePayments: Attention
  /** Ended payments with the exception underpaid, whose money was neither accepted nor sent back. */
  underpaidPayments: Attention
  /** Refunds that wait for your signature. Null: your key may not read them. */
  refundsToSign: Attention | null
  /** Refunds that wait for the payer's address. Null: your key may not read them. */
  refundsToCollect: Attention | null
  /** Settlements that are on their way. Null: your key may not read them. */
  pendingSettlements: Attention | null
  /** Settlements that failed. Null: your key may not read them. */
  failedSettlements: Attention | null
  /** Enabled webhooks whose deliveries fail at present. Null: your key may not read them. */
  failingWebhooks: Attention | null
  /** Webhooks that the checkout has turned off. Null: your key may not read them. */
  disabledWebhooks: Attention | null
  /** Deliveries of the last seven days that were given up. Null: your key may not read them. */
  failedDeliveries: Attention | null
}

/** The steps of a new shop. */
export type Setup = {
  /** True if the settings name a wallet. */
  hasWallets: boolean
  /** True if there is an active key. */
  hasKey: boolean
  /** True if there is a webhook. */
  hasWebhook: boolean
  /** True if a payment was completed. */
  hasCompletedPayment: boolean
  /** True if the merchant has a logo. */
  hasLogo: boolean
  /** True if payers are told where to find help. */
  hasSupport: boolean
}

/** A refusal. */
export type Problem = {
  /** The refusal of the request. */
  error: {
    /** The category of the code. */
    type: ErrorType
    /** The reason, for programs. A release may add codes. */
    code: string
    /** The reason, and what to do about it. For people: it may change. */
    message: string
    /** The field or header that is to blame, such as lineItems.0.name. Null if none is. */
    param: string | null
    /** Only with payer_funds_insufficient: the amount of the coin that the account lacks. */
    missing?: string
    /** Only with insufficient_scope, and if a scope is lacking: that scope. */
    scope?: Scope
    /** Id of the request, req_.... Tell it to the operator. */
    requestId: string
  }
}

/** The action that a refund needs before it can be paid. */
export type RefundAction = CollectAction | SignAction

/** The answer to a DELETE. */
export type Deleted<Kind extends string> = {
  /** The id of the deleted object. */
  id: string
  /** The kind of object. */
  object: Kind
  /** Always true. */
  deleted: true
}

/** A page of a list. */
export type List<Item> = {
  /** The kind of object. */
  object: 'list'
  /** The items of this page. */
  data: Item[]
  /** True if there are more after this page. Go on with `starting_after` and the id of the last item. */
  hasMore: boolean
  /** The number of items that match, on all pages. */
  totalCount: number
}

type ObjectOf<Type extends EventType> = Type extends `payment.${string}`
  ? Payment
  : Type extends `transfer.${string}`
    ? Transfer
    : Type extends `refund.${string}`
      ? Refund
      : Type extends `settlement.${string}`
        ? Settlement
        : Type extends `webhook.${string}`
          ? Webhook
          : Type extends `wallet.${string}`
            ? Wallet
            : Type extends `delivery.${string}`
              ? Delivery
              : Type extends `booking.${string}`
                ? Booking
                : never

/** A change, with the resource as it was then. The type determines the object. */
export type EventOf<Type extends EventType> = {
  /** Id of the event, evt_... */
  id: string
  /** The kind of object. */
  object: 'event'
  /** The kind of change. */
  type: Type
  /** The time of the change. ISO 8601, in UTC with milliseconds. */
  createdAt: string
  /** True in production, false in the sandbox. */
  livemode: boolean
  /** Number of the event, without gaps for each merchant and environment. */
  sequence: number
  data: { object: ObjectOf<Type> }
}

/** An event whose type determines its object: events with one kind of object, or all events. */
export type Event<Object = Payment | Transfer | Refund | Settlement | Webhook | Wallet | Delivery | Booking> = {
  [Type in EventType]: ObjectOf<Type> extends Object ? EventOf<Type> : never
}[EventType]
