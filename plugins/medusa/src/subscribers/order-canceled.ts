import type { SubscriberArgs, SubscriberConfig } from '@medusajs/framework'
import { ContainerRegistrationKeys, MedusaError, OrderWorkflowEvents } from '@medusajs/framework/utils'
import { CryptoCheckoutProvider } from '../providers/crypto-checkout/provider.ts'
import { findSessions } from '../providers/crypto-checkout/shop.ts'

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }

/**
 * Stops offering the payment of an order that the merchant has cancelled. Medusa itself cancels payments, and an order
 * has none before its money is final. A payment that has money is named in the log: somebody has to refund it.
 */
export default async function stopPayments({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  const { id } = event.data
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (const { options, data } of await findSessions(container, id)) {
    try {
      await new CryptoCheckoutProvider({ logger }, options).cancelPayment({ data })
    } catch (error) {
      if (!MedusaError.isMedusaError(error) || error.type !== MedusaError.Types.NOT_ALLOWED) throw error
      logger.warn(`Order ${id} is cancelled, and its payment has money. ${error.message}`)
    }
  }
}
