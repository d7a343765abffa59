/** Orders that a process has left half made: it has written the order and one of its links, to the cart or to the payment. */
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { type Cart, findCart, holdCart } from '../carts.ts'

/**
 * Finds the order of a cart and links it with both. Every way to an order does it first: Medusa would fail to make
 * another order, and refund the payment.
 */
export async function linkOrder(container: MedusaContainer, id: string): Promise<void> {
  // An order that is just being made looks the same. Its process holds the cart.
  if (!isHalfMade(await findCart(container, id))) return
  await holdCart(container, id, async () => {
    const cart = await findCart(container, id)
    if (isHalfMade(cart)) await writeLinks(container, cart)
  })
}

function findOrder({ order, payment_collection }: Cart) {
  return order ?? payment_collection?.order
}

function isHalfMade(cart: Cart | undefined): cart is Cart {
  if (!cart?.payment_collection || !findOrder(cart)) return false
  return !cart.order || !cart.payment_collection.order || !cart.completed_at
}

async function writeLinks(container: MedusaContainer, cart: Cart): Promise<void> {
  const { id, payment_collection: collection } = cart
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const end = { [Modules.ORDER]: { order_id: findOrder(cart)?.id } }
  if (!cart.order) await link.create({ ...end, [Modules.CART]: { cart_id: id } })
  if (!collection?.order) await link.create({ ...end, [Modules.PAYMENT]: { payment_collection_id: collection?.id } })
  if (!cart.completed_at) await container.resolve(Modules.CART).updateCarts(id, { completed_at: new Date() } as never)
}
