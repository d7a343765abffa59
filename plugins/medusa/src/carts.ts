/** Carts as the plug-in reads them, with their payment and their order. */
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'

/** As long as a request may wait for those before it. */
export const PATIENCE_S = 30

export type Cart = {
  readonly id: string
  readonly completed_at?: unknown
  readonly order?: { readonly id: string }
  readonly payment_collection?: {
    readonly id: string
    readonly order?: { readonly id: string }
    readonly payment_sessions?: readonly { readonly id: string; readonly provider_id: string }[]
  }
}

export async function findCart(scope: MedusaContainer, id: string): Promise<Cart | undefined> {
  const sessions = ['id', 'provider_id'].map((field) => `payment_collection.payment_sessions.${field}`)
  const fields = ['id', 'completed_at', 'order.id', 'payment_collection.id', 'payment_collection.order.id', ...sessions]
  const { data } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: 'cart', fields, filters: { id } })
  return (data as unknown as readonly Cart[])[0]
}

/** Works under Medusa's own key of the cart, so the cart does not become an order meanwhile. */
export async function holdCart(scope: MedusaContainer, id: string, work: () => Promise<void>): Promise<void> {
  await scope.resolve(Modules.LOCKING).execute(id, work, { timeout: PATIENCE_S })
}
