import type { Settlement } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { badgeView, copyView, factsView, formatCoin, formatNetwork, valueView } from '../../parts/values.ts'

type Conversion = NonNullable<Settlement['conversion']>

const tones = {
  waiting: 'busy',
  burned: 'busy',
  attested: 'busy',
  delivered: 'good',
  released: 'warn',
  failed: 'bad',
} as const

/** The conversion of a settlement's money: how far it is, its sums, and its transactions on both networks. */
export function conversionView(
  { settlementCurrency }: Settlement,
  { status, network, wallet, account, sentAmount, receivedAmount, feeAmount, transactions }: Conversion,
): TemplateResult {
  const { conversion } = pageTexts.settlements
  const sum = (amount: string) => valueView(formatCoin(amount, settlementCurrency))
  return html`<section>
    <h2>${conversion.title} <span class="badges">${badgeView(conversion.status[status], tones[status])}</span></h2>
    <p>${conversion.meanings[status]}</p>
    <div class="panel">
      ${factsView([
        [conversion.sent, sum(sentAmount)],
        [conversion.received, sum(receivedAmount)],
        [conversion.fee, sum(feeAmount)],
        [conversion.network, valueView(formatNetwork(network))],
        [conversion.wallet, copyView(wallet)],
        [conversion.account, copyView(account)],
        [conversion.transactions, transactions.map((hash) => html`<div>${copyView(hash)}</div>`)],
      ])}
    </div>
  </section>`
}
