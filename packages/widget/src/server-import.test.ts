import { expect, test } from 'vitest'

test('a server without a DOM can import the element', async () => {
  const { CryptoCheckout } = await import('./crypto-checkout.ts')
  expect(customElements.get('crypto-checkout')).toBe(CryptoCheckout)
})
