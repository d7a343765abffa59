import { z } from 'zod'
import { printableLine } from '../http/fields.ts'
import { emailInput, MAX_EMAIL } from './people-schema.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from './verify-passkey.ts'

const LEAST_PASSWORD = 12
const MAX_PASSWORD = 256

/** A password that is given, right or wrong. */
const givenPassword = z.string().min(1).max(MAX_PASSWORD)
const newPassword = z
  .string()
  .max(MAX_PASSWORD)
  .refine((text) => [...text].length >= LEAST_PASSWORD, `must have at least ${LEAST_PASSWORD} characters`)
const code = z.string().min(1).max(40)
const token = z.string().min(1).max(100)

export const credentialsInput = z.strictObject({
  email: z.string().min(1).max(MAX_EMAIL),
  password: givenPassword,
  code,
})

const MAX_ENCODED = 16_384
const encoded = z.string().max(MAX_ENCODED)
const credential = { id: z.string().min(1).max(1_400), rawId: z.string().max(1_400), type: z.literal('public-key') }
const always = { clientExtensionResults: z.looseObject({}).default({}) }

/** `AuthenticationResponseJSON` and `RegistrationResponseJSON` of WebAuthn level 3. Browsers may add fields. */
const assertion = z.looseObject({
  ...credential,
  ...always,
  response: z.looseObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.string().max(100).optional(),
  }),
})
const registration = z.looseObject({
  ...credential,
  ...always,
  response: z.looseObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})

export const passkeySignIn = z.strictObject({ passkey: assertion as z.ZodType<AuthenticationResponseJSON> })
const MAX_NAME = 100
const passkeyName = printableLine(MAX_NAME).default('Passkey')
export const passkeyInput = z.strictObject({
  passkey: registration as z.ZodType<RegistrationResponseJSON>,
  name: passkeyName,
})

export const reauthenticationInput = z
  .strictObject({
    password: givenPassword.optional(),
    code: code.optional(),
    passkey: passkeySignIn.shape.passkey.optional(),
  })
  .refine(
    ({ password, code: given, passkey }) =>
      (password === undefined) !== (passkey === undefined) && (password === undefined) === (given === undefined),
    { message: 'must have either password and code, or passkey' },
  )
const id = z.string().min(1).max(64)

export const resetInput = z.strictObject({ user: id })

export const leftInput = z.strictObject({ merchant: id, user: id })

export const openInput = z.strictObject({ token, email: emailInput.optional() })

export const acceptInput = z
  .strictObject({
    token,
    email: emailInput.optional(),
    password: newPassword.optional(),
    enrolment: token.optional(),
    code: code.optional(),
    passkey: passkeyInput.shape.passkey.optional(),
    name: passkeyName,
  })
  .transform(({ password, enrolment = '', code: given = '', passkey, name, email = null, ...rest }, issues) => {
    for (const [field, input] of Object.entries({ enrolment, code: given }))
      if (password !== undefined && input === '') issues.addIssue({ ...missing(field), input })
    const byPassword = password === undefined ? null : { password, enrolment, code: given }
    return { ...rest, email, password: byPassword, passkey: passkey ? { response: passkey, name } : null }
  })

export const passwordChange = z
  .strictObject({ password: newPassword, enrolment: token.optional(), code: code.optional() })
  .transform(({ password, enrolment, code: given }, issues) => {
    if (enrolment !== undefined && given === undefined) issues.addIssue({ ...missing('code'), input: given })
    return { password, totp: enrolment === undefined ? null : { enrolment, code: given ?? '' } }
  })

function missing(name: string) {
  return { code: 'custom' as const, path: [name], message: 'is required' }
}
