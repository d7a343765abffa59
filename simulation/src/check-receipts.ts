import type { Row } from '../../packages/core/src/storage/tables.ts'
import { getChain } from './check-payments.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

type Subject = Pick<Row<'payments'> | Row<'refunds'>, 'id' | 'status' | 'chain'>
type Claims = {
  readonly sub: string
  readonly network: string
  readonly cryptoAmountReceived?: string
  readonly transferCount?: number
  readonly transfers: readonly { readonly blockHash?: string; readonly amount: string }[]
}

/** Exactly what is completed has a receipt, which names final money only and never changes. */
export async function checkReceipts(world: World, written: readonly Subject[]): Promise<void> {
  const { history, storage } = world
  if (written.length === 0) return
  const ids = written.map(({ id }) => id)
  const rows = await storage.db.selectFrom('receipts').selectAll().where('subject', 'in', ids).execute()
  const bySubject = new Map(rows.map((row) => [row.subject, row]))
  for (const { id, status, chain } of written) {
    const jws = bySubject.get(id)?.jws
    must((jws !== undefined) === (status === 'completed'), 'I19', () =>
      jws === undefined ? `${id} is completed without a receipt` : `${id} is ${status}, and has a receipt`,
    )
    const known = history.receipts.get(id)
    if (known !== undefined) expectSame(jws, known, 'I19', `the receipt of ${id}`)
    if (jws === undefined || known !== undefined) continue
    history.receipts.set(id, jws)
    checkClaims(world, { id, chain }, JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()))
  }
}

function checkClaims(world: World, { id, chain }: Pick<Subject, 'id' | 'chain'>, claims: Claims): void {
  expectSame([claims.sub, claims.network], [id, chain], 'I19', `what the receipt of ${id} is about`)
  const simulated = getChain(world, chain)
  for (const { blockHash } of claims.transfers) {
    const isFinal = blockHash !== undefined && simulated.isFinal(blockHash)
    must(isFinal, 'I19', () => `the receipt of ${id} names money in block ${blockHash}, which is not final`)
  }
  const sum = claims.transfers.reduce((total, { amount }) => total + toInteger(amount), 0n)
  const { cryptoAmountReceived: received, transferCount } = claims
  if (received !== undefined && transferCount === undefined)
    expectSame(sum, toInteger(received), 'I19', `the sum of the receipt of ${id}`)
}

/** A decimal with six digits as millionths. */
function toInteger(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
