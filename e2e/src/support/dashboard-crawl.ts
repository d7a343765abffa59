/** Every page of the dashboard that the menu, the lists and the buttons lead to. */
import type { Page } from 'playwright-core'
import { PATIENCE_MS } from './page-harness.ts'

type Visit = (name: string, url: string) => Promise<void>

/**
 * Visits the pages below an address, such as `http://localhost:3000/dashboard/sandbox/`, and the first object of each
 * kind. Returns the names of the pages.
 */
export async function crawl(page: Page, address: string, visit: Visit): Promise<string[]> {
  const seen = new Set<string>()
  await page.goto(address)
  await waitUntilLoaded(page)
  // The dashboard adds the shop.
  const home = page.url()
  const waiting = [home, `${home}account`]
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const name = toName(url, home)
    if (seen.has(name)) continue
    seen.add(name)
    await page.goto(url)
    await waitUntilLoaded(page).catch((error: unknown) => {
      throw new Error(`The page ${name} does not finish loading.`, { cause: error })
    })
    waiting.push(...(await listLinks(page, home)))
    await visit(name, url)
  }
  return [...seen]
}

/** Until the page shows what it has loaded. */
async function waitUntilLoaded(page: Page): Promise<void> {
  const options = { timeout: PATIENCE_MS }
  await page.locator('#content h1').first().waitFor(options)
  const busy = page.locator('#content :is(.spinner, [aria-busy="true"])')
  await busy.first().waitFor({ state: 'detached', ...options })
}

/** Says which page it is, not of which object: `payments/pay_01k...` is `payments-one`. */
function toName(url: string, home: string): string {
  const path = url.slice(home.length).split(/[?#]/)[0] ?? ''
  return path.replaceAll(/[a-z]{2,4}_[0-9a-z]{20,}/g, 'one').replaceAll('/', '-') || 'overview'
}

async function listLinks(page: Page, home: string): Promise<string[]> {
  const links = page.locator('#menu a, #content a.row-link, #content a.button')
  const addresses = await links.evaluateAll((found) => found.map((link) => String(Reflect.get(link, 'href'))))
  return addresses.filter((href) => href.startsWith(home))
}
