/** The delivery of our own fast burn before its block is final. Nothing is booked for it before. */
import type { Network } from '../../chains/network.ts'
import type { ConversionOutcome, Transactor } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import type { AccountRow } from '../../deposits/account-store.ts'
import { readTerms } from '../../deposits/terms.ts'
import { toLedgerAmount } from '../../domain/money.ts'
import { findAttestation } from '../../outbound/attester.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import { findAttempts, findSend } from '../../transactions/store.ts'
import { findDestination } from './burn.ts'
import { DECIMALS } from './deliver.ts'
import { findEarly, findExitByNonce, insertEarly, listUnplaced } from './store.ts'

/**
 * Sends the delivery of an account's fast burn as soon as the attester signs it. Circle bears that the burn's block may not
 * stay: what was minted stays minted. The burn's exit is read from its final block as each other, asked for again, and
 * booked once. So an early delivery may be refused, or come to nothing. Throws NodeError and AttesterError.
 */
export async function deliverEarly(ctx: Context, network: Network, account: AccountRow): Promise<void> {
  const { cctp, chain } = network
  const to = findDestination(ctx, network, account)
  const gas = to?.sending?.gas
  if (!cctp || !chain.transactor || !to?.cctp || !to.chain.transactor || !gas || account.send_id === null) return
  if (readTerms(account).finality !== 'fast' || (await findEarly(ctx.db, { send_id: account.send_id }))) return
  const burn = await findBurn(ctx, chain.transactor, { network, account, sendId: account.send_id })
  if (!burn) return
  const { transactionHash, message, rawAmount } = burn
  const asked = {
    attester: cctp.attester,
    exchange: ctx.exchange,
    domain: cctp.domain,
    transactionHash,
    message,
    taken: [],
  }
  const answer = await findAttestation(asked)
  if (answer.state !== 'complete') return
  const { nonce } = answer
  const row = {
    ...{ nonce, send_id: account.send_id, chain: account.chain, account: account.account },
    ...{ amount: toLedgerAmount(rawAmount, DECIMALS), created_at: ctx.now() },
  }
  const call = to.chain.transactor.converting.deliverCall(to.cctp.transmitter, answer)
  await ctx.transact(async (tx) => {
    const [oldest] = await listUnplaced(tx, account)
    // Once its exit is recorded, the burn is delivered as each other.
    if (!oldest || (await findExitByNonce(tx, nonce))) return
    if (!(await insertEarly(tx, { ...row, settlement_id: oldest.settlement_id }))) return
    await enqueueSend(ctx, tx, { network: to, signer: gas.address, purpose: 'delivery', subject: nonce, ...call })
  })
}

type Burned = ConversionOutcome & { readonly kind: 'burned' }

/** The burn that our own transaction has made in some block; null if it has made none. */
async function findBurn(
  ctx: Pick<Context, 'db'>,
  { receipt, converting }: Transactor,
  { network, account, sendId }: { readonly network: Network; readonly account: AccountRow; readonly sendId: number },
): Promise<(Burned & { readonly transactionHash: string }) | null> {
  const { cctp } = network
  const send = await findSend(ctx.db, sendId)
  if (!cctp || !send || send.data !== converting.convertCall(readTerms(account)).data) return null
  for (const { hash } of await findAttempts(ctx.db, sendId)) {
    const mined = await receipt(hash)
    const outcomes = mined?.succeeded ? converting.listOutcomes(mined.logs, cctp) : []
    const own = outcomes.find((one) => one.kind === 'burned' && one.account === account.account)
    if (own?.kind === 'burned') return { ...own, transactionHash: hash }
  }
  return null
}
