import { CheckoutError } from '../domain/error.ts'

/** Throws `invalid_state` for a disabled endpoint. */
export function requireEnabled(webhook: { readonly disabled_at: number | null }): void {
  if (webhook.disabled_at !== null)
    throw new CheckoutError('invalid_state', 'The webhook is disabled: enable it first.')
}
