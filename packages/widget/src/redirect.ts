import { formatDuration, hasNotices, type Terms, type Texts, webAddress } from '@crypto-checkout/core/payer'
import { html } from 'lit'
import type { CryptoCheckout } from './crypto-checkout.ts'
import type { View } from './views/parts.ts'

const COUNTDOWN_S = 10
/** How long the last look at the payment may take. */
const LAST_LOOK_MS = 3000

/** What is shown and said of the way back; null when the payer stays. */
export type Leaving = {
  words(terms: Terms, texts: Texts): string | null
  view(terms: Terms, texts: Texts): View | null
}

/**
 * Takes a payer who has seen the payment complete back to the shop, after a countdown that they see and can end. No second
 * passes while they do not look. Null where nobody is to be taken anywhere, as when the page tells the payer something
 * that they may have to act on.
 */
export function startRedirect(host: CryptoCheckout): Leaving | null {
  const { payment } = host
  const href = webAddress(payment?.redirectUrl ?? null)
  const choice: string = host.redirect ?? 'auto'
  // Not to leave is what can be undone, so an unknown value means that too.
  // A frame is not what the shop's page belongs into; its link leads out of it.
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
    // More money may have come since the payment was last read.
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
