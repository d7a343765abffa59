import type { Horizon, xdr } from '@stellar/stellar-sdk'
import { isoOf } from '../ledger/time.ts'

type Predicate = Horizon.HorizonApi.Predicate

/** The times at which a claimant may claim, in Horizon's format */
export function predicateFields(predicate: xdr.ClaimPredicate): Predicate {
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return { unconditional: true }
    case 'claimPredicateBeforeAbsoluteTime':
      return { abs_before: isoOf(predicate.absBefore), abs_before_epoch: String(predicate.absBefore) }
    case 'claimPredicateBeforeRelativeTime':
      return { rel_before: String(predicate.relBefore) }
    case 'claimPredicateAnd':
      return { and: predicate.andPredicates.map(predicateFields) }
    case 'claimPredicateOr':
      return { or: predicate.orPredicates.map(predicateFields) }
    case 'claimPredicateNot':
      return predicate.notPredicate ? { not: predicateFields(predicate.notPredicate) } : {}
  }
}
