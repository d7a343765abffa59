import { CheckoutError } from '../domain/error.ts'
import type { Caller, Context } from './context.ts'

/**
 * Throws `invalid_parameter` for a URL that may not get events. The addresses of its name are checked when something is
 * sent.
 */
export function requireReachable(ctx: Context, caller: Caller, url: string, param = 'url'): void {
  const problem = ctx.webhookUrlProblem(caller.livemode, url)
  if (problem) throw new CheckoutError('invalid_parameter', `${param} ${problem}.`, param)
}
