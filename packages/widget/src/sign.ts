import type { CopyTexts } from '@crypto-checkout/payer-ui'
import { type Discovery, discoverWallets, type FoundWallet } from '@crypto-checkout/payer-ui/wallets/discover'
import { type Order, SignPanel } from './sign/panel.ts'
import type { FreighterOrder } from './sign/sign-freighter.ts'
import type { Chain } from './wallets/evm/chain.ts'
import { payWith, type Step } from './wallets/evm/pay.ts'

/** Lets a wallet in the browser sign what the page shows. Without this script the page says what to send by hand. */
async function enhance(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-order]')
  const order: InjectedOrder | FreighterOrder | null = place?.dataset.order ? JSON.parse(place.dataset.order) : null
  if (!place || !order) return
  const panel = new SignPanel(place, order)
  addCopyButtons(document, panel, order.words)
  // A second transfer would pay twice: if a wallet was asked before, the user must first look there.
  if (panel.isRemembered) panel.say(order.words.unsure)
  else if (order.chain !== null) offerInjected(panel, order)
  else await (await import('./sign/sign-freighter.ts')).offerFreighter(panel, order)
}

const COPY_ICON = 'M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9'

type Target = keyof CopyTexts['copy']

/** Adds a button to each value that is typed into a wallet by hand: the amount, the address and the memo. */
function addCopyButtons(page: Document, panel: SignPanel, words: CopyTexts): void {
  for (const value of page.querySelectorAll<HTMLElement>('[data-copy]')) {
    const button = createButton(page, words.copy[value.dataset.copy as Target])
    button.addEventListener('click', () => void copy(value, button, panel, words))
    value.closest('.amount, dd')?.append(button)
  }
}

async function copy(value: HTMLElement, button: Element, panel: SignPanel, words: CopyTexts): Promise<void> {
  try {
    // Not the text, which has the reader's notation, and which a browser may have translated.
    await navigator.clipboard.writeText(value.dataset.value ?? '')
    button.toggleAttribute('data-copied', true)
    panel.say(words.copied[value.dataset.copy as Target])
  } catch {
    // Pages on plain http may not copy. The value is then selected.
    getSelection()?.selectAllChildren(value)
    panel.say(words.copyRefused)
  }
}

function createButton(page: Document, label: string): HTMLButtonElement {
  const button = page.createElement('button')
  Object.assign(button, { className: 'copy', type: 'button', title: label })
  button.setAttribute('aria-label', label)
  const icon = page.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = page.createElementNS('http://www.w3.org/2000/svg', 'path')
  icon.setAttribute('class', 'icon')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  path.setAttribute('d', COPY_ICON)
  icon.append(path)
  button.append(icon)
  return button
}

/** A token transfer by a wallet that sends what it signs. */
type InjectedOrder = Order & { chain: Chain; token: string; to: string; rawAmount: string; decimals: number }

/** Wallets announce themselves shortly after the request. */
const NONE_AFTER_MS = 1_500

/** Offers the wallets of this browser, and says so if there are none. */
function offerInjected(panel: SignPanel, order: InjectedOrder): void {
  // Wallets may announce themselves during the call itself.
  let found: Discovery | null = null
  const show = () => panel.offer(found?.wallets ?? [], sign)
  found = discoverWallets(window, show)
  show()
  setTimeout(() => {
    if (found?.wallets.length === 0) panel.say(order.words.none)
  }, NONE_AFTER_MS)

  async function sign(wallet: FoundWallet): Promise<void> {
    let account = ''
    const follow = (step: Step) => {
      if (step.type === 'connected') account = step.account
      // A second transfer would pay twice: if a wallet was asked before, the user must first look there.
      if (step.type === 'sending') panel.remember()
      panel.follow(step)
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
      onStep: follow,
    })
  }
}

void enhance()
