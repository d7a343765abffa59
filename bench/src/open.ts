/** Checkouts that take payments while none of their jobs runs. */
import { type Checkout, type CheckoutOptions, createCheckout } from '@crypto-checkout/core'
import { networkHealth, watchJob } from '@crypto-checkout/core/testing'
import { RawNode } from './raw-node.ts'

/** Opens a checkout whose networks were read once. */
export async function openBench(options: CheckoutOptions): Promise<Checkout> {
  const node = new RawNode(Date.now())
  const checkout = createCheckout({ log: () => {}, ...options }, { connect: () => node.rpc })
  await checkout.ready()
  await readOnce(checkout)
  return checkout
}

/** Reads each network once: before that no payment can be made. */
export async function readOnce({ context }: Pick<Checkout, 'context'>): Promise<void> {
  const health = networkHealth({ now: Date.now, elapsed: () => performance.now() })
  for (const network of context.networks) await watchJob(context, network, health).run()
}
