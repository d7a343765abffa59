import { extractBaseAddress, xdr } from '@stellar/stellar-sdk'
import { nameOf, stroopsOf } from '../amount.ts'
import { credit, debit, type Refusal } from '../balances.ts'
import type { Handler, OperationOf } from './operation.ts'

const { PaymentResult } = xdr

const CREDIT: Record<Refusal, () => xdr.PaymentResult> = {
  noTrust: PaymentResult.paymentNoTrust,
  notAuthorized: PaymentResult.paymentNotAuthorized,
  lineFull: PaymentResult.paymentLineFull,
  underfunded: PaymentResult.paymentUnderfunded,
}
const DEBIT: Record<Refusal, () => xdr.PaymentResult> = {
  ...CREDIT,
  noTrust: PaymentResult.paymentSrcNoTrust,
  notAuthorized: PaymentResult.paymentSrcNotAuthorized,
}

export const payment: Handler<OperationOf<'payment'>> = {
  level: () => 'medium',
  malformed: ({ amount }) => (stroopsOf(amount) > 0n ? undefined : resultOf(PaymentResult.paymentMalformed())),
  apply(operation, { state, source, sender, moved }) {
    const { destination } = operation
    const to = extractBaseAddress(destination)
    const asset = nameOf(operation.asset)
    const amount = stroopsOf(operation.amount)
    if (!state.get('account', to)) return resultOf(PaymentResult.paymentNoDestination())
    // The destination first, as in stellar-core: if both fail, its reason is reported.
    const full = to === source ? undefined : credit(state, to, asset, amount)
    if (full) return resultOf(CREDIT[full]())
    const lacking = debit(state, source, asset, amount)
    if (lacking) return resultOf(DEBIT[lacking]())
    const back = to === source ? credit(state, to, asset, amount) : undefined
    if (back) return resultOf(CREDIT[back]())
    moved({ asset, from: sender, to: destination, amount, tagged: true })
    return resultOf(PaymentResult.paymentSuccess())
  },
  concerns: ({ destination }) => [extractBaseAddress(destination)],
}

function resultOf(result: xdr.PaymentResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.payment(result)
}
