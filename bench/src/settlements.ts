/** Closing a period of a hundred thousand payments: how long it takes, and how long it blocks everything else at a time. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { createCheckout } from '@crypto-checkout/core'
import { fillPayments } from './million.ts'
import { benchOptions } from './setup.ts'

const PAYMENTS = 100_000

export async function benchSettlements(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-settlements-'))
  try {
    const path = join(folder, 'payments.db')
    await fillPayments(path, PAYMENTS)
    completeAll(path)
    await closeAll(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sets every payment as completed a minute after its creation, with the entry of the ledger that books its money. */
function completeAll(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`update payments set status = 'completed', received = due, completed_at = created_at + 60000`)
  const key = 'merchant_id, livemode, sequence, ordinal'
  const owner = 'merchant_id, livemode, 1000000 + seq, 0'
  const wallet = 'lower(merchant_wallet)'
  database.exec(`insert into entries (${key}, kind, booked_at, payment_id, network, chain, coin, token, account, amount, unknown)
    select ${owner}, 'received', completed_at, id, network, chain, cryptocurrency, token, ${wallet}, due, '{}' from payments`)
  database.exec(`insert into waiting_entries (${key}, chain, token, wallet, booked_at, opens)
    select ${owner}, chain, token, ${wallet}, completed_at, 1 from payments`)
  database.close()
}

async function closeAll(path: string): Promise<void> {
  const checkout = createCheckout({ ...benchOptions(path), log: () => {} })
  await checkout.ready()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const before = process.cpuUsage()
  const startedAt = performance.now()
  // A step that makes no settlement, while none is pending, has found nothing more.
  for (let found = -1; ; ) {
    await checkout.settlements.create()
    const [all, pending] = [await checkout.settlements.list(), await checkout.settlements.list({ status: 'pending' })]
    if (all.totalCount === found && pending.totalCount === 0) break
    found = all.totalCount
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(before)
  delay.disable()
  const { totalCount } = await checkout.settlements.list({ status: 'completed' })
  const longest = (delay.max / 1e6).toFixed(0)
  console.log(
    `\n${PAYMENTS} payments to ${totalCount} wallets settled in ${seconds.toFixed(1)} s, with ${((user + system) / 1e6).toFixed(1)} s ` +
      `of CPU, ${longest} ms at most without a break`,
  )
  await checkout.stop()
}
