import { html, type Markup, trustMarkup } from '../../core/src/pages/document.ts'
import { states } from './states.ts'
import { addressOf, choices, galleryAddressOf, type View } from './view.ts'

const NAMES: Readonly<Record<keyof typeof choices, string>> = {
  as: 'Shown as',
  theme: 'Theme',
  lang: 'Language',
  width: 'Width',
}

/** One state in a frame, and links to all the others. It needs no script. */
export function galleryPage(view: View): string {
  const address = addressOf(view)
  return html`${trustMarkup('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title(view.state)} · Gallery</title>
<link rel="stylesheet" href="/gallery.css">
</head>
<body>
<nav class="states" aria-label="States">
<h1>Gallery</h1>
${[...Map.groupBy(states, ([, { group }]) => group)].map(([group, ones]) => list(group, ones, view))}
</nav>
<main>
<div class="choices">${Object.keys(choices).map((name) => chooser(name as keyof typeof choices, view))}
<a class="alone" href="${address}">Open by itself</a></div>
<div class="stage" data-width="${view.width}"><iframe src="${address}" title="${title(view.state)}"></iframe></div>
</main>
</body>
</html>
`.text
}

function list(group: string, ones: readonly (readonly [string, unknown])[], view: View): Markup {
  return html`<h2>${group}</h2>
<ul>${ones.map(([state]) => html`<li>${link(title(state), { ...view, state }, state === view.state)}</li>`)}</ul>
`
}

function chooser(name: keyof typeof choices, view: View): Markup {
  const links = choices[name].map((choice) => link(title(choice), { ...view, [name]: choice }, choice === view[name]))
  return html`<div class="choice" role="group" aria-label="${NAMES[name]}"><span>${NAMES[name]}</span>${links}</div>
`
}

function link(text: string, view: View, current: boolean): Markup {
  const address = galleryAddressOf(view)
  return current ? html`<a href="${address}" aria-current="true">${text}</a>` : html`<a href="${address}">${text}</a>`
}

/** `title('partially-paid') // 'Partially paid'` */
function title(name: string): string {
  return name.length === 2 ? name : (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ')
}
