import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { renderPaymentNotFoundPage } from '../../core/src/page/failure-page.ts'
import { pageHeaders } from '../../core/src/page/headers.ts'
import { html } from '../../core/src/page/html.ts'
import { pageCss } from '../../core/src/page/page.css.ts'
import { renderPayPage } from '../../core/src/page/pay-page.ts'
import { readerOf } from '../../core/src/page/reader.ts'
import { galleryPage } from './gallery-page.ts'
import { statePage } from './state-page.ts'
import { type State, states } from './states.ts'
import { styles } from './styles.ts'
import { type View, viewOf } from './view.ts'

/** The element's scripts by their names. */
export type Scripts = ReadonlyMap<string, string | Uint8Array>

type Reply =
  | { status?: number; type: string; body: string | Uint8Array; headers?: Readonly<Record<string, string>> }
  | 'never'
  | 'no connection'

/** Everything that a state loads is below an address of its own, which also says since when its time runs. */
const BELOW_STATE = /^\/checkout\/([a-z-]+)\/(\d+)\/(.*)$/
const BY_ITSELF = /^\/(state|page)\/([a-z-]+)$/
const BROWSER_SCRIPT = /^\/browser\/([a-z-]+\.js)$/
const TEST_SCENARIOS = ['exact', 'underpaid', 'overpaid', 'duplicate', 'wrong_token', 'expire']

const nothing: Reply = { status: 404, type: 'text/plain', body: 'There is nothing at this address.' }
const shop = '<!doctype html><html lang="en"><title>Shop</title><p>Here the payer would be back in the shop.</p>'

/** Serves the gallery on loopback. Port 0 takes a free one. */
export async function startGallery(scripts: Scripts, port = 0): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(({ url = '/', headers }, response) => {
    send(response, replyTo(scripts, new URL(url, `http://${headers.host}`)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'never') return
  if (reply === 'no connection') {
    response.destroy()
    return
  }
  const type = `${reply.type}; charset=utf-8`
  response.writeHead(reply.status ?? 200, { 'content-type': type, 'cache-control': 'no-store', ...reply.headers })
  response.end(reply.body)
}

function replyTo(scripts: Scripts, { pathname, searchParams, origin }: URL): Reply {
  const [, name = '', since = '', below = ''] = BELOW_STATE.exec(pathname) ?? []
  const owner = states.get(name)
  if (owner !== undefined) return replyOf(owner, Number(since), below, scripts)
  const style = styles[pathname]
  if (style !== undefined) return { type: 'text/css', body: style }
  const script = BROWSER_SCRIPT.exec(pathname)?.[1]
  if (script !== undefined) return browserScript(script)
  const view = viewOf(searchParams)
  if (pathname === '/') return page(galleryPage(view), origin, "; frame-src 'self'")
  if (pathname === '/shop') return page(shop, origin)
  const [, kind, state = ''] = BY_ITSELF.exec(pathname) ?? []
  if (!states.has(state)) return nothing
  if (kind === 'state') return page(elementPage({ ...view, state }), origin)
  // Without scripts a browser also reads what is meant for browsers without them.
  const policy = searchParams.get('script') === 'off' ? '; sandbox allow-same-origin allow-forms allow-popups' : ''
  return page(hostedPage({ ...view, state }), origin, policy)
}

function browserScript(name: string): Reply {
  const path = join(import.meta.dirname, 'browser', name)
  return existsSync(path) ? { type: 'text/javascript', body: readFileSync(path) } : nothing
}

/** What an element or a page that shows the state loads and asks. */
function replyOf(state: State, loadedMs: number, path: string, scripts: Scripts): Reply {
  const script = scripts.get(path)
  if (script !== undefined) return { type: 'text/javascript', body: script }
  if (path === 'pay.css') return { type: 'text/css', body: pageCss }
  if (!path.endsWith('/status')) return nothing
  const answer = state.answer(loadedMs, Date.now() - loadedMs)
  if (typeof answer === 'string' || 'body' in answer) return answer
  return { type: 'application/json', body: JSON.stringify(answer) }
}

function elementPage({ state, lang, theme }: View): string {
  const base = baseOf(state, Date.now())
  const { texts } = readerOf(`lang=${lang}`, undefined)
  return statePage({ base, src: `${base}/pay/1`, theme, texts, title: state, script: states.get(state)?.script })
}

function hostedPage({ state, lang, theme }: View): string {
  const now = Date.now()
  const base = baseOf(state, now)
  const reader = readerOf(`lang=${lang}`, undefined)
  const { payment: paymentAt, script } = states.get(state) ?? {}
  const payment = paymentAt?.(now) ?? null
  const testScenarios = payment?.livemode === false ? TEST_SCENARIOS : null
  const document =
    payment === null
      ? renderPaymentNotFoundPage(base, reader.texts)
      : renderPayPage({ payment, base, ...reader, testScenarios, now })
  const extra = html`<link rel="stylesheet" href="/theme-${theme}.css">
${script && html`<script src="/browser/${script}"></script>`}`
  return document.replace('</head>', `${extra}\n</head>`)
}

function baseOf(state: string, loadedMs: number): string {
  return `/checkout/${state}/${loadedMs}`
}

/** With the headers of the hosted page, whose policy the element keeps on any page. */
function page(body: string, origin: string, policy = ''): Reply {
  const headers = pageHeaders({ frameAncestors: [origin] })
  const together = `${headers['content-security-policy']}${policy}`
  return { type: 'text/html', body, headers: { ...headers, 'content-security-policy': together } }
}
