import type { Model } from '../views/model.ts'
import type { Chain } from './evm/chain.ts'
import type { ListedWallet } from './panel-view.ts'
import type { Offer, PanelStep } from './state.ts'

export type Looking = {
  /** The payment's address. */
  src: string
  /** The card as it is now while it asks for money. */
  card(): Model | null
  /** What is found after its end is of no use any more. */
  signal: AbortSignal
  tell(step: PanelStep): void
}

/** The only wallet there is, null where the payer is to choose, or `told` where it was told why none is asked. */
export type Looked = ListedWallet | null | 'told'

/** Whether the payer signs for the checkout to send, or sends. */
export type Way = 'signing' | 'sending'

/** One try with one wallet. */
export type Attempt = Looking & {
  /** Lets the payer choose another account than the one that was connected. */
  otherAccount: boolean
  /** What is given instead of the payment's own coin; null asks for what there is. */
  offer?: Offer | null
  /** Left out where it is to be asked, if there is a choice. */
  way?: Way | undefined
}

/** How the wallets of one family of networks pay: the panel knows no more of them. */
export type WalletFamily = {
  readonly wallets: readonly ListedWallet[]
  /** Null until it is known, and where a wallet need not be told. */
  readonly chain: Chain | null
  /** Of WalletConnect; null where it cannot be used. */
  readonly projectId: string | null
  look(looking: Looking): Promise<Looked>
  pay(wallet: ListedWallet, attempt: Attempt): Promise<void>
}
