import chromium from '@sparticuz/chromium'
import { type Browser, chromium as driver } from 'playwright-core'

/** The Chromium from npm, or the one in `CHROME_PATH`. */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  return driver.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell', ...args] })
}
