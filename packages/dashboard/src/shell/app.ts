import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js'
import { html, nothing } from 'lit'
import { findSession } from '../api/sign-in.ts'
import { loadPageTexts } from '../languages/texts.ts'
import { mayLeave } from '../parts/dialog.ts'
import { failureView } from '../parts/states.ts'
import { watchForms } from '../parts/typed.ts'
import { View } from '../parts/view.ts'
import { readPlace, startRouter } from '../router.ts'
import { session } from '../session.ts'
import './frame.ts'
import './sign-in.ts'

// Icons of the components come from a file of the dashboard: their own would be fetched from elsewhere.
const sheet = new URL('component-icons.svg', document.baseURI)
registerIconLibrary('system', { resolver: (name) => `${sheet.href}#${name}`, spriteSheet: true })

/** The dashboard: an invitation's page, the page to sign in, the page to connect a shop system, or the pages of a signed-in user. */
class DashboardApp extends View {
  #error: unknown = null

  override connectedCallback(): void {
    super.connectedCallback()
    followColourScheme()
    watchForms()
    startRouter(mayLeave)
    session.onChange(() => this.requestUpdate())
    session.followTabs(() => void this.#open())
    void this.#open()
  }

  async #open(): Promise<void> {
    this.#error = null
    try {
      const found = await findSession()
      const { path } = readPlace()
      if (path === 'invitation') await import('./invitation.ts')
      if (path === 'connect') await loadPageTexts().then(() => import('./connect.ts'))
      if (found) session.begin(found)
      else session.end()
    } catch (error) {
      this.#error = error
    }
    this.requestUpdate()
  }

  protected override updated(): void {
    const entrance = this.querySelector<HTMLDialogElement>('.entrance-dialog')
    if (entrance && !entrance.open) showOnTop(entrance)
  }

  override render() {
    if (this.#error) return html`<main>${failureView(this.#error, () => this.#open())}</main>`
    if (session.current === undefined) return html`<main class="spinner-page"><span class="spinner"></span></main>`
    if (readPlace().path === 'invitation') return html`<invitation-page></invitation-page>`
    const asksToConnect = readPlace().path === 'connect'
    if (session.isOver || (asksToConnect && !session.current)) return html`<sign-in-page></sign-in-page>`
    if (asksToConnect) return html`<connect-page></connect-page>`
    return html`<dashboard-frame></dashboard-frame>
      ${session.hasLapsed ? html`<dialog class="entrance-dialog"><sign-in-page></sign-in-page></dialog>` : nothing}`
  }
}

/** Above everything else, also above dialogs that are open. Only a new session closes it. */
function showOnTop(element: HTMLDialogElement): void {
  element.addEventListener('cancel', (event) => event.preventDefault())
  // Browsers let a second press of Escape close it.
  element.addEventListener('close', () => element.isConnected && element.showModal())
  element.showModal()
}

customElements.define('dashboard-app', DashboardApp)

/** Light or dark, as the system is, and light on paper. The design tokens need a class for it. */
function followColourScheme(): void {
  const dark = matchMedia('screen and (prefers-color-scheme: dark)')
  const apply = () => document.documentElement.classList.toggle('wa-dark', dark.matches)
  apply()
  dark.addEventListener('change', apply)
}
