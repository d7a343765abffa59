/** Pictures of every page of the dashboard that the menu, the lists and the buttons lead to. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { crawl } from '../support/dashboard-crawl.ts'
import { PATIENCE_MS, startBrowser } from '../support/page-harness.ts'
import { showDialogs } from './dialogs.ts'
import type { DemoShop } from './shop.ts'
import { showTroubles } from './troubles.ts'

/** The environment with five weeks of business, and the one with none. */
const environments = { full: 'sandbox', empty: 'production' } as const

type Look = {
  readonly name: string
  readonly environment: keyof typeof environments
  readonly width: number
  readonly locale: string
  readonly colorScheme: 'light' | 'dark'
}

const looks: readonly Look[] = [
  { name: 'full-en-1280-light', environment: 'full', width: 1280, locale: 'en-GB', colorScheme: 'light' },
  { name: 'full-de-1280-dark', environment: 'full', width: 1280, locale: 'de-DE', colorScheme: 'dark' },
  { name: 'full-de-390-light', environment: 'full', width: 390, locale: 'de-DE', colorScheme: 'light' },
  { name: 'full-en-390-dark', environment: 'full', width: 390, locale: 'en-GB', colorScheme: 'dark' },
  { name: 'empty-en-1280-dark', environment: 'empty', width: 1280, locale: 'en-GB', colorScheme: 'dark' },
  { name: 'empty-de-390-light', environment: 'empty', width: 390, locale: 'de-DE', colorScheme: 'light' },
]

/** Writes a picture of every page in every look below the folder. `only`: looks and pages whose names contain it. */
export async function takeShots(shop: DemoShop, folder: string, only: string): Promise<void> {
  const browser = await startBrowser()
  const [wantedLook = '', wantedPage = ''] = only.split(':')
  for (const look of looks.filter(({ name }) => name.includes(wantedLook))) {
    const count = await takeLook(browser, shop, look, join(folder, look.name), wantedPage)
    console.log(`${count} pictures in ${join(folder, look.name)}`)
  }
  await browser.close()
}

async function takeLook(browser: Browser, shop: DemoShop, look: Look, folder: string, wanted: string): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const { width, locale, colorScheme } = look
  const page = await signIn(browser, shop, { locale, colorScheme, viewport: { width, height: 844 } })
  const home = `${shop.origin}/dashboard/${environments[look.environment]}/`
  const names = await crawl(page, home, async (name) => {
    // Charts measure their width, and Chromium draws later.
    await page.waitForTimeout(300)
    if (name.includes(wanted)) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  })
  const more = look.environment === 'full' && wanted === '' ? await showRest(page, home, folder, shop) : 0
  await page.context().close()
  return names.length + more
}

async function showRest(page: Page, home: string, folder: string, shop: DemoShop): Promise<number> {
  return (await showTroubles(page, home, folder)) + (await showDialogs(page, home, folder, shop))
}

/** An owner of its own, by a passkey. */
export async function signIn(browser: Browser, shop: DemoShop, look: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(look)).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.goto(await shop.createInvitation())
  await page.locator('#email').fill(`ann-${crypto.randomUUID().slice(0, 8)}@shop.example.com`)
  await page.locator('form .primary').click()
  await page.locator('dashboard-frame main h1').waitFor({ timeout: PATIENCE_MS })
  return page
}
