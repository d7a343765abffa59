'use client'
import type { CryptoCheckout } from '@crypto-checkout/widget'
import type {} from '@crypto-checkout/widget/jsx'
import { useEffect, useRef } from 'react'

export function Checkout({ url, onPaid }: { url: string; onPaid: () => void }) {
  const element = useRef<CryptoCheckout>(null)
  useEffect(() => {
    // The element needs a browser: a server that renders this component does not load it.
    void import('@crypto-checkout/widget')
    const checkout = element.current
    checkout?.addEventListener('checkout-completed', onPaid)
    return () => checkout?.removeEventListener('checkout-completed', onPaid)
  }, [onPaid])
  return <crypto-checkout src={url} ref={element} />
}
