import { type Fields, parseText, parseToid } from './fields.ts'
import { type Horizon, parseRecords } from './horizon.ts'
import { decodeToid } from './transfers.ts'

/** Horizon returns no more at once. */
export const RECORDS_A_PAGE = 200
/** Per reading; the rest waits for the next one. */
const MAX_PAGES = 20

/** `until`: the records are complete up to this ledger. */
type Walked = { readonly records: readonly Fields[]; readonly until: number }

/** Both ends included. */
type Ledgers = { readonly from: number; readonly last: number }

/** The payments of these wallets, or of the whole network if null, each with its transaction. */
export async function walkPayments(
  horizon: Horizon,
  wallets: readonly string[] | null,
  ledgers: Ledgers,
): Promise<Walked> {
  if (!wallets) return walk(horizon, '/payments', ledgers)
  const walked = await Promise.all(
    wallets.map((wallet) => walk(horizon, `/accounts/${wallet.toUpperCase()}/payments`, ledgers)),
  )
  return {
    records: walked.flatMap(({ records }) => records),
    until: Math.min(ledgers.last, ...walked.map(({ until }) => until)),
  }
}

/** Follows a list of operations from the start of one ledger to the end of another. */
async function walk(horizon: Horizon, path: string, { from, last }: Ledgers): Promise<Walked> {
  const found: Fields[] = []
  let cursor = String(BigInt(from) << 32n)
  for (let pages = 1; ; pages++) {
    const query = `cursor=${cursor}&order=asc&limit=${RECORDS_A_PAGE}&join=transactions`
    const answer = await horizon(`${path}?${query}`)
    // The account does not exist, so it received nothing.
    if (!answer) return { records: found, until: last }
    const records = parseRecords(answer)
    found.push(...records)
    const end = records.at(-1)
    if (!end || records.length < RECORDS_A_PAGE) return { records: found, until: last }
    cursor = parseText(end.paging_token)
    const { ledger: at } = decodeToid(parseToid(cursor))
    if (at > last) return { records: found, until: last }
    // The ledger in which the walk stops may have more.
    if (pages === MAX_PAGES) return { records: found, until: at - 1 }
  }
}
