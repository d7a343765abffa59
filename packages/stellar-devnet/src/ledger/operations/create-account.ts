import { xdr } from '@stellar/stellar-sdk'
import { NATIVE, parseStroops } from '../amount.ts'
import { debit } from '../balances.ts'
import { createAccountEntry } from '../entries.ts'
import { BASE_RESERVE } from '../network.ts'
import type { Handler, OperationByType } from './operation.ts'

const { CreateAccountResult } = xdr

export const createAccount: Handler<OperationByType<'createAccount'>> = {
  level: () => 'medium',
  malformed({ destination, startingBalance }, source) {
    const right = destination !== source && parseStroops(startingBalance) >= 0n
    return right ? undefined : buildResult(CreateAccountResult.createAccountMalformed())
  },
  apply({ destination, startingBalance }, { state, source, sender, ledger, moved }) {
    const amount = parseStroops(startingBalance)
    if (state.get('account', destination)) return buildResult(CreateAccountResult.createAccountAlreadyExist())
    if (amount < 2n * BASE_RESERVE) return buildResult(CreateAccountResult.createAccountLowReserve())
    if (debit(state, source, NATIVE, amount)) return buildResult(CreateAccountResult.createAccountUnderfunded())
    state.put(createAccountEntry(destination, amount, BigInt(ledger.sequence) << 32n))
    moved({ asset: NATIVE, from: sender, to: destination, amount, tagged: true })
    return buildResult(CreateAccountResult.createAccountSuccess())
  },
  concerns: ({ destination }) => [destination],
}

function buildResult(result: xdr.CreateAccountResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.createAccount(result)
}
