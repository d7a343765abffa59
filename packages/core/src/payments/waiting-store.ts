/** Amounts that waiting payments ask to be paid into wallets. */
import { sql } from 'kysely'
import type { Db } from '../storage/database.ts'

const MAX_PLACES = 1_000

/** Lists the places where waiting payments ask for money, and what else they offer; at most a thousand. */
export function listWaitingPlaces(db: Db, { livemode, after }: { readonly livemode: boolean; readonly after: number }) {
  return (
    db
      .selectFrom('payments')
      .select(['network', 'chain', 'token', 'merchant_wallet', 'alternatives'])
      .distinct()
      .where('livemode', '=', livemode)
      .where('expires_at', '>', after)
      // Literals: the partial index of waiting payments cannot serve bound values.
      .where('status', 'in', [sql.lit('created' as const), sql.lit('partially_paid' as const)])
      .limit(MAX_PLACES)
      .execute()
  )
}

type OpenPlace = {
  readonly livemode: boolean
  readonly network: string
  readonly chain: string
  readonly token: string
  readonly wallet: string
}

/**
 * Sums what waiting payments still ask for in a coin on a wallet, in millionths. `except`: the id of one that does not count.
 * Sums beyond 2^53 are rounded.
 */
export async function sumOpenAt(db: Db, place: OpenPlace, except: string | null): Promise<bigint> {
  const row = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.sum<number | null>(eb.cast<number>('outstanding', 'double precision')).as('sum'))
    .where('livemode', '=', place.livemode)
    .where('network', '=', place.network)
    .where('status', 'in', [sql.lit('created' as const), sql.lit('partially_paid' as const)])
    .where('chain', '=', place.chain)
    .where('token', '=', place.token.toLowerCase())
    .where(sql`lower(merchant_wallet)`, '=', place.wallet.toLowerCase())
    .where('id', '!=', except ?? '')
    .executeTakeFirst()
  return BigInt(Math.ceil(row?.sum ?? 0))
}
