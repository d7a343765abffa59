/** Actions of people on a payment. Each asks first, and resolves to whether something changed. */
import type { List, Payment, Transfer } from '@crypto-checkout/api-types'
import { shortenHash } from '@crypto-checkout/payer-ui'
import { html } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { confirm, confirmDanger, openDialog } from '../../parts/dialog.ts'
import { readText, selectField, textField } from '../../parts/field.ts'
import { notify } from '../../parts/notice.ts'
import { describeError } from '../../parts/states.ts'
import { formatPrice } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import { isPayable } from '../unattributed/match.ts'
import { formatMoney } from './words.ts'

export async function acceptPayment(shop: Shop, payment: Payment): Promise<boolean> {
  const { accept: submit, acceptReason, accepted: notice } = pageTexts.payments.actions
  const reason = acceptReason(formatMoney(payment.amountReceived, payment))
  const run = () => callApi<Payment>(shop, 'POST', `/payments/${payment.id}/accept`)
  return (await confirm({ submit, reason, run, notice })) !== null
}

export async function cancelPayment(shop: Shop, payment: Payment): Promise<boolean> {
  const { cancel: submit, cancelReason: reason, cancelled: notice } = pageTexts.payments.actions
  const title = `${submit}: ${formatPrice(payment.amount, payment.currency)}`
  const run = () => callApi<Payment>(shop, 'POST', `/payments/${payment.id}/cancel`)
  return (await confirmDanger({ submit, title, reason, run, notice })) !== null
}

const MOST = 100

/** Offers the money that arrived in one of the payment's methods at its wallet and belongs to no payment. */
export async function assignToPayment(shop: Shop, payment: Payment): Promise<boolean> {
  const { actions } = pageTexts.payments
  const query = { status: 'unattributed', limit: MOST }
  const list = await callApi<List<Transfer>>(shop, 'GET', '/transfers', { query }).catch((error: unknown) =>
    notify(describeError(error)),
  )
  if (!list) return false
  const fitting = list.data.filter((transfer) => isPayable(payment, transfer))
  if (fitting.length === 0) {
    notify(actions.assignNone)
    return false
  }
  const choices = fitting.map((transfer) => ({
    value: transfer.id,
    label: `${formatMoney(transfer.amount, transfer)}, ${shortenHash(transfer.hash)}`,
  }))
  const done = await openDialog({
    title: actions.assign,
    body: html`<p>${actions.assignHint}</p>
      ${selectField({ name: 'transfer', label: actions.transfer, required: true }, choices)}
      ${textField({ name: 'reason', label: actions.reason, hint: actions.reasonHint, maxLength: 500 })}`,
    submit: actions.assign,
    run: (values) => {
      const body = { paymentId: payment.id, reason: readText(values, 'reason') }
      return callApi<Transfer>(shop, 'POST', `/transfers/${values.get('transfer')}/assign`, { body })
    },
    notice: actions.assigned,
  })
  return done !== null
}
