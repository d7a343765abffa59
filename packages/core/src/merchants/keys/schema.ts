import { scopes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { listQuery, printableLine, wholeNumber } from '../../http/fields.ts'

const MAX_NAME = 100
const DAY_S = 86_400
/** Thirty days. */
const MAX_EXPIRE_OLD_IN_S = 30 * DAY_S

export const keyInput = z.strictObject({
  name: printableLine(MAX_NAME).meta({
    description: 'Your name for it, such as the program that uses it, on one line of at most 100 characters',
  }),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .max(scopes.length)
    .optional()
    .meta({ description: 'The scopes that it gets. Default: everything. A key can give only what it may do itself' }),
  requireSignature: z
    .boolean()
    .optional()
    .meta({ description: 'True if unsigned requests are refused. Default: false' }),
  wallets: z
    .enum(['any', 'settings'])
    .optional()
    .meta({
      description:
        'The wallets that it may have payments paid to. `settings`: those of the settings only, which it cannot change. ' +
        'Payments and links that name another one are refused with `insufficient_scope`. Default: `any`, or `settings` if ' +
        'the caller is limited to them',
    }),
})
export type ValidKeyInput = z.output<typeof keyInput>

export const rotateInput = z.strictObject({
  expireOldIn: wholeNumber(0, MAX_EXPIRE_OLD_IN_S)
    .optional()
    .meta({ description: 'Seconds for which the old pair still works, at most 30 days. Default: 86400, a day' }),
})
export type ValidRotateInput = z.output<typeof rotateInput>
export const DEFAULT_EXPIRE_OLD_IN_S = DAY_S

export const keyQuery = listQuery.extend({
  status: z.enum(['active', 'expired', 'revoked']).optional().meta({ description: 'Those with this status' }),
})
export type ValidKeyQuery = z.output<typeof keyQuery>
