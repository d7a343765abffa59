import { type InjectedOrder, offerInjected } from './sign/injected.ts'
import { SignPanel } from './sign/panel.ts'
import type { FreighterOrder } from './sign/sign-freighter.ts'

/** Lets a wallet in the browser sign what the page shows. Without this script the page says what to send by hand. */
async function enhance(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-order]')
  const order: InjectedOrder | FreighterOrder | null = place?.dataset.order ? JSON.parse(place.dataset.order) : null
  if (!place || !order) return
  const panel = new SignPanel(place, order)
  // A second transfer would pay twice: if a wallet was asked before, the user must first look there.
  if (panel.isRemembered) panel.say(order.words.unsure)
  else if (order.chain !== null) offerInjected(panel, order)
  else await (await import('./sign/sign-freighter.ts')).offerFreighter(panel, order)
}

void enhance()
