import { getNetworkDetails, isConnected, requestAccess, signTransaction } from '@stellar/freighter-api'
import { type Answer, parseFields } from '../../ask-server.ts'
import type { PanelStep, Problem } from '../state.ts'

/**
 * One signing attempt: where it reports its steps, and its requests to the server, which builds and sends the
 * transaction.
 */
export type Signing = {
  signal: AbortSignal
  onStep(step: PanelStep): void
  /** The network's display name: `Stellar`. */
  network: string
  passphrase: string
  ask(what: 'transaction' | 'submit', body: object): Promise<Answer>
}

/** The unsigned transaction that the server has built. */
type Built = { xdr: string; seal: unknown }

/** Handles why nothing is signed; `missing` as in a step. */
type Refused = (problem: Problem, missing: string | null) => unknown

/** After this long without an answer, the outcome is unknown. */
const PATIENCE_MS = 90_000
const DECLINED = -4
const HASH = /^[0-9a-f]{64}$/

/** Problems by the server's error codes; all others are `refused`. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  payer_account_missing: 'trustline',
  payer_trustline_missing: 'trustline',
  payer_funds_insufficient: 'insufficient',
  payer_fee_insufficient: 'gas',
  offers_changed: 'offers',
}

/** Tells whether this browser has Freighter, which has two seconds to answer. */
export async function hasFreighter(): Promise<boolean> {
  return (await isConnected()).isConnected
}

/** Freighter's account. Throws an error with a code of EIP-1193 if there is none. */
export async function readAccount(): Promise<string> {
  const { address, error } = await requestAccess()
  if (error) throw Object.assign(new Error(error.message), { code: error.code === DECLINED ? 4001 : error.code })
  if (!address) throw new Error('Freighter named no account')
  return address
}

/** Freighter's account, if it is on the network of the transaction; otherwise null, and the reason is reported. */
export async function connect(signing: Signing): Promise<string | null> {
  const { signal, onStep, network, passphrase } = signing
  const { address: account, error } = await requestAccess()
  if (signal.aborted) return null
  if (error || !account) return stop(signing, error ? toProblem(error) : 'locked')
  onStep({ type: 'connected', account })
  const details = await getNetworkDetails()
  if (signal.aborted) return null
  if (details.error) return stop(signing, toProblem(details.error))
  if (details.networkPassphrase === passphrase) return account
  return stop(signing, 'network', formatNetworkName(network, passphrase))
}

/**
 * The transaction that the server builds. If it builds none: null, and the reason is reported or passed to `refused`.
 */
export async function build({ signal, onStep, passphrase, ask }: Signing, body: object, refused: Refused) {
  const answer = await ask('transaction', body)
  if (signal.aborted) return null
  const { xdr, networkPassphrase, seal } = answer.body
  const isBuilt = answer.status === 200 && typeof xdr === 'string' && networkPassphrase === passphrase
  if (isBuilt) return { xdr, seal } satisfies Built
  if (isUnavailable(answer)) onStep({ type: 'unreachable' })
  else if (answer.status === 200) onStep({ type: 'contradiction' })
  else await refused(...findRefusal(answer.body))
  return null
}

/** Has the wallet sign and the server send. Until the server is asked to send, it is certain that nothing was sent. */
export async function signAndSend(
  signing: Signing,
  account: string,
  { xdr, seal }: Built,
  hashOf: (answer: Answer) => string | null,
): Promise<void> {
  const { signal, onStep, passphrase, ask } = signing
  const timer = setTimeout(() => onStep({ type: 'unknown' }), PATIENCE_MS)
  onStep({ type: 'sending' })
  try {
    const signed = await signTransaction(xdr, { networkPassphrase: passphrase, address: account })
    // The page shows something else now, or another attempt has begun.
    if (signal.aborted) return
    if (signed.error || !signed.signedTxXdr) {
      stop(signing, signed.error ? toProblem(signed.error) : 'failed')
    } else if (signed.signerAddress && signed.signerAddress !== account) stop(signing, 'account')
    else {
      const answer = await ask('submit', { xdr: signed.signedTxXdr, seal })
      const hash = hashOf(answer)
      if (hash !== null) onStep({ type: 'sent', hash, from: account })
      else if (answer.status >= 400 && answer.status < 500) stop(signing, ...findRefusal(answer.body))
      else onStep({ type: 'unknown' })
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The transaction hash in an answer, if there is one. */
export function parseHash(value: unknown): string | null {
  const { hash } = parseFields(value)
  return typeof hash === 'string' && HASH.test(hash) ? hash : null
}

export function stop({ onStep }: Pick<Signing, 'onStep'>, problem: Problem, missing: string | null = null): null {
  onStep({ type: 'stopped', problem, missing })
  return null
}

/** No answer, or one that does not say what to do. */
export function isUnavailable({ status }: Answer): boolean {
  return status === 0 || status === 429 || status >= 500
}

function findRefusal(body: Answer['body']): [Problem, string | null] {
  const { code, missing } = parseFields(body.error)
  const problem = typeof code === 'string' && Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined
  return [problem ?? 'refused', typeof missing === 'string' ? missing : null]
}

function toProblem(error: { code: number }): Problem {
  return error.code === DECLINED ? 'rejected' : 'failed'
}

const PUBLIC = 'Public Global Stellar Network ; September 2015'
const NAMES: Readonly<Record<string, string>> = {
  [PUBLIC]: 'Main Net',
  'Test SDF Network ; September 2015': 'Test Net',
}

/** The network that a payment's URI (SEP-7) names; the public one if it names none. */
export function parsePassphrase(uri: string): string {
  return new URLSearchParams(uri.split('?')[1]).get('network_passphrase') ?? PUBLIC
}

/** Tells whether coins have a value on this network. */
export function isPublic(passphrase: string): boolean {
  return passphrase === PUBLIC
}

/** The network's name as wallets show it: `Stellar (Test Net)` */
function formatNetworkName(network: string, passphrase: string): string {
  return `${network} (${NAMES[passphrase] ?? passphrase})`
}
