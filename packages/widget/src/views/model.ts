import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Phase, Terms, Texts } from '@crypto-checkout/payer-ui'
import type { ClaimForm } from '../claim-form.ts'
import type { Stale } from '../payment-follower.ts'
import type { QrPath } from '../qr-path.ts'
import type { WalletLoader } from '../wallet-door.ts'
import type { View } from './parts.ts'

export type CopyTarget = keyof Texts['copy']

/** Everything that the views of a payment are rendered from. */
export type Model = {
  payment: PublicPayment
  phase: Phase
  terms: Terms
  /** The time by the server's clock. */
  nowMs: number
  qr: QrPath | null
  /** The field that was just copied. */
  copied: CopyTarget | null
  /** Why the last attempts to read the status failed; null if they did not. */
  stale: Stale | null
  texts: Texts
  /** Announces the redirect back to the shop; null if there is none. */
  leaving: View | null
  /** Null if no wallet could pay from this page. */
  wallets: WalletLoader | null
  /** The form for a transaction; null until it is loaded. */
  claimForm: ClaimForm | 'failed' | null
  onCopy(target: CopyTarget): void
  /** The payer opens the form for a transaction. */
  onClaim(): void
  onRetry(): void
}
