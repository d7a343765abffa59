import { z } from 'zod'

/** Who is to pay. */
export const accountInput = z.strictObject({ account: z.string().max(128) })
export type AccountInput = z.output<typeof accountInput>

/** What the payer's wallet has signed, in base64. */
export const signedInput = z.strictObject({ xdr: z.string().max(4_096) })
export type SignedInput = z.output<typeof signedInput>
