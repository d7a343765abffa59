/** The app of README.md as its reader uses it: it starts, sells, delivers, and ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@crypto-checkout/core/testing'
import { expect, onTestFinished, vi } from 'vitest'
import { readSnippet } from './run-snippet.ts'

const SLOW = { timeout: 100_000, interval: 250 }
/** Service managers kill what has not ended by then. */
const END = { timeout: 10_000, interval: 20 }

/** Saves the app in a folder and takes a payment on its page. The app ends although a page is open. */
export async function useReadmeApp(folder: string): Promise<void> {
  const port = await findFreePort()
  writeFileSync(join(folder, 'shop.mjs'), readSnippet('README.md', 0, 'js').replaceAll('4000', String(port)))
  const app = spawn(process.execPath, ['shop.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  app.stdout.on('data', (chunk) => (printed += chunk))
  const ended = once(app, 'exit')
  onTestFinished(async () => {
    app.kill('SIGKILL')
    await ended
  })
  const page = await vi.waitUntil(async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/buy`, { method: 'POST', redirect: 'manual' }).catch(() => null)
    return answer?.status === 303 ? String(answer.headers.get('location')) : null
  }, SLOW)
  expect(page).toContain(`http://127.0.0.1:${port}/checkout/pay/`)
  await fetch(`${page}/test/exact`, { method: 'POST', redirect: 'manual' })
  await vi.waitUntil(() => printed.includes('deliver A-1001'), SLOW)
  const etag = String((await fetch(`${page}/status`)).headers.get('etag'))
  // The end of the process cuts it off.
  const open = fetch(`${page}/status?wait=25`, { headers: { 'if-none-match': etag } }).catch(() => null)
  app.kill('SIGTERM')
  await vi.waitUntil(() => app.exitCode !== null || app.signalCode !== null, END)
  await open
}
