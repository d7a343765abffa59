import type { ConfiguredMethod, ConfiguredMethods, MerchantSettings } from '@crypto-checkout/api-types'
import { html } from 'lit'
import { callApi, RequestError } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { readText, textField } from '../../parts/field.ts'
import { Loader } from '../../parts/loader.ts'
import { showLoaded } from '../../parts/states.ts'
import type { Shop } from '../../router.ts'
import { SettingsForm } from './settings-form.ts'
import { checkWallet } from './wallet-check.ts'

/** The shop's wallets, one for each network. */
class WalletSettings extends SettingsForm {
  static override properties = { shop: { attribute: false } }

  declare shop: Shop
  readonly #methods = new Loader<ConfiguredMethods>(this)

  override connectedCallback(): void {
    super.connectedCallback()
    void this.#load()
  }

  #load(): Promise<void> {
    const { shop } = this
    return this.#methods.load((signal) => callApi(shop, 'GET', '/payment_methods', { signal }), {
      quietly: true,
    })
  }

  override render() {
    const { wallets } = pageTexts.settings
    return html`<section>
      <h2>${wallets.title}</h2>
      <p class="wide-text">${wallets.reason}</p>
      ${showLoaded(this.#methods, ({ methods }) => this.#view(listNetworks(methods)))}
    </section>`
  }

  #view(networks: readonly ConfiguredMethod[]) {
    const { wallets } = pageTexts.settings
    if (networks.length === 0) return html`<p>${wallets.none}</p>`
    const fields = networks.map(({ network, networkTitle, merchantWallet }) =>
      textField({ name: `wallets.${network}`, label: wallets.onNetwork(networkTitle), value: merchantWallet ?? '' }),
    )
    return this.form(html`${fields}<p class="hint">${wallets.hint}</p>`, wallets.save)
  }

  /** Sends what differs, if the user has checked each new wallet. The password or passkey is asked for only then. */
  protected override async save(values: FormData): Promise<void> {
    const { current } = this.#methods
    const networks = current.state === 'ready' ? listNetworks(current.value.methods) : []
    const changed = networks
      .map(
        ({ network, networkTitle, merchantWallet }) =>
          [network, readText(values, `wallets.${network}`) ?? null, merchantWallet, networkTitle] as const,
      )
      .filter(([, wallet, before]) => wallet !== before)
    if (changed.length === 0) return
    const { wallets } = pageTexts.settings
    for (const [network, wallet, , networkTitle] of changed) {
      const title = wallets.check.title(networkTitle)
      const isChecked =
        wallet === null ||
        (await checkWallet(this.shop, { title, network, address: wallet }).catch((error: unknown) => {
          throw error instanceof RequestError ? error.withParam(`wallets.${network}`) : error
        }))
      if (!isChecked) throw new Error(wallets.check.unchanged)
    }
    const body = { wallets: Object.fromEntries(changed.map(([network, wallet]) => [network, wallet])) }
    await callApi<MerchantSettings>(this.shop, 'PATCH', '/merchant/settings', { body })
    await this.#load()
  }
}

/** A method of each network. */
function listNetworks(methods: readonly ConfiguredMethod[]): ConfiguredMethod[] {
  return [...new Map(methods.map((method) => [method.network, method])).values()]
}

customElements.define('wallet-settings', WalletSettings)
