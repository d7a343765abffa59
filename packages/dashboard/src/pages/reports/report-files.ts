import type { ReportFile, ReportLink } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { callApi } from '../../api/request.ts'
import { pageTexts } from '../../languages/texts.ts'
import { readText, selectField } from '../../parts/field.ts'
import { Progress } from '../../parts/progress.ts'
import { View } from '../../parts/view.ts'
import type { Shop } from '../../router.ts'

export type Days = { readonly from: string; readonly to: string }

/** The formats of the API, and the summary, which has a file of its own. Statements are of one coin. */
const formats = ['summary', 'csv', 'xlsx', 'xero', 'quickbooks'] as const
const statements: readonly string[] = ['xero', 'quickbooks']

type Made = { readonly of: Days; readonly file: ReportLink | ReportFile }

/** Makes files of some days for spreadsheets and bookkeeping programs, and says how many rows they have. */
class ReportFiles extends View {
  static override properties = { shop: { attribute: false }, days: { attribute: false }, coins: { attribute: false } }

  declare shop: Shop
  declare days: Days
  declare coins: readonly string[]
  readonly #progress = new Progress(this)
  #format: string = formats[0]
  #made: Made | null = null

  override render() {
    const { files } = pageTexts.reports
    const format = { name: 'format', label: files.format, value: this.#format }
    return html`<section>
      <h2>${files.title}</h2>
      <form class="filters" @submit=${this.#submit} @change=${this.#change}>
        ${selectField(
          format,
          formats.map((value) => ({ value, label: files.formats[value] })),
        )}
        ${statements.includes(this.#format) ? this.#coinField() : nothing}
        ${this.#progress.buttonView(files.make, '')}
      </form>
      ${this.#progress.errorView()} ${this.#made && isSame(this.#made.of, this.days) ? fileView(this.#made.file) : nothing}
    </section>`
  }

  #coinField(): TemplateResult {
    const coin = { name: 'cryptocurrency', label: pageTexts.reports.coins.coin, value: this.coins[0] ?? '' }
    return selectField(
      coin,
      this.coins.map((value) => ({ value, label: value })),
    )
  }

  readonly #change = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement && target.name === 'format') this.#format = target.value
    this.#made = null
    this.requestUpdate()
  }

  readonly #submit = (event: SubmitEvent): Promise<void> => {
    const { shop, days } = this
    return this.#progress.submit(event, async (values) => {
      const [format, cryptocurrency] = [readText(values, 'format'), readText(values, 'cryptocurrency')]
      const own = format === 'csv' ? { language: document.documentElement.lang } : {}
      const file = await (format === 'summary'
        ? callApi<ReportLink>(shop, 'GET', '/reports/summary/export', {
            query: { ...days, language: document.documentElement.lang },
          })
        : callApi<ReportFile>(shop, 'GET', '/ledger/export', { query: { ...days, ...own, format, cryptocurrency } }))
      this.#made = { of: days, file }
    })
  }
}

function isSame(one: Days, other: Days): boolean {
  return one.from === other.from && one.to === other.to
}

function fileView(file: ReportLink | ReportFile): TemplateResult {
  const { files } = pageTexts.reports
  return html`<p role="status">
      ${'rows' in file ? files.rows(file.rows) : nothing} <a class="button" href=${file.url} download>${files.download}</a>
    </p>
    ${'preview' in file && file.rows > 0 ? previewView(file.preview) : nothing}`
}

/** The first rows as they are in the file. It is as wide as they are, so it scrolls. */
function previewView([names = [], ...rows]: ReportFile['preview']): TemplateResult {
  const { files } = pageTexts.reports
  return html`<div class="sheet" tabindex="0" role="group" aria-labelledby="preview">
    <table>
      <caption id="preview">${files.preview}</caption>
      <thead translate="no"><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody translate="no">${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`
}

customElements.define('report-files', ReportFiles)
