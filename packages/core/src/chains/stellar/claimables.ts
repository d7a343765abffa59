import type { Claimable } from '../roles.ts'
import type { StellarEndpoints } from './endpoints.ts'
import type { KnownAsset } from './identifiers.ts'
import type { ClaimableLists, StellarNode } from './node.ts'
import { loadSdk } from './sdk.ts'

/** Finding a balance's origin takes one request each. The rest waits for the next call. */
const MAX_ORIGINS = 10
const MAX_REMEMBERED = 10_000
/** The id is XDR with a version of four bytes; the address has one byte. */
const DIGITS_LEFT_OUT = 6

type Origin = Awaited<ReturnType<ClaimableLists['origin']>>

const listsThem = (node: StellarNode) => node.claimables !== null

/**
 * Lists the balances that an account could claim, with the memo of the transaction that created each. Each memo is
 * looked up once. Null when no node has such a list.
 */
export function createClaimablesReader(endpoints: StellarEndpoints, assets: readonly KnownAsset[]) {
  const origins = new Map<string, Origin>()

  async function readOrigin(lists: ClaimableLists, id: string): Promise<Origin> {
    const origin = await lists.origin(id)
    if (origins.size >= MAX_REMEMBERED) origins.clear()
    origins.set(id, origin)
    return origin
  }

  async function ofAsset(lists: ClaimableLists, account: string, token: string, now: number): Promise<Claimable[]> {
    const found: Claimable[] = []
    let asked = 0
    for (const { id, rawAmount, mayBeClaimed } of await lists.of(account, token)) {
      if (!mayBeClaimed(now) || (!origins.has(id) && asked++ >= MAX_ORIGINS)) continue
      const address = loadSdk().StrKey.encodeClaimableBalance(Buffer.from(id.slice(DIGITS_LEFT_OUT), 'hex'))
      const origin = origins.get(id) ?? (await readOrigin(lists, id))
      found.push({ id: address, token: token.toLowerCase(), rawAmount, ...origin })
    }
    return found
  }

  if (!endpoints.some(listsThem)) return null
  return (account: string, now: number): Promise<Claimable[]> =>
    endpoints.use(
      async ({ claimables }) => {
        const lists = await Promise.all(
          assets.map(({ contract }) => (claimables ? ofAsset(claimables, account, contract, now) : [])),
        )
        return lists.flat()
      },
      { able: listsThem },
    )
}
