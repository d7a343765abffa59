/** Short notices that something was done. Screen readers read them out. */
import { html, nothing } from 'lit'
import { View } from './view.ts'

const SHOWN_MS = 6_000

class NoticeArea extends View {
  #text = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  show(text: string): void {
    clearTimeout(this.#timer)
    this.#text = text
    this.#timer = setTimeout(() => this.show(''), SHOWN_MS)
    this.requestUpdate()
  }

  override render() {
    return html`<div class="notices" role="status">${this.#text ? html`<p class="notice">${this.#text}</p>` : nothing}</div>`
  }
}

customElements.define('notice-area', NoticeArea)

/** Shows a notice for some seconds. */
export function notify(text: string): void {
  document.querySelector<NoticeArea>('notice-area')?.show(text)
}
