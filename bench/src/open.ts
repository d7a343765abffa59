/** Checkouts that accept payments without running any jobs. */
import { type Checkout, type CheckoutOptions, createCheckout } from '@crypto-checkout/core'
import { createNetworkHealth, createWatchJob } from '@crypto-checkout/core/testing'
import { RawNode } from './raw-node.ts'

/** Opens a checkout and reads its networks once. */
export async function openBench(options: CheckoutOptions): Promise<Checkout> {
  const node = new RawNode(Date.now())
  const checkout = createCheckout({ log: () => {}, ...options }, { connect: () => node.rpc })
  await checkout.ready()
  await readOnce(checkout)
  return checkout
}

/** Reads each network once: before that, no payment can be created. */
export async function readOnce({ context }: Pick<Checkout, 'context'>): Promise<void> {
  const health = createNetworkHealth({ now: Date.now, elapsed: () => performance.now() })
  for (const network of context.networks) await createWatchJob(context, network, health).run()
}
