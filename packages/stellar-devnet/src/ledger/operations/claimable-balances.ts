import { xdr } from '@stellar/stellar-sdk'
import { formatAsset, parseStroops } from '../amount.ts'
import { canHold, credit, debit, type Refusal } from '../balances.ts'
import { encodeBalanceAddress } from '../entry-xdr.ts'
import { isSatisfied, resolvePredicate } from '../predicate.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { CreateClaimableBalanceResult, ClaimClaimableBalanceResult } = xdr
type Create = OperationByType<'createClaimableBalance'>

const LACKING: Record<Refusal, () => xdr.CreateClaimableBalanceResult> = {
  noTrust: CreateClaimableBalanceResult.createClaimableBalanceNoTrust,
  notAuthorized: CreateClaimableBalanceResult.createClaimableBalanceNotAuthorized,
  lineFull: CreateClaimableBalanceResult.createClaimableBalanceUnderfunded,
  underfunded: CreateClaimableBalanceResult.createClaimableBalanceUnderfunded,
}

const FULL: Record<Refusal, () => xdr.ClaimClaimableBalanceResult> = {
  noTrust: ClaimClaimableBalanceResult.claimClaimableBalanceNoTrust,
  notAuthorized: ClaimClaimableBalanceResult.claimClaimableBalanceNotAuthorized,
  lineFull: ClaimClaimableBalanceResult.claimClaimableBalanceLineFull,
  underfunded: ClaimClaimableBalanceResult.claimClaimableBalanceLineFull,
}

export const createClaimableBalance: Handler<Create> = {
  level: () => 'medium',
  malformed({ amount, claimants }) {
    const destinations = new Set(claimants.map(({ destination }) => destination))
    const right = parseStroops(amount) > 0n && claimants.length > 0 && destinations.size === claimants.length
    return right ? undefined : createResult(CreateClaimableBalanceResult.createClaimableBalanceMalformed())
  },
  apply: (operation, applying) => createResult(create(operation, applying)),
  concerns: ({ claimants }) => claimants.map(({ destination }) => destination),
}

function create(operation: Create, applying: Applying): xdr.CreateClaimableBalanceResult {
  const { state, source, sender, ledger, moved } = applying
  const asset = formatAsset(operation.asset)
  const amount = parseStroops(operation.amount)
  const account = state.get('account', source)
  if (!account) throw new Error(`There is no ${source}`)
  const count = operation.claimants.length
  // Each claimant costs a reserve, which is returned when the balance is claimed.
  if (!canHold(state, account, count)) return CreateClaimableBalanceResult.createClaimableBalanceLowReserve()
  state.put({ ...account, sponsoring: account.sponsoring + count })
  const lacking = debit(state, source, asset, amount)
  if (lacking) return LACKING[lacking]()
  const id = applying.balanceId()
  const claimants = operation.claimants.map(({ destination, predicate }) => ({
    destination,
    predicate: resolvePredicate(predicate, ledger.closeTime).toXdr('base64'),
  }))
  state.put({ kind: 'claimable', id, asset, amount, sponsor: source, claimants })
  moved({ asset, from: sender, to: encodeBalanceAddress(id), amount, tagged: false })
  const balanceId = xdr.ClaimableBalanceId.fromXdr(id, 'hex')
  return CreateClaimableBalanceResult.createClaimableBalanceSuccess(balanceId)
}

export const claimClaimableBalance: Handler<OperationByType<'claimClaimableBalance'>> = {
  level: () => 'low',
  malformed: () => undefined,
  apply: ({ balanceId }, applying) =>
    xdr.OperationResultTr.claimClaimableBalance(claim(balanceId.toLowerCase(), applying)),
  concerns: () => [],
}

function claim(id: string, { state, source, sender, ledger, moved }: Applying): xdr.ClaimClaimableBalanceResult {
  const balance = state.get('claimable', id)
  if (!balance) return ClaimClaimableBalanceResult.claimClaimableBalanceDoesNotExist()
  const claimant = balance.claimants.find(({ destination }) => destination === source)
  const may = claimant && isSatisfied(xdr.ClaimPredicate.fromXdr(claimant.predicate, 'base64'), ledger.closeTime)
  if (!may) return ClaimClaimableBalanceResult.claimClaimableBalanceCannotClaim()
  const full = credit(state, source, balance.asset, balance.amount)
  if (full) return FULL[full]()
  state.remove(balance)
  const sponsor = state.get('account', balance.sponsor)
  if (sponsor) state.put({ ...sponsor, sponsoring: sponsor.sponsoring - balance.claimants.length })
  moved({ asset: balance.asset, from: encodeBalanceAddress(id), to: sender, amount: balance.amount, tagged: false })
  return ClaimClaimableBalanceResult.claimClaimableBalanceSuccess()
}

function createResult(result: xdr.CreateClaimableBalanceResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.createClaimableBalance(result)
}
