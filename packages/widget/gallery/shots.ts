import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, errors, type Page } from 'playwright-core'
import { html } from '../../core/src/pages/document.ts'
import { launchBrowser } from './browser.ts'
import { photograph } from './photograph.ts'
import { showState } from './show-state.ts'
import { statesShownAs, type View, walletStates } from './view.ts'

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
const MAX_TRIES = 3

const themed = (
  as: View['as'],
  lang: View['lang'],
  width: number,
  states: readonly string[] = statesShownAs(as),
  name: string = as,
): Series[] =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${name}-${lang}-${width}-${colorScheme}`,
    as,
    lang,
    width,
    media: { colorScheme },
    states,
  }))

/** The widths, and the languages in which something can differ: long words, another direction, no spaces. */
const WIDTHS = [320, PHONE, DESKTOP] as const
const LANGUAGES = ['en', 'de', 'ar', 'ja'] as const

const all: readonly Series[] = [
  ...WIDTHS.flatMap((width) => LANGUAGES.flatMap((lang) => themed('page', lang, width))),
  ...WIDTHS.flatMap((width) => LANGUAGES.flatMap((lang) => themed('element', lang, width, walletStates(), 'wallet'))),
  ...WIDTHS.flatMap((width) => LANGUAGES.flatMap((lang) => themed('hostile-page', lang, width))),
  ...(['en', 'ar', 'de'] as const).flatMap((lang) => themed('element', lang, PHONE)),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('element', lang, DESKTOP)),
  { name: 'element-de-320', as: 'element', lang: 'de', width: 320 },
  ...(['en', 'ar'] as const).flatMap((lang) => themed('dialog', lang, DESKTOP)),
  ...(['en', 'ar'] as const).flatMap((lang) => themed('page-without-script', lang, PHONE)),
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

/**
 * Writes a picture of every state in every series below the folder, and a contact sheet for each series. If `only` is
 * given, the series whose names match it.
 */
export async function takeShots(url: string, folder: string, only = /(?:)/): Promise<void> {
  const browser = await launchBrowser()
  for (const series of all.filter(({ name }) => only.test(name))) await takeSeries(browser, url, folder, series)
  await browser.close()
}

async function takeSeries(browser: Browser, url: string, folder: string, series: Series): Promise<void> {
  const { print, ...media } = series.media ?? {}
  mkdirSync(join(folder, series.name), { recursive: true })
  // A moving part would be caught somewhere on its way.
  const context = await browser.newContext({
    ...media,
    reducedMotion: 'reduce',
    viewport: { width: series.width, height: 844 },
  })
  const page = await context.newPage()
  if (print) await page.emulateMedia({ media: 'print' })
  const names = series.states ?? statesShownAs(series.as)
  for (const state of names) {
    await showPatiently(page, url, { ...series, state, theme: 'auto' })
    await photograph(page, join(folder, series.name, `${state}.png`))
  }
  await context.close()
  await takeSheet(browser, folder, series.name, names)
  console.log(`${names.length} pictures in ${join(folder, series.name)}`)
}

/** A state that passes by itself may be over before a busy machine looks at it. Then it is opened again. */
async function showPatiently(page: Page, url: string, view: Omit<View, 'width'>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await showState(page, url, view)
    } catch (error) {
      if (tries === MAX_TRIES || !(error instanceof errors.TimeoutError)) throw error
    }
  }
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
