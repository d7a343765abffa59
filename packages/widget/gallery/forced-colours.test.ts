import { expect, test } from 'vitest'
import { type Area, openDarkroom } from './darkroom.ts'
import { statesToTest, withGallery } from './testing.ts'

const { newPage, show } = withGallery()

/** What is told by strokes, and what by its border. */
const STROKES = '.icon, progress, .qr-code'
const BORDERED = '.network, .state, .notice, .copy, .primary, .field, .outcome .icon'

/** WCAG 1.4.11. */
const LEAST = 3

for (const as of ['element', 'page-without-script'] as const) {
  test(`${as}: in forced colours every icon, code, progress and border can be seen, in any state`, async () => {
    const { contrasts } = await openDarkroom(await newPage())
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPage({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
      for (const state of statesToTest(as)) {
        await show(page, state, { as })
        const drawn = await Promise.all(
          [STROKES, BORDERED].map(async (selector) => {
            const all = await page.locator('.card').locator(selector).filter({ visible: true }).all()
            return Promise.all(
              all.map(async (one) => ({ box: await one.boundingBox(), of: await one.getAttribute('class') })),
            )
          }),
        )
        const [strokes = [], borders = []] = drawn
        const areas = [...strokes.map(({ box }) => inside(box)), ...borders.map(({ box }) => leftEdge(box))]
        const names = [...strokes.map(({ of }) => `${of}`), ...borders.map(({ of }) => `the border of ${of}`)]
        const faint = (await contrasts(page, areas)).flatMap((ratio, at) =>
          ratio < LEAST ? `${names[at]}: ${ratio}` : [],
        )
        found.push(...faint.map((one) => `${state}, ${colorScheme}: ${one}`))
      }
    }
    expect(found).toEqual([])
  }, 120_000)
}

type Box = Area | null

/** Without the border. */
function inside(box: Box): Area {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 8, y: y + height / 8, width: (width * 3) / 4, height: (height * 3) / 4 }
}

function leftEdge(box: Box): Area {
  const { x, y, height } = box ?? { x: 0, y: 0, height: 0 }
  return { x: x - 3, y: y + height / 2 - 1, width: 6, height: 2 }
}
