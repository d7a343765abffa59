/** An operation of the API in the reference. */
import { html, type Insertable, type Markup } from '../document.ts'
import { renderFields, renderList, renderType } from './fields.ts'
import { type OpenApi, type Operation, type Parameter, type Response, resolve } from './open-api.ts'
import { closeSentence, renderParagraphs, renderWords } from './words.ts'

export type ListedOperation = { readonly method: string; readonly path: string; readonly operation: Operation }

/** The example's keys stand for those of the reader. */
const KEYS = ["-H 'Authorization: Bearer pk_test_...'", "-H 'X-Api-Secret: sk_test_...'"]

export function renderOperation(api: OpenApi, { method, path, operation }: ListedOperation): Markup {
  const { operationId, summary, description } = operation
  return html`<section class="operation">
<h3 id="${operationId}">${shorten(summary)}</h3>
<p class="place"><span class="method" data-method="${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${renderParagraphs(description)}
${renderParameters(api, operation)}
${renderBody(api, operation)}
${renderAnswer(api, operation)}
${renderRefusals(api, operation)}
${renderExample(api, { method, path, operation })}
</section>
`
}

/** A summary up to its first colon or semicolon: what follows is in the description. */
export function shorten(summary: string): string {
  return summary.split(/[:;]/)[0] ?? summary
}

function listParameters({ components }: OpenApi, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((one) => resolve(components.parameters, one))
}

const places: Readonly<Record<string, string>> = { path: 'in the path', query: 'in the query', header: 'header' }

function renderParameters(api: OpenApi, operation: Operation): Markup | null {
  const fields = listParameters(api, operation).map(({ name, in: place, required = false, description, schema }) => {
    const words = [places[place] ?? place, description].filter((one) => one !== undefined).join(': ')
    return { name, required, schema: { ...schema, description: words.replace(/^./, (first) => first.toUpperCase()) } }
  })
  return fields.length === 0 ? null : html`<h4>Parameters</h4>${renderList(fields)}`
}

function renderBody({ components }: OpenApi, { requestBody }: Operation): Markup | null {
  const schema = requestBody?.content['application/json']?.schema
  if (!schema) return null
  const body = resolve(components.schemas, schema as { readonly $ref: string })
  return html`<h4>Body: ${renderType(schema)}</h4>${renderFields(body)}`
}

function listResponses({ components }: OpenApi, { responses }: Operation): [string, Response][] {
  return Object.entries(responses).map(([status, one]) => [status, resolve(components.responses, one)])
}

function renderAnswer(api: OpenApi, operation: Operation): Insertable {
  return listResponses(api, operation)
    .filter(([status]) => status < '400' || status === '402' || status === '410')
    .map(([status, { description, content }]) => {
      const schema = content?.['application/json']?.schema
      return html`<p class="answer"><strong>${status}</strong> ${schema ? renderType(schema) : null} ${renderWords(closeSentence(description))}</p>`
    })
}

function renderRefusals(api: OpenApi, operation: Operation): Markup | null {
  const refused = listResponses(api, operation).filter(
    ([, { content }]) => content?.['application/json']?.schema.$ref === '#/components/schemas/Problem',
  )
  if (refused.length === 0) return null
  return html`<details><summary>Refusals</summary><dl class="refusals">${refused.map(
    ([status, { description }]) => html`<dt>${status}</dt><dd>${renderWords(closeSentence(description))}</dd>`,
  )}</dl></details>`
}

function renderExample(api: OpenApi, listed: ListedOperation): Markup | null {
  const { operation } = listed
  const [[, done] = []] = listResponses(api, operation)
  const [answer] = Object.values(done?.content ?? {})
  if (answer?.example === undefined) return null
  const text = typeof answer.example === 'string' ? answer.example : JSON.stringify(answer.example, null, 2)
  return html`<details><summary>Example</summary>
<pre tabindex="0"><code>${formatCall(api, listed)}</code></pre>
<pre tabindex="0"><code>${text}</code></pre></details>`
}

/** The example's request as a command. */
function formatCall(api: OpenApi, { method, path, operation }: ListedOperation): string {
  const id = listParameters(api, operation).find(({ in: place }) => place === 'path')?.example
  const base = api.servers.at(-1)?.url ?? ''
  const body = operation.requestBody?.content['application/json']?.example
  const json = body === undefined ? null : JSON.stringify(body).replaceAll("'", "'\\''")
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${base}${path.replace('{id}', String(id ?? ''))}`,
    ...KEYS,
    ...(json === null ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]),
  ].join(' \\\n  ')
}
