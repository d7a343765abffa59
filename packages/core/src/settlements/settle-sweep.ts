import { environmentOf } from '../catalog/environments.ts'
import type { NetworkName } from '../catalog/networks.ts'
import { type Network, tokenAt } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { releaseBalance } from '../deposits/balances.ts'
import { hasFactory } from '../deposits/factory.ts'
import { bookedAmount, formatAmount, larger } from '../domain/money.ts'
import { recordEvent } from '../events/record.ts'
import { countSettled, listSettled, unlistSettled } from '../payments/settled.ts'
import type { SendOutcome } from '../sends/outcome.ts'
import type { Send } from '../sends/send.ts'
import type { Tx } from '../storage/database.ts'
import { reportLinkIn } from './report-link.ts'
import { findAnySettlement, type SettlementRow, updateSettlement } from './store.ts'
import { endSweep, openSweepsOf, type SweepRow, sweepsOf } from './sweeps-store.ts'
import { settlementView } from './view.ts'

const WEI_PER_MILLIONTH = 10n ** 12n
const NOTHING_MOVED = 'the coin moved nothing: it may be paused, or the wallet or its deposits blocked by its issuer'

/** What moved nothing costs gas each time: it is tried once a day at most, however often periods are closed. */
const VAIN_PAUSE_MS = 86_400_000

/** What became of a deposit: what arrived in the wallet, and what left the deposit for it. */
type End = Pick<SweepRow, 'state'> & { readonly amount: bigint; readonly left_amount: bigint }

/** Books what a transaction of a settlement has swept, and ends the settlement with its last one. */
export async function settleSweep(ctx: Context, tx: Tx, send: Send, outcome: SendOutcome): Promise<void> {
  const settlement = await findAnySettlement(tx, send.subject)
  if (!settlement) throw new Error(`transaction ${send.id} sweeps for ${send.subject}, which is not there`)
  const network = ctx.network(environmentOf(settlement.livemode === 1), settlement.network as NetworkName)
  const sweeps = await openSweepsOf(tx, send.id)
  const ends = await endsOf(tx, { settlement, network, sweeps }, outcome)
  for (const sweep of sweeps) {
    const end = ends.get(sweep.address) ?? { state: 'released', amount: 0n, left_amount: 0n }
    await endSweep(tx, sweep, end)
    const wasVain = outcome.kind === 'succeeded' && end.state === 'released'
    await releaseBalance(tx, sweep, end.left_amount, ctx.now() + (wasVain ? VAIN_PAUSE_MS : 0))
  }
  const paymentsOf = (moved: boolean) =>
    sweeps.filter(({ address }) => ends.has(address) === moved).map((sweep) => sweep.payment_id)
  await listSettled(tx, settlement, paymentsOf(true))
  await unlistSettled(tx, settlement.id, paymentsOf(false))
  await finish(ctx, tx, await updateSettlement(tx, settlement, factsOf(settlement, outcome)))
}

/** Those of a transaction's deposits that are swept now, by it or by somebody else, by their addresses. */
async function endsOf(
  tx: Tx,
  of: { readonly settlement: SettlementRow; readonly network: Network | null; readonly sweeps: readonly SweepRow[] },
  outcome: SendOutcome,
): Promise<Map<string, End>> {
  const { settlement, network, sweeps } = of
  const transactor = network?.chain.transactor
  const token = network && tokenAt(network, settlement.token)
  if (outcome.kind !== 'succeeded' || !(await hasFactory(tx, settlement.chain))) return new Map()
  // It is told again when the network is configured again.
  if (!transactor || !token) throw new Error(`${settlement.network} no longer has the coin of ${settlement.id}`)
  const { receipt } = outcome
  const told = Map.groupBy(transactor.sweeping.sweptOf(receipt.logs, settlement.token), ({ deposit }) => deposit)
  const moved = transactor.transfersIn(receipt).filter((one) => one.token === settlement.token)
  return new Map(
    sweeps.flatMap(({ address, expected }): [string, End][] => {
      const about = told.get(address)
      // It was empty: anybody may sweep, and the money can only have gone to the same wallet.
      if (!about) return [[address, { state: 'empty', amount: BigInt(expected), left_amount: BigInt(expected) }]]
      const rawAmount = about.reduce((sum, one) => sum + (one.swept ? one.rawAmount : 0n), 0n)
      if (rawAmount === 0n) return []
      const rawLeft = moved.reduce((sum, one) => (one.from === address ? sum + one.rawAmount : sum), 0n)
      const [amount, left] = [rawAmount, larger(rawLeft, rawAmount)].map((raw) => bookedAmount(raw, token.decimals))
      return [[address, { state: 'swept', amount: amount ?? 0n, left_amount: left ?? 0n }]]
    }),
  )
}

/** What a transaction adds to its settlement. */
function factsOf(row: SettlementRow, outcome: SendOutcome): Partial<SettlementRow> {
  // It was only tried: an operator hears who refuses it, a merchant why.
  if (!('receipt' in outcome)) return { failure: outcome.kind === 'refused' ? NOTHING_MOVED : outcome.reason }
  const { gasUsed, gasPrice } = outcome.receipt
  const gasCost = BigInt(row.gas_cost) + gasUsed * gasPrice
  const fee = {
    gas_cost: String(gasCost),
    fee_amount: formatAmount((gasCost + WEI_PER_MILLIONTH / 2n) / WEI_PER_MILLIONTH),
  }
  if (outcome.kind === 'reverted') return { ...fee, failure: `transaction ${outcome.hash} reverted` }
  return { ...fee, transactions: JSON.stringify([...JSON.parse(row.transactions), outcome.hash]) }
}

async function finish(ctx: Context, tx: Tx, row: SettlementRow): Promise<void> {
  const sweeps = await sweepsOf(tx, row.id)
  const paymentCount = await countSettled(tx, row.id)
  if (sweeps.some(({ state }) => state === 'open')) {
    await updateSettlement(tx, row, { payment_count: paymentCount })
    return
  }
  const completed = sweeps.some(({ state }) => state !== 'released')
  const ended = await updateSettlement(tx, row, {
    status: completed ? 'completed' : 'failed',
    amount: sweeps.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n),
    payment_count: paymentCount,
    failure: completed ? null : (row.failure ?? NOTHING_MOVED),
    completed_at: completed ? ctx.now() : null,
  })
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  const link = await reportLinkIn(ctx, tx, owner)
  const type = completed ? 'settlement.completed' : 'settlement.failed'
  await recordEvent(ctx, tx, { ...owner, type, object: settlementView(ended, link(ended.id, ctx.now())) })
}
