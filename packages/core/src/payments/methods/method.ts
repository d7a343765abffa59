import type { Cryptocurrency } from '@crypto-checkout/api-types'
import { pick, type Row } from '../../storage/tables.ts'
import type { PaymentRow } from '../store.ts'

export type MethodRow = Row<'methods'>

/** The columns of a payment that belong to its chosen method. */
const COLUMNS = [
  ...(['cryptocurrency', 'network', 'chain', 'token', 'merchant_wallet', 'rate', 'due', 'price', 'tolerance'] as const),
  ...(['tail_allowance', 'outstanding', 'address', 'memo', 'recognition'] as const),
  ...(['received', 'received_final', 'on_time', 'on_time_final', 'in_grace', 'in_grace_final'] as const),
  ...(['dust', 'dust_on_time', 'dust_in_grace', 'transfers_on_chain', 'dust_on_chain', 'refunded'] as const),
] as const
type Column = (typeof COLUMNS)[number]

/** The amount that a method asks for, and what it has received. */
export type MethodColumns = Pick<MethodRow, Column>

/** A payment as if this were its only method. */
export function asMethod(payment: PaymentRow, method: MethodColumns): PaymentRow {
  return { ...payment, ...pickColumns(method) }
}

/** A payment's chosen method. */
export function toMethodColumns(payment: PaymentRow): MethodColumns {
  // Only payments of earlier releases have no price, and they have one method.
  return pickColumns({ ...payment, price: payment.price ?? payment.due })
}

/** Only these columns of a row with more. */
export function pickColumns(row: MethodColumns): MethodColumns {
  return pick(row, ...COLUMNS)
}

/** A coin on a network, as an input names it. */
export type AssetInput = { readonly cryptocurrency: string; readonly network: string }

/** Names a method within its payment: a coin on a network. */
type MethodKey = Pick<MethodRow, 'chain' | 'token'>

/** Tells whether money of this coin on this chain belongs to a method. */
export function isOfMethod(method: MethodKey, asset: MethodKey): boolean {
  return method.chain === asset.chain && method.token === asset.token
}

/** A method that a merchant offers besides the default one, as it is stored. */
export type Alternative = {
  readonly cryptocurrency: Cryptocurrency
  readonly network: string
  readonly merchantWallet: string
}

/** The alternatives of a payment, in the merchant's order. */
export function readAlternatives({ alternatives }: Pick<PaymentRow, 'alternatives'>): Alternative[] {
  return alternatives === null ? [] : JSON.parse(alternatives)
}
