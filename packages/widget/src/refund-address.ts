import { type Discovery, discoverWallets, type FoundWallet } from '@crypto-checkout/payer-ui/wallets/discover'
import { classifyRefusal } from './wallets/evm/provider.ts'

/** The page's words on the form: the family of its network, and the texts of the buttons. `%s` is a wallet's name. */
type Offer = {
  readonly isEvm: boolean
  readonly words: Readonly<Record<'paste' | 'useWallet' | 'browserWallet' | 'noAnswer', string>>
}

type Source = { readonly name: string | null; readonly icon: string | null; readAddress(): Promise<string> }

/**
 * Adds buttons below the field of a refund's address: one pastes, the others take the address from a wallet in this
 * browser. Whatever they enter, the payer sees it whole on the next page. Without this script the payer types it.
 */
function enhance(): void {
  const place = document.querySelector<HTMLElement>('[data-offer]')
  const field = document.querySelector<HTMLTextAreaElement>('#address')
  if (!place?.dataset.offer || !field) return
  const { isEvm, words }: Offer = JSON.parse(place.dataset.offer)
  const wallets = document.createElement('div')
  const status = document.createElement('p')
  Object.assign(status, { className: 'hint', role: 'status' })
  // Browsers without it, and pages on plain http, have no clipboard.
  if (navigator.clipboard?.readText) {
    place.append(createButton(words.paste, null, () => void enter(() => navigator.clipboard.readText())))
  }
  place.append(wallets, status)
  const show = (sources: readonly Source[]) =>
    wallets.replaceChildren(
      ...sources.map(({ name, icon, readAddress }) =>
        createButton(
          words.useWallet.replace('%s', () => name ?? words.browserWallet),
          icon,
          () => void enter(readAddress),
        ),
      ),
    )
  if (isEvm) followWallets(show)
  else void findFreighter(show)

  async function enter(read: () => Promise<string>): Promise<void> {
    if (!field) return
    status.textContent = ''
    try {
      field.value = (await read()).trim()
    } catch (error) {
      // A user who declines knows it.
      if (classifyRefusal(error) !== 'rejected') status.textContent = words.noAnswer
    }
    field.focus()
  }
}

function followWallets(show: (sources: readonly Source[]) => void): void {
  // Wallets may announce themselves during the call itself.
  let found: Discovery | null = null
  const update = () => show(found?.wallets.map(toSource) ?? [])
  found = discoverWallets(window, update)
  update()
}

function toSource({ name, icon, provider }: FoundWallet): Source {
  return {
    name,
    icon,
    async readAddress() {
      const accounts = await provider.request({ method: 'eth_requestAccounts' })
      const [account] = Array.isArray(accounts) ? accounts : []
      if (typeof account !== 'string') throw new Error('the wallet named no account')
      return account
    },
  }
}

async function findFreighter(show: (sources: readonly Source[]) => void): Promise<void> {
  const { hasFreighter, readAccount } = await import('./wallets/stellar/freighter-wallet.ts')
  if (!(await hasFreighter())) return
  show([{ name: 'Freighter', icon: null, readAddress: readAccount }])
}

function createButton(label: string, icon: string | null, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  Object.assign(button, { className: 'secondary', type: 'button' })
  if (icon !== null) {
    const image = document.createElement('img')
    Object.assign(image, { src: icon, alt: '', width: 20, height: 20 })
    button.append(image, ' ')
  }
  button.append(label)
  button.addEventListener('click', press)
  return button
}

enhance()
