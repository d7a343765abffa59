import { fixture, html } from '@open-wc/testing'
import type { CryptoCheckout } from '../crypto-checkout.ts'
import '../crypto-checkout.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer | null = null

afterEach(stop)

/** A server for one test; `offMs` is the offset of its clock from the browser's. */
export function start(offMs = 0): TestServer {
  server = startServer(offMs)
  return server
}

/** For a test that needs several servers in turn. */
export function stop(): void {
  server?.stop()
  // The payments of all tests share one id.
  sessionStorage.clear()
}

/** Adds the element to the document and waits until the first answer is shown. */
export async function mount(src = '/pay/1'): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(html`<crypto-checkout src=${src}></crypto-checkout>`)
  await element.refresh()
  return element
}

export const find = (element: CryptoCheckout, selector: string): Element | null =>
  element.shadowRoot?.querySelector(selector) ?? null

export const getText = (element: CryptoCheckout, selector = '.card'): string =>
  find(element, selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? ''

/** The console warnings during `body`. */
export async function collectWarnings(
  body: (collected: readonly unknown[][]) => Promise<unknown>,
): Promise<unknown[][]> {
  const { warn } = console
  const warnings: unknown[][] = []
  console.warn = (...words) => void warnings.push(words)
  await body(warnings).finally(() => {
    console.warn = warn
  })
  return warnings
}
