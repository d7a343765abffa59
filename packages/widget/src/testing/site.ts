import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core'
import { afterAll, onTestFinished } from 'vitest'
import { buildScripts } from './built-scripts.ts'

type Answer = { headers: Record<string, string>; body: string }

/** The Chromium from npm, or the one in `CHROME_PATH`. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  return driver.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell'] })
}

/** The browser of a file's tests, and the element's scripts by name. */
export async function openBrowserOfFile(): Promise<{ browser: Browser; scripts: Map<string, string> }> {
  const [scripts, browser] = [await buildScripts(), await launchBrowser()]
  afterAll(() => browser.close())
  return { browser, scripts }
}

/** Starts a web site for one test; returns its origin. */
export async function serve(answer: (path: string) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    const { headers, body } = answer(request.url ?? '')
    response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export function createAnswer(type: 'text/html' | 'text/javascript' | 'application/json', body: string): Answer {
  return { headers: { 'content-type': type }, body }
}

/** A page for one test, with everything that it logs to the console. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => void consoleErrors.push(message.text()))
  page.on('pageerror', (error) => void consoleErrors.push(error.message))
  return { page, consoleErrors }
}
