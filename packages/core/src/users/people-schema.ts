import { roles } from '@crypto-checkout/api-types'
import { z } from 'zod'

/** RFC 5321, 4.5.3.1.3: a path has at most 256 characters, with its brackets. */
export const MAX_EMAIL = 254

export const emailInput = z
  .string()
  .trim()
  .max(MAX_EMAIL)
  .pipe(z.email('must be an e-mail address such as ann@shop.example.com'))

const role = z
  .enum(roles)
  .meta({ description: 'The role of the user. You cannot give a role that may do more than you' })

export const userChanges = z.strictObject({ role })
export type ValidUserChanges = z.output<typeof userChanges>

export const invitationInput = z.strictObject({
  email: emailInput.meta({ type: 'string', format: 'email', description: 'The address of the one who is invited' }),
  role,
})
export type ValidInvitationInput = z.output<typeof invitationInput>

/** Fields that the operator may leave out. */
export const operatorInvitation = z.strictObject({ email: emailInput.optional(), role: role.optional() })
