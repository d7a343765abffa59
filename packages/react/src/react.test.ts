/** The component in Chromium, in React 18 and 19: rendered by a server, hydrated, and by a browser alone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  createAnswer,
  launchBrowser,
  openPage,
  sampleChanges,
  samplePayment,
  serve,
} from '@crypto-checkout/widget/testing'
import type { Browser, Page } from 'playwright-core'
import { build, type Plugin, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const versions = { 'React 18': '18', 'React 19': '' } as const

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Bundles a script as an app would, with one of the versions of React. */
async function bundle(script: string, version: string, ssr = false): Promise<string> {
  const entry = join(root, 'entry.js')
  const page: Plugin = {
    name: 'page',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? script : undefined),
  }
  const alias = [
    { find: /^react-dom(?=\/|$)/, replacement: `react-dom${version}` },
    { find: /^react(?=\/|$)/, replacement: `react${version}` },
    { find: /^@crypto-checkout\/widget$/, replacement: join(root, '../widget/src/crypto-checkout.ts') },
    { find: 'the-component', replacement: join(root, 'src/index.ts') },
  ]
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [page],
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: { alias: version === '' ? alias.slice(2) : alias, ...(ssr ? {} : { conditions: ['browser', 'module'] }) },
    ...(ssr ? { ssr: { noExternal: true } } : {}),
    build: {
      write: false,
      target: 'es2022',
      ...(ssr ? { ssr: entry } : { lib: { entry, formats: ['es'] } }),
      rolldownOptions: {
        input: entry,
        external: ['@walletconnect/ethereum-provider', ...(ssr ? [/^node:/] : [])],
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[]
  return [built].flat()[0]?.output[0].code ?? ''
}

/** A page with everything that the component takes. `log` has the calls of handlers. */
const PAGE = `
  import { createElement, StrictMode, useRef, useState, version } from 'react'
  import { CryptoCheckout } from 'the-component'
  globalThis.reactVersion = version
  const log = (globalThis.log = [])
  const note = (name) => (detail) => log.push([name, detail.to ?? detail.code ?? detail.payment?.status ?? null])
  export function Page() {
    const [{ url, shown, opened, turn }, change] = useState({ url: '/pay/1', shown: true, opened: false, turn: 1 })
    const ref = useRef(null)
    globalThis.change = (next) => change((now) => ({ ...now, ...next }))
    globalThis.read = () => ref.current
    const props = {
      src: url, ref, className: 'wide', id: 'checkout', 'aria-label': 'Payment', redirect: 'manual',
      modal: opened !== null && opened !== false, opened: opened === true,
      onStatusChange: note('status' + turn), onCompleted: note('completed'), onExpired: note('expired'), onError: note('error'),
      onClose: () => { note('close')({}); change((now) => ({ ...now, opened: false })) },
    }
    return createElement(StrictMode, null, shown ? createElement(CryptoCheckout, props, createElement('a', { href: url }, 'Pay')) : null)
  }
`

const HYDRATE = `
  import { hydrateRoot } from 'react-dom/client'
  ${PAGE}
  hydrateRoot(document.querySelector('main'), createElement(Page))`

const RENDER = `
  import { renderToString } from 'react-dom/server'
  ${PAGE}
  export const html = renderToString(createElement(Page))`

/** The HTML that a server renders, by Node. */
async function renderOnServer(version: string): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/rendered-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'page.mjs')
  writeFileSync(file, await bundle(RENDER, version, true))
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).html
}

type Site = { readonly html: string; readonly script: string; readonly early?: string }

/** A shop's site. The first payment waits until \`pay\`, the second is completed. */
async function openSite({ html, script, early = '' }: Site) {
  let paid = false
  const url = await serve((path) => {
    if (path === '/page.js') return createAnswer('text/javascript', script)
    if (path === '/early.js') return createAnswer('text/javascript', early)
    const isCompleted = paid || path === '/pay/2/status'
    if (path.endsWith('/status'))
      return createAnswer('application/json', JSON.stringify(samplePayment(isCompleted ? sampleChanges.completed : {})))
    const scripts =
      early === '' ? '<script type=module src=/page.js></script>' : '<script type=module src=/early.js></script>'
    return createAnswer('text/html', `<!doctype html><title>Shop</title><main>${html}</main>${scripts}`)
  })
  const { page, consoleErrors } = await openPage(browser)
  await page.goto(url)
  return {
    page,
    consoleErrors,
    pay: () => {
      paid = true
    },
  }
}

