import { toRecord } from '@crypto-checkout/api-types'
import {
  createMalformedError,
  type Fields,
  parseList,
  parseStroops,
  parseText,
  parseTransactionHash,
} from './fields.ts'
import { type Horizon, parseRecords } from './horizon.ts'
import { parseRecordMemo } from './horizon-payments.ts'
import { getAssetByContract, type KnownAsset } from './identifiers.ts'
import type { ClaimableLists } from './node.ts'

/** Horizon returns no more at once; older ones are left out. */
const NEWEST = 200
const ID = /^[0-9a-f]{72}$/

/** Claimable balances from Horizon's list by claimant. */
export function createHorizonClaimables(horizon: Horizon, assets: readonly KnownAsset[]): ClaimableLists {
  return {
    async of(account, token) {
      const asset = getAssetByContract(assets, token)
      if (!asset) return []
      const query = `claimant=${account}&asset=${asset.code}:${asset.issuer}&order=desc&limit=${NEWEST}`
      return parseRecords(await horizon(`/claimable_balances?${query}`)).map((record) => {
        const claimants = parseList(record.claimants, 'claimants').map(toRecord)
        const own = claimants.find(({ destination }) => destination === account)
        if (!own || !ID.test(parseText(record.id))) throw createMalformedError('a claimable balance of somebody else')
        return {
          id: parseText(record.id),
          rawAmount: parseStroops(record.amount),
          mayBeClaimed: (now: number) => isSatisfied(toRecord(own.predicate), now),
        }
      })
    },
    async origin(id) {
      const [made] = parseRecords(await horizon(`/claimable_balances/${id}/transactions?order=asc&limit=1`))
      if (!made) throw createMalformedError('no transaction that made a claimable balance')
      return { txHash: parseTransactionHash(made.hash), memo: parseRecordMemo(made) }
    },
  }
}

/** Tells whether a claimant's predicate allows a claim at a time in milliseconds. An unknown predicate counts as no. */
function isSatisfied(predicate: Fields, now: number): boolean {
  const { unconditional, and, or, not, abs_before_epoch: beforeSeconds } = predicate
  if (unconditional === true) return true
  if (Array.isArray(and)) return and.every((one) => isSatisfied(toRecord(one), now))
  if (Array.isArray(or)) return or.some((one) => isSatisfied(toRecord(one), now))
  if (not !== undefined) return !isSatisfied(toRecord(not), now)
  return now < Number(parseText(beforeSeconds)) * 1_000
}
