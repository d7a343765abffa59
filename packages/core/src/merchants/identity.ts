import { parseColour } from '@crypto-checkout/payer-ui'
import { z } from 'zod'
import { type Image, readImage } from '../domain/image/image.ts'
import { printableLine, webUrl } from '../http/fields.ts'
import { MAX_LOGO_BYTES } from './logo.ts'

const MAX_NAME = 100
/** RFC 5321, 4.5.3.1.3: a path has at most 256 characters, with its brackets. */
const MAX_EMAIL = 254
const MAX_LOGO_TEXT = 4 * Math.ceil(MAX_LOGO_BYTES / 3)
/** The largest logo in base64, and the other fields. */
export const MAX_IDENTITY_BYTES = 160 * 1_024
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const colour = z
  .string()
  .max(7)
  .transform((text, issues) => {
    const parsed = text.startsWith('#') ? parseColour(text) : null
    if (parsed === null) issues.addIssue('must be a colour such as #0a7d4f')
    return parsed
  })

const logo = z
  .string()
  .max(MAX_LOGO_TEXT, `must be at most ${MAX_LOGO_BYTES / 1_024} KiB`)
  .transform((text, issues): Image => {
    try {
      if (text === '' || !BASE64.test(text)) throw new RangeError('must be the file in base64')
      return readImage(Buffer.from(text, 'base64'))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      issues.addIssue(error.message)
      return z.NEVER
    }
  })

const nullableText = { type: ['string', 'null'] }

/** Changes of what payers see of a merchant. Null removes a value. */
export const merchantChanges = z.strictObject({
  name: printableLine(MAX_NAME).optional().meta({ description: 'The name on the payment page' }),
  accent: colour
    .nullable()
    .optional()
    .meta({ ...nullableText, description: 'The colour of the payment page', examples: ['#0a7d4f'] }),
  logo: logo
    .nullable()
    .optional()
    .meta({
      ...nullableText,
      description:
        'A PNG, WebP or JPEG file of at most 100 KiB and 2,048 pixels on each side, in base64. Its metadata is removed',
    }),
  supportEmail: z
    .email('must be an e-mail address such as help@shop.example.com')
    .max(MAX_EMAIL)
    .nullable()
    .optional()
    .meta({ ...nullableText, description: 'Where payers find help' }),
  supportUrl: webUrl
    .nullable()
    .optional()
    .meta({ ...nullableText, description: 'Where payers find help. https if the server takes real payments' }),
})
export type ValidMerchantChanges = z.output<typeof merchantChanges>
