import type { Chain } from './wallets/evm/chain.ts'
import { type Discovery, discoverWallets, type FoundWallet } from './wallets/evm/discover.ts'
import { type Problem, payWith, type Step } from './wallets/evm/pay.ts'

/** The transfer of a refund, and what is said about it: as the page gives it in `data-order`. */
type Order = {
  refund: string
  chain: Chain
  /** The wallet that has to sign. */
  from: string
  token: string
  to: string
  rawAmount: string
  decimals: number
  words: Record<
    | 'signWith'
    | 'browserWallet'
    | 'none'
    | 'account'
    | 'rejected'
    | 'insufficient'
    | 'failed'
    | 'asked'
    | 'sent'
    | 'unsure',
    string
  >
}

/** The page is shown as the server knows it then. */
const LOOK_AGAIN_MS = 15_000
/** Wallets announce themselves a moment after they were asked. */
const NONE_AFTER_MS = 1_500

/** Lets a wallet in the browser sign what the page shows. Without it the page says what to send by hand. */
function enhance(): void {
  const place = document.querySelector<HTMLElement>('[data-order]')
  const order: Order | null = place?.dataset.order ? JSON.parse(place.dataset.order) : null
  if (!place || !order) return
  const status = element('p', 'hint')
  status.setAttribute('role', 'status')
  const buttons = element('div', 'wallets')
  place.append(buttons, status)
  const said = (text: string) => status.replaceChildren(text)
  // A second transfer would pay twice: who asked a wallet before looks there first.
  if (localStorage.getItem(keyOf(order)) !== null) {
    said(order.words.unsure)
    return
  }
  // Wallets may announce themselves while they are asked.
  let found: Discovery | null = null
  const show = () => buttons.replaceChildren(...(found?.wallets ?? []).map((wallet) => buttonOf(wallet)))
  found = discoverWallets(window, show)
  show()
  setTimeout(() => {
    if (found?.wallets.length === 0) said(order.words.none)
  }, NONE_AFTER_MS)

  function buttonOf(wallet: FoundWallet): HTMLElement {
    const button = element('button', 'primary')
    button.setAttribute('type', 'button')
    if (wallet.icon !== null) {
      const icon = document.createElement('img')
      Object.assign(icon, { src: wallet.icon, alt: '', width: 20, height: 20 })
      button.append(icon)
    }
    button.append(` ${order?.words.signWith ?? ''} ${wallet.name ?? order?.words.browserWallet ?? ''}`)
    button.addEventListener('click', () => void sign(wallet))
    return button
  }

  async function sign(wallet: FoundWallet): Promise<void> {
    if (!order) return
    buttons.hidden = true
    let account = ''
    const tell = (step: Step) => {
      if (step.type === 'connected') account = step.account
      said(wordsOf(step, order) ?? status.textContent)
      buttons.hidden = !remember(step, order)
    }
    const isOwner = () => account.toLowerCase() === order.from.toLowerCase()
    const { token, to, decimals } = order
    const transfer = { chainId: order.chain.id, token, to, rawAmount: BigInt(order.rawAmount), decimals }
    await payWith({
      provider: wallet.provider,
      chain: order.chain,
      otherAccount: true,
      transfer: () => (isOwner() ? transfer : null),
      signal: new AbortController().signal,
      tell,
    })
  }
}

/** Notes that a wallet was asked to send. True once it is certain that nothing was sent. */
function remember(step: Step, order: Order): boolean {
  if (step.type === 'sending') localStorage.setItem(keyOf(order), '')
  if (step.type === 'sent') setTimeout(() => location.reload(), LOOK_AGAIN_MS)
  const isOver = step.type === 'stopped' || step.type === 'contradiction'
  if (isOver) localStorage.removeItem(keyOf(order))
  return isOver
}

function keyOf({ refund }: Order): string {
  return `crypto-checkout-signed-${refund}`
}

function wordsOf(step: Step, { words }: Order): string | null {
  const problems: Partial<Record<Problem, string>> = {
    rejected: words.rejected,
    account: words.account,
    insufficient: words.insufficient,
  }
  switch (step.type) {
    case 'sending':
      return words.asked
    case 'sent':
      return `${words.sent} ${step.hash}`
    case 'unknown':
      return words.unsure
    // The wallet is on another account than the one that has the money.
    case 'contradiction':
      return words.account
    case 'stopped':
      return problems[step.problem] ?? words.failed
    default:
      return null
  }
}

function element(name: 'p' | 'div' | 'button', className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}

enhance()
