import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { statesToTest, withGallery } from './testing.ts'

const { newPage, show } = withGallery()

/** How many animations run, inside the element too. */
const moving = (page: Page) =>
  page.evaluate(() => {
    const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    return [document, ...shadows].flatMap((root) => root.getAnimations()).length
  })

test('a payer who wants no motion sees none, in any state', async () => {
  const still = await newPage({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const as of ['element', 'page-without-script'] as const) {
    for (const state of statesToTest(as)) {
      await show(still, state, { as })
      if ((await moving(still)) > 0) found.push(`${as}, ${state}`)
    }
  }
  expect(found).toEqual([])
  const page = await newPage()
  await show(page, 'confirming')
  expect(await moving(page)).toBeGreaterThan(0)
}, 60_000)
