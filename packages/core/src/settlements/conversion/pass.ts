/** A pass over the conversions of a network's money: reading what left its accounts, and moving the rest on. */
import type { Network } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { saveDue } from '../../deposits/account-store.ts'
import { describeError } from '../../networks/health.ts'
import { AttesterError, readFees } from '../../outbound/attester.ts'
import { type BurnReaders, burn } from './burn.ts'
import { advance } from './deliver.ts'
import { deliverEarly } from './deliver-early.ts'
import { readExits } from './read-exits.ts'
import { listDueExits, listHolding } from './store.ts'

/** Accounts, and burns, in one pass. */
const AT_ONCE = 50
/** Signed messages are there within half an hour on all networks. */
const LATE_MS = 3_600_000

/** An account is looked at again after this time. */
const LOOK_AGAIN_MS = 5_000

/** Takes each conversion of money that is on a network as far as it goes now. Returns the trouble to report. */
export async function convert(ctx: Context, network: Network): Promise<{ more: boolean; trouble: string | null }> {
  const troubles = new Set<string>()
  let isSilent = false
  const tell = (error: unknown) => {
    troubles.add(describeError(error))
    isSilent ||= error instanceof AttesterError && error.isSilent
  }
  const { chain, environment, pollMs } = network
  const now = ctx.now()
  const readers = createReaders(ctx, network)
  const due = { chain: chain.id, livemode: environment === 'production', now, limit: AT_ONCE }
  for (const account of await listHolding(ctx.db, due)) {
    await ctx.transact((tx) => saveDue(tx, account, now + Math.min(LOOK_AGAIN_MS, 2 * pollMs)))
    await readExits(ctx, network, account)
      .then(() => burn(ctx, network, account, readers))
      .catch(tell)
    // Money that came later and cannot be burned now does not hold up what is burned already.
    if (!isSilent) await deliverEarly(ctx, network, account).catch(tell)
  }
  const { burned = [], attested = [] } = Object.groupBy(await listDueExits(ctx.db, due), (exit) => exit.state)
  // Signed messages need no answer of the attester.
  for (const exit of [...attested, ...burned]) {
    if (exit.state === 'burned' && isSilent) break
    await advance(ctx, exit, network).catch(tell)
    if (exit.state === 'burned' && now - exit.block_time > LATE_MS)
      troubles.add(`the burn in transaction ${exit.tx_hash} has no signed message after an hour`)
  }
  return { more: false, trouble: troubles.size === 0 ? null : [...troubles].join('; ') }
}

/** Asks once for each destination, and for each token, and gives the same answer from then on. */
function createReaders({ exchange }: Pick<Context, 'exchange'>, { cctp, name, chain }: Network): BurnReaders {
  return {
    readFees: askOnce(async (to: Network) => {
      if (!cctp || !to.cctp) throw new Error(`${name} and ${to.name} have no burns`)
      return readFees({ attester: cctp.attester, exchange, from: cctp.domain, to: to.cctp.domain })
    }),
    readLimits: askOnce(async (token: string) => {
      if (!cctp || !chain.transactor) throw new Error(`${name} has no burns`)
      return chain.transactor.converting.burnable(cctp.messenger, token)
    }),
  }
}

function askOnce<Key, Answer>(ask: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const asked = new Map<Key, Promise<Answer>>()
  return (key) => {
    const answer = asked.get(key) ?? ask(key)
    asked.set(key, answer)
    return answer
  }
}
