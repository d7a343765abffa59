import { hash } from 'node:crypto'
import type { Context } from '../context/context.ts'
import type { Image, ImageType } from '../domain/image/image.ts'
import type { Db, Tx } from '../storage/database.ts'
import { deleteLogo, findLogoRow, putLogo } from './logo-store.ts'

export const MAX_LOGO_BYTES = 100 * 1_024

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
  return row && { contentType: row.content_type as ImageType, bytes: Buffer.from(row.content, 'base64') }
}

/** The address of a logo for every browser; null for none. */
export function formatLogoUrl({ settings }: Pick<Context, 'settings'>, name: string | null): string | null {
  return name && `${settings.publicUrl}/logo/${name}`
}
