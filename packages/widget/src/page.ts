import type { CryptoCheckout } from './crypto-checkout.ts'
import './crypto-checkout.ts'

/**
 * The hosted page's own script, with the element: the page's title follows the payment. The page also works without it.
 */
function enhance(): void {
  const element = document.querySelector('crypto-checkout')
  if (element === null) return
  element.addEventListener(
    'checkout-status-change',
    ({ detail }) => void showTitle(element, detail.payment.merchantName),
  )
  document.querySelector('#print')?.addEventListener('click', () => print())
  // Only the element has a place for it, in a completed payment.
  element.querySelector('[slot=completed]')?.removeAttribute('hidden')
  // Only on local networks. Until it is loaded, and without it, the forms are plain ones.
  if (document.querySelector('.test'))
    import('./test-panel.ts').then(
      ({ playTests }) => playTests(element),
      () => {},
    )
}

async function showTitle(element: CryptoCheckout, merchant: string): Promise<void> {
  await element.updateComplete
  const title = `${element.label ?? ''} · ${merchant}`
  document.title = title
  const heading = document.querySelector('h1')
  if (heading !== null) heading.textContent = title
}

enhance()
