import type { PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { NetworkName } from './config.ts'

/** The last reported state of a payment. */
export type ReportedState = {
  /** The method that it follows, as `placeKey` writes it. */
  readonly place: string
  /** Money was seen in one of its methods, or it has ended: no payer can choose another one. */
  readonly locked: boolean
  readonly status: PaymentStatus
  readonly exceptions: readonly PaymentException[]
  readonly received: bigint
  /** Without dust that does not count. */
  readonly noticed: bigint
}

/** A coin on a network that a payment may be paid in. */
export type Offer = { readonly cryptocurrency: string; readonly network: NetworkName; readonly wallet: string }

/** A method whose terms were made. Amounts in millionths, times in milliseconds, addresses lower case. */
export type KnownMethod = Offer & {
  readonly position: number
  readonly chain: string
  readonly token: string
  readonly address: string
  readonly recognition: string
  readonly due: bigint
  /** Properties that never change, as JSON. */
  readonly terms: string
  /** The latest time of its commit, by true time. */
  readonly knownAt: number
  /** As of the last step. */
  outstanding: bigint
  /** True if its network had not passed the deadline yet. */
  isAwaited: boolean
}

/** A payment as its merchant knows it. Times in milliseconds. */
export type KnownPayment = {
  readonly id: string
  readonly merchantId: string
  readonly tag: string
  /** In cents. */
  readonly price: number
  /** In the merchant's order, the default one first. */
  readonly offers: readonly Offer[]
  /** The open ones, the default one first. */
  readonly methods: KnownMethod[]
  readonly createdAt: number
  readonly expiresAt: number
  readonly order: number
  /** As of the last step. */
  row: Row<'payments'>
  lastReported: ReportedState | null
  /** The time when it ended; null while it is open. */
  endedAt: number | null
  /** Its settlement. */
  settledIn: string | null
}

/** A refund, with its transfer if that is on the chain. */
export type RefundRow = Row<'refunds'> & { readonly transfer: Row<'transfers'> | null }

export type KnownRefund = {
  readonly id: string
  readonly merchantId: string
  row: RefundRow
  signed: boolean
  asked: boolean
}

/** A sent POST, with everything needed to repeat it. */
export type Request = {
  readonly merchantId: string
  readonly target: string
  readonly body: object
  readonly key: string
  readonly askedAt: number
  /** The id in the response; null before the first response. */
  id: string | null
}

/** The merchant's request, besides what a payment's metadata say. */
export type Wanted = {
  readonly cryptocurrency: string
  readonly network: string
  readonly alternatives?: 'all' | readonly { cryptocurrency: string; network: string; merchantWallet?: string }[]
}

type Place = Pick<KnownMethod, 'chain' | 'token' | 'address'>
type Holder = { readonly payment: KnownPayment; readonly since: number }

/** A refund that was made, and perhaps paid, after a backup that was put back since. */
export type LostRefund = { readonly payment: KnownPayment; readonly body: object; readonly tag: string }

/** What a wallet has paid for a refund that was lost. */
export type PaidByWallet = { readonly chain: string; readonly to: string; readonly rawAmount: bigint }

/** The knowledge of merchants, payers and receivers of the past. With the chain, it determines all expected states. */
export class History {
  readonly payments = new Map<string, KnownPayment>()
  readonly refunds = new Map<string, KnownRefund>()
  readonly transfers = new Map<string, Row<'transfers'>>()
  /** The transfers of refunds. */
  readonly outgoing = new Map<string, Row<'transfers'>>()
  /** Methods that were opened in the last step. */
  readonly newlyOpen = new Set<KnownMethod>()
  /** Transfers that became final in the last step, or were assigned as final ones. */
  readonly newlyPaid = new Set<string>()
  readonly settlements = new Map<string, Row<'settlements'>>()
  /** Settlements that had ended in the last step. */
  readonly endedSettlements = new Set<string>()
  /** The digests of completed settlements' reports, by settlement, the one read last at the end. */
  readonly reports = new Map<string, string>()
  readonly webhooks = new Map<string, { readonly id: string; readonly url: string; readonly merchantId: string }>()
  /** All committed events, by id. */
  readonly events = new Map<string, Row<'events'>>()
  /** The type of the last event of each object. */
  readonly lastTold = new Map<string, string>()
  /** The last number of each merchant's events. */
  readonly sequences = new Map<string, number>()
  /** Requests, in words such as `cancel pay_1`, whatever the response. */
  readonly requestWords = new Set<string>()
  /** Requests whose response confirmed them. */
  readonly done = new Set<string>()
  readonly requests: Request[] = []
  /** Ids in responses since the last check: their objects must exist for good. */
  readonly answered: string[] = []
  /** Requested payments, by tag. */
  readonly wanted = new Map<string, Wanted>()
  /** All wallets that were ever put into the settings, as `<merchant> <network> <wallet>`. */
  readonly settingWallets = new Set<string>()
  /** Requested objects, by `<merchant> <tag>`. */
  readonly made = new Map<string, string>()
  /** The receipts, by payment or refund. */
  readonly receipts = new Map<string, string>()
  /** Payments with their own address, by address. */
  readonly byAddress = new Map<string, KnownPayment>()
  /** Events that receivers accepted, as `<event> <url>`. */
  readonly accepted = new Set<string>()
  /**
   * The number of the last event of a payment that a receiver got, as `<url> <payment>`; infinity once order may be
   * lost.
   */
  readonly lastReceived = new Map<string, number>()
  /** Unattributed dust since the last event about it, by wallet and coin. */
  readonly strayDust = new Map<string, bigint>()
  readonly #holders = new Map<string, Holder[]>()
  #tags = 0

  nextTag(): string {
    this.#tags += 1
    return `t${this.#tags}`
  }

  /** All payments that ever asked for this amount there, in order. */
  holdersOf(of: Place, amount: bigint): readonly Holder[] {
    return this.#holders.get(keyOf(of, amount)) ?? []
  }

  hold(payment: KnownPayment, at: Place, amount: bigint, since: number): void {
    const key = keyOf(at, amount)
    const holders = this.#holders.get(key) ?? []
    this.#holders.set(key, [...holders, { payment, since }])
  }
}

function keyOf({ chain, token, address }: Place, amount: bigint): string {
  return `${chain} ${token} ${address} ${amount}`
}
