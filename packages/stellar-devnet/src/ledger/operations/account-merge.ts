import { extractBaseAddress, xdr } from '@stellar/stellar-sdk'
import { NATIVE } from '../amount.ts'
import { credit } from '../balances.ts'
import { FLAG } from '../entries.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { AccountMergeResult } = xdr

export const accountMerge: Handler<OperationByType<'accountMerge'>> = {
  level: () => 'high',
  malformed: ({ destination }, source) =>
    extractBaseAddress(destination) === source ? buildResult(AccountMergeResult.accountMergeMalformed()) : undefined,
  apply: ({ destination }, applying) => buildResult(merge(destination, applying)),
  concerns: ({ destination }) => [extractBaseAddress(destination)],
}

function merge(destination: string, { state, source, sender, ledger, moved }: Applying): xdr.AccountMergeResult {
  const to = extractBaseAddress(destination)
  const account = state.get('account', source)
  if (!account) throw new Error(`There is no ${source}`)
  if (!state.get('account', to)) return AccountMergeResult.accountMergeNoAccount()
  if (account.flags & FLAG.authImmutable) return AccountMergeResult.accountMergeImmutableSet()
  if (account.subentries !== account.signers.length) return AccountMergeResult.accountMergeHasSubEntries()
  if (account.sponsoring > 0) return AccountMergeResult.accountMergeIsSponsor()
  // An account recreated in this ledger could reuse its sequence numbers.
  if (account.sequence >= BigInt(ledger.sequence) << 32n) return AccountMergeResult.accountMergeSeqnumTooFar()
  if (credit(state, to, NATIVE, account.balance)) return AccountMergeResult.accountMergeDestFull()
  state.remove(account)
  moved({ asset: NATIVE, from: sender, to: destination, amount: account.balance, tagged: true })
  return AccountMergeResult.accountMergeSuccess(account.balance)
}

function buildResult(result: xdr.AccountMergeResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.accountMerge(result)
}
