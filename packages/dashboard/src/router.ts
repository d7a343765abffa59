/** The dashboard's addresses: which page they name, and how to get from one to another. */
import { recall } from './remember.ts'

export type Environment = 'sandbox' | 'production'

/** A shop in one of its environments. Each request names it, so that a change goes to the shop that the page shows. */
export type Shop = {
  /** The merchant's id; null in addresses without one, and for users without a shop. */
  readonly merchant: string | null
  readonly environment: Environment
}

/**
 * A place in the dashboard. Shop and environment stand in the address, so that tabs and bookmarks never lead to another
 * one: `/dashboard/mer_1/sandbox/payments/pay_1?status=completed` is the path `payments/pay_1` of that shop's sandbox.
 */
export type Route = {
  readonly shop: Shop
  /** Without slashes at its ends. */
  readonly path: string
  readonly query: URLSearchParams
}

/** The dashboard's own address, which the page's base element names. It ends with a slash. */
const root = new URL(document.baseURI)

/**
 * The environment of a first visit, which the server says in the page: the sandbox, unless only production has
 * networks.
 */
const first = document.querySelector('base')?.dataset.environment

/** The address where the checkout is mounted. It ends with a slash. */
export const mount = new URL('../', root)

const MERCHANT = /^mer_\w+$/

export function readPlace(): Route {
  const parts = location.pathname.slice(root.pathname.length).split('/')
  const merchant = MERCHANT.test(parts[0] ?? '') ? (parts.shift() ?? null) : null
  const named = parts[0]
  const environment = [named, recall('environment'), first].find(isEnvironment) ?? 'sandbox'
  const path = parts
    .slice(isEnvironment(named) ? 1 : 0)
    .join('/')
    .replace(/\/+$/, '')
  return { shop: { merchant, environment }, path, query: new URLSearchParams(location.search) }
}

function isEnvironment(name: string | null | undefined): name is Environment {
  return name === 'sandbox' || name === 'production'
}

/** The absolute URL of a place: `formatPlace(shop, 'payments') // "https://…/dashboard/mer_1/sandbox/payments"` */
export function formatPlace({ merchant, environment }: Shop, path: string, query?: URLSearchParams): string {
  const search = query?.size ? `?${query}` : ''
  return `${root.href}${merchant === null ? '' : `${merchant}/`}${environment}/${path}${search}`
}

const listeners = new Set<() => void>()

/** Calls a function whenever the place changes. Returns what ends that. */
export function onPlaceChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function announce(): void {
  for (const listener of listeners) listener()
}

/** The memory of an entry of the browser's history, so that Back shows the same as before. */
type Visit = { readonly scroll?: number; readonly rows?: number }

/** Recalls the number of rows of its list that this visit has shown; undefined for a new one. */
export function recallRows(): number | undefined {
  const { rows }: Visit = history.state ?? {}
  return rows
}

export function rememberVisit(visit: Visit): void {
  history.replaceState({ ...history.state, ...visit }, '')
}

/** True if the browser came back to a visit, by Back or by loading it again, and its page is not shown yet. */
let isReturning = true

/**
 * Scrolls to where this visit has been, once there is enough to see. To be called when its page is in the document: the
 * one before it may be long enough. Whoever scrolls meanwhile is left alone.
 */
export function restoreScroll(): void {
  const { scroll = 0 }: Visit = history.state ?? {}
  const wasReturning = isReturning
  isReturning = false
  if (scroll === 0 || !wasReturning) return
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < scroll + innerHeight) return
    observer.disconnect()
    scrollTo(0, scroll)
  })
  observer.observe(document.body)
  const end = () => observer.disconnect()
  for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown']) addEventListener(name, end, { once: true })
  onceLeft(end)
}

function onceLeft(end: () => void): void {
  const stop = onPlaceChange(() => {
    stop()
    end()
  })
}

/** Goes to an address of the dashboard without loading a document. `replace`: Back does not lead to the one before. */
export function navigate(address: string, { replace = false } = {}): void {
  if (address === location.href) return
  if (!replace) rememberVisit({ scroll: scrollY })
  isReturning = false
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  announce()
}

/** Changes the query of the current place: undefined and empty values leave it. Filters live there, so they survive. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  navigate(url.href)
}

/**
 * Lets links within the dashboard change the place. Those that open a tab, save a file or leave stay the browser's.
 * `mayLeave`: asks before what was typed is lost.
 */
export function startRouter(mayLeave: () => boolean | Promise<boolean>): void {
  let shown = location.href
  history.scrollRestoration = 'manual'
  onPlaceChange(() => (shown = location.href))
  addEventListener('pagehide', () => rememberVisit({ scroll: scrollY }))
  addEventListener('popstate', async () => {
    const may = mayLeave()
    if (may === true) {
      isReturning = true
      return announce()
    }
    // The browser has gone there already: the address returns to what the page shows until somebody has answered.
    history.pushState(null, '', shown)
    if (await may) history.back()
  })
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement)
    if (link?.target !== '' || link.hasAttribute('download') || !link.href.startsWith(root.href)) return
    event.preventDefault()
    void follow(link.href, mayLeave)
  })
}

async function follow(address: string, mayLeave: () => boolean | Promise<boolean>): Promise<void> {
  if (address === location.href || !(await mayLeave())) return
  navigate(address)
  scrollTo(0, 0)
}
