import { type Answer, askServer, parseFields } from '../../ask-server.ts'
import { getEndpointUrl } from '../../fetch-status.ts'
import type { Model } from '../../views/model.ts'
import type { Attempt } from '../family.ts'
import type { Offer, Problem } from '../state.ts'
import {
  build,
  connect,
  isPublic,
  isUnavailable,
  parseHash,
  parsePassphrase,
  type Signing,
  signAndSend,
  stop,
} from './freighter-wallet.ts'

export { hasFreighter } from './freighter-wallet.ts'
export { renderOffersView } from './offers-view.ts'

type Paying = Signing & { ask(what: 'assets' | 'transaction' | 'submit', body: object): Promise<Answer> }

const DECIMAL = /^\d+(\.\d+)?$/
/** SEP-11's notation. */
const ASSET = /^(native|[a-zA-Z0-9]{1,12}:G[A-Z2-7]{55})$/

/** Tells whether a test would be paid with coins that have a value. */
export function isContradictory(card: Model | null): boolean {
  const { paymentUri = '', livemode = false } = card?.payment ?? {}
  return isPublic(parsePassphrase(paymentUri)) && !livemode
}

/**
 * Takes Freighter from its connection to the signed transaction, which the server builds and sends. Errors are reported
 * as steps, never thrown.
 */
export async function payWithFreighter({ src, card, signal, onStep, offer }: Attempt): Promise<void> {
  const model = card()
  if (model === null) return
  const passphrase = parsePassphrase(model.payment.paymentUri)
  const ask: Paying['ask'] = (what, body) => askServer(getEndpointUrl(src, document.baseURI, `stellar/${what}`), body)
  const paying: Paying = { signal, onStep, network: model.terms.network, passphrase, ask }
  const account = await connect(paying)
  if (account === null) return
  if (offer === null) return showOffers(paying, account, null, () => stop(paying, 'offers'))
  const built = await build(paying, { account, send: offer }, (problem, missing) => {
    const otherwise = () => stop(paying, problem, missing)
    const lacks = problem === 'insufficient' || problem === 'trustline'
    return lacks ? showOffers(paying, account, problem, otherwise) : otherwise()
  })
  if (built) await signAndSend(paying, account, built, readHash)
}

/**
 * Lets the payer choose another asset to pay with, if there is any; `problem` is why the coin itself cannot be used.
 */
async function showOffers(
  { signal, onStep, ask }: Paying,
  account: string,
  problem: Problem | null,
  otherwise: () => void,
): Promise<void> {
  const answer = await ask('assets', { account })
  if (signal.aborted) return
  const { assets } = answer.body
  const offers = Array.isArray(assets) ? assets.map(parseFields).filter(isOffer) : []
  if (offers.length > 0) onStep({ type: 'offered', offers: offers.map(({ asset, max }) => ({ asset, max })), problem })
  else if (problem === null && isUnavailable(answer)) onStep({ type: 'unreachable' })
  else otherwise()
}

function isOffer(value: object): value is Offer {
  const { asset, max }: Partial<Record<string, unknown>> = { ...value }
  return ASSET.test(`${asset}`) && DECIMAL.test(`${max}`)
}

/** The newest transaction of this payment that the server knows of, once it has sent one. */
function readHash({ status, body }: Answer): string | null {
  if (status !== 200) return null
  const [reported] = Array.isArray(body.reported) ? body.reported : []
  return parseHash(reported ?? (Array.isArray(body.transactions) ? body.transactions.at(-1) : undefined))
}
