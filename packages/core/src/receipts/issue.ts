import { sign } from 'node:crypto'
import type { PaymentReceipt, ReceiptClaims, ReceiptTransfer, RefundReceipt } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { formatAmount } from '../domain/money.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'
import { formatIssuer } from './addresses.ts'
import { loadSigningKey, type SigningKey } from './keys.ts'
import { insertReceipts, type ReceiptRow } from './store.ts'

type Claimed<Claims> = Omit<Claims, keyof ReceiptClaims>
/** The statement of a receipt about its payment or refund. */
type Statement =
  | { readonly type: 'payment-receipt+jwt'; readonly claims: Claimed<PaymentReceipt> }
  | { readonly type: 'refund-receipt+jwt'; readonly claims: Claimed<RefundReceipt> }

export type NewReceipt = Statement & { readonly livemode: boolean; readonly subject: string }

/** Anyone can send a payment more transfers than a receipt should name. */
export const MAX_RECEIPT_TRANSFERS = 20

/**
 * Signs receipts and writes them, in the transaction that completes their payments or refunds. Returns them by payment
 * or refund.
 */
export async function issueReceipts(
  ctx: Context,
  tx: Tx,
  receipts: readonly NewReceipt[],
): Promise<Map<string, string>> {
  const environments = [...new Set(receipts.map(({ livemode }) => livemode))]
  const keys = await pipeline(environments.map((livemode) => loadSigningKey(ctx, tx, livemode)))
  const rows = receipts.map((one) => {
    const key = keys[environments.indexOf(one.livemode)]
    if (!key) throw new Error('an environment has no key for receipts')
    return toRow(ctx, key, one)
  })
  await insertReceipts(tx, rows)
  return new Map(rows.map(({ subject, jws }) => [subject, jws]))
}

function toRow(ctx: Context, key: SigningKey, { type, claims, livemode, subject }: NewReceipt): ReceiptRow {
  const now = ctx.now()
  const jti = ctx.newId('rcp')
  const own: ReceiptClaims = {
    iss: formatIssuer(ctx, livemode),
    sub: subject,
    iat: toSeconds(now),
    jti,
    ...(livemode ? {} : { test: true }),
  }
  return { subject, jti, jws: signCompact(key, type, { ...own, ...claims }), issued_at: now }
}

/** A compact JWS (RFC 7515) with Ed25519 (RFC 8037). */
function signCompact({ kid, key }: SigningKey, typ: Statement['type'], claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'EdDSA', typ, kid })}.${encode(claims)}`
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

/** Whole seconds since the Unix epoch (RFC 7519, NumericDate). */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000)
}

type Placed = Pick<
  Row<'transfers'>,
  'chain' | 'tx_hash' | 'log_index' | 'block_number' | 'block_hash' | 'amount' | 'from_address'
>

/**
 * A transfer so that a stranger finds it on the chain. Stellar's back ends number the events of a ledger differently, and
 * its ledgers are read without their hashes, so there both are left out.
 */
export function toReceiptTransfer(network: Network | null, row: Placed): ReceiptTransfer {
  const place = row.chain.startsWith('eip155:')
    ? { index: row.log_index, block: row.block_number, blockHash: row.block_hash }
    : { block: row.block_number }
  return {
    transaction: row.tx_hash,
    ...place,
    amount: formatAmount(row.amount),
    from: network?.chain.addresses.display(row.from_address) ?? row.from_address,
  }
}
