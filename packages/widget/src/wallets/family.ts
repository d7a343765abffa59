import type { Model } from '../views/model.ts'
import type { Chain } from './evm/chain.ts'
import type { ListedWallet, Offer, PanelStep } from './state.ts'

export type DetectContext = {
  /** The payment's address. */
  src: string
  /** The current card while it asks for money; null otherwise. */
  card(): Model | null
  /** After it aborts, results are no longer needed. */
  signal: AbortSignal
  onStep(step: PanelStep): void
}

/**
 * The only wallet there is; null if the payer must choose; or `told` if the reason for having none was already
 * reported.
 */
export type DetectResult = ListedWallet | null | 'told'

/** `signing`: the payer signs and the checkout sends. `sending`: the payer sends. */
export type PaymentMode = 'signing' | 'sending'

/** One attempt with one wallet. */
export type Attempt = DetectContext & {
  /** Lets the payer choose an account other than the connected one. */
  otherAccount: boolean
  /** The offer to pay with instead of the payment's own coin; null asks for the available offers. */
  offer?: Offer | null
  /** If absent, the payer is asked, provided that there is a choice. */
  way?: PaymentMode | undefined
}

/** A family of networks, whose wallets pay in the same way. The panel knows only this interface. */
export type WalletFamily = {
  readonly wallets: readonly ListedWallet[]
  /** Null until it is known, and for wallets that do not need it. */
  readonly chain: Chain | null
  /** WalletConnect's project id; null if WalletConnect cannot be used. */
  readonly projectId: string | null
  detect(looking: DetectContext): Promise<DetectResult>
  pay(wallet: ListedWallet, attempt: Attempt): Promise<void>
}

/** A wallet that signs messages. */
export type MessageSigner = {
  readonly id: string
  /** Null for a wallet that does not name itself. */
  readonly name: string | null
  /** A data URI of an image, or null. */
  readonly icon: string | null
  /**
   * Tells whether the wallet lets this page use an account. Throws if its user declines. `isAnotherTime`: it offered
   * other accounts before, so its user is asked to choose.
   */
  connect(account: string, isAnotherTime: boolean): Promise<boolean>
  sign(account: string, text: string): Promise<string>
  /** Tells whether an error says that the wallet's user has declined. */
  isRejection(error: unknown): boolean
}
