import type { Page } from 'playwright-core'
import type { Area, Darkroom } from '../darkroom.ts'

/** Elements that convey meaning by strokes, and elements that do so by their border. */
const STROKES = '.icon, progress, .qr-code'
const BORDERED =
  '.network, .state, .notice, .copy:not(.reference .copy), .primary, .secondary, .field, .wallet, .wallet-option, .outcome .icon'
/** WCAG 1.4.11. */
const LEAST = 3

/** Elements that are invisible in forced colours, light or dark. */
export async function forcedColours(page: Page, { contrasts }: Darkroom): Promise<string[]> {
  const found: string[] = []
  // In the picture, positions count from the top of the page.
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' })
    const faint = await findFaint(page, contrasts)
    found.push(...faint.map((name) => `${colorScheme}: ${name}`))
  }
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  return found
}

const MAX_PICTURES = 3

/** On a busy machine a picture may show the page before it has changed. What cannot be seen is missing in each picture. */
async function findFaint(page: Page, contrasts: Darkroom['contrasts']): Promise<string[]> {
  for (let picture = 1; ; picture++) {
    const areas = await contrasts(page, () => findAreas(page))
    const faint = areas.filter(({ ratio }) => ratio < LEAST).map(({ name }) => name)
    if (faint.length === 0 || picture === MAX_PICTURES) return faint
  }
}

async function findAreas(page: Page): Promise<(Area & { name: string })[]> {
  const [strokes = [], bordered = []] = await page.evaluate(measure, [STROKES, BORDERED])
  return [
    ...strokes.map(({ box, name }) => ({ ...inside(box), name: `inside ${name}` })),
    ...bordered.map(({ box, name }) => ({ ...leftEdge(box), name: `leftEdge ${name}` })),
  ]
}

/** Runs in the page: the visible elements of a card by each selector. To ask for one after the other takes far longer. */
function measure(selectors: readonly string[]): { box: Area; name: string | null }[][] {
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const cards = [document, ...shadows].flatMap((root) => [...root.querySelectorAll('.card')])
  return selectors.map((selector) =>
    cards.flatMap((card) =>
      [...card.querySelectorAll(selector)].flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const isVisible = element.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0
        return isVisible ? [{ box: { x, y, width, height }, name: element.getAttribute('class') }] : []
      }),
    ),
  )
}

/** Without the border. */
function inside({ x, y, width, height }: Area): Area {
  return { x: x + width / 8, y: y + height / 8, width: (width * 3) / 4, height: (height * 3) / 4 }
}

function leftEdge({ x, y, height }: Area): Area {
  return { x: x - 3, y: y + height / 2 - 1, width: 6, height: 2 }
}
