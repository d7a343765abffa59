import { getNetworkDetails, isConnected, requestAccess, signTransaction } from '@stellar/freighter-api'
import type { PanelStep, Problem } from '../state.ts'
import { type Answer, fieldsOf } from './ask-server.ts'
import { networkName } from './network.ts'

/** One try to have something signed: whom it tells, and what it asks of the server, which builds and sends it. */
export type Signing = {
  signal: AbortSignal
  tell(step: PanelStep): void
  /** As people call the network: `Stellar`. */
  network: string
  passphrase: string
  ask(what: 'transaction' | 'submit', body: object): Promise<Answer>
}

/** What the server has built, unsigned. */
type Built = { xdr: string; seal: unknown }

/** Why nothing is signed; `missing` as in a step. */
type Refused = (problem: Problem, missing: string | null) => unknown

/** After this long without an answer, nobody can be sure any more. */
const PATIENCE_MS = 90_000
const DECLINED = -4
const HASH = /^[0-9a-f]{64}$/

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

/** The account that Freighter shows, where it is on the network of what is to be signed; null else, which is told. */
export async function connect(signing: Signing): Promise<string | null> {
  const { signal, tell, network, passphrase } = signing
  const { address: account, error } = await requestAccess()
  if (signal.aborted) return null
  if (error || !account) return stop(signing, error ? problemOf(error) : 'locked')
  tell({ type: 'connected', account })
  const details = await getNetworkDetails()
  if (signal.aborted) return null
  if (details.error) return stop(signing, problemOf(details.error))
  if (details.networkPassphrase === passphrase) return account
  return stop(signing, 'network', networkName(network, passphrase))
}

/** What the server builds; null where it builds nothing, which is told, or left to `refused`. */
export async function build({ signal, tell, passphrase, ask }: Signing, body: object, refused: Refused) {
  const answer = await ask('transaction', body)
  if (signal.aborted) return null
  const { xdr, networkPassphrase, seal } = answer.body
  const isBuilt = answer.status === 200 && typeof xdr === 'string' && networkPassphrase === passphrase
  if (isBuilt) return { xdr, seal } satisfies Built
  if (isAway(answer)) tell({ type: 'unreachable' })
  else if (answer.status === 200) tell({ type: 'contradiction' })
  else await refused(...refusalOf(answer.body))
  return null
}

/** Has it signed, and sent by the server. What is only signed is not sent: until the server is asked to, that is certain. */
export async function signAndSend(
  signing: Signing,
  account: string,
  { xdr, seal }: Built,
  hashOf: (answer: Answer) => string | null,
): Promise<void> {
  const { signal, tell, passphrase, ask } = signing
  const timer = setTimeout(() => tell({ type: 'unknown' }), PATIENCE_MS)
  tell({ type: 'sending' })
  try {
    const signed = await signTransaction(xdr, { networkPassphrase: passphrase, address: account })
    // The page shows something else now, or another attempt has begun.
    if (signal.aborted) return
    if (signed.error || !signed.signedTxXdr) {
      stop(signing, signed.error ? problemOf(signed.error) : 'failed')
    } else if (signed.signerAddress && signed.signerAddress !== account) stop(signing, 'account')
    else {
      const answer = await ask('submit', { xdr: signed.signedTxXdr, seal })
      const hash = hashOf(answer)
      if (hash !== null) tell({ type: 'sent', hash, from: account })
      else if (answer.status >= 400 && answer.status < 500) stop(signing, ...refusalOf(answer.body))
      else tell({ type: 'unknown' })
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A transaction's hash in an answer, where it has one. */
export function hashIn(value: unknown): string | null {
  const { hash } = fieldsOf(value)
  return typeof hash === 'string' && HASH.test(hash) ? hash : null
}

export function stop({ tell }: Pick<Signing, 'tell'>, problem: Problem, missing: string | null = null): null {
  tell({ type: 'stopped', problem, missing })
  return null
}

/** Nothing came, or nothing that says what is to be done. */
export function isAway({ status }: Answer): boolean {
  return status === 0 || status === 429 || status >= 500
}

function refusalOf(body: Answer['body']): [Problem, string | null] {
  const { code, missing } = fieldsOf(body.error)
  const problem = typeof code === 'string' && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined
  return [problem ?? 'refused', typeof missing === 'string' ? missing : null]
}

function problemOf(error: { code: number }): Problem {
  return error.code === DECLINED ? 'rejected' : 'failed'
}
