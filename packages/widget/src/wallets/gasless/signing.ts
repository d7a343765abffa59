import { isAsking, type WalletTerms } from '@crypto-checkout/api-types'
import type { GaslessTexts } from '@crypto-checkout/payer-ui'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/gasless'
import { translations } from '@crypto-checkout/payer-ui/translations/gasless'
import type { Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'
import { getEndpointUrl } from '../../fetch-status.ts'
import type { CheckoutHost } from '../../host.ts'
import { ReaderLanguage } from '../../reader-language.ts'
import type { Ready } from '../evm/pay.ts'
import type { Transfer } from '../evm/transfer.ts'
import type { Attempt } from '../family.ts'
import type { Problem } from '../state.ts'

type Watching = Pick<Attempt, 'src' | 'card' | 'signal' | 'onStep'> & {
  /** The server's current terms for paying this way. */
  reread(): Promise<WalletTerms['gasless'] | 'unknown'>
}
type Signing = Watching & Ready & { provider: Eip1193Provider }

const WATCH_MS = 5000
/** Waits before attempts to submit the signature. Submitting the same one again has no effect. */
const WAITS_MS = [0, 1000, 3000, 9000]
const SIGNATURE = /^0x([0-9a-f]{2})+$/i

/** The server's values for a payment that is not being sent on behalf of a signer. */
const ENDED: readonly unknown[] = [null, 'offered']

/** The codes of refusals that may come from what another page has done. */
const LATE: readonly unknown[] = ['invalid_state', 'payment_conflict', 'relay_unavailable']

/** Problems by the server's error codes; all others are `ungiven`. */
const PROBLEMS: Readonly<Record<string, Problem>> = {
  payer_funds_insufficient: 'insufficient',
  transaction_refused: 'unsignable',
  unsupported_asset: 'unsignable',
  invalid_parameter: 'unsignable',
}

/**
 * Payments that a payer signs and the checkout sends (EIP-3009). Nothing is sent before the server has the signature.
 */
export class Gasless {
  readonly #host: CheckoutHost
  readonly #language: ReaderLanguage<GaslessTexts>

  constructor(host: CheckoutHost) {
    this.#host = host
    this.#language = new ReaderLanguage(host, english, translations)
  }

  get texts(): GaslessTexts | null {
    return this.#language.texts
  }

  /** Resolves when the texts are loaded. */
  get ready(): Promise<void> {
    return this.#language.ready
  }

  /** Has the wallet sign exactly the amount due, and submits the signature. Throws the wallet's refusals. */
  async pay(signing: Signing): Promise<void> {
    const { src, card, signal, onStep, provider, account, transfer } = signing
    const answer = await ask(getEndpointUrl(src, document.baseURI, 'authorization'), { from: account })
    const payment = card()?.payment
    if (signal.aborted || !payment) return
    if (isAway(answer)) return onStep({ type: 'unreachable' })
    if (answer.status !== 200) return this.#refused(signing, answer)
    if (!isAskedFor(answer.body, transfer, account, payment.expiresAt)) return onStep({ type: 'contradiction' })
    onStep({ type: 'signing' })
    const params = [account, JSON.stringify(answer.body)]
    const signature = await provider.request({ method: 'eth_signTypedData_v4', params })
    if (signal.aborted) return
    if (!SIGNATURE.test(`${signature}`)) return stop(signing, 'unsignable')
    onStep({ type: 'relaying' })
    await this.#handOver(signing, `${signature}`)
  }

  /** Polls whether the signed payment is sent, until the network shows it. */
  async watch(watching: Watching): Promise<void> {
    const { src, card, signal, onStep, reread } = watching
    onStep({ type: 'relaying' })
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS))
      if (signal.aborted || card() === null) return
      if (!ENDED.includes(await reread())) continue
      // Only the status, read after it, tells whether the payment was made.
      const { body } = await ask(getEndpointUrl(src, document.baseURI, 'status'), null)
      if (isAsking(body.status)) return stop(watching, 'unrelayed')
    }
  }

  async #handOver(signing: Signing, signature: string): Promise<void> {
    const { src, account, signal } = signing
    for (const waitMs of WAITS_MS) {
      await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (signal.aborted) return
      const url = getEndpointUrl(src, document.baseURI, 'authorizations')
      const answer = await ask(url, null, { from: account, signature })
      // It has paid already: the network will show it.
      if (readCode(answer) === 'transaction_uncertain') return
      if (answer.body.status === 'failed') return stop(signing, 'unrelayed')
      if (answer.status === 200) return this.watch(signing)
      if (!isAway(answer)) return this.#refused(signing, answer)
    }
    stop(signing, 'unanswered')
  }

  async #refused(signing: Signing, answer: Answer): Promise<void> {
    const code = readCode(answer)
    if (LATE.includes(code)) {
      if ((await signing.reread()) === 'pending') return this.watch(signing)
      await this.#host.refresh()
    }
    const { missing } = readFields(answer.body.error)
    stop(signing, PROBLEMS[code] ?? 'ungiven', typeof missing === 'string' ? missing : null)
  }
}

function stop({ signal, onStep }: Watching, problem: Problem, missing: string | null = null): void {
  if (!signal.aborted) onStep({ type: 'stopped', problem, missing })
}

/** No answer, or one that does not say what to do. */
function isAway(answer: Answer): boolean {
  const { status } = answer
  return status === 0 || status === 429 || (status >= 500 && readCode(answer) !== 'relay_unavailable')
}

function readCode({ body }: Answer): string {
  return `${readFields(body.error).code}`
}

function readFields(value: unknown): Partial<Record<string, unknown>> {
  return Object(value)
}

type Fields = Partial<Record<string, unknown>>

/**
 * Tells whether the data to sign (EIP-712) is the transfer that is shown, from this account, and expires with the
 * payment. This matters because anyone who has a signature can use it.
 */
function isAskedFor(data: Fields, transfer: Transfer, account: string, expiresAt: string): boolean {
  const { chainId, salt, verifyingContract }: Fields = Object(data.domain)
  const { from, to, value, validBefore }: Fields = Object(data.message)
  const named = [verifyingContract, from, to].join().toLowerCase()
  return (
    data.primaryType === 'TransferWithAuthorization' &&
    // Polygon's bridged tokens carry the chain id as salt.
    Number(chainId ?? salt) === transfer.chainId &&
    named === [transfer.token, account, transfer.to].join().toLowerCase() &&
    value === `${transfer.rawAmount}` &&
    Number(validBefore) * 1000 <= Date.parse(expiresAt)
  )
}

/** The server's answer: `status` is 0 if there was none. */
type Answer = { status: number; body: Partial<Record<string, unknown>> }

const PATIENCE_MS = 30_000

/** Reads, or posts a body as JSON. Status 0 if there is no such address. Never throws. */
async function ask(url: string | null, query: { from: string } | null, body?: object): Promise<Answer> {
  try {
    const init = { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(query ? `${url}?${new URLSearchParams(query)}` : `${url}`, {
      method: body ? 'POST' : 'GET',
      headers: init,
      body: body ? JSON.stringify(body) : null,
      credentials: 'omit',
      // Payers often leave right after signing.
      keepalive: body !== undefined,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: response.status, body: Object(await response.json()) }
  } catch {
    return { status: 0, body: {} }
  }
}
