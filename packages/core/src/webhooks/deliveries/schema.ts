import { eventTypes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { isId } from '../../domain/id.ts'
import { listQuery } from '../../http/fields.ts'

export const deliveryQuery = listQuery.extend({
  state: z.enum(['pending', 'delivered', 'failed']).optional(),
  event: z
    .string()
    .refine(
      (text) => isId('evt', text) || eventTypes.some((type) => type === text),
      'must be the id of an event or a type',
    )
    .optional()
    .meta({ description: 'Id of an event (evt_...), or a type such as payment.completed' }),
})
export type ValidDeliveryQuery = z.output<typeof deliveryQuery>
