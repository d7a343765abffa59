/** Shared by the tests of the dashboard: a checkout that serves it, and people who use it in Chromium. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { CheckoutOptions, Role } from '@crypto-checkout/core'
import { isOnPostgres, isQuickRun } from '@crypto-checkout/core/testing'
import { readDashboard } from '@crypto-checkout/dashboard/assets'
import { startDevnet } from '@crypto-checkout/devnet'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, onTestFinished } from 'vitest'
import { cleanUp, createSandboxConfig, type Ethereum } from './harness.ts'
import { collectConsoleErrors, ENDED, openPageSite, PATIENCE_MS, startBrowser } from './page-harness.ts'

const ROOT = join(import.meta.dirname, '../../..')

export type Dashboard = Awaited<ReturnType<typeof openDashboard>>

/** Serves the dashboard as a standalone server does, and starts a browser; builds the dashboard if necessary. */
export async function openDashboard(options: Partial<CheckoutOptions> = {}) {
  if (!existsSync(join(ROOT, 'packages/dashboard/dist/site/index.html'))) {
    execFileSync('npm', ['run', '--silent', 'build:dashboard'], { cwd: ROOT })
  }
  const [site, browser] = await Promise.all([
    openPageSite({ dashboard: true, loadDashboard: readDashboard, ...options }),
    startBrowser(),
  ])
  // Passkeys belong to a name, and 127.0.0.1 is none.
  const origin = site.origin.replace('127.0.0.1', 'localhost')
  const { id: merchantId } = await site.checkout.merchant.retrieve()

  /** Opens a link that a role of the first merchant is invited by. */
  async function createInvitation(role: Role): Promise<string> {
    const { invite } = await import('../../../packages/core/src/testing/people.ts')
    return `${origin}/dashboard/invitation#${await invite(site, { role })}`
  }

  return {
    ...site,
    origin,
    browser,
    merchantId,
    /** The sandbox of the first merchant. */
    home: `${origin}/dashboard/${merchantId}/sandbox/`,
    createInvitation,
    /** A browser of its own, in which somebody with a role is signed in. It expects no console errors. */
    async signIn(role: Role = 'owner', look: BrowserContextOptions = {}): Promise<Page> {
      const { openSessionFor } = await import('../../../packages/core/src/testing/people.ts')
      const page = await openPage(browser, look)
      const cookie = await openSessionFor(site, { email: `${role}-${crypto.randomUUID()}@example.com`, role })
      await page.context().addCookies([{ ...cookie, url: origin, httpOnly: true, sameSite: 'Lax' }])
      await page.goto(`${origin}/dashboard/sandbox/`)
      await page.locator('dashboard-frame main h1').waitFor({ timeout: PATIENCE_MS })
      return page
    },
    /** The same by an invitation and a passkey, which the browser then has. */
    async join(role: Role = 'owner', look: BrowserContextOptions = {}): Promise<Page> {
      const page = await openPage(browser, look)
      await page.goto(await createInvitation(role))
      await page.getByLabel('E-mail address').fill(`${role}-${crypto.randomUUID()}@example.com`)
      await page.getByRole('button', { name: 'Continue with a passkey' }).click()
      await page.locator('dashboard-frame main h1').waitFor({ timeout: PATIENCE_MS })
      return page
    },
    /** Goes to a page of the sandbox within the dashboard: `payments?status=completed`. */
    async visit(page: Page, path: string): Promise<void> {
      await page.goto(`${origin}/dashboard/${merchantId}/sandbox/${path}`)
      await page.locator('dashboard-frame main h1').waitFor({ timeout: PATIENCE_MS })
    },
    async close(): Promise<void> {
      await browser.close()
      await site.close()
    },
  }
}

/** The dashboard of a file's tests, with a local Ethereum whose blocks they mine. Both are closed after them. */
export async function openDashboardOfFile(options: Partial<CheckoutOptions> = {}) {
  const devnet: Ethereum = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  const dashboard = await openDashboard({ ...createSandboxConfig(devnet), ...options })
  afterAll(async () => {
    await dashboard.close()
    await devnet.stop()
    expect(await cleanUp()).toEqual([])
  })
  return { devnet, dashboard }
}

/** A page of a fresh browser with a phone or computer that holds passkeys. It is closed when the test ends. */
export async function openPage(browser: Dashboard['browser'], look: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 }, ...look })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  // Pages without a session ask for one, and show refusals.
  const errors = collectConsoleErrors(page, /Failed to load resource: the server responded with a status of 4\d\d/)
  onTestFinished(async () => {
    await context.close()
    expect(errors).toEqual([])
  })
  return page
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Violation = {
  readonly id: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}

/** To look at the contrast of each text takes most of the time. Its colours are those of the themes: the full run looks. */
const EVERYTHING = isQuickRun() ? { rules: { 'color-contrast': { enabled: false } } } : {}
const CONTRAST = { runOnly: ['color-contrast'] }

/** Finds what axe calls wrong with a page as it is, in words. Empty if nothing. */
export function findBarriers(page: Page): Promise<string[]> {
  return runAxe(page, EVERYTHING)
}

/** The same in both themes, which differ only in colours. PostgreSQL gets one theme, and `npm test` too. */
export async function findBarriersInThemes(page: Page): Promise<string[]> {
  const found = await findBarriers(page)
  if (isBrief) return found
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.wa-dark').waitFor()
  const dark = await runAxe(page, CONTRAST)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html:not(.wa-dark)').waitFor()
  return [...found, ...dark.map((barrier) => `dark: ${barrier}`)]
}

async function runAxe(page: Page, options: object): Promise<string[]> {
  // Half-way from disabled to enabled a button has too little contrast.
  await page.evaluate(ENDED)
  // The page's policy forbids scripts of others, but not those of the debugger.
  await page.evaluate(`typeof axe === 'undefined' && (() => { ${axe} })()`)
  const violations: Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${JSON.stringify(target)} ${failureSummary}`),
  )
}

const isBrief = isOnPostgres() || isQuickRun()

type Look = { readonly colorScheme: 'light' | 'dark'; readonly viewport: { width: number; height: number } }

const phone = { width: 390, height: 844 }

/** A computer and a phone. How a page looks does not depend on the database: PostgreSQL gets one, and `npm test` too. */
export const looks: readonly Look[] = isBrief
  ? [{ colorScheme: 'dark', viewport: phone }]
  : [{ ...phone, width: 1280 }, phone].map((viewport) => ({ colorScheme: 'light', viewport }))

/** Presses a button of the dialog that is in front. */
export function pressInDialog(page: Page, name: string): Promise<void> {
  return page.locator('form-dialog').last().getByRole('button', { name, exact: true }).click()
}
