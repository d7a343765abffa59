import { configJsonSchema } from '@crypto-checkout/core'

/** The published schema of `crypto-checkout.config.json`. Editors use it to complete and check keys. */
export function createConfigSchema(): object {
  return { title: 'Configuration of Crypto Checkout', ...configJsonSchema() }
}
