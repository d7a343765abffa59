/** This plug-in as a shop has it: its providers in the configuration, and its sessions of an order. */
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import type { Options } from './options.ts'

type Container = Pick<MedusaContainer, 'resolve'>

type Configured = {
  /** `pp_crypto-checkout_...`, as Medusa's rows have it. */
  readonly providerId: string
  readonly options: Options
}

type Entry = { readonly id?: string; readonly options?: Partial<Options> }

/** Leaves out other providers with the same `id`. Medusa tells them apart by identifiers, which are not in the configuration. */
export function listProviders(container: Container): Configured[] {
  const { modules } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const payment = modules?.[Modules.PAYMENT]
  const { providers = [] } = (typeof payment === 'object' ? (payment.options ?? {}) : {}) as { providers?: Entry[] }
  return providers.flatMap(({ id, options }) =>
    isComplete(options) ? [{ providerId: `pp_crypto-checkout_${id}`, options }] : [],
  )
}

function isComplete(options: Partial<Options> | undefined): options is Options {
  return options?.baseUrl !== undefined && options.webhookSecret !== undefined
}

type Session = { readonly provider_id: string; readonly data: Record<string, unknown> }
type Order = { readonly payment_collections?: readonly { readonly payment_sessions: readonly Session[] }[] }

export async function findSessions(container: Container, order: string) {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'order',
    fields: ['payment_collections.payment_sessions.provider_id', 'payment_collections.payment_sessions.data'],
    filters: { id: order },
  })
  const collections = (data as unknown as readonly Order[]).flatMap((one) => one.payment_collections ?? [])
  const providers = listProviders(container)
  return collections.flatMap(({ payment_sessions }) =>
    payment_sessions.flatMap(({ provider_id, data }) => {
      const provider = providers.find(({ providerId }) => providerId === provider_id)
      return provider ? [{ options: provider.options, data }] : []
    }),
  )
}
