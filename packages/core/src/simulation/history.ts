import type { Row } from '../storage/tables.ts'
import type { PaymentException, PaymentStatus } from '../wire.ts'

/** What a payment was last told to be. */
export type Told = {
  readonly status: PaymentStatus
  readonly exceptions: readonly PaymentException[]
  readonly received: bigint
  /** Without dust that counts for nothing. */
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
  /** When it was committed at the latest, by true time. */
  readonly knownAt: number
  readonly expiresAt: number
  readonly order: number
  /** As of the last step. */
  row: Row<'payments'>
  told: Told | null
  /** When it ended; null while it is open. */
  endedAt: number | null
  /** The settlement it is in. */
  settledIn: string | null
}

/** A refund with the address that only it goes to, and whether its merchant has signed it. */
export type KnownRefund = { readonly id: string; readonly merchantId: string; row: Row<'refunds'>; signed: boolean }

/** A POST that was asked, with all that is needed to ask it again. */
export type Request = {
  readonly merchantId: string
  readonly target: string
  readonly body: object
  readonly key: string
  readonly askedAt: number
  /** The id that was answered; null before the first answer. */
  id: string | null
}

type Holder = { readonly payment: KnownPayment; readonly since: number }

/** What merchants, payers and receivers know of the past: with the chain all that follows from it. */
export class History {
  readonly payments = new Map<string, KnownPayment>()
  readonly refunds = new Map<string, KnownRefund>()
  readonly transfers = new Map<string, Row<'transfers'>>()
  /** Transfers that have become final with the last step. */
  readonly newlyFinal = new Set<string>()
  readonly settlements = new Map<string, Row<'settlements'>>()
  readonly webhooks = new Map<string, { readonly id: string; readonly url: string; readonly merchantId: string }>()
  /** Of all events that were committed, by id. */
  readonly events = new Map<string, Row<'events'>>()
  /** The type of the last event of each object. */
  readonly lastTold = new Map<string, string>()
  /** The last number of each merchant's events. */
  readonly sequences = new Map<string, number>()
  /** What was asked for, in words such as `cancel pay_1`, whatever was answered. */
  readonly asked = new Set<string>()
  /** What was answered to have been done. */
  readonly done = new Set<string>()
  readonly requests: Request[] = []
  /** Ids that were answered since this was looked at: what has them is there for good. */
  readonly answered: string[] = []
  /** Of objects that were asked for, by `<merchant> <tag>`. */
  readonly made = new Map<string, string>()
  /** Payments with an address of their own, by it. */
  readonly byAddress = new Map<string, KnownPayment>()
  /** What receivers took, as `<event> <url>`. */
  readonly accepted = new Set<string>()
  /** The number of the last event that a receiver got of a payment, as `<url> <payment>`; infinity once order may be lost. */
  readonly lastReceived = new Map<string, number>()
  /** Unattributed dust since the last event about it, by wallet and coin. */
  readonly strayDust = new Map<string, bigint>()
  readonly #holders = new Map<string, Holder[]>()
  #tags = 0

  nextTag(): string {
    this.#tags += 1
    return `t${this.#tags}`
  }

  /** Who was ever asked for this amount there, in their order. */
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
