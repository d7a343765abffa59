/** The ledger of what earlier releases stored: a million final transfers get their entries, and requests go on beside it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fillPayments, fillTransfers, MILLION } from './million.ts'

/** In a process of its own: the memory of this one is full of what filled the database. */
export async function benchBackfill(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-backfill-'))
  try {
    const path = join(folder, 'checkout.db')
    await fillPayments(path, MILLION)
    await fillTransfers(path, MILLION)
    payAll(path)
    const args = [join(import.meta.dirname, 'backfill-run.ts'), path]
    const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')
    if (code !== 0) throw new Error(`the measurement ended with ${code}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each transfer pays a payment of its own, is final, and has no entry. */
function payAll(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`
    begin;
    update transfers set state = 'final', final_at = block_time, booked_for = null, dust = 0,
      (chain, payment_id, to_address, amount, raw_amount) =
      (select chain, id, address, due, cast(due as text) from payments where payments.seq = transfers.seq);
    commit;
  `)
  database.close()
}
