import type { Settlement } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { badgeView, copyView, factsView, formatCoin, formatNetwork, valueView } from '../../parts/values.ts'

type Conversion = NonNullable<Settlement['conversion']>
type Delivery = Conversion['deliveries'][number]

const tones = {
  waiting: 'busy',
  burned: 'busy',
  attested: 'busy',
  delivered: 'good',
  released: 'warn',
  failed: 'bad',
} as const

/** The conversion of a settlement's money: how far it is, its sums, and its transactions on both networks. */
export function conversionView(settlement: Settlement, conversion: Conversion): TemplateResult {
  const { status, network, wallet, account, sentAmount, receivedAmount, feeAmount, transactions } = conversion
  const { settlementCurrency } = settlement
  const words = pageTexts.settlements.conversion
  const sum = (amount: string) => valueView(formatCoin(amount, settlementCurrency))
  return html`<section>
    <h2>${words.title} <span class="badges">${badgeView(words.status[status], tones[status])}</span></h2>
    <p>${words.meanings[status]}</p>
    <div class="panel">
      ${factsView([
        [words.sent, sum(sentAmount)],
        [words.received, sum(receivedAmount)],
        [words.fee, sum(feeAmount)],
        [words.network, valueView(formatNetwork(network))],
        [words.wallet, copyView(wallet)],
        [words.account, copyView(account)],
        [words.transactions, transactions.map((hash) => html`<div>${copyView(hash)}</div>`)],
      ])}
    </div>
  </section>
  ${conversion.deliveries.map((delivery) => deliveryView(network, delivery))} ${releaseView(settlement, conversion)}`
}

/** The call by which anybody brings a burn to its end, should this server not do it. */
function deliveryView(network: string, { contract, message, attestation }: Delivery): TemplateResult {
  const { deliver, call } = pageTexts.settlements.conversion
  return html`<section><details>
    <summary>${deliver.title}</summary>
    <p>${deliver.hint(formatNetwork(network))}</p>
    <div class="panel">
      ${factsView([
        [call.contract, copyView(contract)],
        [call.function, html`<code translate="no">receiveMessage(bytes message, bytes attestation)</code>`],
        ['message', copyView(message)],
        ['attestation', copyView(attestation)],
      ])}
    </div>
  </details></section>`
}

/** The call by which the merchant's wallet gets back what waits at the account. */
function releaseView({ network }: Settlement, { releaseCall }: Conversion): TemplateResult | typeof nothing {
  if (releaseCall === null) return nothing
  const { release, call } = pageTexts.settlements.conversion
  return html`<section><details>
    <summary>${release.title}</summary>
    <p>${release.hint(formatNetwork(network))}</p>
    <div class="panel">
      ${factsView([
        [call.from, copyView(releaseCall.from)],
        [call.contract, copyView(releaseCall.to)],
        [call.data, copyView(releaseCall.data)],
      ])}
    </div>
  </details></section>`
}
