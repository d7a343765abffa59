import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { compile } from 'svelte/compiler'
import { build, type Plugin, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { createAnswer, launchBrowser, openPage, serve } from './testing/site.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const snippet = (name: string) => join(root, 'typings/readme', name)

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/**
 * A page for each framework. It shows the README's component, changes the address, and records that the payment
 * completed.
 */
const pages = {
  'checkout.tsx': `
    import { createElement, useState } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Checkout } from 'the-snippet'
    function Page() {
      const [url, show] = useState('/pay/1')
      globalThis.show = show
      return createElement(Checkout, { url, onPaid: () => { document.title = 'paid' } })
    }
    createRoot(document.querySelector('main')).render(createElement(Page))`,
  'checkout.vue': `
    import { createApp, h, ref } from 'vue'
    import Checkout from 'the-snippet'
    const url = ref('/pay/1')
    globalThis.show = (next) => { url.value = next }
    createApp({ render: () => h(Checkout, { url: url.value, onPaid: () => { document.title = 'paid' } }) }).mount('main')`,
  'checkout.svelte': `
    import { mount } from 'svelte'
    import { createSubscriber } from 'svelte/reactivity'
    import Checkout from 'the-snippet'
    let url = '/pay/1'
    let tell = () => {}
    const subscribe = createSubscriber((update) => { tell = update })
    globalThis.show = (next) => { url = next; tell() }
    const props = { get url() { subscribe(); return url }, onpaid: () => { document.title = 'paid' } }
    mount(Checkout, { target: document.querySelector('main'), props })`,
}

/** Compiles a component as the frameworks' own plugins do. */
const components: Plugin = {
  name: 'components',
  enforce: 'pre',
  transform(source, id) {
    if (id.endsWith('.svelte')) return compile(source, { filename: id, generate: 'client' }).js.code
    if (!id.endsWith('.vue')) return
    const template = { compilerOptions: { isCustomElement: (tag: string) => tag === 'crypto-checkout' } }
    const { content } = compileScript(parse(source).descriptor, { id, inlineTemplate: true, templateOptions: template })
    return { code: content, moduleType: 'ts' }
  },
}

async function bundle(name: keyof typeof pages, script = pages[name]): Promise<string> {
  const entry = join(root, 'page.js')
  const page: Plugin = {
    name: 'page',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? script : undefined),
  }
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [page, components],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
    resolve: {
      alias: { '@crypto-checkout/widget': join(root, 'src/crypto-checkout.ts'), 'the-snippet': snippet(name) },
      conditions: ['browser', 'module', 'production'],
    },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      // An app whose payers do not need WalletConnect.
      rolldownOptions: { external: ['@walletconnect/ethereum-provider'], output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]?.output[0].code ?? ''
}

/** The first payment is waiting, the second is completed. */
function startShop(script: string): Promise<string> {
  return serve((path) => {
    if (path === '/page.js') return createAnswer('text/javascript', script)
    if (path === '/pay/1/status') return createAnswer('application/json', JSON.stringify(samplePayment()))
    if (path === '/pay/2/status')
      return createAnswer('application/json', JSON.stringify(samplePayment(sampleChanges.completed)))
    return createAnswer(
      'text/html',
      '<!doctype html><title>Shop</title><main></main><script type=module src=/page.js></script>',
    )
  })
}

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  "the README's %s shows a payment, follows its property and hears its events",
  async (name) => {
    expect(readme.includes(readFileSync(snippet(name), 'utf8'))).toBe(true)
    const url = await startShop(await bundle(name))
    const { page, consoleErrors } = await openPage(browser)
    await page.goto(url)
    await page.getByRole('heading', { name: 'Waiting for payment', exact: true }).waitFor()
    expect(await page.title()).toBe('Shop')
    await page.evaluate("show('/pay/2')")
    await page.getByRole('heading', { name: 'Payment complete', exact: true }).waitFor()
    await page.waitForFunction("document.title === 'paid'")
    expect(consoleErrors).toEqual([])
  },
  30_000,
)

/** Like a page of a server that renders React, such as Next.js: the HTML exists before its script hydrates it. */
const hydratedPage = `
  import { createElement } from 'react'
  import { hydrateRoot } from 'react-dom/client'
  import { renderToString } from 'react-dom/server'
  import { Checkout } from 'the-snippet'
  const onPaid = () => { document.title = 'paid' }
  const page = createElement(Checkout, { url: '/pay/1', onPaid })
  const main = document.querySelector('main')
  main.innerHTML = renderToString(page)
  hydrateRoot(main, page)`

test("the README's checkout.tsx hears the payment complete in a page that React hydrates", async () => {
  const script = await bundle('checkout.tsx', hydratedPage)
  let paid = false
  const url = await serve((path) => {
    if (path === '/page.js') return createAnswer('text/javascript', script)
    if (path === '/pay/1/status')
      return createAnswer('application/json', JSON.stringify(samplePayment(paid ? sampleChanges.completed : {})))
    return createAnswer(
      'text/html',
      '<!doctype html><title>Shop</title><main></main><script type=module src=/page.js></script>',
    )
  })
  const { page, consoleErrors } = await openPage(browser)
  await page.goto(url)
  await page.getByRole('heading', { name: 'Waiting for payment', exact: true }).waitFor()
  paid = true
  await page.evaluate("document.querySelector('crypto-checkout').refresh()")
  await page.getByRole('heading', { name: 'Payment complete', exact: true }).waitFor()
  await page.waitForFunction("document.title === 'paid'", undefined, { timeout: 30_000 })
  expect(consoleErrors).toEqual([])
})
