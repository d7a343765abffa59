import { html, trusted } from '../../core/src/page/html.ts'
import type { Texts } from '../../core/src/payer/texts.ts'

type Input = { base: string; src: string; theme: string; texts: Texts; title: string; script: string | undefined }

/** The element as it stands on a merchant's page. */
export function statePage({ base, src, theme, texts, title, script }: Input): string {
  return html`${trusted('<!doctype html>')}
<html lang="${texts.language}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/shop.css">
<link rel="stylesheet" href="/theme-${theme}.css">
${script && html`<script src="/browser/${script}"></script>`}
<script type="module" src="${base}/crypto-checkout.js"></script>
</head>
<body>
<main><h1 class="quiet">${title}</h1><crypto-checkout src="${src}"></crypto-checkout></main>
</body>
</html>
`.text
}
