/** Checkouts that accept payments without running any jobs. */
import { type Checkout, type CheckoutOptions, createCheckout } from '@crypto-checkout/core'
import { createNetworkHealth, createWatchJob } from '@crypto-checkout/core/testing'
import { RawNode } from './raw-node.ts'

/** Of nodes whose port says it. */
const chainIds: Readonly<Record<string, number>> = { 1: 1, 31338: 31_338 }

/** Opens a checkout and reads its networks once. */
export async function openBench(options: CheckoutOptions): Promise<Checkout> {
  const connect = (url: string) => new RawNode(Date.now(), 0, chainIds[new URL(url).port]).rpc
  const checkout = createCheckout({ log: () => {}, ...options }, { connect })
  await checkout.ready()
  await readOnce(checkout)
  return checkout
}

/** Reads each network once: before that, no payment can be created. */
export async function readOnce({ context }: Pick<Checkout, 'context'>): Promise<void> {
  const health = createNetworkHealth({ now: Date.now, elapsed: () => performance.now() })
  for (const network of context.networks) await createWatchJob(context, network, health).run()
}
