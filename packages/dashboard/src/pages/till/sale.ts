/** Sales of the till: an amount in a coin of the settings, or what a payment link says. */
import type {
  ConfiguredMethod,
  ConfiguredMethods,
  Payment,
  PaymentByLink,
  PublicPaymentLink,
} from '@crypto-checkout/api-types'
import type { SendOnce } from '../../api/once.ts'
import { callApi, sendJson } from '../../api/request.ts'
import { mount, type Shop } from '../../router.ts'

export type Till = {
  readonly methods: readonly ConfiguredMethod[]
  /** The number of methods, with a wallet or without. */
  readonly configured: number
  readonly link: PublicPaymentLink | null
}

/** Time enough at a counter. */
const EXPIRES_IN_S = 900

/** Only methods with a wallet in the settings: nobody types one at a till. */
export async function loadTill(shop: Shop, linkId: string | null, signal: AbortSignal): Promise<Till> {
  if (linkId !== null) {
    const link = await sendJson<PublicPaymentLink>(`${formatLinkAddress(linkId)}/status`, { method: 'GET', signal })
    return { methods: [], configured: 0, link }
  }
  const { methods } = await callApi<ConfiguredMethods>(shop, 'GET', '/payment_methods', { signal })
  const usable = methods.filter(({ merchantWallet, state }) => merchantWallet !== null && state === 'offered')
  return { methods: usable, configured: methods.length, link: null }
}

type Sold = Pick<Payment, 'id' | 'url' | 'amount' | 'currency'>

/** Takes what the link says. Its page is public, so a cashier needs no right to see links. */
export function sellByLink(link: PublicPaymentLink, amount: number): Promise<Sold> {
  const body = link.amount === null ? { amount } : {}
  return sendJson<PaymentByLink>(`${formatLinkAddress(link.id)}/payments`, { method: 'POST', body })
}

export function sell(
  send: SendOnce,
  shop: Shop,
  { cryptocurrency, network, merchantWallet }: ConfiguredMethod,
  price: { readonly amount: number; readonly currency: string },
): Promise<Sold> {
  const body = { ...price, cryptocurrency, network, merchantWallet, alternatives: 'all', expiresIn: EXPIRES_IN_S }
  return send<Payment>(shop, '/payments', body)
}

function formatLinkAddress(id: string): string {
  return new URL(`l/${encodeURIComponent(id.replace(/^pl_/, ''))}`, mount).href
}
