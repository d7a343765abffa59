/** Accounts of the converter: their balances against the ledger, and what left and reached them against the entries. */
import { getTokenAt } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Receipt } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { AccountRow } from '../deposits/account-store.ts'
import { NOBODY } from '../deposits/converted.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { formatSignedAmount, toLedgerAmount } from '../domain/money.ts'
import { findBlock, findCursor } from '../networks/store.ts'
import { ACCOUNTS_AT_ONCE, listAccountsOf, sumAccount } from '../settlements/conversion/verify-store.ts'
import { compareMined, NO_CCTP, readConverted } from './verify-conversions.ts'
import { countUnknown, type Found, type LedgerNode, type LedgerPeriod } from './verify-found.ts'
import { askEach } from './verify-nodes.ts'

/** Compares what the ledger has at accounts with their balances. More may be there: anybody can pay an account. */
export async function compareAccounts(
  ctx: Pick<Context, 'readSnapshot'>,
  accounts: readonly AccountRow[],
  nodes: readonly LedgerNode[],
  found: Found,
): Promise<void> {
  const answered = new Set<AccountRow>()
  for (const node of nodes) {
    const own = accounts.filter(
      ({ network, chain }) => network === node.address.network && chain === node.network.chain.id,
    )
    await askEach(own, async (account) => {
      if (await compareAccount(ctx, node, account, found)) answered.add(account)
    })
  }
  found.addUnverified(accounts.length - answered.size)
}

/** False if the node cannot tell. */
async function compareAccount(
  ctx: Pick<Context, 'readSnapshot'>,
  node: LedgerNode,
  row: AccountRow,
  found: Found,
): Promise<boolean> {
  const { account, token, network } = row
  const sum = await ctx.readSnapshot(async (db) => {
    const cursor = await findCursor(db, node.network)
    return cursor && sumAccount(db, row, cursor.final_number)
  })
  // Money of a newer block is on its way.
  if (!sum) return true
  try {
    const { readBalance } = node.network.chain
    if (!readBalance) throw new NodeError('refused', 'the node tells no balances')
    const raw = await readBalance(token, account, sum.block)
    const shown = toLedgerAmount(raw, getTokenAt(node.network, token)?.decimals ?? 6)
    if (shown < sum.amount) {
      const ledger = `${sum.entries} entries and what is on its way add up to ${formatSignedAmount(sum.amount)}`
      const chain = `the balance after block ${sum.block} is ${formatSignedAmount(shown)}`
      found.add({ entry: null, network, url: node.url, account, transaction: null, ledger, chain })
    } else {
      node.ledger.accounts += 1
      if (shown > sum.amount) found.addUnknown('at_account_of_no_settlement')
    }
    return true
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    countUnknown(node, 1, error.message)
    return false
  }
}

/**
 * Looks for money of a period that left accounts, or that was minted from there, and has no entry. What has entries is
 * compared with them.
 */
export async function compareExits(
  ctx: Pick<Context, 'readSnapshot'>,
  node: LedgerNode,
  period: LedgerPeriod,
  found: Found,
): Promise<void> {
  const { chain } = node.network
  let last = ''
  while (true) {
    const of = { chain: chain.id, livemode: period.environment === 'production' }
    const accounts: AccountRow[] = await ctx.readSnapshot((db) => listAccountsOf(db, of, last))
    const newest = accounts.at(-1)
    if (!newest) return
    await compareExitsOf(ctx, node, { accounts, period }, found)
    if (accounts.length < ACCOUNTS_AT_ONCE) return
    last = `${newest.chain} ${newest.account}`
  }
}

type Some = { readonly accounts: readonly AccountRow[]; readonly period: LedgerPeriod }

async function compareExitsOf(
  ctx: Pick<Context, 'readSnapshot'>,
  node: LedgerNode,
  { accounts, period }: Some,
  found: Found,
): Promise<void> {
  const { network } = node
  if (!network.chain.transactor || !network.cctp) return countUnknown(node, accounts.length, NO_CCTP)
  try {
    for (const receipt of await readReceipts(ctx, node, { accounts, period })) {
      if (!receipt.succeeded || receipt.blockTime < period.from || receipt.blockTime >= period.to) continue
      const converted = await ctx.readSnapshot((db) => readConverted(db, receipt, network))
      // Transactions with entries are compared with the pages of these.
      if (converted.entries.length === 0) compareMined(node, receipt, converted, found)
    }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    countUnknown(node, accounts.length, error.message)
  }
}

/** The transactions of a period's final blocks that moved money from accounts, or minted it for their wallets. */
async function readReceipts(
  ctx: Pick<Context, 'readSnapshot'>,
  { network }: LedgerNode,
  { accounts, period }: Some,
): Promise<Receipt[]> {
  const { transactor, reader, id } = network.chain
  const final = await ctx.readSnapshot(async (db) => {
    const cursor = await findCursor(db, network)
    return cursor && (await findBlock(db, network, cursor.final_number))
  })
  if (!transactor || !final) return []
  const oldest = Math.min(...accounts.map(({ created_at }) => created_at)) - CLOCK_TOLERANCE_MS
  const start = await reader.blockBefore(Math.max(period.from, oldest), final)
  const end = period.to <= final.time ? await reader.blockBefore(period.to, final) : final
  const blocks = { from: start.number, to: end.number }
  const leaving = Map.groupBy(
    accounts.filter(({ chain }) => chain === id),
    ({ token }) => token,
  )
  const reaching = new Map(
    accounts.filter(({ to_chain }) => to_chain === id).map((row) => [`${row.to_token} ${row.recipient}`, row]),
  )
  const receipts = new Map<string, Receipt>()
  const questions = [
    ...[...leaving].map(([token, own]) => ({ token, senders: own.map(({ account }) => account), recipient: null })),
    ...[...reaching.values()].map(({ to_token: token, recipient }) => ({ token, senders: [NOBODY], recipient })),
  ]
  await askEach(questions, async (moved) => {
    for (const receipt of await transactor.finalMovements(moved, blocks)) receipts.set(receipt.hash, receipt)
  })
  return [...receipts.values()]
}
