import type { PublicPayment } from '@crypto-checkout/api-types'
import { getEndpointUrl } from './fetch-status.ts'

/** The server's answer: `status` is 0 if there was none. */
export type Answer = { status: number; body: Partial<Record<string, unknown>> }

const PATIENCE_MS = 30_000

/** Posts JSON; status 0 if there is no such address. Never throws. */
export async function askServer(url: string | null, body: object): Promise<Answer> {
  try {
    if (url === null) return { status: 0, body: {} }
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: parseFields(answer) }
  } catch {
    return { status: 0, body: {} }
  }
}

export function parseFields(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export type Method = Pick<PublicPayment['methods'][number], 'cryptocurrency' | 'network'>

/** The element that shows a payment. */
export type Host = { readonly src: string; readonly payment: PublicPayment | null; refresh(): Promise<void> }

/** Makes the payment ask for a coin on a network, and shows that. Returns whether the server has taken the choice. */
export async function chooseMethod(host: Host, { cryptocurrency, network }: Method): Promise<boolean> {
  const url = getEndpointUrl(host.src, document.baseURI, 'method')
  const { status } = await askServer(url, { cryptocurrency, network })
  // A refusal has a reason that the status shows, such as money that has arrived.
  if (status > 0) await host.refresh()
  return status === 200
}
