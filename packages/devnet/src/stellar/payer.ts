import { Memo, Operation } from '@stellar/stellar-sdk'
import type { TestTransfer } from '../payer.ts'
import { decimalOf } from './amount.ts'
import type { Chain } from './chain.ts'
import { ASSETS, COINS, KEYS } from './network.ts'
import { resultCodes } from './result-codes.ts'
import { signedEnvelope } from './sign.ts'

const STROOPS_A_MILLIONTH = 10n

/** Sends a payment of the payer's and answers its hash. @throws where it would fail, with Horizon's codes */
export function payOnStellar(chain: Chain, transfer: TestTransfer): string {
  const { to: destination, memo, amount } = transfer
  const payment = Operation.payment({
    destination,
    asset: assetOf(transfer),
    amount: decimalOf(amount * STROOPS_A_MILLIONTH),
  })
  const envelope = signedEnvelope(chain, [KEYS.payer], [payment], memo === undefined ? undefined : Memo.text(memo))
  const { result } = chain.tryOut(envelope)
  const { transaction, operations = [] } = resultCodes(result)
  if (transaction !== 'tx_success')
    throw new Error(`The payment would fail: ${[transaction, ...operations].join(', ')}.`)
  return chain.submit(envelope).submission.hash
}

function assetOf({ cryptocurrency, token }: TestTransfer) {
  if (!Object.hasOwn(COINS, cryptocurrency)) {
    throw new Error(
      `There is no ${cryptocurrency} on the local Stellar network: only ${Object.keys(COINS).join(', ')}.`,
    )
  }
  return token === 'counterfeit' ? ASSETS.counterfeit : ASSETS[cryptocurrency as keyof typeof COINS]
}
