/** What buyers' requests mean for the payment of their cart, before Medusa acts on them. */
import { once } from 'node:events'
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from '@medusajs/framework/http'
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { refreshPaymentCollectionForCartWorkflow } from '@medusajs/medusa/core-flows'
import { type Cart, findCart, holdCart, PATIENCE_S } from '../carts.ts'
import { listProviders } from '../providers/crypto-checkout/shop.ts'
import { linkOrder } from '../reconciliation/orders.ts'

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
    await holdCart(scope, id, () => removeSessions(scope, id))
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

type Hook = { readonly data?: { readonly object?: { readonly metadata?: { readonly session_id?: unknown } } } }

/** Repairs the order of a cart that is placed again. */
export async function placeOrder(
  { scope, params }: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  await linkOrder(scope, String(params.id))
  next()
}

/** The same for a webhook, whose money makes an order. Its signature is not verified yet: a repair does no harm. */
export async function takeWebhook(
  { scope, params, body }: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): Promise<void> {
  const isOurs = listProviders(scope).some(({ providerId }) => providerId === `pp_${params.provider}`)
  const session = (body as Hook | undefined)?.data?.object?.metadata?.session_id
  const cart = isOurs && typeof session === 'string' ? await findCartOfSession(scope, session) : undefined
  if (cart) await linkOrder(scope, cart.id)
  next()
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

/** A collection that an order has got later has no cart. */
async function findCartOf(scope: MedusaContainer, collection: string): Promise<Cart | undefined> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'payment_collection',
    fields: ['cart.id', 'cart.completed_at'],
    filters: { id: collection },
  })
  return (data as unknown as readonly { readonly cart?: Cart }[])[0]?.cart
}

async function findCartOfSession(scope: MedusaContainer, id: string): Promise<Cart | undefined> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'payment_session',
    fields: ['payment_collection.cart.id'],
    filters: { id },
  })
  return (data as unknown as readonly { readonly payment_collection?: { readonly cart?: Cart } }[])[0]
    ?.payment_collection?.cart
}
