import { z } from 'zod'

/** Who is to pay. */
export const accountInput = z.strictObject({ account: z.string().max(128) })
export type AccountInput = z.output<typeof accountInput>

/** As SEP-11 writes an asset, and the most of it that the payer chose to give. */
const send = z.strictObject({
  asset: z.string().max(128),
  max: z.string().regex(/^\d{1,12}(\.\d{1,7})?$/, 'a decimal number with up to seven digits after the point'),
})

/** Who is to pay, and with what where it is not the payment's own coin. */
export const payerInput = z.strictObject({ account: z.string().max(128), send: send.nullable().default(null) })
export type PayerInput = z.output<typeof payerInput>

/** What the payer's wallet has signed, in base64, and the seal of what was built for it. */
export const signedInput = z.strictObject({ xdr: z.string().max(4_096), seal: z.string().max(64).nullish() })
export type SignedInput = z.output<typeof signedInput>
