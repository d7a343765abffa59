/**
 * The cost of the hosted page's first load on the wire: the page, its styles, and the scripts that run before a click.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckout } from '@crypto-checkout/core'
import { asBrowser, createScriptedAccount, ScriptedLedger } from '@crypto-checkout/core/testing'
import { mount } from '@crypto-checkout/express'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import chromium from '@sparticuz/chromium'
import express from 'express'
import { type Browser, chromium as driver } from 'playwright-core'
import { readOnce } from './open.ts'
import { RawNode } from './raw-node.ts'
import { benchOptions, paymentInput, wallet } from './setup.ts'

/** With gzip, in kB of 1,000 bytes, for a reader of English. */
const TARGET_KB = 30
const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'ja', 'zh', 'ar'] as const
const KINDS = { document: 'page', stylesheet: 'styles', script: 'scripts' } as const
const ENCODINGS = ['gzip', 'br'] as const

type Language = (typeof LANGUAGES)[number]
type Kind = (typeof KINDS)[keyof typeof KINDS]
type Encoding = (typeof ENCODINGS)[number]
type Sum = Readonly<Record<Kind | 'headers', number>>

/** Prints the English page, and the one that costs most of all languages. */
export async function benchFirstLoad(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-bench-'))
  const site = await startSite(join(folder, 'checkout.db'))
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  const browser = await driver.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell'] })
  console.log(
    `\n| first load of the hosted page on the wire, target ${TARGET_KB} kB with gzip | page | styles | scripts | sum, kB | headers |`,
  )
  console.log('|---|---|---|---|---|---|')
  for (const [name, url] of site.pages) {
    const loads = new Map<Language, Load[]>()
    for (const language of LANGUAGES) loads.set(language, await listLoads(browser, `${url}?lang=${language}`))
    for (const encoding of ENCODINGS) await printRows(name, loads, encoding)
  }
  await browser.close()
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function printRows(name: string, loads: ReadonlyMap<Language, Load[]>, encoding: Encoding): Promise<void> {
  const sums = await Promise.all(
    [...loads].map(async ([language, all]) => ({ language, ...(await sumOf(all, encoding)) })),
  )
  const [english, ...others] = sums
  const dearest = others.toSorted((one, other) => totalOf(other) - totalOf(one))[0]
  for (const sum of [english, dearest]) {
    if (!sum) continue
    const [page, styles, scripts, total, headers] = [sum.page, sum.styles, sum.scripts, totalOf(sum), sum.headers].map(
      (bytes) => (bytes / 1_000).toFixed(1),
    )
    console.log(`| ${name}, ${encoding}, ${sum.language} | ${page} | ${styles} | ${scripts} | ${total} | ${headers} |`)
  }
  if (encoding === 'gzip' && english && totalOf(english) > TARGET_KB * 1_000) console.log(`${name} is over the target.`)
}

function totalOf({ page, styles, scripts }: Sum): number {
  return page + styles + scripts
}

/** A checkout on an EVM network and on Stellar with a payment on each, served on loopback. Neither network is there. */
async function startSite(path: string) {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const USDC = { code: 'USDC', issuer: createScriptedAccount(1) }
  const passphrase = 'Scripted Stellar Network'
  const ledger = new ScriptedLedger({ passphrase, startTime: Date.now() - 60_000, assets: [USDC] })
  const node = new RawNode(Date.now())
  const options = benchOptions(path)
  const stellar = {
    ...{ rpcUrls: ['http://127.0.0.1:9/rpc'], horizonUrls: ['http://127.0.0.1:9'] },
    ...{ networkPassphrase: passphrase, coins: { USDC } },
  }
  const production = { networks: { ...options.production.networks, stellar } }
  const checkout = createCheckout(
    { log: () => {}, ...options, production, publicUrl, assets: widgetAssets() },
    { connect: () => node.rpc, connectRpc: () => ledger.rpc, connectHorizon: () => ledger.horizon },
  )
  await checkout.ready()
  await readOnce(checkout)
  const evm = await checkout.payments.create({ ...paymentInput, merchantWallet: wallet(0) })
  const onStellar = { ...paymentInput, network: 'stellar', merchantWallet: createScriptedAccount(10) } as const
  const other = await checkout.payments.create(onStellar)
  app.use(mount(checkout, console.error))
  return {
    pages: [['EVM', evm.url] as const, ['Stellar', other.url] as const],
    async stop() {
      server.closeAllConnections()
      server.close()
      await checkout.stop()
    },
  }
}

type Load = { readonly kind: Kind; readonly url: string }

/**
 * Lists the loads of a browser with an empty cache until the page is complete. Reads of the payment's state are left
 * out.
 */
async function listLoads(browser: Browser, url: string): Promise<Load[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const loads: Load[] = []
  page.on('request', (request) => {
    const kind = KINDS[request.resourceType() as keyof typeof KINDS]
    if (kind) loads.push({ kind, url: request.url() })
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await context.close()
  return loads
}

async function sumOf(loads: readonly Load[], encoding: Encoding): Promise<Sum> {
  const sum = { page: 0, styles: 0, scripts: 0, headers: 0 }
  for (const { kind, url } of loads) {
    const { body, headers } = await weigh(url, encoding)
    sum[kind] += body
    sum.headers += headers
  }
  return sum
}

/** The bytes of an answer as the server sends it. */
function weigh(url: string, encoding: Encoding): Promise<{ readonly body: number; readonly headers: number }> {
  return new Promise((resolve, reject) => {
    // A program would be told how to pay by x402.
    get(url, { headers: { ...asBrowser, 'accept-encoding': encoding } }, (response) => {
      let body = 0
      response.on('data', (chunk: Buffer) => {
        body += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`))
        else resolve({ body, headers: response.rawHeaders.join(': ').length })
      })
    }).on('error', reject)
  })
}
