/** Texts of the API document as markup: paragraphs, code and strong words of Markdown, and nothing else. */
import { html, type Markup } from '../document.ts'

/** Paragraphs, which blank lines separate. */
export function renderParagraphs(text: string): Markup[] {
  return text.split('\n\n').map((paragraph) => html`<p>${renderWords(closeSentence(paragraph))}</p>`)
}

/** One line of text. */
export function renderWords(text: string): Markup[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(renderPart)
}

function renderPart(part: string): Markup {
  if (part.startsWith('`') && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`
  return part.startsWith('**') && part.length > 4 ? html`<strong>${part.slice(2, -2)}</strong>` : html`${part}`
}

/** Descriptions of fields have no full stop at their end. */
export function closeSentence(text: string): string {
  return /[.!?:]\**$/.test(text) ? text : `${text}.`
}
