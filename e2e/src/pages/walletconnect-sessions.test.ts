import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { isQuickRun } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine, readBalance } from '@crypto-checkout/devnet/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createWallet, type Ethereum, pollUntil } from '../support/harness.ts'
import { listenTo, startRelayedBrowser } from '../support/walletconnect-browser.ts'
import { type Relay, startRelay } from '../support/walletconnect-relay.ts'
import { type PayersWallet, startWallet } from '../support/walletconnect-wallet.ts'

const WIDGET = join(import.meta.dirname, '../../../packages/widget')
/** As strict as the hosted page's policy: no frames, and other origins only for the relay and the chain's node. */
const policy = (rpcUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src 'self' wss://relay.walletconnect.org ${rpcUrl}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')

type Outcome = { account?: string; walletName?: string | null; reason?: string | undefined }
type Opened = null | {
  account: string
  walletName: string | null
  provider: { request(call: object): Promise<unknown>; on(event: string, handler: () => void): void }
  disconnect(): Promise<void>
}
/** The session's state that the test's page shows. */
declare const window: {
  walletconnect: Record<'connectWalletConnect' | 'restoreWalletConnect', (options: object) => Promise<Opened>>
  uri?: string
  outcome?: Promise<Outcome>
  abort?: AbortController
  session?: NonNullable<Opened>
  disconnected?: Promise<void>
}

let devnet: Ethereum
let relay: Relay
let browser: Browser
let origin: string

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  relay = await startRelay()
  origin = await startSite()
  browser = await startRelayedBrowser(relay)
})

afterAll(async () => {
  await browser?.close()
  await relay?.stop()
  await devnet?.stop()
})

/** Serves the built module on a minimal page. */
async function startSite(): Promise<string> {
  const lib = { entry: { walletconnect: 'src/wallets/walletconnect/connect.ts' } }
  // The element's own scripts are not there to be put together.
  const rolldownOptions = { output: { codeSplitting: true } }
  const built = await build({ root: WIDGET, logLevel: 'error', build: { write: false, lib, rolldownOptions } })
  const parts = (built as Rolldown.RolldownOutput[]).flatMap(({ output }) => output)
  const shop = "import * as walletconnect from '/walletconnect.js'; window.walletconnect = walletconnect"
  const scripts = new Map([['/shop.js', shop]])
  for (const part of parts) scripts.set(`/${part.fileName}`, 'code' in part ? part.code : '')
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    if (script === undefined) {
      const { rpcUrl } = devnet.networks.ethereum
      response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy(rpcUrl))
      response.end('<!doctype html><title>Shop</title><script type="module" src="/shop.js"></script>')
    } else response.setHeader('content-type', 'text/javascript').end(script)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function openWallet(chains?: number[]): Promise<PayersWallet> {
  const wallet = await startWallet(relay.url, devnet.networks.ethereum, chains)
  onTestFinished(() => wallet.stop())
  return wallet
}

async function openPage(context?: BrowserContext) {
  const own = context ?? (await browser.newContext())
  if (context === undefined) onTestFinished(() => own.close())
  const page = await own.newPage()
  const { consoleErrors, requests } = listenTo(page)
  await page.goto(origin)
  return { page, consoleErrors, requests, context: own }
}

const terms = () => {
  const { chainId, rpcUrl } = devnet.networks.ethereum
  return {
    projectId: 'a-project',
    chain: { id: chainId, rpcUrls: [rpcUrl] },
    page: { name: 'Shop', url: `${origin}/` },
  }
}

/** Starts to connect or to restore, and stores the result in the page. */
async function begin(page: Page, how: 'connect' | 'restore'): Promise<void> {
  await page.evaluate(
    ({ how, terms }) => {
      const { connectWalletConnect, restoreWalletConnect } = window.walletconnect
      window.abort = new AbortController()
      const onUri = (uri: string) => {
        window.uri = uri
      }
      const options = { ...terms, onUri, signal: window.abort.signal }
      const session = how === 'connect' ? connectWalletConnect(options) : restoreWalletConnect(options)
      window.outcome = session.then(
        (opened) => {
          if (opened === null) return {}
          window.session = opened
          window.disconnected = new Promise((resolve) => opened.provider.on('disconnect', resolve))
          return { account: opened.account, walletName: opened.walletName }
        },
        ({ reason, walletName }: Outcome) => (walletName ? { reason, walletName } : { reason }),
      )
    },
    { how, terms: terms() },
  )
}

const uriOf = async (page: Page) => String(await (await page.waitForFunction(() => window.uri)).jsonValue())
const outcomeOf = (page: Page) => page.evaluate(() => window.outcome)
const ask = (page: Page, method: string, params: unknown[] = []) =>
  page.evaluate(
    (call) =>
      window.session?.provider
        .request(call)
        .catch(({ code, message }: { code: number; message: string }) => ({ code, message })),
    { method, params },
  )

