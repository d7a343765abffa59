import { formatDuration, hasNotices, parseWebAddress, type Terms, type Texts } from '@crypto-checkout/payer-ui'
import { html } from 'lit'
import type { CheckoutHost } from './host.ts'
import type { View } from './views/model.ts'

const COUNTDOWN_S = 10
/** Timeout for the last read of the payment. */
const LAST_LOOK_MS = 3000

/** The redirect notice, as text and as view; null if the payer stays. */
export type Redirect = {
  words(terms: Terms, texts: Texts): string | null
  view(terms: Terms, texts: Texts): View | null
}

/**
 * Redirects a payer who has seen the payment complete back to the shop, after a visible countdown that they can stop.
 * The countdown pauses while the page is hidden. Null if the payer must not be redirected, for instance when the page
 * shows something that they may have to act on.
 */
export function startRedirect(host: CheckoutHost): Redirect | null {
  const { payment } = host
  const href = parseWebAddress(payment?.redirectUrl ?? null)
  const choice: string = host.redirect ?? 'auto'
  // Leaving cannot be undone, so an unknown value means to stay. The shop's page does not belong in a frame; the link
  // leads out of it.
  if (href === null || choice !== 'auto' || window.top !== window) return null
  const mayLeave = () => {
    const now = host.payment
    return host.isConnected && now?.id === payment?.id && now?.status === 'completed' && !hasNotices(now, 'completed')
  }
  if (!mayLeave()) return null

  let seconds: number | null = COUNTDOWN_S
  const stop = () => {
    seconds = null
    clearInterval(timer)
    removeEventListener('keydown', onKey)
    host.requestUpdate()
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') stop()
  }
  const leave = async () => {
    // More money may have arrived since the payment was last read.
    await Promise.race([host.refresh(), new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS))])
    if (seconds === null) return
    const leaves = mayLeave()
    stop()
    if (leaves) location.assign(href)
  }
  const timer = setInterval(() => {
    if (!mayLeave()) stop()
    if (!seconds || document.hidden || (host.modal && !host.opened)) return
    seconds -= 1
    host.requestUpdate()
    if (seconds === 0) void leave()
  }, 1000)
  addEventListener('keydown', onKey)

  const words = (terms: Terms, texts: Texts) =>
    seconds === null ? null : texts.redirect.countdown(formatDuration(seconds * 1000, texts.locale), terms)
  return {
    words,
    view: (terms, texts) =>
      seconds === null
        ? null
        : html`<li class="notice" data-kind="leaving" part="redirect"><span role="timer">${words(terms, texts)}</span> <button class="retry" part="button-stay" type="button" @click=${stop}>${texts.redirect.stay}</button></li>`,
  }
}
