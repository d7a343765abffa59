/** The reference of the API: one page without scripts, made of the API document. */
import { FAVICON, html, type Markup, trustMarkup } from '../document.ts'
import { renderFields, renderType } from './fields.ts'
import { type OpenApi, resolve, type Schema } from './open-api.ts'
import { type ListedOperation, renderOperation, shorten } from './operation-section.ts'
import { closeSentence, renderParagraphs, renderWords } from './words.ts'

/** Writes the page. `css`: its style, whose hash the policy has. */
export function renderReferencePage(api: OpenApi, css: string): string {
  const { title, summary, description } = api.info
  const groups = groupByTag(api)
  const page = html`${trustMarkup('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}: API reference</title>
<link rel="icon" href="${FAVICON}">
<style>${trustMarkup(css)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header><h1>API reference</h1><p>${title}. ${summary}</p>
<p class="addresses">${api.servers.map(({ url, description: name }) => html`<span>${name}: <code>${url}</code></span> `)}</p></header>
<nav aria-label="Contents">${renderContents(api, groups)}</nav>
<main id="content">
<section><h2 id="introduction">Introduction</h2>
${renderParagraphs(description)}
<p>The same as <a href="openapi.json">an OpenAPI document</a>. Find a word on this page with the search of your browser.</p></section>
${[...groups].map(([name, operations]) => renderGroup(api, name, operations))}
${renderEvents(api)}
${renderErrors(api)}
${renderObjects(api)}
</main>
</body>
</html>
`
  return page.text
}

function groupByTag(api: OpenApi): Map<string, ListedOperation[]> {
  const groups = new Map<string, ListedOperation[]>(api.tags.map(({ name }) => [name, []]))
  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (method !== 'servers') groups.get(operation.tags[0] ?? '')?.push({ method, path, operation })
    }
  }
  return groups
}

function toAnchor(tag: string): string {
  return `tag-${tag.toLowerCase().replaceAll(' ', '-')}`
}

function renderContents(api: OpenApi, groups: Map<string, ListedOperation[]>): Markup {
  const listed = [...groups].map(
    ([name, operations]) => html`<li><details><summary>${name}</summary><ul>
<li><a href="#${toAnchor(name)}">About</a></li>
${operations.map(({ operation }) => html`<li><a href="#${operation.operationId}">${shorten(operation.summary)}</a></li>`)}</ul></details></li>
`,
  )
  return html`<ul><li><a href="#introduction">Introduction</a></li>${listed}
<li><a href="#events">Types of events</a></li><li><a href="#errors">Error codes</a></li>
<li><details><summary>Objects</summary><ul>${Object.keys(api.components.schemas).map((name) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></details></li></ul>`
}

function renderGroup(api: OpenApi, name: string, operations: readonly ListedOperation[]): Markup {
  const about = api.tags.find((tag) => tag.name === name)?.description ?? ''
  return html`<section class="group"><h2 id="${toAnchor(name)}">${name}</h2>
<p>${renderWords(about)}</p>
${operations.map((one) => renderOperation(api, one))}</section>
`
}

function renderEvents({ webhooks, components }: OpenApi): Markup {
  const rows = Object.entries(webhooks).map(([type, { post }]) => {
    const schema = post.requestBody?.content['application/json']?.schema
    return html`<tr><th scope="row"><code>${type}</code></th><td>${schema && renderType(schema)}</td><td>${renderWords(post.description)}</td></tr>
`
  })
  const [first] = Object.values(webhooks)
  const headers = (first?.post.parameters ?? []).map((one) => resolve(components.parameters, one))
  return html`<section class="group"><h2 id="events">Types of events</h2>
<p>Webhooks get an event as JSON by POST. Each message has these headers, as Standard Webhooks says.</p>
<dl class="fields">${headers.map(({ name, description = '' }) => html`<dt><code>${name}</code></dt><dd><p>${renderWords(closeSentence(description))}</p></dd>`)}</dl>
<div class="wide" tabindex="0" role="region" aria-label="Table of types"><table><thead><tr><th scope="col">Type</th><th scope="col">Object</th><th scope="col">When</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`
}

function renderErrors({ components }: OpenApi): Markup {
  const meanings = components.schemas.ErrorCode?.['x-enumDescriptions'] ?? {}
  const rows = Object.entries(meanings).map(([code, words]) => {
    const [, status = '', meaning = ''] = /^(\d+): (.*)$/.exec(words) ?? []
    return html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td><td>${renderWords(meaning)}</td></tr>
`
  })
  return html`<section class="group"><h2 id="errors">Error codes</h2>
<p>A refusal is a <a href="#Problem">Problem</a>. Its <code>code</code> is one of these.</p>
<div class="wide" tabindex="0" role="region" aria-label="Table of codes"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div></section>
`
}

function renderObjects({ components }: OpenApi): Markup {
  return html`<section class="group"><h2 id="objects">Objects</h2>
${Object.entries(components.schemas).map(([name, schema]) => renderObject(name, schema))}</section>
`
}

function renderObject(name: string, schema: Schema): Markup {
  const choices = schema.oneOf ?? schema.anyOf
  return html`<section class="object"><h3 id="${name}">${name}</h3>
${schema.description && renderParagraphs(schema.description)}
${choices && html`<p>One of ${renderType(schema)}.</p>`}${renderFields(schema)}</section>
`
}
