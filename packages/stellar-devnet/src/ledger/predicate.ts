import { xdr } from '@stellar/stellar-sdk'

const { ClaimPredicate } = xdr

/** Converts a predicate with times relative to `closeTime` (seconds) to one with absolute times. */
export function resolvePredicate(predicate: xdr.ClaimPredicate, closeTime: bigint): xdr.ClaimPredicate {
  const inside = (inner: xdr.ClaimPredicate): xdr.ClaimPredicate => resolvePredicate(inner, closeTime)
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
    case 'claimPredicateBeforeAbsoluteTime':
      return predicate
    case 'claimPredicateBeforeRelativeTime':
      return ClaimPredicate.claimPredicateBeforeAbsoluteTime(closeTime + predicate.relBefore)
    case 'claimPredicateAnd':
      return ClaimPredicate.claimPredicateAnd(predicate.andPredicates.map(inside))
    case 'claimPredicateOr':
      return ClaimPredicate.claimPredicateOr(predicate.orPredicates.map(inside))
    case 'claimPredicateNot':
      return ClaimPredicate.claimPredicateNot(predicate.notPredicate && inside(predicate.notPredicate))
  }
}

/** Tells whether a predicate with absolute times holds at that time */
export function isSatisfied(predicate: xdr.ClaimPredicate, closeTime: bigint): boolean {
  const holds = (inner: xdr.ClaimPredicate): boolean => isSatisfied(inner, closeTime)
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return true
    case 'claimPredicateBeforeAbsoluteTime':
      return closeTime < predicate.absBefore
    case 'claimPredicateBeforeRelativeTime':
      throw new Error('A stored predicate has absolute times.')
    case 'claimPredicateAnd':
      return predicate.andPredicates.every(holds)
    case 'claimPredicateOr':
      return predicate.orPredicates.some(holds)
    case 'claimPredicateNot':
      return !(predicate.notPredicate && holds(predicate.notPredicate))
  }
}
