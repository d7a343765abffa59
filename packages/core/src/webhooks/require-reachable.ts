import type { Caller, Context } from '../context.ts'
import { CheckoutError } from '../domain/error.ts'

/** Throws `invalid_parameter` for a URL that may not be told of events. What its name resolves to shows when it is sent to. */
export function requireReachable(ctx: Context, caller: Caller, url: string, param = 'url'): void {
  const problem = ctx.webhookUrlProblem(caller.livemode, url)
  if (problem) throw new CheckoutError('invalid_parameter', `${param} ${problem}.`, param)
}
