import { getNetworkDetails, isConnected, requestAccess, signTransaction } from '@stellar/freighter-api'
import type { PanelStep, Problem } from '../state.ts'
import { type Answer, askServer, fieldsOf } from './ask-server.ts'

export type Paying = {
  /** The network that the payment is on. */
  passphrase: string
  /** Where the server builds what is signed, and where it takes it. */
  urls: { transaction: string; submit: string }
  /** Ends it before anything is sent. */
  signal: AbortSignal
  tell(step: PanelStep): void
}

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
}

/** Whether Freighter is in this browser: it has two seconds to say so. */
export async function hasFreighter(): Promise<boolean> {
  return (await isConnected()).isConnected
}

/**
 * Leads Freighter from its connection to the signed transaction, which the server has built and sends. Whatever goes
 * wrong is told, never thrown. What a wallet has only signed is not sent: until the server is asked to, that is certain.
 */
export async function payWithFreighter(paying: Paying): Promise<void> {
  const stop = (problem: Problem, missing: string | null = null) => paying.tell({ type: 'stopped', problem, missing })
  const { signal, tell, urls, passphrase } = paying
  const { address: account, error } = await requestAccess()
  if (signal.aborted) return
  if (error) return stop(problemOf(error))
  if (!account) return stop('locked')
  tell({ type: 'connected', account })
  const network = await getNetworkDetails()
  if (signal.aborted) return
  if (network.error) return stop(problemOf(network.error))
  if (network.networkPassphrase !== passphrase) return stop('network')
  const { status, body } = await askServer(urls.transaction, { account })
  if (signal.aborted) return
  if (status === 0 || status === 429 || status >= 500) return tell({ type: 'unreachable' })
  if (status !== 200) return stop(...refusalOf(body))
  const { xdr, networkPassphrase } = body
  if (typeof xdr !== 'string' || networkPassphrase !== passphrase) return tell({ type: 'contradiction' })
  await signAndSend(paying, account, xdr)
}

async function signAndSend({ signal, tell, urls, passphrase }: Paying, account: string, xdr: string): Promise<void> {
  const stop = (problem: Problem, missing: string | null = null) => tell({ type: 'stopped', problem, missing })
  const timer = setTimeout(() => tell({ type: 'unknown' }), PATIENCE_MS)
  tell({ type: 'sending' })
  try {
    const signed = await signTransaction(xdr, { networkPassphrase: passphrase, address: account })
    // The page shows another payment now, or another attempt has begun.
    if (signal.aborted) return
    if (signed.error) return stop(problemOf(signed.error))
    if (!signed.signedTxXdr) return stop('failed')
    if (signed.signerAddress && signed.signerAddress !== account) return stop('account')
    const answer = await askServer(urls.submit, { xdr: signed.signedTxXdr })
    const hash = hashOf(answer)
    if (hash !== null) tell({ type: 'sent', hash, from: account })
    else if (answer.status >= 400 && answer.status < 500) stop(...refusalOf(answer.body))
    else tell({ type: 'unknown' })
  } finally {
    clearTimeout(timer)
  }
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
