'use client'

import { CryptoCheckout, type CryptoCheckoutProps } from '@crypto-checkout/react'
import { createElement, type ReactElement } from 'react'

/** The part of a payment session that is needed here, as Medusa's Store API answers it. */
type Session = { readonly provider_id: string; readonly data?: Record<string, unknown> }

/** Tells whether a payment provider is the checkout: `pp_crypto-checkout_default`. */
export function isCryptoCheckout(providerId: string | undefined): boolean {
  return providerId?.startsWith('pp_crypto-checkout_') ?? false
}

export type CheckoutPaymentProps = Omit<CryptoCheckoutProps, 'src' | 'link'> & {
  /** A payment session of a cart or of an order. */
  readonly session: Session | undefined
}

/**
 * Shows the payment of a session and follows it; nothing for sessions of other providers. It stays on the page once it
 * is paid, unless `redirect` says otherwise.
 *
 *     <CheckoutPayment session={session} onCompleted={() => router.refresh()} />
 */
export function CheckoutPayment({ session, ...props }: CheckoutPaymentProps): ReactElement | null {
  const url = session?.data?.url
  if (!isCryptoCheckout(session?.provider_id) || typeof url !== 'string') return null
  return createElement(CryptoCheckout, { redirect: 'manual', ...props, src: url })
}
