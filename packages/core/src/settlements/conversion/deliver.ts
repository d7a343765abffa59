/** Getting burned money minted on the other network: its signed message, and the transaction that delivers it. */
import { readMessage, type SignedMessage } from '@crypto-checkout/contracts'
import type { BlockRef } from '../../chains/chain.ts'
import type { Network } from '../../chains/network.ts'
import type { Receipt } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { type AccountRow, findAccount } from '../../deposits/account-store.ts'
import { NOBODY } from '../../deposits/converted.ts'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { toLedgerAmount } from '../../domain/money.ts'
import { findFinality } from '../../networks/progress.ts'
import { findBlock } from '../../networks/store.ts'
import { AttesterError, findAttestation, reattest } from '../../outbound/attester.ts'
import type { Tx } from '../../storage/database.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import { findSends, type Send, type SendOutcome } from '../../transactions/send.ts'
import { findDestination } from './burn.ts'
import { completeArrived } from './complete.ts'
import { type ExitRow, findExitByNonce, listNonces, listPlaced, updateExit } from './store.ts'

/** A step is tried again after this time, twice as long after each try, up to the most. */
const FIRST_PAUSE_MS = 2_000
const MOST_PAUSE_MS = 60_000

/** Takes a burn on a network one step further: to its signed message, or to its delivery. Throws NodeError and AttesterError. */
export async function advance(ctx: Context, exit: ExitRow, from: Network): Promise<void> {
  // Noted before anything is asked, so that no failure is repeated without a pause.
  const due_at = ctx.now() + Math.min(FIRST_PAUSE_MS * 2 ** Math.min(exit.asked, 10), MOST_PAUSE_MS)
  await ctx.transact((tx) => updateExit(tx, exit.seq, { asked: exit.asked + 1, due_at }))
  if (exit.state === 'burned') return attest(ctx, exit, from)
  const account = await findAccount(ctx.db, exit)
  const to = account && findDestination(ctx, from, account)
  if (!to) throw new Error(`${account?.to_network} is not configured, and money is to be delivered there`)
  return deliver(ctx, exit, { from, to, account })
}

/** The two networks of a burn. */
type Between = { readonly from: Network; readonly to: Network; readonly account: AccountRow }

async function attest(ctx: Context, exit: ExitRow, { cctp }: Network): Promise<void> {
  if (!cctp || exit.message === null) return
  const { attester, domain } = cctp
  const taken = await listNonces(ctx.db, exit)
  const burned = { domain, transactionHash: exit.tx_hash, message: exit.message, taken }
  const answer = await findAttestation({ attester, exchange: ctx.exchange, ...burned })
  if (answer.state !== 'complete') return
  const { message, attestation, nonce } = answer
  const signed = { state: 'attested', message, attestation, nonce } as const
  const isTaken = await ctx.transact(async (tx) => {
    const holder = await findExitByNonce(tx, nonce)
    if (holder) await askAgain(tx, holder)
    else await updateExit(tx, exit.seq, { ...signed, attested_at: ctx.now(), due_at: ctx.now() })
    return holder !== null
  })
  if (isTaken) throw new AttesterError(`it gave the nonce ${nonce} to two burns`)
}

async function deliver(ctx: Context, exit: ExitRow, { from, to, account }: Between): Promise<void> {
  const { cctp, chain } = to
  const { message, attestation, nonce } = exit
  if (!cctp || !chain.transactor || message === null || attestation === null || nonce === null) return
  const finality = await findFinality(ctx.db, to)
  if (!finality) return
  if (await chain.transactor.converting.isDelivered(cctp.transmitter, nonce, finality.finalNumber)) {
    const final = await findBlock(ctx.db, to, finality.finalNumber)
    if (!final) return
    const receipt = await findDelivery(to, { nonce, account, burnedAt: exit.block_time, final })
    await ctx.transact((tx) => (receipt ? noteDelivered(ctx, tx, to, receipt) : askAgain(tx, exit)))
    return
  }
  const isRefused = await ctx.transact((tx) => send(ctx, tx, exit, { to, data: { message, attestation } }))
  if (!isRefused) return
  const expires = readMessage(message).expirationBlock > 0n
  await ctx.transact((tx) => askAgain(tx, exit))
  if (expires && from.cctp) await reattest({ attester: from.cctp.attester, exchange: ctx.exchange, nonce })
}

