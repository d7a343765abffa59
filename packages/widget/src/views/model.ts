import type { Phase, Terms, Texts } from '@crypto-checkout/core/payer'
import type { Stale } from '../payment-follower.ts'
import type { QrPath } from '../qr-path.ts'
import type { WalletDoor } from '../wallet-door.ts'
import type { PublicPayment } from '../wire.ts'
import type { View } from './parts.ts'

export type CopyTarget = keyof Texts['copy']

/** All that the views of a payment are made from. */
export type Model = {
  payment: PublicPayment
  phase: Phase
  terms: Terms
  /** The server's clock. */
  nowMs: number
  qr: QrPath | null
  /** What was copied a moment ago. */
  copied: CopyTarget | null
  /** Why the last attempts to read the status failed, if they did. */
  stale: Stale | null
  texts: Texts
  /** Says that the payer is about to be taken back to the shop; null when they are not. */
  leaving: View | null
  /** Null where no wallet could pay by itself. */
  wallets: WalletDoor | null
  onCopy(target: CopyTarget): void
  onRetry(): void
}
