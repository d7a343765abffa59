import { extractBaseAddress, xdr } from '@stellar/stellar-sdk'
import { formatAsset, parseStroops } from '../amount.ts'
import { credit, debit, type Refusal } from '../balances.ts'
import type { Handler, OperationByType } from './operation.ts'

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

export const payment: Handler<OperationByType<'payment'>> = {
  level: () => 'medium',
  malformed: ({ amount }) => (parseStroops(amount) > 0n ? undefined : buildResult(PaymentResult.paymentMalformed())),
  apply(operation, { state, source, sender, moved }) {
    const { destination } = operation
    const to = extractBaseAddress(destination)
    const asset = formatAsset(operation.asset)
    const amount = parseStroops(operation.amount)
    if (!state.get('account', to)) return buildResult(PaymentResult.paymentNoDestination())
    // The destination first, as in stellar-core: if both fail, its reason is reported.
    const full = to === source ? undefined : credit(state, to, asset, amount)
    if (full) return buildResult(CREDIT[full]())
    const lacking = debit(state, source, asset, amount)
    if (lacking) return buildResult(DEBIT[lacking]())
    const back = to === source ? credit(state, to, asset, amount) : undefined
    if (back) return buildResult(CREDIT[back]())
    moved({ asset, from: sender, to: destination, amount, tagged: true })
    return buildResult(PaymentResult.paymentSuccess())
  },
  concerns: ({ destination }) => [extractBaseAddress(destination)],
}

function buildResult(result: xdr.PaymentResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.payment(result)
}
