import { xdr } from '@stellar/stellar-sdk'
import { NATIVE, stroopsOf } from '../amount.ts'
import { debit } from '../balances.ts'
import { newAccount } from '../entries.ts'
import { BASE_RESERVE } from '../network.ts'
import type { Handler, OperationOf } from './operation.ts'

const { CreateAccountResult } = xdr

export const createAccount: Handler<OperationOf<'createAccount'>> = {
  level: () => 'medium',
  malformed({ destination, startingBalance }, source) {
    const right = destination !== source && stroopsOf(startingBalance) >= 0n
    return right ? undefined : resultOf(CreateAccountResult.createAccountMalformed())
  },
  apply({ destination, startingBalance }, { state, source, sender, ledger, moved }) {
    const amount = stroopsOf(startingBalance)
    if (state.get('account', destination)) return resultOf(CreateAccountResult.createAccountAlreadyExist())
    if (amount < 2n * BASE_RESERVE) return resultOf(CreateAccountResult.createAccountLowReserve())
    if (debit(state, source, NATIVE, amount)) return resultOf(CreateAccountResult.createAccountUnderfunded())
    state.put(newAccount(destination, amount, BigInt(ledger.sequence) << 32n))
    moved({ asset: NATIVE, from: sender, to: destination, amount, tagged: true })
    return resultOf(CreateAccountResult.createAccountSuccess())
  },
  concerns: ({ destination }) => [destination],
}

function resultOf(result: xdr.CreateAccountResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.createAccount(result)
}
