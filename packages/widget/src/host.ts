/** The element, as its parts see it. */
import type { PublicPayment } from '@crypto-checkout/api-types'
import type { ReactiveControllerHost } from 'lit'

export type CheckoutHost = ReactiveControllerHost &
  HTMLElement & {
    src: string
    link: string | null
    snapshot: string | null
    readonly method: string | null
    readonly redirect: 'auto' | 'manual'
    modal: boolean
    opened: boolean
    readonly payment: PublicPayment | null
    refresh(): Promise<void>
    close(): void
  }
