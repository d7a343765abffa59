import type { Horizon, xdr } from '@stellar/stellar-sdk'
import { formatTime } from '../ledger/time.ts'

type Predicate = Horizon.HorizonApi.Predicate

/** The times at which a claimant may claim, in Horizon's format */
export function buildPredicateFields(predicate: xdr.ClaimPredicate): Predicate {
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return { unconditional: true }
    case 'claimPredicateBeforeAbsoluteTime':
      return { abs_before: formatTime(predicate.absBefore), abs_before_epoch: String(predicate.absBefore) }
    case 'claimPredicateBeforeRelativeTime':
      return { rel_before: String(predicate.relBefore) }
    case 'claimPredicateAnd':
      return { and: predicate.andPredicates.map(buildPredicateFields) }
    case 'claimPredicateOr':
      return { or: predicate.orPredicates.map(buildPredicateFields) }
    case 'claimPredicateNot':
      return predicate.notPredicate ? { not: buildPredicateFields(predicate.notPredicate) } : {}
  }
}
