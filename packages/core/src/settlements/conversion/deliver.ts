/** Getting burned money minted on the other network: its signed message, and the transaction that delivers it. */
import { readMessage, type SignedMessage } from '@crypto-checkout/contracts'
import type { Network } from '../../chains/network.ts'
import type { Receipt } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { type AccountRow, findAccount } from '../../deposits/account-store.ts'
import { NOBODY } from '../../deposits/converted.ts'
import { toLedgerAmount } from '../../domain/money.ts'
import { findFinality } from '../../networks/progress.ts'
import { findAttestation, reattest } from '../../outbound/attester.ts'
import type { Tx } from '../../storage/database.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import { findSends, type Send, type SendOutcome } from '../../transactions/send.ts'
import { completeArrived } from './complete.ts'
import { type ExitRow, findExitByNonce, listNonces, listSettlementsOf, updateExit } from './store.ts'

/** The attester is asked again after this time, twice as long after each answer, up to the most. */
const FIRST_PAUSE_MS = 2_000
const MOST_PAUSE_MS = 60_000
/** A transaction that delivers is sent again after this time, should it have failed. */
const FAILED_PAUSE_MS = 10 * 60_000

/** Takes a burn on a network one step further: to its signed message, or to its delivery. Throws NodeError and AttesterError. */
export async function advance(ctx: Context, exit: ExitRow, from: Network): Promise<void> {
  if (exit.state === 'burned') return attest(ctx, exit, from)
  const account = await findAccount(ctx.db, exit)
  const to = account && ctx.network(from.environment, account.to_network)
  if (!to) throw new Error(`${account?.to_network} is not configured, and money is to be delivered there`)
  return deliver(ctx, exit, { from, to, account })
}

/** The two networks of a burn. */
type Between = { readonly from: Network; readonly to: Network; readonly account: AccountRow }

function computePause(asked: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(asked, 10), MOST_PAUSE_MS)
}

async function attest(ctx: Context, exit: ExitRow, { cctp }: Network): Promise<void> {
  if (!cctp || exit.message === null) return
  // Noted before it is asked, so that an attester that fails is not asked without a pause.
  const asked = exit.asked + 1
  await ctx.transact((tx) => updateExit(tx, exit.seq, { asked, due_at: ctx.now() + computePause(exit.asked) }))
  const { attester, domain } = cctp
  const taken = await listNonces(ctx.db, exit)
  const burned = { domain, transactionHash: exit.tx_hash, message: exit.message, taken }
  const answer = await findAttestation({ attester, ...burned })
  if (answer.state !== 'complete') return
  const { message, attestation, nonce } = answer
  const attested = { state: 'attested', message, attestation, nonce, asked: 0, due_at: ctx.now() } as const
  await ctx.transact((tx) => updateExit(tx, exit.seq, attested))
}

async function deliver(ctx: Context, exit: ExitRow, { from, to, account }: Between): Promise<void> {
  const { cctp, chain } = to
  const { message, attestation, nonce } = exit
  if (!cctp || !chain.transactor || message === null || attestation === null || nonce === null) return
  const { transactor } = chain
  const finality = await findFinality(ctx.db, to)
  if (!finality) return
  if (await transactor.converting.isDelivered(cctp.transmitter, nonce, finality.finalNumber)) {
    const receipt = await findDelivery(to, { nonce, account, final: finality.finalNumber })
    await ctx.transact((tx) => noteDelivered(ctx, tx, to, receipt))
    return
  }
  const last = (await findSends(ctx.db, 'delivery', nonce)).at(-1)
  const hasFailed = last !== undefined && last.endedAt !== null && last.state !== 'succeeded'
  if (hasFailed && readMessage(message).expirationBlock > 0n) await renew(ctx, exit, { from, nonce })
  else await send(ctx, exit, { to, last, data: { message, attestation } })
}

/** Asks for another signature in place of one that has expired. A fast burn's holds for some hours. */
async function renew(ctx: Context, exit: ExitRow, { from, nonce }: { readonly from: Network; readonly nonce: string }) {
  if (!from.cctp) return
  await reattest({ attester: from.cctp.attester, nonce })
  const again = { state: 'burned', nonce: null, attestation: null, due_at: ctx.now() + FIRST_PAUSE_MS } as const
  await ctx.transact((tx) => updateExit(tx, exit.seq, again))
}

