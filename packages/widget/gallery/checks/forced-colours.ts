import type { Page } from 'playwright-core'
import type { Area, Darkroom } from '../darkroom.ts'

/** Elements that convey meaning by strokes, and elements that do so by their border. */
const STROKES = '.icon, progress, .qr-code'
const BORDERED =
  '.network, .state, .notice, :not(.reference) > .copy, .primary, .secondary, .field, .wallet, .wallet-option, .outcome .icon'
/** WCAG 1.4.11. */
const LEAST = 3

/** Elements that are invisible in forced colours, light or dark. */
export async function forcedColours(page: Page, { contrasts }: Darkroom): Promise<string[]> {
  const found: string[] = []
  // In the picture, positions count from the top of the page.
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, forcedColors: 'active', reducedMotion: 'reduce' })
    const areas = await contrasts(page, async () => [
      ...(await areasOf(page, STROKES, inside)),
      ...(await areasOf(page, BORDERED, leftEdge)),
    ])
    found.push(...areas.flatMap(({ name, ratio }) => (ratio < LEAST ? `${colorScheme}: ${name}` : [])))
  }
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  return found
}

async function areasOf(page: Page, selector: string, part: (box: Area) => Area) {
  const all = await page.locator('.card').locator(selector).filter({ visible: true }).all()
  const found = await Promise.all(
    all.map(async (one) => ({ box: await one.boundingBox(), name: `${part.name} ${await one.getAttribute('class')}` })),
  )
  return found.flatMap(({ box, name }) => (box === null ? [] : { ...part(box), name }))
}

/** Without the border. */
function inside({ x, y, width, height }: Area): Area {
  return { x: x + width / 8, y: y + height / 8, width: (width * 3) / 4, height: (height * 3) / 4 }
}

function leftEdge({ x, y, height }: Area): Area {
  return { x: x - 3, y: y + height / 2 - 1, width: 6, height: 2 }
}
