import { askingStatuses } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import { prepareQuery } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'
import { incoming } from '../transfers/store.ts'

/** Amounts in millionths of the coin, both ends included. */
export type AmountRange = { readonly least: bigint; readonly most: bigint }

type Wanted = AmountRange &
  Pick<Row<'payments'>, 'chain' | 'token' | 'merchant_id' | 'livemode' | 'created_at'> & {
    /** Lower case, as transfers have it. */
    readonly wallet: string
  }

/** The newest unattributed transfer of a coin to a merchant's wallet since a time. */
export const findNewestUnattributed = prepareQuery<Wanted>()((db, value) =>
  db
    .selectFrom('transfers')
    .select(['amount', 'cryptocurrency', 'block_time'])
    .where('to_address', '=', value.wallet)
    .where('payment_id', 'is', null)
    .where('direction', '=', incoming)
    .where('amount', '>=', value.least)
    .where('amount', '<=', value.most)
    .where('block_time', '>=', value.created_at)
    .where('chain', '=', value.chain)
    .where('token', '=', value.token)
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('state', '!=', 'orphaned')
    .orderBy('block_time', 'desc')
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
)

type Asking = Omit<Wanted, 'wallet' | 'created_at'> & Pick<Row<'payments'>, 'address'> & { readonly before: number }

/** At most two open payments of a wallet that a merchant created before a time and that ask for such an amount. */
export const findOpenAsking = prepareQuery<Asking>()((db, value) =>
  db
    .selectFrom('payments')
    .select('id')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('status', 'in', askingStatuses)
    .where('created_at', '<=', value.before)
    .where('chain', '=', value.chain)
    .where('token', '=', value.token)
    .where('address', '=', value.address)
    .where('outstanding', '>=', value.least)
    .where('outstanding', '<=', value.most)
    .limit(sql.lit(2)),
)