type Sending = { readonly to: Network; readonly last: Send | undefined; readonly data: SignedMessage }

async function send(ctx: Context, exit: ExitRow, { to, last, data }: Sending): Promise<void> {
  const { converting } = to.chain.transactor ?? {}
  const gas = to.sending?.gas
  await ctx.transact(async (tx) => {
    await updateExit(tx, exit.seq, { due_at: ctx.now() + computePause(exit.asked), asked: exit.asked + 1 })
    const isWaiting = last && (last.endedAt === null || ctx.now() - last.endedAt < FAILED_PAUSE_MS)
    const isPlaced = (await listSettlementsOf(tx, exit.seq)).length > 0
    // Money that no settlement has brought yet waits for the one that does.
    if (!converting || !to.cctp || !gas || exit.nonce === null || !isPlaced || isWaiting) return
    const call = converting.deliverCall(to.cctp.transmitter, data)
    await enqueueSend(ctx, tx, { network: to, signer: gas.address, purpose: 'delivery', subject: exit.nonce, ...call })
  })
}

/** The blocks that are searched at first, and how many times as many after each search. */
const FIRST_BLOCKS = 2_000
const GROWTH = 8

/** The transaction in which somebody delivered a message, in a block up to the final one. The newest are searched first. */
async function findDelivery(
  to: Network,
  { nonce, account, final }: { readonly nonce: string; readonly account: AccountRow; readonly final: number },
): Promise<Receipt> {
  const { cctp, chain } = to
  if (!cctp || !chain.transactor) throw new Error(`${to.name} has no conversions`)
  const { converting, finalMovements } = chain.transactor
  // A mint is a transfer from nobody (ERC-20).
  const moved = { token: account.to_token, senders: [NOBODY], recipient: account.recipient }
  let last = final
  for (let blocks = FIRST_BLOCKS; last > 0; blocks *= GROWTH) {
    const first = Math.max(0, last - blocks + 1)
    const receipts = await finalMovements(moved, { from: first, to: last })
    const found = receipts.find(({ logs }) => converting.listDeliveries(logs, cctp).some((one) => one.nonce === nonce))
    if (found) return found
    last = first - 1
  }
  throw new Error(`the message ${nonce} was delivered on ${to.name}, and no transaction shows it`)
}

/** Books the deliveries of our burns in a final transaction. */
async function noteDelivered(ctx: Context, tx: Tx, to: Network, receipt: Receipt): Promise<void> {
  const { cctp, chain } = to
  if (!cctp || !chain.transactor) return
  for (const delivery of chain.transactor.converting.listDeliveries(receipt.logs, cctp)) {
    const exit = await findExitByNonce(tx, delivery.nonce)
    if (!exit) continue
    const [arrived, fee] = [toLedgerAmount(delivery.rawAmount, DECIMALS), toLedgerAmount(delivery.rawFee, DECIMALS)]
    const isOurs = delivery.account === exit.account && arrived + fee === exit.left_amount
    const end = { state: 'delivered', arrived, arrived_hash: receipt.hash, arrived_time: receipt.blockTime } as const
    // The attester gave the nonce of another burn.
    const changes = isOurs ? end : ({ state: 'burned', nonce: null, attestation: null, due_at: ctx.now() } as const)
    if (await updateExit(tx, exit.seq, changes)) await completeArrived(ctx, tx, await listSettlementsOf(tx, exit.seq))
  }
}

/** Circle's USDC has as many on each EVM network. */
const DECIMALS = 6

/** Books what our own transaction has delivered. Any other end shows on the chain. */
export async function recordDelivery(ctx: Context, tx: Tx, send: Send, outcome: SendOutcome): Promise<void> {
  const network = ctx.network(send.environment, send.network)
  if (network && outcome.kind === 'succeeded') await noteDelivered(ctx, tx, network, outcome.receipt)
}
