import type { Context } from '../context/context.ts'
import { addressRanges } from '../outbound/addresses.ts'
import { webhookUrlProblem } from '../outbound/check-url.ts'
import { Connections } from '../outbound/connections.ts'
import { outboundPost } from '../outbound/post.ts'
import { resolveHost } from '../outbound/resolve.ts'
import type { ValidConfig } from './config.ts'

/**
 * The rules for requests to URLs that merchants chose. On the operator's own machine the sandbox may reach that
 * machine.
 */
export function outbound(
  config: ValidConfig,
  isLocal: boolean,
  elapsed: () => number,
): Pick<Context, 'post' | 'webhookUrlProblem'> {
  const networks = addressRanges(config.webhookNetworks ?? [])
  const rulesFor = (livemode: boolean) => ({
    ...{ livemode, networks, elapsed, resolve: resolveHost, ca: null, connections: new Connections() },
    allowLoopback: !livemode && isLocal,
  })
  const [production, sandbox] = [rulesFor(true), rulesFor(false)]
  const rulesOf = (livemode: boolean) => (livemode ? production : sandbox)
  return {
    post: (livemode, request) => outboundPost(rulesOf(livemode), request),
    webhookUrlProblem: (livemode, url) => webhookUrlProblem(url, rulesOf(livemode)),
  }
}
