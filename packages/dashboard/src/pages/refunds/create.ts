import type { Payment, PaymentMethod, Refund } from '@crypto-checkout/api-types'
import { parseTypedAmount } from '@crypto-checkout/payer-ui'
import { html, nothing, type TemplateResult } from 'lit'
import { createOnce } from '../../api/once.ts'
import { pageTexts } from '../../languages/texts.ts'
import { openDialog, showDialog } from '../../parts/dialog.ts'
import { readText, selectField, textField } from '../../parts/field.ts'
import { shareView } from '../../parts/share.ts'
import { formatCoin, formatPrice } from '../../parts/values.ts'
import type { Shop } from '../../router.ts'
import { formatMethod, formatMoney } from '../payments/words.ts'
import { findRest, findSurplus } from './rest.ts'

/**
 * Asks how much goes back and where. `refunds`: those that the payment has. Resolves to the refund; null if the user closes
 * the dialog.
 */
export async function openRefundDialog(
  shop: Shop,
  payment: Payment,
  refunds: readonly Refund[],
): Promise<Refund | null> {
  const { form } = pageTexts.refunds
  const send = createOnce()
  const refund = await openDialog({
    title: `${form.title}: ${formatPrice(payment.amount, payment.currency)}`,
    body: fields(payment, refunds),
    submit: form.submit,
    danger: true,
    run: async (values) => send<Refund>(shop, '/refunds', readRefund(payment, refunds, values)),
  })
  if (refund) await showCollectLink(refund)
  return refund
}

/** The link is in the answer of its creation only. */
async function showCollectLink({ nextAction }: Refund): Promise<void> {
  if (nextAction?.type !== 'collect_destination' || nextAction.url === null) return
  const { collect } = pageTexts.refunds
  const body = html`<p>${collect.hint}</p>
    <p><strong>${collect.once}</strong></p>
    ${shareView(nextAction.url, collect.code)}`
  await showDialog(collect.title, body, collect.done)
}

function listPaid({ methods }: Payment) {
  return methods.filter(({ amountReceived }) => Number(amountReceived ?? 0) > 0)
}

function fields(payment: Payment, refunds: readonly Refund[]): TemplateResult {
  const { form } = pageTexts.refunds
  const paid = listPaid(payment)
  const choices = paid.map((method, index) => ({
    value: String(index),
    label: formatMoney(method.amountReceived ?? '0', method),
  }))
  const [only] = paid
  const left = only && paid.length === 1 ? describeRest(payment, only, refunds) : ''
  const surplus = findOnlySurplus(payment, refunds)
  const hasMemos = paid.some(({ memo }) => memo !== null)
  return html`<p>${form.hint}</p>
    ${choices.length > 1 ? selectField({ name: 'method', label: form.method }, choices) : nothing}
    ${surplus === null ? nothing : extentField(formatPrice(surplus, payment.currency))}
    <div ?hidden=${surplus !== null}>
      ${textField({
        name: 'amount',
        label: form.amount(payment.currency),
        inputmode: 'decimal' as const,
        autofocus: surplus === null,
        hint: `${left} ${form.amountHint}`.trim(),
      })}
    </div>
    ${textField({ name: 'destination', label: form.destination, hint: form.destinationHint, maxLength: 128 })}
    ${hasMemos ? textField({ name: 'destinationMemo', label: form.memo, hint: form.memoHint, maxLength: 28 }) : nothing}
    ${textField({ name: 'reason', label: form.reason, hint: form.reasonHint, maxLength: 500 })}
    <p class="hint">${paid.map(formatMethod).join(', ')}</p>`
}

/** The surplus of a payment that has its money by one method; null without one. */
function findOnlySurplus(payment: Payment, refunds: readonly Refund[]): number | null {
  const [only, ...others] = listPaid(payment)
  return only && others.length === 0 ? findSurplus(payment, only, refunds) : null
}

/** The surplus, all that is left, or another amount, whose field is below it. */
function extentField(surplus: string): TemplateResult {
  const { extent, extents } = pageTexts.refunds.form
  const choices = [
    { value: 'surplus', label: extents.surplus(surplus) },
    { value: 'all', label: extents.all },
    { value: 'other', label: extents.other },
  ]
  const showAmount = (event: Event): void => {
    const { target, currentTarget } = event
    const amount = currentTarget instanceof HTMLElement ? currentTarget.nextElementSibling : null
    if (target instanceof HTMLSelectElement && amount instanceof HTMLElement) amount.hidden = target.value !== 'other'
  }
  return html`<div @change=${showAmount}>${selectField({ name: 'extent', label: extent, value: 'surplus' }, choices)}</div>`
}

/** Describes the rest, in words; empty if that is not certain. */
function describeRest(payment: Payment, method: PaymentMethod, refunds: readonly Refund[]): string {
  const { left, leftCoins } = pageTexts.refunds.form
  const rest = findRest(payment, method, refunds)
  if (rest === null) return ''
  const coins = formatCoin(rest.coins, method.cryptocurrency)
  return rest.price === null ? leftCoins(coins) : left(formatPrice(rest.price, payment.currency), coins)
}

/** Undefined for all that is left. Throws an error with words for the user if the amount cannot be read. */
function readAmount(payment: Payment, refunds: readonly Refund[], values: FormData): number | undefined {
  const extent = values.get('extent')
  if (extent === 'all') return undefined
  if (extent === 'surplus') return findOnlySurplus(payment, refunds) ?? undefined
  const typed = readText(values, 'amount')
  if (typed === undefined && extent === null) return undefined
  const amount = parseTypedAmount(typed ?? '', payment.currency)
  if (amount === null) throw new Error(pageTexts.payments.form.badAmount)
  return amount
}

function readRefund(payment: Payment, refunds: readonly Refund[], values: FormData) {
  const method = listPaid(payment)[Number(values.get('method') ?? 0)]
  return {
    paymentId: payment.id,
    amount: readAmount(payment, refunds, values),
    ...(method ? { cryptocurrency: method.cryptocurrency, network: method.network } : {}),
    destination: readText(values, 'destination'),
    destinationMemo: readText(values, 'destinationMemo'),
    reason: readText(values, 'reason'),
  }
}
