import { withdrawUnneeded } from '../authorizations/withdraw.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { messageOf } from '../networks/health.ts'
import type { ToldJob } from './runner.ts'

/** Lets no authorization be sent that its payment no longer needs. */
export function withdrawJob(ctx: Context, network: Network): ToldJob {
  return {
    name: `withdraw ${network.environment} ${network.name}`,
    everyMs: network.pollMs,
    async run() {
      await withdrawUnneeded(ctx, network)
      return { more: false }
    },
    explain: messageOf,
  }
}
