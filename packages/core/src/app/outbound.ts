import type { Context } from '../context/context.ts'
import { parseAddressRanges } from '../outbound/addresses.ts'
import { findWebhookUrlProblem } from '../outbound/check-url.ts'
import { Connections } from '../outbound/connections.ts'
import { sendPost } from '../outbound/post.ts'
import { resolveHost } from '../outbound/resolve.ts'
import type { ValidConfig } from './config.ts'

/**
 * The rules for requests to URLs that merchants chose. On the operator's own machine the sandbox may reach that
 * machine.
 */
export function createOutbound(
  config: ValidConfig,
  isLocal: boolean,
  elapsed: () => number,
): Pick<Context, 'post' | 'webhookUrlProblem'> {
  const networks = parseAddressRanges(config.webhookNetworks ?? [])
  const rulesFor = (livemode: boolean) => ({
    ...{ livemode, networks, elapsed, resolve: resolveHost, ca: null, connections: new Connections() },
    allowLoopback: !livemode && isLocal,
  })
  const [production, sandbox] = [rulesFor(true), rulesFor(false)]
  const rulesOf = (livemode: boolean) => (livemode ? production : sandbox)
  return {
    post: (livemode, request) => sendPost(rulesOf(livemode), request),
    webhookUrlProblem: (livemode, url) => findWebhookUrlProblem(url, rulesOf(livemode)),
  }
}
