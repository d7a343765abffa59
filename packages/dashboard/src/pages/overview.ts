import { html } from 'lit'
import { texts } from '../languages/texts.ts'
import { Page } from '../parts/view.ts'

/** What came in, and what needs a hand. */
class OverviewPage extends Page {
  override render() {
    return html`<h1>${texts.shell.pages.overview}</h1>`
  }
}

customElements.define('overview-page', OverviewPage)
