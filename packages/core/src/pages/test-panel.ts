import { html, type Markup } from './html.ts'

const LABELS: Readonly<Record<string, string>> = {
  exact: 'Pay now (test)',
  duplicate: 'Pay twice',
  underpaid: 'Pay too little',
  overpaid: 'Pay too much',
  wrong_token: 'Pay with another coin',
  no_memo: 'Pay without the memo',
  reorg: 'Simulate a reorg',
  expire: 'Let it expire',
}

/**
 * The buttons of test mode: plain forms, so that they work without JavaScript. Always in English: they are for
 * developers, and appear only on local networks.
 */
export function renderTestPanel(paymentPath: string, query: string, scenarios: readonly string[]): Markup | null {
  if (scenarios.length === 0) return null
  return html`<section class="test" lang="en" dir="ltr" aria-labelledby="test-title">
<h2 id="test-title">Test this payment</h2>
<p>These buttons make real transfers on the local test network.</p>
<div class="scenarios">${scenarios.map((scenario) => button(paymentPath, query, scenario))}</div>
<p id="test-report" role="status"></p>
</section>`
}

function button(paymentPath: string, query: string, scenario: string): Markup {
  const action = `${paymentPath}/test/${encodeURIComponent(scenario)}${query}`
  return html`<form method="post" action="${action}"><button type="submit">${LABELS[scenario] ?? scenario.replaceAll('_', ' ')}</button></form>
`
}
