import { expect, test } from 'vitest'
import { photograph } from './photograph.ts'
import { withGallery } from './testing.ts'

const { newPage, address } = withGallery()

test('a picture shows the whole page, however tall it is, and leaves its size as it was', async () => {
  const viewport = { width: 2200, height: 800 }
  for (const height of [900, 5000, 9000, 12_000, 5000, 9000]) {
    const page = await newPage({ viewport })
    await page.setContent(
      `<body style="margin:0"><div style="height:${height}px;background:linear-gradient(red,blue)">`,
    )
    const picture = await photograph(page)
    // A PNG's header contains its size.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([2200, height])
    expect(page.viewportSize()).toEqual(viewport)
    await page.close()
  }
})

test('a page on which no scripts run is photographed too', async () => {
  const page = await newPage({ viewport: { width: 390, height: 300 } })
  await page.goto(address('/page/created?script=off'))
  const picture = await photograph(page)
  expect(picture.readUInt32BE(20)).toBeGreaterThan(300)
})
