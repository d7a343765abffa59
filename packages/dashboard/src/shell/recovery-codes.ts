import { html } from 'lit'
import { texts } from '../languages/texts.ts'
import { showDialog } from '../parts/dialog.ts'

/** Shows recovery codes, once. Resolves when the user has closed them. */
export async function showRecoveryCodes(codes: readonly string[]): Promise<void> {
  const { title, reason, copy, save, done } = texts.signIn.recovery
  const text = `${codes.join('\n')}\n`
  const body = html`<p>${reason}</p>
    <ol class="recovery-codes">${codes.map((code) => html`<li><code translate="no">${code}</code></li>`)}</ol>
    <p class="actions">
      <button type="button" @click=${() => navigator.clipboard.writeText(text)}>${copy}</button>
      <button type="button" @click=${() => saveFile('recovery-codes.txt', text)}>${save}</button>
    </p>`
  await showDialog(title, body, done)
}

/** Lets the browser save a text as a file. */
function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
