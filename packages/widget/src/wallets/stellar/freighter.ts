import { getNetworkDetails, isConnected, requestAccess, signTransaction } from '@stellar/freighter-api'
import { endpointOf } from '../../fetch-status.ts'
import type { Model } from '../../views/model.ts'
import type { Attempt } from '../family.ts'
import type { Offer, Problem } from '../state.ts'
import { type Answer, askServer, fieldsOf } from './ask-server.ts'
import { isPublic, networkName, passphraseOf } from './network.ts'

type Ask = (what: 'assets' | 'transaction' | 'submit', body: object) => Promise<Answer>

/** One try: what it goes by, and what it asks of the server. */
type Paying = Pick<Attempt, 'signal' | 'tell'> & {
  /** The network that the payment is on. */
  passphrase: string
  ask: Ask
  stop(problem: Problem, missing?: string | null): void
}

/** After this long without an answer, nobody can be sure any more. */
const PATIENCE_MS = 90_000
const DECLINED = -4
const HASH = /^[0-9a-f]{64}$/
const DECIMAL = /^\d+(\.\d+)?$/
/** As SEP-11 writes it. */
const ASSET = /^(native|[a-zA-Z0-9]{1,12}:G[A-Z2-7]{55})$/

/** By the server's refusals; all others are `refused`. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  payer_account_missing: 'trustline',
  payer_trustline_missing: 'trustline',
  payer_funds_insufficient: 'insufficient',
  payer_fee_insufficient: 'gas',
  offers_changed: 'offers',
}

/** Whether Freighter is in this browser: it has two seconds to say so. */
export async function hasFreighter(): Promise<boolean> {
  return (await isConnected()).isConnected
}

/** Whether a test would be paid with coins that have a value. */
export function isContradictory(card: Model | null): boolean {
  const { paymentUri = '', livemode = false } = card?.payment ?? {}
  return isPublic(passphraseOf(paymentUri)) && !livemode
}

/**
 * Leads Freighter from its connection to the signed transaction, which the server has built and sends. Whatever goes
 * wrong is told, never thrown. What a wallet has only signed is not sent: until the server is asked to, that is certain.
 */
export async function payWithFreighter({ src, card, signal, tell, offer }: Attempt): Promise<void> {
  const model = card()
  if (model === null) return
  const passphrase = passphraseOf(model.payment.paymentUri)
  const ask: Ask = (what, body) => askServer(endpointOf(src, document.baseURI, `stellar/${what}`), body)
  const stop: Paying['stop'] = (problem, missing = null) => tell({ type: 'stopped', problem, missing })
  const { address: account, error } = await requestAccess()
  if (signal.aborted) return
  if (error) return stop(problemOf(error))
  if (!account) return stop('locked')
  tell({ type: 'connected', account })
  const network = await getNetworkDetails()
  if (signal.aborted) return
  if (network.error) return stop(problemOf(network.error))
  if (network.networkPassphrase !== passphrase) return stop('network', networkName(model.terms.network, passphrase))
  const paying: Paying = { signal, tell, passphrase, ask, stop }
  if (offer === null) return showOffers(paying, account, null, () => stop('offers'))
  await pay(paying, account, offer)
}

async function pay(paying: Paying, account: string, offer?: Offer): Promise<void> {
  const { signal, tell, passphrase, ask, stop } = paying
  const answer = await ask('transaction', { account, send: offer })
  if (signal.aborted) return
  if (isAway(answer)) return tell({ type: 'unreachable' })
  if (answer.status !== 200) {
    const [problem, missing] = refusalOf(answer.body)
    const lacks = problem === 'insufficient' || problem === 'trustline'
    return lacks ? showOffers(paying, account, problem, () => stop(problem, missing)) : stop(problem, missing)
  }
  const { xdr, networkPassphrase, seal } = answer.body
  if (typeof xdr !== 'string' || networkPassphrase !== passphrase) return tell({ type: 'contradiction' })
  await signAndSend(paying, account, { xdr, seal })
}

/** Lets the payer choose what else to pay with, where there is anything; `problem` is why the coin itself does not do. */
async function showOffers(
  { signal, tell, ask }: Paying,
  account: string,
  problem: Problem | null,
  otherwise: () => void,
): Promise<void> {
  const answer = await ask('assets', { account })
  if (signal.aborted) return
  const { assets } = answer.body
  const offers = Array.isArray(assets) ? assets.map(fieldsOf).filter(isOffer) : []
  if (offers.length > 0) tell({ type: 'offered', offers: offers.map(({ asset, max }) => ({ asset, max })), problem })
  else if (problem === null && isAway(answer)) tell({ type: 'unreachable' })
  else otherwise()
}

function isOffer(value: object): value is Offer {
  const { asset, max }: Partial<Record<string, unknown>> = { ...value }
  return ASSET.test(`${asset}`) && DECIMAL.test(`${max}`)
}

async function signAndSend(
  { signal, tell, passphrase, ask, stop }: Paying,
  account: string,
  { xdr, seal }: { xdr: string; seal: unknown },
): Promise<void> {
  const timer = setTimeout(() => tell({ type: 'unknown' }), PATIENCE_MS)
  tell({ type: 'sending' })
  try {
    const signed = await signTransaction(xdr, { networkPassphrase: passphrase, address: account })
    // The page shows another payment now, or another attempt has begun.
    if (signal.aborted) return
    if (signed.error) return stop(problemOf(signed.error))
    if (!signed.signedTxXdr) return stop('failed')
    if (signed.signerAddress && signed.signerAddress !== account) return stop('account')
    const answer = await ask('submit', { xdr: signed.signedTxXdr, seal })
    const hash = hashOf(answer)
    if (hash !== null) tell({ type: 'sent', hash, from: account })
    else if (answer.status >= 400 && answer.status < 500) stop(...refusalOf(answer.body))
    else tell({ type: 'unknown' })
  } finally {
    clearTimeout(timer)
  }
}

/** Nothing came, or nothing that says what is to be done. */
function isAway({ status }: Answer): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** The newest transaction of this payment that the server knows of, once it has sent one. */
function hashOf({ status, body }: Answer): string | null {
  if (status !== 200) return null
  const [reported] = Array.isArray(body.reported) ? body.reported : []
  const newest: unknown = reported ?? (Array.isArray(body.transactions) ? body.transactions.at(-1) : undefined)
  const { hash } = fieldsOf(newest)
  return typeof hash === 'string' && HASH.test(hash) ? hash : null
}

function refusalOf(body: Answer['body']): [Problem, string | null] {
  const { code, missing } = fieldsOf(body.error)
  const problem = typeof code === 'string' && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined
  return [problem ?? 'refused', typeof missing === 'string' ? missing : null]
}

function problemOf(error: { code: number }): Problem {
  return error.code === DECLINED ? 'rejected' : 'failed'
}