async function connect(wallet: PayersWallet, opened?: Awaited<ReturnType<typeof openPage>>) {
  const tab = opened ?? (await openPage())
  await begin(tab.page, 'connect')
  await wallet.scan(await uriOf(tab.page))
  expect(await outcomeOf(tab.page)).toEqual({ account: wallet.address, walletName: 'Pocket' })
  return tab
}

function transfer(from: string, to: string, amount: bigint) {
  const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
  return { from, to: devnet.networks.ethereum.coins.USDC.address, value: '0x0', data }
}

const testInFull = test.skipIf(isQuickRun())

test('a wallet that scans the code connects, is asked for one thing only, and pays', async () => {
  const wallet = await openWallet()
  const merchant = createWallet()
  await devnet.faucet(wallet.address, 50_000_000n, { network: 'ethereum', cryptocurrency: 'USDC' })
  await mine(devnet.networks.ethereum)
  const { page, consoleErrors, requests } = await connect(wallet)
  expect(await ask(page, 'eth_requestAccounts')).toEqual([wallet.address])
  expect(await ask(page, 'eth_chainId')).toBe('0x7a69')
  expect(await ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toBe(null)
  expect(await ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x1' }])).toMatchObject({ code: 4902 })
  const balance = {
    to: devnet.networks.ethereum.coins.USDC.address,
    data: `0x70a08231${wallet.address.slice(2).padStart(64, '0')}`,
  }
  expect(BigInt(String(await ask(page, 'eth_call', [balance, 'latest'])))).toBe(50_000_000n)

  expect(await ask(page, 'eth_sendTransaction', [transfer(wallet.address, merchant, 12_500_001n)])).toMatch(
    /^0x[0-9a-f]{64}$/,
  )
  await mine(devnet.networks.ethereum)
  expect(await readBalance(devnet.networks.ethereum, merchant)).toBe(12_500_001n)

  expect(wallet.requests).toEqual([
    'Shop wants eth_sendTransaction,eth_signTypedData_v4 on eip155:31337,eip155:1',
    'eth_sendTransaction on eip155:31337',
  ])
  const hosts = new Set(requests.map((url) => new URL(url).host))
  expect(hosts).toEqual(
    new Set([new URL(origin).host, 'relay.walletconnect.org', new URL(devnet.networks.ethereum.rpcUrl).host]),
  )
  expect(consoleErrors).toEqual([])
})

testInFull('a payer who says no in the wallet is told apart from all else', async () => {
  const wallet = await openWallet()
  wallet.proposals = 'reject'
  const { page, consoleErrors } = await openPage()
  await begin(page, 'connect')
  await wallet.scan(await uriOf(page))
  expect(await outcomeOf(page)).toEqual({ reason: 'rejected' })
  // No more messages are expected, so the page disconnects from the relay.
  await pollUntil(
    () => relay.connected,
    (clients) => clients === 1,
  )
  expect(consoleErrors).toEqual([])
})

testInFull('a transaction that is rejected is no end of the session', async () => {
  const wallet = await openWallet()
  const { page, consoleErrors } = await connect(wallet)
  wallet.transactions = 'reject'
  const payment = transfer(wallet.address, createWallet(), 1n)
  expect(await ask(page, 'eth_sendTransaction', [payment])).toEqual({ code: 4001, message: 'User rejected.' })
  await devnet.faucet(wallet.address, 50_000_000n, { network: 'ethereum', cryptocurrency: 'USDC' })
  await mine(devnet.networks.ethereum)
  wallet.transactions = 'approve'
  expect(await ask(page, 'eth_sendTransaction', [payment])).toMatch(/^0x/)
  expect(consoleErrors).toEqual([])
})

testInFull('a wallet that disconnects leaves no request waiting', async () => {
  const wallet = await openWallet()
  const { page, consoleErrors } = await connect(wallet)
  wallet.transactions = 'ignore'
  const answer = ask(page, 'eth_sendTransaction', [transfer(wallet.address, createWallet(), 1n)])
  await pollUntil(
    () => wallet.requests,
    (requests) => requests.length === 2,
  )
  await wallet.disconnect()
  expect(await answer).toMatchObject({ code: 4900 })
  await page.evaluate(() => window.disconnected)
  expect(await ask(page, 'eth_accounts')).toMatchObject({ code: 4900 })
  await page.reload()
  await begin(page, 'restore')
  expect(await outcomeOf(page)).toEqual({})
  expect(consoleErrors).toEqual([])
})

testInFull('a page that is loaded again has its wallet back, and can pay with it', async () => {
  const wallet = await openWallet()
  await devnet.faucet(wallet.address, 50_000_000n, { network: 'ethereum', cryptocurrency: 'USDC' })
  await mine(devnet.networks.ethereum)
  const { page, consoleErrors } = await connect(wallet)
  await page.reload()
  await begin(page, 'restore')
  expect(await outcomeOf(page)).toEqual({ account: wallet.address, walletName: 'Pocket' })
  const merchant = createWallet()
  expect(await ask(page, 'eth_sendTransaction', [transfer(wallet.address, merchant, 3n)])).toMatch(/^0x/)
  await mine(devnet.networks.ethereum)
  expect(await readBalance(devnet.networks.ethereum, merchant)).toBe(3n)
  expect(consoleErrors).toEqual([])
})

testInFull('a session that is restored for each of many tries is listened to once', async () => {
  const wallet = await openWallet()
  const { page, consoleErrors } = await connect(wallet)
  for (let tries = 0; tries < 12; tries++) await begin(page, 'restore')
  expect(await outcomeOf(page)).toEqual({ account: wallet.address, walletName: 'Pocket' })
  await page.evaluate(() => window.session?.disconnect())
  await page.evaluate(() => window.disconnected)
  expect(consoleErrors).toEqual([])
})

testInFull('a wallet that left while the page was closed is noticed when it is back', async () => {
  const wallet = await openWallet()
  const { page, consoleErrors, context } = await connect(wallet)
  await page.close()
  // Until then, the closed page may still take messages, which would be lost.
  await pollUntil(
    () => relay.connected,
    (clients) => clients === 1,
  )
  await wallet.disconnect()
  const next = await openPage(context)
  await begin(next.page, 'restore')
  await outcomeOf(next.page)
  await next.page.evaluate(() => window.disconnected)
  expect([...consoleErrors, ...next.consoleErrors]).toEqual([])
})

testInFull('who never connected loads nothing of WalletConnect', async () => {
  const { page, requests } = await openPage()
  await begin(page, 'restore')
  expect(await outcomeOf(page)).toEqual({})
  expect(requests.filter((url) => url.includes('checkout-walletconnect'))).toEqual([])
})

testInFull('to disconnect ends it on both sides and leaves nothing behind', async () => {
  const wallet = await openWallet()
  const { page, consoleErrors } = await connect(wallet)
  await page.evaluate(() => window.session?.disconnect())
  await pollUntil(
    () => wallet.sessions,
    (sessions) => sessions === 0,
  )
  await pollUntil(
    () => relay.connected,
    (clients) => clients === 1,
  )
  await page.waitForFunction(() => localStorage.length === 0)
  await page.reload()
  await begin(page, 'restore')
  expect(await outcomeOf(page)).toEqual({})
  expect(consoleErrors).toEqual([])
})

testInFull('a wallet without the payment’s network is named and let go', async () => {
  const wallet = await openWallet([1])
  const { page } = await openPage()
  await begin(page, 'connect')
  await wallet.scan(await uriOf(page))
  expect(await outcomeOf(page)).toEqual({ reason: 'unsupported_chain', walletName: 'Pocket' })
  await pollUntil(
    () => wallet.sessions,
    (sessions) => sessions === 0,
  )
})

testInFull('a page that gives up tells the wallet that has scanned its code, and can ask again', async () => {
  const wallet = await openWallet()
  wallet.proposals = 'ignore'
  const { page, consoleErrors } = await openPage()
  await begin(page, 'connect')
  const uri = await uriOf(page)
  await wallet.scan(uri)
  await pollUntil(
    () => wallet.requests,
    (requests) => requests.length === 1,
  )
  await page.evaluate(() => window.abort?.abort())
  expect(await outcomeOf(page)).toEqual({ reason: 'aborted' })
  await pollUntil(
    () => wallet.pairings,
    (pairings) => pairings === 0,
  )
  wallet.proposals = 'approve'
  await begin(page, 'connect')
  const next = await page.waitForFunction((last) => window.uri !== last && window.uri, uri)
  await wallet.scan(String(await next.jsonValue()))
  expect(await outcomeOf(page)).toEqual({ account: wallet.address, walletName: 'Pocket' })
  expect(consoleErrors).toEqual([])
})

testInFull('a code that nobody scans expires after five minutes', async () => {
  const { page, consoleErrors } = await openPage()
  await page.clock.install()
  await begin(page, 'connect')
  await uriOf(page)
  await page.clock.runFor('05:10')
  expect(await outcomeOf(page)).toEqual({ reason: 'expired' })
  expect(consoleErrors).toEqual([])
})

testInFull('a relay that does not answer is told, and asked again when the payer tries again', async () => {
  const wallet = await openWallet()
  relay.refuse()
  onTestFinished(() => relay.accept())
  const { page } = await openPage()
  await page.clock.install()
  const attempt = page.waitForEvent('websocket')
  await begin(page, 'connect')
  await attempt
  await page.clock.runFor('00:25')
  expect(await outcomeOf(page)).toEqual({ reason: 'unreachable' })
  relay.accept()
  await begin(page, 'connect')
  await wallet.scan(await uriOf(page))
  expect(await outcomeOf(page)).toEqual({ account: wallet.address, walletName: 'Pocket' })
})

testInFull('where the browser keeps nothing a wallet pays all the same', async () => {
  const wallet = await openWallet()
  const tab = await openPage()
  await tab.page.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  })
  await tab.page.reload()
  await connect(wallet, tab)
  wallet.transactions = 'reject'
  const payment = transfer(wallet.address, createWallet(), 1n)
  expect(await ask(tab.page, 'eth_sendTransaction', [payment])).toMatchObject({ code: 4001 })
})
