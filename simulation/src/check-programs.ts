import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { Programs } from './programs.ts'
import { must } from './violation.ts'
import type { World } from './world.ts'

/**
 * Each signature is stored for one payment, and for good. It counts as used by what is final only (I20).
 */
export async function checkPrograms({ programs, storage }: World): Promise<void> {
  if (!programs) return
  const rows = await storage.db.selectFrom('relays').selectAll().execute()
  const found = new Map<string, string>()
  for (const row of rows) {
    const key = keyOf(row)
    const { payment_id } = row
    must(
      programs.signatures.some((one) => one.key === key),
      'I20',
      () => `nobody has signed ${key}, which is stored for ${payment_id}`,
    )
    must(!found.has(key), 'I20', () => `${key} is stored for ${found.get(key)} and for ${payment_id}`)
    found.set(key, payment_id)
    const owner = programs.owners.get(key) ?? payment_id
    must(owner === payment_id, 'I20', () => `${key} was stored for ${owner}, and now for ${payment_id}`)
    programs.owners.set(key, payment_id)
    if (row.state === 'used') checkUsed(programs, row)
  }
}

function checkUsed(programs: Programs, row: Row<'relays'>): void {
  const key = keyOf(row)
  const mined = programs.used().get(key)
  must(mined?.hash === row.hash, 'I20', () => `${key} counts as used by ${row.hash}, and the chain says ${mined?.hash}`)
  const block = programs.chain.blocks.find(({ transactions }) => transactions.some(({ hash }) => hash === row.hash))
  must(
    programs.chain.isFinal(block?.hash ?? ''),
    'I20',
    () => `${key} counts as used by ${row.hash}, which is not final`,
  )
}

/**
 * The payment that a transfer was signed for; null for other transfers. `ours`: the checkout has sent it, and its database
 * knows so.
 */
export function findSignedPayment(
  { programs }: World,
  row: Row<'transfers'>,
): { readonly id: string; readonly ours: boolean } | null {
  const used = row.chain === programs?.chain.id ? programs.usedIn(row.block_hash, row.tx_hash) : null
  const id = used && programs?.owners.get(used.key)
  return used && id ? { id, ours: used.from === SENDER && !programs?.forgotten.has(row.tx_hash) } : null
}

/** The account of the gas key. */
const SENDER = '0x01b573f89af22a95e7c03ffd5cb08afc36dca9f7'

/** In the end each signature has paid its payment, if it was used, and no other one counts as used. */
export async function checkProgramsQuiet({ programs, storage }: World): Promise<void> {
  if (!programs) return
  const used = programs.used()
  const rows = await storage.db.selectFrom('relays').selectAll().execute()
  for (const row of rows) {
    const key = keyOf(row)
    must(row.state !== 'pending', 'I14', () => `${key} is still on its way`)
    const mined = used.get(key)
    if (!mined) {
      must(row.state === 'failed', 'I20', () => `${key} is ${row.state}, and nobody has sent it`)
      continue
    }
    const [transfer] = await storage.db
      .selectFrom('transfers')
      .selectAll()
      .where('tx_hash', '=', mined.hash)
      .where('state', '=', 'final')
      .execute()
    must(transfer !== undefined, 'I4', () => `the transfer of ${key} in ${mined.hash} is nowhere`)
    // A merchant may have assigned it to another payment before.
    if (transfer?.payment_id !== row.payment_id && transfer?.assigned_by === 'merchant') continue
    must(
      transfer?.payment_id === row.payment_id,
      'I20',
      () => `${key} pays ${transfer?.payment_id}, not ${row.payment_id}`,
    )
    must(row.state === 'used', 'I20', () => `${key} is ${row.state}, and ${mined.hash} has used it`)
  }
}

function keyOf({ from_address, nonce }: Row<'relays'>): string {
  return `${from_address} ${nonce}`
}
