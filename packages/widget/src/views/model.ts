/** The data that a payment's card is rendered from, and its parts as the card sees them. */
import type { PublicPayment } from '@crypto-checkout/api-types'
import type { CopyTarget, Phase, Terms, Texts } from '@crypto-checkout/payer-ui'
import type { nothing, TemplateResult } from 'lit'
import type { Stale } from '../payment-follower.ts'
import type { QrPath } from '../qr-path.ts'
import type { ListedWallet } from '../wallets/state.ts'

export type View = TemplateResult | typeof nothing

export type Turn = 0 | 1

/** A part of the card whose script is loaded when the payer opens it. */
export type LazyPart<Part> = {
  readonly part: Part | null
  /** Its script did not load. Opening the part tries again. */
  readonly failed: boolean
  open(): Promise<void>
}

/** A part that the card has a place for. */
type CardPart = { view(model: Model): View }

/** `methods`: those to choose from, all of the payment's unless others are given. */
type MethodPart = { view(model: Model, methods?: PublicPayment['methods']): TemplateResult }

/** The wallets that can pay, and their panel once it was opened. */
export type CardWallets = {
  readonly panel: WalletPart | null
  readonly state: 'loading' | 'failed' | null
  list(network: string): readonly ListedWallet[]
  open(model: Model, wallet?: string): Promise<void>
}

type WalletPart = CardPart & {
  readonly open: boolean
  /** True if the wallet has sent the money, as far as the panel knows. */
  readonly sent: boolean
  /** True if the panel stands in place of everything that asks for money. */
  readonly replacesTerms: boolean
  /** The words that take the place of the payment's state: not to pay; null where that is still true. */
  readonly warning: string | null
}

/** Everything that the views of a payment are rendered from. */
export type Model = {
  /** The payment's page. */
  src: string
  payment: PublicPayment
  phase: Phase
  terms: Terms
  /** The time by the server's clock. */
  nowMs: number
  /** Changes with each state. */
  screen: Turn
  /** Changes with what is paid where: its nodes are replaced, so that nothing of the terms before can stay on the screen. */
  offer: Turn
  qr: QrPath | null
  /** The content of the code: the address alone, or the whole request. */
  code: 'address' | 'request'
  /** The field that was just copied. */
  copied: CopyTarget | null
  /** The reason for which the last attempts to read the status failed; null if they did not. */
  stale: Stale | null
  texts: Texts
  /** Announces the redirect back to the shop; null if there is none. */
  leaving: View | null
  /** Null if no wallet could pay from this page. */
  wallets: CardWallets | null
  /** The form for a transaction. */
  claimForm: LazyPart<CardPart>
  /** The field for the address that gets the receipt. */
  emailForm: LazyPart<CardPart>
  /** The link that made the payment, if the element has one. */
  linkPlace: { again(model: Model, ways: (leadsOn: boolean) => View): View }
  /** The steps of a withdrawal from an exchange. */
  exchangePath: LazyPart<CardPart>
  /** The ways to pay. */
  methodChoice: LazyPart<MethodPart>
  onCopy(target: CopyTarget): void
  /** The payer wants the other code. */
  onSwitchCode(): void
  onRetry(): void
}
