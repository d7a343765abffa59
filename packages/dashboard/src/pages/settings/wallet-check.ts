import type { WalletChallenge } from '@crypto-checkout/api-types'
import { discoverWallets, type Eip1193Provider } from '@crypto-checkout/payer-ui/wallets/discover'
import { showsAccount, signMessage } from '@crypto-checkout/payer-ui/wallets/sign-message'
import { html, nothing } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { openDialog } from '../../parts/dialog.ts'
import { readText, textField } from '../../parts/field.ts'
import { Progress } from '../../parts/progress.ts'
import { View } from '../../parts/view.ts'
import type { Shop } from '../../router.ts'

/** Characters that are typed again. A program that replaces addresses seldom finds one with the same end. */
const ENDING = 6

/** Asks for the wallet's signature, or for the end of its address. `mustSign`: only for the signature. */
class WalletCheck extends View {
  static override properties = {
    shop: { attribute: false },
    challenge: { attribute: false },
    mustSign: { attribute: false },
  }

  declare shop: Shop
  declare challenge: WalletChallenge
  declare mustSign: boolean
  readonly #wallets = findOwnWallets()
  readonly #progress = new Progress(this)
  isProven = false

  override render() {
    const { check } = pageTexts.settings.wallets
    const { address } = this.challenge
    return html`<p>${check.reason}</p>
      <p><code translate="no" class="wrap">${address}</code></p>
      ${this.isProven ? html`<p role="status">${check.proven}</p>` : this.#questions()}`
  }

  #questions() {
    const { check } = pageTexts.settings.wallets
    const maySign = this.challenge.standard === 'EIP-191' && this.#wallets.length > 0
    return html`${
      maySign
        ? html`<p>${check.signReason}</p>
          <p>
            <button type="button" aria-busy=${this.#progress.isBusy} ?disabled=${this.#progress.isBusy} @click=${this.#sign}>${check.sign}</button>
          </p>
          ${this.#progress.errorView()}`
        : nothing
    }
    ${this.mustSign && !maySign ? html`<p>${check.noWallet}</p>` : nothing}
    ${this.mustSign ? nothing : textField({ name: 'ending', label: check.ending(ENDING), hint: check.endingHint, maxLength: ENDING })}`
  }

  readonly #sign = () =>
    this.#progress.run(async () => {
      const { address, message, network } = this.challenge
      const { declined, otherWallet } = pageTexts.settings.wallets.check
      const signature = await signByWallet(this.#wallets, address, message).catch(() => {
        throw new Error(declined)
      })
      if (signature === null) throw new Error(otherWallet)
      const body = { network, address, message, signature }
      await callApi(this.shop, 'POST', '/wallets/prove', { body })
      this.isProven = true
    })
}

customElements.define('wallet-check', WalletCheck)

/** A wallet of the user's on a network. */
type OwnWallet = {
  /** The title of the dialog. */
  readonly title: string
  readonly network: string
  readonly address: string
  /** Only a signature will do. */
  readonly mustSign?: boolean
}

/**
 * Has the user prove a new wallet, or type the end of its address again. False if the user does neither. Throws
 * RequestError for what is no address on the network.
 */
export async function checkWallet(
  shop: Shop,
  { title, network, address, mustSign = false }: OwnWallet,
): Promise<boolean> {
  const challenge = await callApi<WalletChallenge>(shop, 'POST', '/wallets/challenge', { body: { network, address } })
  const { check } = pageTexts.settings.wallets
  const view = Object.assign(new WalletCheck(), { shop, challenge, mustSign })
  const isRight = await openDialog({
    title,
    body: html`${view}`,
    submit: check.submit,
    run: async (values) => {
      const ending = readText(values, 'ending')?.toLowerCase()
      if (view.isProven || ending === challenge.address.slice(-ENDING).toLowerCase()) return true
      throw new Error(mustSign ? check.unsigned : check.wrongEnding)
    },
  })
  return isRight === true
}

/** Those that are there now. */
function findOwnWallets(): Eip1193Provider[] {
  const discovery = discoverWallets(window, () => {})
  discovery.stop()
  return discovery.wallets.map(({ provider }) => provider)
}

/** Has the wallet that holds an address sign a text; null if none of them shows that address. */
async function signByWallet(
  wallets: readonly Eip1193Provider[],
  address: string,
  message: string,
): Promise<string | null> {
  for (const wallet of wallets) if (await showsAccount(wallet, address)) return signMessage(wallet, address, message)
  return null
}
