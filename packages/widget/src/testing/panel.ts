import type { CryptoCheckout } from '../crypto-checkout.ts'
import { find } from './element.ts'
import { waitUntil } from './time.ts'

/** The state of the panel, or undefined while it is closed. */
export const getPanelState = (element: CryptoCheckout): string | undefined =>
  (find(element, '.wallet') as HTMLElement | null)?.dataset.at

export async function waitForPanel(element: CryptoCheckout, place: string | undefined): Promise<void> {
  await waitUntil(() => getPanelState(element) === place, `it is ${getPanelState(element)}, not ${place}`)
  await element.updateComplete
}

export function getButton(element: CryptoCheckout, name: string): HTMLElement {
  const buttons = [...(element.shadowRoot?.querySelectorAll<HTMLElement>('button, a') ?? [])]
  const button = buttons.find(({ textContent }) => textContent?.trim().startsWith(name))
  if (button === undefined)
    throw new Error(`There is no ${name} among ${buttons.map((one) => one.textContent?.trim())}`)
  return button
}

/** Opens the panel and waits until it is loaded. */
export async function openPanel(element: CryptoCheckout, place?: string): Promise<void> {
  ;(find(element, '#wallet-button') as HTMLElement).click()
  await waitUntil(() => find(element, '#wallet-title') !== null, 'the panel opens')
  if (place !== undefined) await waitForPanel(element, place)
}
