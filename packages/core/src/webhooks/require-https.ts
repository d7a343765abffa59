import type { Caller } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'

/** Throws `invalid_parameter` for a URL that is not safe on its way in production. */
export function requireHttps(caller: Pick<Caller, 'livemode'>, url: string): void {
  if (caller.livemode && !/^https:/i.test(url))
    throw new CheckoutError('invalid_parameter', 'url must use https in production.', 'url')
}
