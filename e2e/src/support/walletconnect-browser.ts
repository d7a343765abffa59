/** Shared by the browser tests of WalletConnect: a browser that finds the local relay, and a QR code reader. */
import jsqr from 'jsqr'
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from './page-harness.ts'

/**
 * Chromium with relay.walletconnect.org mapped to a test's relay and every other name leading nowhere. The scripts
 * and the policy of their pages can then be the shipped ones.
 */
export async function startRelayedBrowser(relay: { tlsPort: number }): Promise<Browser> {
  const resolve = `MAP relay.walletconnect.org:443 127.0.0.1:${relay.tlsPort},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`
  return startBrowser(['--ignore-certificate-errors', `--host-resolver-rules=${resolve}`])
}

/** The complaints on a page's console, and all its requests. */
export function listenTo(page: Page): { consoleErrors: string[]; requests: string[] } {
  const consoleErrors: string[] = []
  const requests: string[] = []
  page.on('console', (message) => void consoleErrors.push(message.text()))
  page.on('pageerror', (error) => void consoleErrors.push(String(error)))
  page.on('request', (request) => void requests.push(request.url()))
  page.on('websocket', (socket) => void requests.push(socket.url()))
  return { consoleErrors, requests }
}

type Picture = { data: Uint8ClampedArray; width: number; height: number }

// The package is CommonJS: its default is the module in Node, but the function in its types.
const readQr = (typeof jsqr === 'function' ? jsqr : (jsqr as { default: unknown }).default) as (
  ...picture: [Uint8ClampedArray, number, number]
) => { data: string } | null

/** Reads a code on the screen as a phone would. */
export async function scan(code: Locator): Promise<string> {
  const photograph = (await code.screenshot()).toString('base64')
  // A page without a policy decodes the picture.
  const page = await code.page().context().newPage()
  const picture = (await page.evaluate(`(async () => {
    const bitmap = await createImageBitmap(await (await fetch('data:image/png;base64,${photograph}')).blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    return { data, width, height }
  })()`)) as Picture
  await page.close()
  const read = readQr(new Uint8ClampedArray(picture.data), picture.width, picture.height)
  if (read === null) throw new Error('There is no code to be read')
  return read.data
}
