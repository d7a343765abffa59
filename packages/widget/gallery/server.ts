import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PublicPayment } from '@crypto-checkout/api-types'
import { createPageCss, formsCss, pageCss } from '../../core/src/pages/page.css.ts'
import { createPageHeaders } from '../../core/src/pages/visit.ts'
import { galleryPage } from './gallery-page.ts'
import { hostedPage, statePage } from './pages.ts'
import { type State, states } from './states.ts'
import { styles } from './styles.ts'
import { isShownByElement, viewOf } from './view.ts'

/** The element's scripts by name. */
export type Scripts = ReadonlyMap<string, string | Uint8Array>

type Reply =
  | { status?: number; type: string; body: string | Uint8Array; headers?: Readonly<Record<string, string>> }
  | 'never'
  | 'no connection'

/** Everything that a state loads is below its own address, which also contains the time when its clock starts. */
const BELOW_STATE = /^\/checkout\/([a-z-]+)\/(\d+)\/(.*)$/
const BY_ITSELF = /^\/(state|page)\/([a-z-]+)$/
const BROWSER_SCRIPT = /^\/browser\/([a-z-]+\.js)$/

const nothing: Reply = { status: 404, type: 'text/plain', body: 'There is nothing at this address.' }
const shop = '<!doctype html><html lang="en"><title>Shop</title><p>Here the payer would be back in the shop.</p>'

/** Serves the gallery on loopback. Port 0 picks a free port. */
export async function startGallery(scripts: Scripts, port = 0): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(({ url = '/', headers }, response) => {
    const again = headers['if-none-match'] !== undefined
    send(response, replyTo(scripts, new URL(url, `http://${headers.host}`), again))
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

function replyTo(scripts: Scripts, url: URL, again: boolean): Reply {
  const { pathname, searchParams, origin } = url
  const [, name = '', since = '', below = ''] = BELOW_STATE.exec(pathname) ?? []
  const owner = states.get(name)
  if (owner !== undefined) return scriptOf(scripts, below) ?? replyOf(owner, Number(since), below, url, again)
  const style = styles[pathname]
  if (style !== undefined) return { type: 'text/css', body: style }
  const script = BROWSER_SCRIPT.exec(pathname)?.[1]
  if (script !== undefined) return browserScript(script)
  if (pathname === '/') return page(galleryPage(viewOf(searchParams)), origin, "; frame-src 'self'")
  if (pathname === '/shop') return page(shop, origin)
  const [, kind, shown = ''] = BY_ITSELF.exec(pathname) ?? []
  const state = states.get(shown)
  if (state === undefined) return nothing
  const now = Date.now()
  const base = `/checkout/${shown}/${now}`
  const looks = viewOf(searchParams)
  if (kind === 'state' && isShownByElement(state)) return page(statePage(shown, state, base, looks), origin)
  // With scripts disabled, a browser also renders the content for browsers without scripts.
  const policy = searchParams.get('script') === 'off' ? '; sandbox allow-same-origin allow-forms allow-popups' : ''
  const payment = state.payment(now)
  const as = policy === '' ? 'page' : 'page-without-script'
  return page(hostedPage(state, payment && atHome(payment, origin), base, { ...looks, as }, now), origin, policy)
}

function scriptOf(scripts: Scripts, path: string): Reply | null {
  const script = scripts.get(path)
  return script === undefined ? null : { type: 'text/javascript', body: script }
}

function browserScript(name: string): Reply {
  const path = join(import.meta.dirname, 'browser', name)
  return existsSync(path) ? { type: 'text/javascript', body: readFileSync(path) } : nothing
}

/** Answers the requests of an element or a page that shows the state. */
function replyOf(state: State, loadedMs: number, path: string, { origin, searchParams }: URL, again: boolean): Reply {
  const accent = searchParams.get('accent')
  if (path === 'pay-forms.css') return { type: 'text/css', body: formsCss }
  if (path === 'pay.css') return { type: 'text/css', body: accent === null ? pageCss : createPageCss(accent) }
  if (path === 'l/1/status' && state.page?.link) {
    return { type: 'application/json', body: JSON.stringify(state.page.link) }
  }
  if (path.endsWith('/wallet') && state.terms) return { type: 'application/json', body: JSON.stringify(state.terms) }
  const [, signed] = Object.entries(state.signing ?? {}).find(([end]) => path.endsWith(end)) ?? []
  if (signed) return { status: signed.status, type: 'application/json', body: JSON.stringify(signed.body) }
  if (!/\/(status|transactions)$/.test(path)) return nothing
  const answer = state.answer(loadedMs, Date.now() - loadedMs, again)
  if (typeof answer === 'string' || 'body' in answer) return answer
  // The tag shows that the element has already had an answer.
  return { type: 'application/json', body: JSON.stringify(atHome(answer, origin)), headers: { etag: '"1"' } }
}

/** No link leads out of the gallery, not even the one back to the shop. */
function atHome(payment: PublicPayment, origin: string): PublicPayment {
  return { ...payment, redirectUrl: payment.redirectUrl && `${origin}/shop` }
}

/** With the headers of the hosted page, whose policy the element respects on any page. */
function page(body: string, origin: string, policy = ''): Reply {
  const headers = createPageHeaders({ frameAncestors: [origin] })
  const together = `${headers['content-security-policy']}${policy}`
  return { type: 'text/html', body, headers: { ...headers, 'content-security-policy': together } }
}
