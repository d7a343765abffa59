import { CheckoutError } from '../domain/error.ts'
import type { Db } from '../storage/database.ts'
import { findMerchant, type MerchantRow } from './store.ts'

export { findFirstMerchant, findMerchant } from './store.ts'

/** Throws `resource_missing`. */
export async function requireMerchant(db: Db, id: string): Promise<MerchantRow> {
  const row = await findMerchant(db, id)
  if (!row) throw new CheckoutError('resource_missing', 'There is no such merchant: create it first.')
  return row
}