/** Forgets a signature that the destination does not take: it has expired, or was never one of this burn. */
async function askAgain(tx: Tx, { seq }: ExitRow): Promise<void> {
  await updateExit(tx, seq, { state: 'burned', nonce: null, attestation: null, attested_at: null })
}

/** Sends the delivery, unless it is under way. True if the destination has refused the last one. */
async function send(
  ctx: Context,
  tx: Tx,
  { seq, nonce, attested_at }: ExitRow,
  { to, data }: { readonly to: Network; readonly data: SignedMessage },
): Promise<boolean> {
  const { converting } = to.chain.transactor ?? {}
  const gas = to.sending?.gas
  const isPlaced = (await listPlaced(tx, seq)).length > 0
  // A stranger's money is burned with no settlement. The stranger delivers it.
  if (!converting || !to.cctp || !gas || nonce === null || !isPlaced) return false
  const last = (await findSends(tx, 'delivery', nonce)).at(-1)
  if (last && (last.endedAt === null || last.state === 'succeeded')) return false
  // An early delivery can have been refused before this was signed.
  if (last && last.createdAt >= (attested_at ?? 0)) return true
  const call = converting.deliverCall(to.cctp.transmitter, data)
  await enqueueSend(ctx, tx, { network: to, signer: gas.address, purpose: 'delivery', subject: nonce, ...call })
  return false
}

/** The blocks of the first search. Each is eight times as long as the one before. */
const FIRST_SEARCH = 2_000

type Searched = {
  readonly nonce: string
  readonly account: AccountRow
  readonly burnedAt: number
  readonly final: BlockRef
}

/**
 * The transaction in which somebody delivered a message, in a final block since its burn. The newest are searched first. Null if
 * none of the wallet's did: then the attester gave the nonce of somebody else's.
 */
async function findDelivery(to: Network, { nonce, account, burnedAt, final }: Searched): Promise<Receipt | null> {
  const { cctp, chain } = to
  if (!cctp || !chain.transactor) return null
  const { converting, finalMovements } = chain.transactor
  // A mint is a transfer from nobody (ERC-20).
  const moved = { token: account.to_token, senders: [NOBODY], recipient: account.recipient }
  let [oldest, last] = [0, final.number]
  for (let blocks = FIRST_SEARCH; last >= oldest; blocks *= 8) {
    const first = Math.max(oldest, last - blocks + 1)
    const receipts = await finalMovements(moved, { from: first, to: last })
    const found = receipts.find(({ logs }) => converting.listDeliveries(logs, cctp).some((one) => one.nonce === nonce))
    if (found) return found
    if (blocks === FIRST_SEARCH) oldest = (await chain.reader.blockBefore(burnedAt - CLOCK_TOLERANCE_MS, final)).number
    last = first - 1
  }
  return null
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
    if (!isOurs) await askAgain(tx, exit)
    else if (await updateExit(tx, exit.seq, end)) await completeArrived(ctx, tx, await listPlaced(tx, exit.seq))
  }
}

/** Circle's USDC has as many on each EVM network. */
export const DECIMALS = 6

/** Books what our own transaction has delivered. Any other end shows on the chain. */
export async function recordDelivery(ctx: Context, tx: Tx, send: Send, outcome: SendOutcome): Promise<void> {
  const network = ctx.network(send.environment, send.network)
  if (network && outcome.kind === 'succeeded') await noteDelivered(ctx, tx, network, outcome.receipt)
}
