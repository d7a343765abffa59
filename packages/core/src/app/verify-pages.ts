import type { Context } from '../context/context.ts'
import { findAccounts } from '../deposits/account-store.ts'
import { findDepositsAt } from '../deposits/store.ts'
import { isOfConversion } from '../entries/compare.ts'
import type { EntryRow } from '../entries/list-store.ts'
import {
  type DepositCoin,
  findOfTransactions,
  findPlaces,
  findSendBlocks,
  findTransfersIn,
  listBookedBetween,
  toCoinKey,
} from '../entries/verify-store.ts'
import { listMerchantIds } from '../merchants/store.ts'
import type { Db } from '../storage/database.ts'
import type { LedgerPeriod, Page } from './verify-found.ts'

const ENTRIES_AT_ONCE = 100
const MERCHANTS_AT_ONCE = 100
/** The things of earlier pages that are remembered. Each is compared once, unless so many came in between. */
const MOST_REMEMBERED = 100_000

/** The entries of a period, in every ledger of an environment: some at a time, each page from its own snapshot. */
export async function* readPages(
  ctx: Pick<Context, 'readSnapshot'>,
  { environment, from, to }: LedgerPeriod,
): AsyncGenerator<Page> {
  const livemode = environment === 'production'
  const isNew = createMemory()
  for await (const merchantId of readMerchants(ctx)) {
    let after: EntryRow | null = null
    do {
      const last: EntryRow | null = after
      const page: Page = await ctx.readSnapshot(async (db) => {
        const rows = await listBookedBetween(
          db,
          { merchantId, livemode },
          { livemode, from, to },
          last,
          ENTRIES_AT_ONCE,
        )
        const places = await findPlaces(db, { merchantId, livemode }, rows.filter(isOfConversion))
        return { ...(await readAround(db, rows, isNew)), places }
      })
      if (page.rows.length > 0) yield page
      after = page.rows.length === ENTRIES_AT_ONCE ? (page.rows.at(-1) ?? null) : null
    } while (after !== null)
  }
}

async function* readMerchants(ctx: Pick<Context, 'readSnapshot'>): AsyncGenerator<string> {
  let last: string | undefined = ''
  while (last !== undefined) {
    const after: string = last
    const ids = await ctx.readSnapshot((db) => listMerchantIds(db, after, MERCHANTS_AT_ONCE))
    yield* ids
    last = ids.at(-1)
  }
}

/** Tells whether something is met for the first time. It forgets when it has met very much. */
function createMemory(): (key: string) => boolean {
  const met = new Set<string>()
  return (key) => {
    if (met.has(key)) return false
    if (met.size === MOST_REMEMBERED) met.clear()
    met.add(key)
    return true
  }
}

async function readAround(
  db: Db,
  rows: readonly EntryRow[],
  isNew: (key: string) => boolean,
): Promise<Omit<Page, 'places'>> {
  const hashes = [...new Set(rows.flatMap(({ tx_hash }) => tx_hash ?? []))].filter(isNew)
  const ofTransactions = await findOfTransactions(db, hashes)
  const transfers = await findTransfersIn(db, hashes)
  const deposits = await findDepositsAt(
    db,
    rows.map(({ account }) => account),
  )
  const coins = rows.flatMap(({ chain, network, token, account }): DepositCoin[] => {
    const payment = deposits.get(account)?.payment_id
    const isCoin = payment !== undefined && token !== null
    return isCoin ? [{ chain, network, token, account, payment }] : []
  })
  const places = rows.map(({ chain, account }) => ({ chain, account }))
  const known = await findAccounts(db, places)
  const accounts = [...new Set(places.map(({ chain, account }) => `${chain} ${account}`))]
    .flatMap((key) => known.get(key) ?? [])
    .filter(({ chain, account }) => isNew(`${chain} ${account}`))
  const blocks = new Map(transfers.map(({ tx_hash, block_number }) => [tx_hash, block_number]))
  for (const { hash, block_number } of await findSendBlocks(db, ofTransactions)) {
    if (hash !== null && block_number !== null) blocks.set(hash, block_number)
  }
  const withMemo = new Set(transfers.flatMap(({ id, memo }) => (memo === null ? [] : [id])))
  return { rows, ofTransactions, blocks, withMemo, accounts, deposits: coins.filter((coin) => isNew(toCoinKey(coin))) }
}
