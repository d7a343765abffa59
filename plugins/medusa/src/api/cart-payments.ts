/** What buyers' requests mean for the payment of their cart, before Medusa acts on them. */
import { once } from 'node:events'
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { refreshPaymentCollectionForCartWorkflow } from '@medusajs/medusa/core-flows'
import { listProviders } from '../providers/crypto-checkout/shop.ts'

/** As long as a request may wait for those before it. */
const PATIENCE_S = 30

/** Fields of a cart on which its price does not depend. */
const UNPRICED = ['email', 'billing_address', 'metadata', 'locale']

/**
 * Lets one request at a time make a session of a cart. Medusa deletes the session before. Two clicks at once would not see
 * each other's, and leave two payments that both ask for money. A process that ended while the cart changed has left the
 * old price in the payment collection, so Medusa compares it with the cart first.
 */
export async function makeSession(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const { scope, params } = request
  const collection = String(params.id)
  await inTurn(scope, collection, response, async () => {
    const cart = await findCartOf(scope, collection)
    const isOpen = cart && !cart.completed_at
    if (isOpen) await refreshPaymentCollectionForCartWorkflow(scope).run({ input: { cart_id: cart.id } })
    next()
  })
}

/**
 * Stops the payment of a cart before the cart changes, and refuses the change if there is money. Medusa changes the cart
 * first and removes its session later. A process that ends between the two would leave a payment of the old price.
 */
export async function changeCart(
  { scope, params }: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const id = String(params.id)
  const collection = (await findCart(scope, id))?.payment_collection?.id
  if (collection === undefined) return next()
  await inTurn(scope, collection, response, async () => {
    // Medusa's own key: the cart does not become an order meanwhile.
    await scope.resolve(Modules.LOCKING).execute(id, () => removeSessions(scope, id), { timeout: PATIENCE_S })
    next()
  })
}

/** The same for an update of the cart, unless its price does not depend on any of the fields. */
export async function updateCart(
  request: MedusaRequest,
  response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const fields = Object.keys(Object(request.body))
  const keepsPrice = fields.length > 0 && fields.every((field) => UNPRICED.includes(field))
  return keepsPrice ? next() : changeCart(request, response, next)
}

/**
 * Finds the order of a cart that is placed again. A process that ended while it made the order has written one of the
 * order's links, to the cart or to the payment. Medusa would fail to make another one.
 */
export async function placeOrder(
  { scope, params }: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const id = String(params.id)
  await scope.resolve(Modules.LOCKING).execute(id, () => linkOrder(scope, id), { timeout: PATIENCE_S })
  next()
}

async function linkOrder(scope: MedusaContainer, id: string): Promise<void> {
  const cart = await findCart(scope, id)
  const { payment_collection: collection } = cart ?? {}
  const order = cart?.order ?? collection?.order
  if (!cart || !collection || !order) return
  const link = scope.resolve(ContainerRegistrationKeys.LINK)
  const end = { [Modules.ORDER]: { order_id: order.id } }
  if (!cart.order) await link.create({ ...end, [Modules.CART]: { cart_id: id } })
  if (!collection.order) await link.create({ ...end, [Modules.PAYMENT]: { payment_collection_id: collection.id } })
  if (!cart.completed_at) await scope.resolve(Modules.CART).updateCarts(id, { completed_at: new Date() } as never)
}

/** `begin` lets the request go on. The next one waits until it is answered. */
async function inTurn(
  scope: MedusaContainer,
  collection: string,
  response: MedusaResponse,
  begin: () => Promise<void>,
): Promise<void> {
  const answer = async () => {
    if (response.closed) return
    const closed = once(response, 'close')
    await begin()
    await closed
  }
  await scope.resolve(Modules.LOCKING).execute(`crypto-checkout:${collection}`, answer, { timeout: PATIENCE_S })
}

async function removeSessions(scope: MedusaContainer, id: string): Promise<void> {
  const cart = await findCart(scope, id)
  if (!cart || cart.completed_at) return
  const providers = listProviders(scope).map(({ providerId }) => providerId)
  for (const session of cart.payment_collection?.payment_sessions ?? []) {
    if (providers.includes(session.provider_id)) await scope.resolve(Modules.PAYMENT).deletePaymentSession(session.id)
  }
}

type Cart = {
  readonly id: string
  readonly completed_at?: unknown
  readonly order?: { readonly id: string }
  readonly payment_collection?: {
    readonly id: string
    readonly order?: { readonly id: string }
    readonly payment_sessions?: readonly { readonly id: string; readonly provider_id: string }[]
  }
}

async function findCart(scope: MedusaContainer, id: string): Promise<Cart | undefined> {
  const sessions = ['id', 'provider_id'].map((field) => `payment_collection.payment_sessions.${field}`)
  const fields = ['id', 'completed_at', 'order.id', 'payment_collection.id', 'payment_collection.order.id', ...sessions]
  const { data } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: 'cart', fields, filters: { id } })
  return (data as unknown as readonly Cart[])[0]
}

/** A collection that an order has got later has no cart. */
async function findCartOf(scope: MedusaContainer, collection: string): Promise<Cart | undefined> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'payment_collection',
    fields: ['cart.id', 'cart.completed_at'],
    filters: { id: collection },
  })
  return (data as unknown as readonly { readonly cart?: Cart }[])[0]?.cart
}
