import { z } from 'zod'
import { networkNames } from '../../domain/catalog/networks.ts'
import { isId } from '../../domain/id.ts'
import { listQuery } from '../../http/fields.ts'

export const transferQuery = listQuery.extend({
  status: z.enum(['unattributed', 'attributed']).optional(),
  network: z.enum(networkNames).optional(),
  payment: z
    .string()
    .refine((text) => isId('pay', text), 'must be the id of a payment, pay_...')
    .optional()
    .meta({ description: 'Id of the payment that they pay' }),
})
export type ValidTransferQuery = z.output<typeof transferQuery>

export const assignInput = z.strictObject({ paymentId: z.string().max(64) })
