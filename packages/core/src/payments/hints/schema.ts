import { z } from 'zod'

/** A transaction that a payer's wallet sent, and its sender. */
export const reportInput = z.strictObject({ hash: z.string().max(128), from: z.string().max(128) })
export type ReportInput = z.output<typeof reportInput>
