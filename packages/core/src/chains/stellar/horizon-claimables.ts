import { type KnownAsset, knownAt } from './asset.ts'
import { type Fields, fieldsOf, listOf, malformed, parseStroops, textOf, transactionHash } from './fields.ts'
import { type Horizon, recordsOf } from './horizon.ts'
import type { ClaimableLists } from './node.ts'
import { memoOf } from './payment-records.ts'

/** Horizon returns no more at once; older ones are left out. */
const NEWEST = 200
const ID = /^[0-9a-f]{72}$/

/** Claimable balances from Horizon's list by claimant. */
export function horizonClaimables(horizon: Horizon, assets: readonly KnownAsset[]): ClaimableLists {
  return {
    async of(account, token) {
      const asset = knownAt(assets, token)
      if (!asset) return []
      const query = `claimant=${account}&asset=${asset.code}:${asset.issuer}&order=desc&limit=${NEWEST}`
      return recordsOf(await horizon(`/claimable_balances?${query}`)).map((record) => {
        const claimants = listOf(record.claimants, 'claimants').map(fieldsOf)
        const own = claimants.find(({ destination }) => destination === account)
        if (!own || !ID.test(textOf(record.id))) throw malformed('a claimable balance of somebody else')
        return {
          id: textOf(record.id),
          rawAmount: parseStroops(record.amount),
          mayBeClaimed: (now: number) => isSatisfied(fieldsOf(own.predicate), now),
        }
      })
    },
    async origin(id) {
      const [made] = recordsOf(await horizon(`/claimable_balances/${id}/transactions?order=asc&limit=1`))
      if (!made) throw malformed('no transaction that made a claimable balance')
      return { txHash: transactionHash(made.hash), memo: memoOf(made) }
    },
  }
}

/** Whether a claimant's predicate allows a claim at a time in milliseconds. An unknown predicate counts as no. */
function isSatisfied(predicate: Fields, now: number): boolean {
  const { unconditional, and, or, not, abs_before_epoch: beforeSeconds } = predicate
  if (unconditional === true) return true
  if (Array.isArray(and)) return and.every((one) => isSatisfied(fieldsOf(one), now))
  if (Array.isArray(or)) return or.some((one) => isSatisfied(fieldsOf(one), now))
  if (not !== undefined) return !isSatisfied(fieldsOf(not), now)
  return now < Number(textOf(beforeSeconds)) * 1_000
}
