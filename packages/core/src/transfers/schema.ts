import { z } from 'zod'
import { networkNames } from '../catalog/networks.ts'
import { listQuery } from '../http/fields.ts'

export const transferQuery = listQuery.extend({
  status: z.enum(['unattributed', 'attributed']).optional(),
  network: z.enum(networkNames).optional(),
})
export type ValidTransferQuery = z.output<typeof transferQuery>

export const assignInput = z.strictObject({ paymentId: z.string().max(64) })
