import type { CopyTexts, SigningScriptTexts } from '@crypto-checkout/payer-ui'
import type { PanelStep, Problem } from '../wallets/state.ts'

/** A refund for a wallet to sign, and the texts about it. */
export type Order = {
  refund: string
  /** The network's display name: `Stellar`. */
  network: string
  /** The address of the wallet that must sign. */
  from: string
  words: SigningScriptTexts & CopyTexts
}

type Offered = { name: string | null; icon: string | null }

/** The delay after which the page reloads to show the server's current state. */
const LOOK_AGAIN_MS = 15_000

/** Buttons for wallets, with a status line below: everything that the script adds to the page. */
export class SignPanel {
  readonly #order: Order
  readonly #buttons = element('div', 'wallets')
  readonly #status = element('p', 'hint')

  constructor(place: HTMLElement, order: Order) {
    this.#order = order
    this.#status.setAttribute('role', 'status')
    place.append(this.#buttons, this.#status)
  }

  say(text: string): void {
    this.#status.replaceChildren(text)
  }

  /** Shows a button for each of these wallets. */
  offer<Wallet extends Offered>(wallets: readonly Wallet[], sign: (wallet: Wallet) => unknown): void {
    this.#buttons.replaceChildren(...wallets.map((wallet) => this.#createButton(wallet, sign)))
    // One button leads, as everywhere.
    for (const other of [...this.#buttons.children].slice(1)) other.className = 'secondary'
  }

  /** Shows progress. The buttons return once it is certain that nothing was sent. */
  follow(step: PanelStep): void {
    const message = findWords(step, this.#order.words)
    if (message !== null) this.say(message)
    if (step.type === 'sent') setTimeout(() => location.reload(), LOOK_AGAIN_MS)
    const isOver = step.type === 'stopped' || step.type === 'contradiction' || step.type === 'unreachable'
    if (isOver) localStorage.removeItem(this.#key)
    this.#buttons.hidden = !isOver
  }

  /** From now on it may have been sent, even if the page is reloaded. */
  remember(): void {
    localStorage.setItem(this.#key, '')
  }

  get isRemembered(): boolean {
    return localStorage.getItem(this.#key) !== null
  }

  get #key(): string {
    return `crypto-checkout-signed-${this.#order.refund}`
  }

  #createButton<Wallet extends Offered>(wallet: Wallet, sign: (wallet: Wallet) => unknown): HTMLElement {
    const { words } = this.#order
    const button = element('button', 'primary')
    button.setAttribute('type', 'button')
    if (wallet.icon !== null) {
      const icon = document.createElement('img')
      Object.assign(icon, { src: wallet.icon, alt: '', width: 20, height: 20 })
      button.append(icon)
    }
    button.append(` ${words.signWith} ${wallet.name ?? words.browserWallet}`)
    button.addEventListener('click', () => {
      this.#buttons.hidden = true
      void sign(wallet)
    })
    return button
  }
}

const PROBLEMS: Partial<Record<Problem, keyof SigningScriptTexts>> = {
  rejected: 'rejected',
  account: 'account',
  insufficient: 'insufficient',
  trustline: 'insufficient',
}

function findWords(step: PanelStep, words: SigningScriptTexts): string | null {
  switch (step.type) {
    case 'sending':
      return words.confirm
    case 'sent':
      return `${words.sent} ${step.hash}`
    case 'unknown':
      return words.unsure
    // The wallet uses another account than the one that has the money.
    case 'contradiction':
      return words.account
    case 'unreachable':
      return words.failed
    case 'stopped': {
      const { problem, missing } = step
      if (problem === 'network' && missing !== null) return `${words.network} ${missing}`
      return words[PROBLEMS[problem] ?? 'failed']
    }
    default:
      return null
  }
}

function element(name: 'p' | 'div' | 'button', className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}