const readLog = (page: Page) => page.evaluate<unknown[]>('log')
const HEADING = { waiting: 'Waiting for payment', completed: 'Payment complete' }
const see = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

describe.each(Object.entries(versions))('%s', (_name, version) => {
  test('on a page that a server rendered every handler is called once, after hydration', async () => {
    const html = await renderOnServer(version)
    expect(html).toMatch(/^<crypto-checkout [^>]*src="\/pay\/1"[^>]*><a href="\/pay\/1">Pay<\/a><\/crypto-checkout>$/)
    for (const part of ['class="wide"', 'id="checkout"', 'aria-label="Payment"', 'redirect="manual"']) {
      expect(html).toContain(part)
    }
    expect(html).not.toMatch(/modal|opened|classname|onStatus/i)
    const site = await openSite({ html, script: await bundle(HYDRATE, version) })
    await see(site.page, HEADING.waiting)
    expect(await site.page.evaluate<string>('reactVersion')).toMatch(version === '18' ? /^18\./ : /^19\./)
    await site.page.waitForFunction('log.length === 1')
    site.pay()
    await site.page.evaluate('read().refresh()')
    await see(site.page, HEADING.completed)
    expect(await readLog(site.page)).toEqual([
      ['status1', 'created'],
      ['status1', 'completed'],
      ['completed', 'completed'],
    ])
    expect(site.consoleErrors.filter((line) => !line.includes('React DevTools'))).toEqual([])
  })

  test('a payment that was complete before React came is told once, also in strict mode', async () => {
    const html = (await renderOnServer(version)).replaceAll('/pay/1', '/pay/2')
    const early = await bundle(
      `import '@crypto-checkout/widget'
       const element = document.querySelector('crypto-checkout')
       element.addEventListener('checkout-completed', () => {
         const script = document.createElement('script')
         Object.assign(script, { type: 'module', src: '/page.js' })
         document.body.append(script)
       })`,
      version,
    )
    const script = await bundle(HYDRATE.replace("url: '/pay/1'", "url: '/pay/2'"), version)
    const { page } = await openSite({ html, script, early })
    await page.waitForFunction('globalThis.log?.length === 2')
    await page.evaluate('read().refresh()')
    expect(await readLog(page)).toEqual([
      ['status1', 'completed'],
      ['completed', 'completed'],
    ])
  })

  test('handlers are those of the last render; props, the ref and the dialog follow; unmounting ends it', async () => {
    const script = await bundle(
      `import { createRoot } from 'react-dom/client'
       ${PAGE}
       createRoot(document.querySelector('main')).render(createElement(Page))`,
      version,
    )
    const { page, consoleErrors } = await openSite({ html: '', script })
    await see(page, HEADING.waiting)
    expect(await page.evaluate("read() === document.querySelector('crypto-checkout')")).toBe(true)
    await page.evaluate("change({ turn: 2, url: '/pay/2' })")
    await see(page, HEADING.completed)
    expect((await readLog(page)).slice(1)).toEqual([
      ['status2', 'completed'],
      ['completed', 'completed'],
    ])
    await page.evaluate('change({ opened: true })')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForFunction("log.at(-1)[0] === 'close'")
    await page.waitForFunction("!document.querySelector('crypto-checkout').hasAttribute('modal')")
    const before = (await readLog(page)).length
    await page.evaluate(`(async () => {
      const element = read()
      change({ shown: false })
      await new Promise((resolve) => setTimeout(resolve, 50))
      element.dispatchEvent(new CustomEvent('checkout-completed', { detail: { payment: {} } }))
    })()`)
    expect(await readLog(page)).toHaveLength(before)
    expect(await page.evaluate('read()')).toBeNull()
    expect(consoleErrors.filter((line) => !line.includes('React DevTools'))).toEqual([])
  })
})

test('the module says that it is of the client, first of all', () => {
  expect(readFileSync(join(root, 'src/index.ts'), 'utf8').startsWith("'use client'\n")).toBe(true)
})
