import { expect, test, vi } from 'vitest'
import { openDarkroom } from './darkroom.ts'
import { withGallery } from './testing.ts'

const { newPage } = withGallery()

test('contrasts are measured on a tall page, also where Chromium has not drawn it yet', async () => {
  const viewport = { width: 800, height: 600 }
  const { contrasts } = await openDarkroom(await newPage())
  const page = await newPage({ viewport })
  await page.setContent(
    '<body style="margin:0;background:white"><p style="margin:4990px 0 0;height:10px;background:black">',
  )
  // This happens occasionally on a busy machine, which a test cannot rely on.
  const shots = vi.spyOn(page, 'screenshot').mockRejectedValueOnce(new Error('Unable to capture screenshot'))
  const find = async () => [4980, 2500].map((y) => ({ x: 0, y, width: 20, height: 20 }))
  expect((await contrasts(page, find)).map(({ ratio }) => ratio)).toEqual([21, 1])
  expect(shots).toHaveBeenCalledTimes(2)
  expect(page.viewportSize()).toEqual(viewport)
})
