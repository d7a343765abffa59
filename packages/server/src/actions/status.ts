import { paymentStatuses } from '@crypto-checkout/api-types'
import {
  type Checkout,
  describeStorage,
  listMerchants,
  type NetworkState,
  type PaymentStatus,
} from '@crypto-checkout/core'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { readNote } from '../local/note.ts'
import { openMerchantOperations, runWithCheckout } from '../setup/open.ts'
import { readSettings } from '../setup/settings.ts'

const ANSWERS_WITHIN_MS = 2_000

type ServerState = { readonly url: string | null; readonly isRunning: boolean }

export async function showStatus(given: Input<'status'>): Promise<void> {
  const { database, dataDir, isApp, publicUrl } = readSettings(given)
  const server = await findServer(isApp ? publicUrl : (readNote(dataDir)?.publicUrl ?? null))
  const known = await runWithCheckout(given, async (checkout) => ({
    merchants: (await listMerchants(checkout.context)).length,
    networks: (await checkout.networks()).map(toPlace),
    payments: await countPayments(checkout, given),
  }))
  if (given.json) return print(JSON.stringify({ server, database: describeStorage(database), ...known }))
  const { networks, merchants, payments } = known
  const counts = Object.entries(payments).filter(([, count]) => count > 0)
  print(`Server:    ${describeServer(server)}`)
  print(`Database:  ${describeStorage(database)}, ${merchants} ${merchants === 1 ? 'merchant' : 'merchants'}`)
  print(
    `Payments:  ${counts.map(([status, count]) => `${count} ${status}`).join(', ') || 'none'} (${given.environment})`,
  )
  for (const { where, read, readTime, final } of networks) {
    const place = read === null ? 'nothing read yet' : `read to block ${read} of ${readTime}, final to ${final}`
    print(`Network:   ${where}, ${place}`)
  }
}

/** The server or app at an address, if it answers. Both serve this file. */
async function findServer(url: string | null): Promise<ServerState> {
  if (url === null) return { url, isRunning: false }
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
  const answer = await fetch(`${url}/pay.css`, { signal }).catch(() => null)
  return { url, isRunning: answer?.ok ?? false }
}

function describeServer({ url, isRunning }: ServerState): string {
  if (url === null) return 'none has run on this data folder'
  return isRunning ? `answers at ${url}` : `does not answer at ${url}`
}

function toPlace({ environment, network, read, readTime, final }: NetworkState) {
  return { where: `${environment} ${network}`, read, readTime, final }
}

async function countPayments(checkout: Checkout, given: Input<'status'>): Promise<Record<PaymentStatus, number>> {
  const { payments } = openMerchantOperations(checkout, given)
  const counts = await Promise.all(
    paymentStatuses.map(async (status) => [status, (await payments.list({ status, limit: 1 })).totalCount] as const),
  )
  return Object.fromEntries(counts) as Record<PaymentStatus, number>
}
