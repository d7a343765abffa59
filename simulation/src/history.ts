import type { PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import type { Row } from '../../packages/core/src/storage/tables.ts'

/** The last reported state of a payment. */
export type ReportedState = {
  readonly status: PaymentStatus
  readonly exceptions: readonly PaymentException[]
  readonly received: bigint
  /** Without dust that does not count. */
  readonly noticed: bigint
}

/** A payment as its merchant knows it. Amounts in millionths, times in milliseconds, addresses lower case. */
export type KnownPayment = {
  readonly id: string
  readonly merchantId: string
  readonly tag: string
  readonly network: 'ethereum' | 'polygon'
  readonly chain: string
  readonly token: string
  readonly address: string
  readonly wallet: string
  readonly recognition: string
  readonly due: bigint
  readonly createdAt: number
  /** The latest time of its commit, by true time. */
  readonly knownAt: number
  readonly expiresAt: number
  readonly order: number
  /** As of the last step. */
  row: Row<'payments'>
  lastReported: ReportedState | null
  /** When it ended; null while it is open. */
  endedAt: number | null
  /** Its settlement. */
  settledIn: string | null
}

/** A refund with its own address, and whether its merchant has signed it. */
/** A refund, with its transfer if that is on the chain. */
export type RefundRow = Row<'refunds'> & { readonly transfer: Row<'transfers'> | null }

export type KnownRefund = { readonly id: string; readonly merchantId: string; row: RefundRow; signed: boolean }

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

type Holder = { readonly payment: KnownPayment; readonly since: number }

/** What merchants, payers and receivers know of the past. With the chain, it determines all expected states. */
export class History {
  readonly payments = new Map<string, KnownPayment>()
  readonly refunds = new Map<string, KnownRefund>()
  readonly transfers = new Map<string, Row<'transfers'>>()
  /** The transfers of refunds. */
  readonly outgoing = new Map<string, Row<'transfers'>>()
  /** Transfers that became final in the last step. */
  readonly newlyFinal = new Set<string>()
  readonly settlements = new Map<string, Row<'settlements'>>()
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
  /** Requested objects, by `<merchant> <tag>`. */
  readonly made = new Map<string, string>()
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
  holdersOf(of: Pick<KnownPayment, 'chain' | 'token' | 'address'>, amount: bigint): readonly Holder[] {
    return this.#holders.get(keyOf(of, amount)) ?? []
  }

  hold(payment: KnownPayment, amount: bigint, since: number): void {
    const key = keyOf(payment, amount)
    const holders = this.#holders.get(key) ?? []
    this.#holders.set(key, [...holders, { payment, since }])
  }
}

function keyOf({ chain, token, address }: Pick<KnownPayment, 'chain' | 'token' | 'address'>, amount: bigint): string {
  return `${chain} ${token} ${address} ${amount}`
}
