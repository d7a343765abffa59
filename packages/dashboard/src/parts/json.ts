import { html, type TemplateResult } from 'lit'
import { texts } from '../languages/texts.ts'

/** An object as the API shows it, for whoever programs with it. Pictures are left out, for they are long. */
export function jsonView(value: object): TemplateResult {
  const text = JSON.stringify(value, (_, inner) => shorten(inner), 2)
  return html`<section>
    <details>
      <summary>${texts.shell.actions.json}</summary>
      <pre class="json" tabindex="0">${text}</pre>
    </details>
  </section>`
}

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('data:image/') ? `${value.slice(0, 22)}…` : value
}
