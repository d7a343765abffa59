import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { html } from '../../core/src/pages/document.ts'
import { launchBrowser } from './browser.ts'
import { photograph } from './photograph.ts'
import { showState } from './show-state.ts'
import { scriptedPages, statesShownAs, type View } from './view.ts'

type Series = {
  /** The subfolder of the requested folder. */
  name: string
  as: View['as']
  lang: View['lang']
  width: number
  media?: Pick<BrowserContextOptions, 'colorScheme' | 'forcedColors'> & { print?: boolean }
  /** If absent, all states that look different. */
  states?: readonly string[]
}

const PHONE = 390
const DESKTOP = 1280
/** The width of a picture on a contact sheet. */
const THUMBNAIL = 300

const themed = (
  as: View['as'],
  lang: View['lang'],
  width: number,
  states: readonly string[] = statesShownAs(as),
): Series[] =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${as}-${lang}-${width}-${colorScheme}`,
    as,
    lang,
    width,
    media: { colorScheme },
    states,
  }))

const all: readonly Series[] = [
  ...(['en', 'ar', 'de'] as const).flatMap((lang) => themed('element', lang, PHONE)),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('element', lang, DESKTOP)),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('dialog', lang, DESKTOP)),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('page', lang, DESKTOP)),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('page', lang, PHONE, scriptedPages())),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('page-without-script', lang, PHONE)),
  { name: 'element-de-320', as: 'element', lang: 'de', width: 320 },
  { name: 'element-pl-320', as: 'element', lang: 'pl', width: 320 },
  { name: 'page-without-script-de-320', as: 'page-without-script', lang: 'de', width: 320 },
  { name: 'forced-colours-light', as: 'element', lang: 'en', width: PHONE, media: { forcedColors: 'active' } },
  {
    name: 'forced-colours-dark',
    as: 'element',
    lang: 'en',
    width: PHONE,
    media: { forcedColors: 'active', colorScheme: 'dark' },
  },
  {
    name: 'print',
    as: 'page',
    lang: 'en',
    width: 794,
    media: { print: true },
    states: ['created', 'completed', 'overpaid', 'link-poster'],
  },
]

/** Writes a picture of every state in every series below the folder, and a contact sheet for each series. */
export async function takeShots(url: string, folder: string): Promise<void> {
  const browser = await launchBrowser()
  for (const series of all) await takeSeries(browser, url, folder, series)
  await browser.close()
}

async function takeSeries(browser: Browser, url: string, folder: string, series: Series): Promise<void> {
  const { print, ...media } = series.media ?? {}
  mkdirSync(join(folder, series.name), { recursive: true })
  const context = await browser.newContext({ ...media, viewport: { width: series.width, height: 844 } })
  const page = await context.newPage()
  if (print) await page.emulateMedia({ media: 'print' })
  const names = series.states ?? statesShownAs(series.as)
  for (const state of names) {
    await showState(page, url, { ...series, state, theme: 'auto' })
    await photograph(page, join(folder, series.name, `${state}.png`))
  }
  await context.close()
  await takeSheet(browser, folder, series.name, names)
  console.log(`${names.length} pictures in ${join(folder, series.name)}`)
}

/** All pictures of a series side by side. */
async function takeSheet(browser: Browser, folder: string, series: string, names: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 7 * (THUMBNAIL + 12) + 24, height: 800 } })
  await page.goto(pathToFileURL(folder).href)
  const figures = names.map(
    (name) =>
      html`<figure><figcaption>${name}</figcaption><img src="${series}/${name}.png" width="${THUMBNAIL}"></figure>`,
  )
  await page.setContent(
    html`<base href="${pathToFileURL(join(folder, '/')).href}"><style>
body { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; margin: 12px; background: #888; font: 600 13px system-ui; }
figure { margin: 0; } img { display: block; }
</style>${figures}`.text,
  )
  await photograph(page, join(folder, `${series}.png`))
  await page.close()
}
