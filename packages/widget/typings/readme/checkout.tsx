import '@crypto-checkout/widget'
import type {} from '@crypto-checkout/widget/jsx'

export function Checkout({ url, onPaid }: { url: string; onPaid: () => void }) {
  return <crypto-checkout src={url} oncheckout-completed={onPaid} />
}
