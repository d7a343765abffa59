import { z } from 'zod'

/** The account that pays. */
export const accountInput = z.strictObject({ account: z.string().max(128) })
export type AccountInput = z.output<typeof accountInput>

/** An asset as SEP-11 writes it, and the maximum that the payer chose to spend. */
const send = z.strictObject({
  asset: z.string().max(128),
  max: z.string().regex(/^\d{1,12}(\.\d{1,7})?$/, 'a decimal number with up to seven digits after the point'),
})

/** The account that pays, and the asset if it is not the payment's own coin. */
export const payerInput = z.strictObject({ account: z.string().max(128), send: send.nullable().default(null) })
export type PayerInput = z.output<typeof payerInput>

/** The transaction that the payer's wallet has signed, in base64, and its MAC (`seal`). */
export const signedInput = z.strictObject({ xdr: z.string().max(4_096), seal: z.string().max(64).nullish() })
export type SignedInput = z.output<typeof signedInput>
