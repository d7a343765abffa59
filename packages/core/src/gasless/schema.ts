import { z } from 'zod'

const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A payer's signature. Times that are left out are those that were asked for. */
export const authorizationInput = z.strictObject({
  from: z.string().max(128),
  signature: z
    .string()
    .max(4_096)
    .regex(/^0x(?:[0-9a-f]{2})+$/i, 'must be bytes in hexadecimal, as eth_signTypedData_v4 answers them'),
  validAfter: seconds.optional(),
  validBefore: seconds.optional(),
})
export type AuthorizationInput = z.output<typeof authorizationInput>
