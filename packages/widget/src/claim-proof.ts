import type { MisdirectedTransfer } from '@crypto-checkout/api-types'
import { type ClaimTexts, formatAmount, shortenHash } from '@crypto-checkout/payer-ui'
import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit'
import { type Answer, askServer } from './ask-server.ts'
import { adoptStyles } from './crypto-checkout.styles.ts'
import { getEndpointUrl } from './fetch-status.ts'
import type { CheckoutHost } from './host.ts'
import type { Model } from './views/model.ts'
import type { MessageSigner } from './wallets/family.ts'

type Problem = keyof ClaimTexts['problems']

/** Lets a payer prove with a wallet who sent a transfer that matches no payment. */
export class ClaimProof implements ReactiveController {
  /** Null until they were looked for. */
  #signers: readonly MessageSigner[] | null = null
  #signing: MessageSigner | null = null
  #problem: Problem | null = null
  /** The family of networks whose wallets were looked for. */
  #family: 'stellar' | 'evm' | null = null
  #looking = new AbortController()
  readonly #host: CheckoutHost

  constructor(host: CheckoutHost) {
    this.#host = host
    adoptStyles(host, styles)
    host.addController(this)
  }

  hostDisconnected(): void {
    this.#looking.abort()
    this.#family = null
  }

  view({ payment, terms, texts: page }: Model, found: MisdirectedTransfer, texts: ClaimTexts): TemplateResult {
    this.#look(payment.network === 'stellar' ? 'stellar' : 'evm')
    const words = {
      amount: formatAmount(found.amount, page.locale),
      coin: found.cryptocurrency,
      network: found.networkTitle,
      merchant: terms.merchant,
      account: shortenHash(found.from),
      wallet: getName(this.#signing, texts),
    }
    const problem = this.#problem
    return html`<div class="proof">
      <p>${texts.found(words)}</p>
      ${this.#signing ? html`<p role="status">${texts.signing(words)}</p>` : this.#choice(found, texts)}
      ${problem ? html`<p class="refused" role="alert">${texts.problems[problem](words)}</p>` : nothing}
      ${this.#signers?.length === 0 ? html`<p>${texts.none(words)}</p>` : nothing}
      <p class="hint">${texts.exchange(words)}</p>
    </div>`
  }

  #choice(found: MisdirectedTransfer, texts: ClaimTexts): TemplateResult[] {
    return (this.#signers ?? []).map(
      (signer) =>
        html`<button class="primary" part="button-primary" type="button" @click=${() => this.#prove(signer, found)}>
          ${signer.icon ? html`<img src=${signer.icon} alt="" width="24" height="24">` : nothing}${texts.sign(getName(signer, texts))}
        </button>`,
    )
  }

  /** Looks once for the wallets of a family of networks. */
  #look(family: 'stellar' | 'evm'): void {
    if (this.#family === family) return
    this.#family = family
    this.#signers = null
    this.#looking.abort()
    this.#looking = new AbortController()
    void findSigners(family, this.#looking.signal, (signers) => {
      if (this.#family !== family) return
      this.#signers = signers
      this.#host.requestUpdate()
    })
  }

  async #prove(signer: MessageSigner, found: MisdirectedTransfer): Promise<void> {
    const { src } = this.#host
    const isAnotherTime = this.#problem === 'account'
    this.#become(signer, null)
    const problem = await prove(src, signer, found, isAnotherTime).catch(
      (error: unknown): Problem => (signer.isRejection(error) ? 'rejected' : 'failed'),
    )
    this.#become(null, problem)
    await this.#host.refresh()
    // The card says above what the money does now.
    if (problem === null) this.#host.shadowRoot?.getElementById('checkout-state')?.focus()
  }

  #become(signing: MessageSigner | null, problem: Problem | null): void {
    this.#signing = signing
    this.#problem = problem
    this.#host.requestUpdate()
  }
}

function getName(signer: MessageSigner | null, texts: ClaimTexts): string {
  return signer?.name ?? texts.browserWallet
}

/** Extensions may need a moment to announce themselves. */
const ANNOUNCED_MS = 200

async function findSigners(
  family: 'stellar' | 'evm',
  signal: AbortSignal,
  show: (signers: readonly MessageSigner[]) => void,
): Promise<void> {
  try {
    if (family === 'stellar') {
      const signer = await (await import('./wallets/stellar/sign-message.ts')).findFreighterSigner()
      return show(signer ? [signer] : [])
    }
    const { findMessageSigners } = await import('./wallets/evm/sign-message.ts')
    const waited = new Promise((resolve) => setTimeout(resolve, ANNOUNCED_MS))
    let found: MessageSigner[] = []
    findMessageSigners(signal, (signers) => {
      found = signers
      if (found.length > 0) show(found)
    })
    await waited
    show(found)
  } catch {
    show([])
  }
}

/** Null once the server counts the transfer for the payment. Throws what the wallet throws. */
async function prove(
  src: string,
  signer: MessageSigner,
  { hash, from }: MisdirectedTransfer,
  isAnotherTime: boolean,
): Promise<Problem | null> {
  const ask = (what: 'challenge' | 'prove', body: object) =>
    askServer(getEndpointUrl(src, document.baseURI, `claims/${what}`), body)
  if (!(await signer.connect(from, isAnotherTime))) return 'account'
  const asked = await ask('challenge', { hash, from })
  const { message } = asked.body
  if (asked.status !== 200 || typeof message !== 'string') return findProblem(asked)
  const signature = await signer.sign(from, message)
  const answer = await ask('prove', { hash, from, message, signature })
  return answer.status === 200 ? null : findProblem(answer)
}

/** Parameters that a payer can correct by signing with another account. */
const OF_ACCOUNT: readonly unknown[] = ['from', 'signature']

function findProblem({ status, body }: Answer): Problem {
  if (status !== 400) return 'failed'
  return OF_ACCOUNT.includes(Object(body.error).param) ? 'account' : 'refused'
}

const styles = css`
  .proof {
    display: grid;
    gap: 0.75rem;
    margin-block: 1rem 0.5rem;
    text-align: start;
  }
  .proof img {
    border-radius: 6px;
    margin-inline-end: 0.5rem;
    vertical-align: middle;
  }
  .proof .hint {
    color: var(--muted);
    font-size: 0.875rem;
  }
`
