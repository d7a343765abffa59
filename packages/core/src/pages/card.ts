import type { PublicPayment } from '@crypto-checkout/api-types'
import {
  asksForMoney,
  derivePhase,
  describeFinality,
  describeNotices,
  describeUnnamed,
  formatAmount,
  formatConfirmations,
  formatDeadline,
  formatDuration,
  formatFiat,
  formatReceived,
  formatTerms,
  getAmountSize,
  getHeadline,
  getQrContent,
  getStateIcon,
  icons,
  isPaid,
  isPayingFolded,
  isZero,
  listExchangeMethods,
  listWays,
  needsNewPayment,
  type Phase,
  type Terms,
  type Texts,
  takesChoice,
  takesClaims,
} from '@crypto-checkout/payer-ui'
import { claimTexts, exchangeTexts, receiptTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { renderQrSvg } from '../domain/qr.ts'
import {
  type MethodForm,
  renderMethodButtons,
  renderMethodChoice,
  renderNetwork,
  renderOrder,
  renderReceipt,
  renderTransactionList,
} from './card-parts.ts'
import { html, type Insertable, type Markup, trustMarkup } from './document.ts'

/**
 * The form of a payer who has already paid. It has a path of its own, because a page that refreshes loses what is typed.
 * `entry`: null where the page only links to the form; else its content, which was refused if there is any.
 */
type ClaimForm = { readonly path: string; readonly entry: string | null }

/** Papers of a completed payment for its payer: `receipt` is the address of the signed one; null if it has none. */
type Papers = { readonly receipt: string | null }

/** The forms of a payment's page. Its papers are null where they are shown themselves. */
export type Forms = { readonly claim: ClaimForm; readonly method: MethodForm; readonly papers: Papers | null }

type Card = { payment: PublicPayment; phase: Phase; terms: Terms; texts: Texts; nowMs: number }

/** A payment as the element shows it, for browsers in which the element does not run. */
export function renderPaymentCard(payment: PublicPayment, texts: Texts, nowMs: number, forms: Forms): Markup {
  const phase = derivePhase(payment, nowMs)
  const headline = getHeadline(payment, phase, nowMs)
  const isClaimFirst = headline === 'claim_not_found'
  const isSingle = asksForMoney(phase) && isPayingFolded(headline)
  const card = { payment, phase, terms: formatTerms(payment, phase, texts), texts, nowMs }
  const claim = takesClaims(payment, phase) && claimForm(card, forms.claim)
  return html`<section class="card payment" data-phase="${phase}"${isSingle && html` data-single`} aria-labelledby="checkout-state">
${head(card)}
${renderOrder(payment, texts)}
${takesChoice(payment, phase) && renderMethodChoice(payment, forms.method, texts)}
${asksForMoney(phase) ? toPay(card, forms.method) : outcome(card)}
${phase === 'completed' && forms.papers && papers(forms.papers, texts)}
<div class="foot">${isClaimFirst && claim}${ways(card)}
${!isClaimFirst && claim}
<p class="reference">${texts.labels.reference} <span class="id"><code dir="ltr" translate="no">${payment.id}</code><noscript><span></span></noscript><span class="copy later" aria-hidden="true"></span></span></p></div>
</section>`
}

function head({ terms, payment }: Card): Markup {
  return html`<header class="head">${renderLogo(payment.merchantLogo)}<p class="merchant"><bdi>${terms.merchant}</bdi></p>${renderNetwork({ title: terms.network, colour: payment.networkColour })}</header>`
}

/** The name stands beside it, so it has no text of its own. */
export function renderLogo(address: string | null): Markup | null {
  return address === null ? null : html`<img class="logo" src="${address}" alt="">`
}

/** The payer's next step as a button, and links. */
function ways({ payment, phase, nowMs, texts, terms }: Card): Markup | null {
  const links = listWays(payment, phase, nowMs).map(({ kind, href, look }) => {
    // Only the element can copy. Until it runs, the button's place is kept.
    if (kind === 'reference') {
      return html`<noscript><span></span></noscript><span class="${look} later" aria-hidden="true">${texts.copy.reference}</span>`
    }
    const words = { replacement: texts.openReplacement, return: texts.returnTo(terms), contact: texts.contact(terms) }
    const target = kind === 'contact' ? html`target="_blank" rel="noopener"` : html`target="_top"`
    return html`<a class="${look}" ${target} href="${href}">${words[kind]}</a>`
  })
  if (links.length === 0) return null
  return html`<p class="ways">${needsNewPayment(payment, phase, nowMs) && html`<span>${texts.ask(terms)}</span>`}${links}</p>`
}

function icon(path: string): Markup {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`
}

function toPay(card: Card, form: MethodForm): Insertable {
  const { payment, phase, nowMs, texts } = card
  const aside = html`<div class="aside">${code(card)}${fields(card)}${explanation(card)}</div>`
  const terms = [amount(card), walletPlace(card), aside, exchange(card, form)]
  const isFolded = isPayingFolded(getHeadline(payment, phase, nowMs))
  const deadline = html`<p class="deadline">${formatDeadline(payment, texts, 'UTC')}</p>`
  const folded = () => html`<details class="again"><summary>${texts.howToPay}</summary>${deadline}${terms}</details>`
  return [
    state(card),
    !isFolded && deadline,
    notices(card),
    isFolded ? folded() : terms,
    renderTransactionList(payment.transactions, texts),
  ]
}

function state({ payment, phase, texts, nowMs }: Card): Markup {
  const headline = getHeadline(payment, phase, nowMs)
  const left = texts.timeLeft(formatDuration(Date.parse(payment.expiresAt) - nowMs, texts.locale))
  // No deadline hurries a payer who should not pay now.
  const timer = isPayingFolded(headline) ? null : html`<span class="timer" translate="no">${left}</span>`
  const stateIcon = getStateIcon(headline, phase)
  return html`<div class="state"${stateIcon === icons.late && html` data-warning`}>${icon(stateIcon)}<h2 class="title" id="checkout-state">${texts.titles[headline]}</h2>${timer}</div>`
}

function notices({ payment, phase, texts, terms, nowMs }: Card): Markup | null {
  const notices = describeNotices(payment, phase, { terms, texts, nowMs })
  if (notices.length === 0) return null
  return html`<ul class="notices">${notices.map(({ kind, words }) => html`<li class="notice" data-kind="${kind}">${words}</li>`)}</ul>`
}

function amount({ payment, phase, texts, terms }: Card): Markup {
  const received = phase === 'remainder' || !isZero(payment.amountReceived)
  return html`<div class="amount">
<p class="label">${texts.sendLabel(terms, phase)}</p>
${figure(terms.amount, terms.coin)}
${phase !== 'remainder' && html`<p class="price"><bdi dir="ltr" translate="no">${formatFiat(payment.amount, payment.currency, texts.locale)}</bdi></p>`}
${received && html`<p class="received">${formatReceived(payment, terms, texts)}</p>`}
</div>`
}

function figure(amount: string, coin: string): Markup {
  return html`<p class="figure" data-size="${getAmountSize(amount)}"><bdi dir="ltr" translate="no"><span class="digits">${amount}</span> <span class="coin">${coin}</span></bdi></p>`
}

/**
 * A placeholder for the element's button, so that nothing moves when the element loads. Without scripts there is none.
 */
function walletPlace({ payment, texts }: Card): Markup | null {
  if (payment.paymentUri === '') return null
  // The noscript has an element only without scripts. Then nothing is reserved for a button that needs them.
  return html`<noscript><span></span></noscript><p class="actions later" aria-hidden="true"><span class="primary">${texts.payWithWallet}</span></p>`
}

/** With places for what the element adds: the button to the other code, and the one that unfolds the code on phones. */
function code({ payment, texts, terms }: Card): Markup {
  const switchPlace =
    payment.paymentUri.startsWith('ethereum:') &&
    html`<noscript><span></span></noscript><span class="later switch" aria-hidden="true">${texts.codes.request}</span>`
  return html`<figure class="qr">${trustMarkup(renderQrSvg(getQrContent(payment), texts.qrLabel(terms)))}<figcaption>${texts.qrCaption(terms)}${switchPlace}</figcaption></figure>${payment.paymentUri !== '' && html`<p class="code-place secondary" aria-hidden="true">${texts.showCode}</p>`}`
}

function fields({ texts, terms }: Card): Markup {
  return html`<dl class="fields">
<div class="field"><dt>${texts.addressLabel(terms)}</dt><dd><span class="value address" dir="ltr" translate="no">${terms.address}</span></dd></div>
${terms.memo !== null && html`<div class="field"><dt>${texts.memoLabel}</dt><dd><span class="value memo" dir="ltr" translate="no">${terms.memo}</span></dd></div>`}
</dl>`
}

function explanation({ texts, terms }: Card): Markup {
  return html`<div class="explain"><p>${texts.explain(terms)}</p><p>${texts.fees}</p></div>`
}

/** The steps of a withdrawal from an exchange, in the order of its form. */
function exchange({ payment, phase, terms, texts }: Card, { path }: MethodForm): Markup {
  const { addressLabel, memoLabel } = texts
  const exchange = exchangeTexts[texts.language]
  const others = listExchangeMethods(payment, phase)
  const copied = (label: string, value: string) =>
    html`<li>${label} <span class="value address" dir="ltr" translate="no">${value}</span></li>`
  return html`<details class="exchange"><summary>${texts.payFromExchange}</summary>${
    others.length > 0 &&
    html`<p>${exchange.switch}</p>
${renderMethodButtons(others, path, texts)}`
  }<ol>
<li>${exchange.network({ ...terms, exchangeNetwork: payment.exchangeNetwork })}</li>
${copied(addressLabel(terms), terms.address)}
${terms.memo !== null && copied(memoLabel, terms.memo)}
${copied(exchange.amount(terms), terms.amount)}
</ol><p>${exchange.note[terms.recognition]}</p><p>${exchange.time(terms)}</p></details>`
}

function claimForm({ payment, phase, nowMs, texts, terms }: Card, { path, entry }: ClaimForm): Markup {
  const { title, submit } = texts.claim
  const asked = describeUnnamed(payment, claimTexts[texts.language], texts.locale, 'UTC')
  const question =
    asked !== null &&
    html`<p>${asked}</p>
`
  if (entry === null) {
    return getHeadline(payment, phase, nowMs) === 'claim_not_found'
      ? html`<p class="claim"><a class="primary" href="${path}">${submit}</a></p>`
      : html`${question}<p class="claim"><a href="${path}">${title}</a></p>`
  }
  const refused = entry !== ''
  const { ask, label, invalid } = claimTexts[texts.language]
  return html`<form class="claim entry" method="post" action="${path}" aria-labelledby="claim-title">
<h3 id="claim-title">${title}</h3>
${question}<p>${ask(terms)}</p>
<label for="claim">${label}</label>
<input id="claim" name="hash" dir="ltr" required maxlength="512" autocomplete="off" autocapitalize="off" spellcheck="false" autofocus value="${entry}"${refused && html` aria-invalid="true" aria-describedby="claim-refused"`}>
${refused && html`<p class="refused" id="claim-refused" role="alert">${invalid}</p>`}
<button class="secondary" type="submit">${submit}</button>
</form>`
}

function outcome(card: Card): Markup {
  const { payment, phase, texts, terms, nowMs } = card
  const detail = texts.details[phase](terms)
  return html`<div class="outcome">${icon(icons[phase])}
<h2 class="title" id="checkout-state">${texts.titles[getHeadline(payment, phase, nowMs)]}</h2>
${isPaid(phase) && figure(formatAmount(payment.amountReceived, texts.locale), terms.coin)}
${detail !== null && html`<p class="detail">${detail}</p>`}
${phase === 'seen' && progress(card)}
</div>
${notices(card)}
<div class="aside">${renderReceipt(payment, phase, texts, terms)}</div>`
}

/** With a place for the button that prints, which needs a script. */
function papers({ receipt }: Papers, texts: Texts): Markup {
  return html`<p class="actions"><noscript><span></span></noscript><span class="print later" aria-hidden="true">${texts.print}</span>${
    receipt !== null && html`<a class="receipt-link" href="${receipt}">${receiptTexts[texts.language].title}</a>`
  }</p>`
}

function progress({ payment, texts, nowMs }: Card): Markup | null {
  if (payment.confirmations === null) return null
  const { seen, required } = payment.confirmations
  const estimate = describeFinality(payment, nowMs, texts)
  const words = formatConfirmations(Math.min(seen, required), required, texts)
  return html`<p class="confirmations"><progress max="${required}" value="${Math.min(seen, required)}" aria-label="${words}"></progress><span>${words}</span>${estimate !== null && html`<span class="estimate">${estimate}</span>`}</p>`
}
