/** Balances of payments' own addresses against the sums of their entries. */
import { getWatchedTokenAt } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Context } from '../context/context.ts'
import { formatSignedAmount, toLedgerAmount } from '../domain/money.ts'
import { type DepositCoin, findMoving, sumDeposits, toCoinKey } from '../entries/verify-store.ts'
import { findCursor } from '../networks/store.ts'
import type { Db } from '../storage/database.ts'
import { countUnknown, type Found, type LedgerNode } from './verify-found.ts'
import { askEach } from './verify-nodes.ts'

/** The balance of an address after a final block by the ledger. */
type Sum = { readonly coin: DepositCoin; readonly block: number; readonly amount: bigint; readonly entries: number }

/** Compares the balances of some coins, at the final block up to which the chain was read. */
export async function compareBalances(
  ctx: Pick<Context, 'readSnapshot'>,
  coins: readonly DepositCoin[],
  nodes: readonly LedgerNode[],
  found: Found,
): Promise<void> {
  if (coins.length === 0) return
  const answered = new Set<DepositCoin>()
  for (const node of nodes) {
    const own = coins.filter(
      ({ network, chain }) => network === node.address.network && chain === node.network.chain.id,
    )
    const { sums, moving } = await ctx.readSnapshot((db) => readSums(db, node, own))
    for (const coin of moving) answered.add(coin)
    await askEach(sums, async (sum) => {
      if (await compareBalance(node, sum, found)) answered.add(sum.coin)
    })
  }
  found.addUnverified(coins.length - answered.size)
}

/** Money that is on its way to the wallet is in two places, or in none. */
async function readSums(db: Db, { network }: LedgerNode, coins: readonly DepositCoin[]) {
  const cursor = coins.length === 0 ? null : await findCursor(db, network)
  if (!cursor) return { sums: [], moving: [] }
  const block = cursor.final_number
  const moving = await findMoving(db, coins, block)
  const amounts = await sumDeposits(db, coins)
  const sums = coins
    .filter((coin) => !moving.has(toCoinKey(coin)))
    .map((coin): Sum => ({ coin, block, ...(amounts.get(toCoinKey(coin)) ?? { amount: 0n, entries: 0 }) }))
  return { sums, moving: coins.filter((coin) => moving.has(toCoinKey(coin))) }
}

/** False if the node cannot tell. */
async function compareBalance(node: LedgerNode, { coin, block, amount, entries }: Sum, found: Found): Promise<boolean> {
  const { token, account, network } = coin
  const { readBalance } = node.network.chain
  try {
    if (!readBalance) throw new NodeError('refused', 'the node tells no balances')
    const raw = await readBalance(token, account, block)
    const decimals = getWatchedTokenAt(node.network, token)?.decimals ?? 6
    const shown = toLedgerAmount(raw, decimals)
    // Each entry is rounded down to a millionth.
    const tolerance = decimals > 6 ? BigInt(entries) : 0n
    if (shown >= amount && shown <= amount + tolerance) node.ledger.deposits += 1
    else {
      const ledger = `${entries} entries of ${token} add up to ${formatSignedAmount(amount)}`
      const chain = `the balance after block ${block} is ${formatSignedAmount(shown)}`
      found.add({ entry: null, network, url: node.url, account, transaction: null, ledger, chain })
    }
    return true
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    countUnknown(node, 1, error.message)
    return false
  }
}
