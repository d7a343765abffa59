import { expect, test } from 'vitest'
import { animationsOf } from './checks/motion.ts'
import { testForEveryone } from './everyone.ts'
import { withGallery } from './testing.ts'

const gallery = withGallery()

testForEveryone('element', gallery)

test('who has nothing against motion sees that a payment is on its way', async () => {
  const page = await gallery.newPage()
  await gallery.show(page, 'confirming')
  expect(await animationsOf(page)).toEqual(['turn'])
})
