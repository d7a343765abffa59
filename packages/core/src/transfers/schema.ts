import { z } from 'zod'
import { networkNames } from '../catalog/networks.ts'
import { listQuery } from '../http/fields.ts'

export const transferQuery = listQuery.extend({
  status: z.enum(['unattributed', 'attributed']).optional(),
  network: z.enum(networkNames).optional(),
})
export type TransferQuery = z.input<typeof transferQuery>
export type ValidTransferQuery = z.output<typeof transferQuery>

export const assignInput = z.strictObject({ paymentId: z.string().max(64) })
export type AssignInput = z.output<typeof assignInput>
