import { askServer, chooseMethod, type Host, type Method, parseFields } from '../ask-server.ts'
import { getEndpointUrl } from '../fetch-status.ts'

/**
 * Chooses the method that an account can pay best: one without a network fee, else the chosen one, else the merchant's
 * first. A method that the payer or the page has chosen stays. Returns whether the payment now asks for another method.
 */
export async function chooseBestMethod(host: Host & Element, account: string): Promise<boolean> {
  const { payment } = host
  const [first] = payment?.methods ?? []
  if (payment?.status !== 'created' || payment.methods.length < 2 || first?.state !== 'chosen') return false
  if (host.hasAttribute('method')) return false
  const { body } = await askServer(getEndpointUrl(host.src, document.baseURI, 'funds'), { account })
  const able = (Array.isArray(body.methods) ? body.methods : [])
    .map(parseFields)
    .filter(({ covers }) => covers === true)
  const isChosen = (one: object) => isSame(one, first)
  const best = able.find(({ gasless }) => gasless === true) ?? able.find(isChosen) ?? able[0]
  if (!best || isChosen(best)) return false
  const offered = payment.methods.find((method) => isSame(best, method))
  return offered !== undefined && chooseMethod(host, offered)
}

function isSame(one: Partial<Record<keyof Method, unknown>>, { cryptocurrency, network }: Method): boolean {
  return one.cryptocurrency === cryptocurrency && one.network === network
}
