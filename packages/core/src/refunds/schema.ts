import { z } from 'zod'
import { isId } from '../domain/id.ts'
import { refundStatuses } from '../domain/refund.ts'
import { coinName, listQuery, networkName, price, time } from '../http/fields.ts'
import { reference } from '../payments/order.ts'
import { isMemo } from './destination.ts'

const MAX_REASON = 500

/** Input for creating a refund. */
export const refundInput = z.strictObject({
  paymentId: z.string().max(64).meta({ description: 'Id of the payment whose money goes back' }),
  amount: price.optional().meta({
    description:
      "The amount that goes back, in the payment's currency: positive, with its decimals. Default: all that is left",
    examples: [10],
  }),
  cryptocurrency: coinName
    .optional()
    .meta({ description: 'The coin of the method whose money goes back, with `network`. Default: the chosen method' }),
  network: networkName.optional(),
  destination: z
    .string()
    .max(128)
    .optional()
    .meta({
      description:
        "Address that gets the money, on the payment's network. Default: the account that paid without gas. Other payers are " +
        'asked on a page',
    }),
  destinationMemo: z
    .string()
    .refine(isMemo, 'must be text of 1 to 28 bytes')
    .optional()
    .meta({ description: 'The memo that the recipient needs besides the address (Stellar only)' }),
  reference: reference.optional().meta({
    description: 'Your own id of it, at most 100 characters. Asked again with it, the same refund is the answer',
  }),
  reason: z
    .string()
    .max(MAX_REASON)
    .optional()
    .meta({ description: 'Your reason, for your own records: at most 500 characters' }),
})
export type ValidRefundInput = z.output<typeof refundInput>

/** The transaction that the merchant's wallet has signed, in base64. */
export const signedRefundInput = z.strictObject({ xdr: z.string().max(4_096) })

export const refundQuery = listQuery.extend({
  paymentId: z
    .string()
    .refine((text) => isId('pay', text), 'must be the id of a payment')
    .optional()
    .meta({ description: 'Those of this payment' }),
  reference: reference.optional().meta({ description: 'The one with this id of yours' }),
  status: z.enum(refundStatuses).optional().meta({ description: 'Those with this status' }),
  nextAction: z
    .enum(['sign', 'collect_destination'])
    .optional()
    .meta({ description: "Those that wait for the merchant's signature, or for the payer's address" }),
  created_gte: time.optional().meta({ description: 'Created at or after this ISO 8601 time' }),
  created_lt: time.optional().meta({ description: 'Created before this ISO 8601 time' }),
})
export type ValidRefundQuery = z.output<typeof refundQuery>
