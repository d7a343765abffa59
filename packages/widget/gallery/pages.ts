import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  html,
  type Markup,
  renderPaymentNotFoundPage,
  renderTooManyRequestsPage,
  trustMarkup,
} from '../../core/src/pages/document.ts'
import { renderPayPage } from '../../core/src/pages/pay-page.ts'
import { detectReader } from '../../core/src/pages/visit.ts'
import type { State } from './states.ts'
import { NO_HASH, unfoldPage } from './unfolded.ts'
import type { View } from './view.ts'

const TEST_SCENARIOS = ['exact', 'underpaid', 'overpaid', 'duplicate', 'wrong_token', 'expire']
const RETRY_S = 60
/** A state stays as it is, and a page that loads itself again would end what is checked on it. */
const REFRESH = /<meta http-equiv="refresh"[^>]*>/

type Looks = Pick<View, 'as' | 'lang' | 'theme'>

/** The stylesheets of the pages around the element. */
const HOSTS: Readonly<Partial<Record<View['as'], string>>> = { 'hostile-page': '/hostile.css' }

/** The element on a merchant's page, or over it. */
export function statePage(name: string, state: State, base: string, { as, lang, theme }: Looks): string {
  const { texts } = detectReader(`lang=${lang}`, undefined)
  const address = state.page?.link ? html`link="${base}/l/1"` : html`src="${base}/pay/1"`
  const dialog = html`<p>This is the page of a shop, and the payment is shown over it.</p>
<button id="pay" type="button">Pay</button>
<crypto-checkout ${address} modal opened></crypto-checkout>
<script src="/browser/open-dialog.js"></script>`
  return html`${trustMarkup('<!doctype html>')}
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="stylesheet" href="${HOSTS[as] ?? '/shop.css'}">
${extrasOf(state, theme)}
<script type="module" src="${base}/crypto-checkout.js"></script>
</head>
<body><main><h1 class="quiet">${name}</h1>${as === 'dialog' ? dialog : html`<crypto-checkout ${address}></crypto-checkout>`}</main>
</body>
</html>
`.text
}

/** The page as the checkout renders it for the payment; null stands for another page, or a payment that does not exist. */
export function hostedPage(
  state: State,
  payment: PublicPayment | null,
  base: string,
  { as, lang, theme }: Looks,
  now: number,
): string {
  const reader = detectReader(`lang=${lang}`, undefined)
  const { accent = null } = state
  // Elsewhere a script unfolds it.
  const unfolded = as === 'page-without-script' ? state.unfolded : undefined
  const entry = unfolded?.isRefused ? NO_HASH : ''
  const forms = unfolded && {
    choiceFailed: unfolded.isRefused === true,
    claim: unfolded.part === 'claim' ? entry : null,
  }
  const testScenarios = payment?.livemode === false ? TEST_SCENARIOS : null
  const missing = () =>
    state.refused
      ? renderTooManyRequestsPage(base, reader.texts, '', RETRY_S)
      : renderPaymentNotFoundPage(base, reader.texts)
  const document = payment
    ? renderPayPage({ payment, base, ...reader, testScenarios, accent, now, ...forms })
    : (state.page?.render({ base, reader }) ?? missing())
  const shown = unfolded ? unfoldPage(document, unfolded) : document
  return shown.replace(REFRESH, '').replace('</head>', `${extrasOf(state, theme)}\n</head>`)
}

function extrasOf({ script, scene }: State, theme: View['theme']): Markup {
  return html`<link rel="stylesheet" href="/theme-${theme}.css">
${script && html`<script src="/browser/${script}" data-scene="${scene}"></script>`}`
}
