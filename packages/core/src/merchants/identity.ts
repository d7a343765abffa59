/** A merchant's identity for payers: its name, colour, logo and contact. */
import { hash } from 'node:crypto'
import { parseColour } from '@crypto-checkout/payer-ui'
import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { type Image, type ImageType, readImage } from '../domain/image/image.ts'
import { printableLine, webUrl } from '../http/fields.ts'
import type { Db, Tx } from '../storage/database.ts'
import { deleteLogo, findLogoRow, putLogo } from './store.ts'

const MAX_LOGO_BYTES = 100 * 1_024

const endings: Readonly<Record<ImageType, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

/** The names that logos have: 128 bits of a hash, so that a name means one content for ever. */
const LOGO_NAME = /^[0-9a-f]{32}\.(?:png|jpg|webp)$/

/** The name of an image's file: a hash of its content. */
export function nameLogo({ contentType, bytes }: Image): string {
  return `${hash('sha256', bytes, 'hex').slice(0, 32)}.${endings[contentType]}`
}

/** Stores a merchant's logo; null removes it. */
export async function replaceLogo(tx: Tx, merchantId: string, image: Image | null): Promise<void> {
  if (image === null) return deleteLogo(tx, merchantId)
  const content = Buffer.from(image.bytes).toString('base64')
  await putLogo(tx, { merchant_id: merchantId, name: nameLogo(image), content_type: image.contentType, content })
}

/** A logo that some merchant has now. Null if there is none of this name. */
export async function findLogo(db: Db, name: string): Promise<Pick<Image, 'contentType' | 'bytes'> | null> {
  const row = LOGO_NAME.test(name) ? await findLogoRow(db, name) : null
  return row && { contentType: row.content_type, bytes: Buffer.from(row.content, 'base64') }
}

/** The address of a logo for every browser; null for none. */
export function formatLogoUrl({ settings }: Pick<Context, 'settings'>, name: string | null): string | null {
  return name && `${settings.publicUrl}/logo/${name}`
}

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
  name: printableLine(MAX_NAME)
    .optional()
    .meta({ description: 'The name on the payment page, at most 100 characters' }),
  accent: colour
    .nullable()
    .optional()
    .meta({
      ...nullableText,
      description: "The colour of the payment page's buttons and links, such as #0a7d4f. Null: the checkout's own",
      examples: ['#0a7d4f'],
    }),
  logo: logo
    .nullable()
    .optional()
    .meta({
      ...nullableText,
      description:
        'A PNG, WebP or JPEG file of at most 100 KiB and 2,048 pixels on each side, in base64. Its metadata and its colour profile are ' +
        'removed',
    }),
  supportEmail: z
    .email('must be an e-mail address such as help@shop.example.com')
    .max(MAX_EMAIL)
    .nullable()
    .optional()
    .meta({ ...nullableText, description: 'E-mail address for payers who need help' }),
  supportUrl: webUrl
    .nullable()
    .optional()
    .meta({
      ...nullableText,
      description: 'Address of a page for payers who need help. It must use https if the server takes real payments',
    }),
})
export type ValidMerchantChanges = z.output<typeof merchantChanges>
