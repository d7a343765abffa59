import type { Texts } from '@crypto-checkout/payer-ui'
import { html, type Markup } from './html.ts'

/** Above every page of the sandbox. */
export function testBanner({ testMode }: Texts): Markup {
  return html`<aside class="banner"><strong>${testMode.title}</strong> ${testMode.detail}</aside>`
}
