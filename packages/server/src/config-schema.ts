import { configJsonSchema } from '@crypto-checkout/core'

/** The published schema of `crypto-checkout.config.json`, so that editors know its keys. */
export function configSchema(): object {
  return { title: 'Configuration of Crypto Checkout', ...configJsonSchema() }
}
