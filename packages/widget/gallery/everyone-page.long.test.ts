import { describe, expect, test } from 'vitest'
import { axe } from './checks/axe.ts'
import { reflow } from './checks/reflow.ts'
import { testForEveryone } from './everyone.ts'
import { withGallery } from './testing.ts'
import { statesShownAs } from './view.ts'

const gallery = withGallery()
const { newPage, show } = gallery

testForEveryone('page', gallery)
testForEveryone('page-without-script', gallery)

describe.each(['en', 'ar'] as const)('dialog, %s', (lang) => {
  test.each(statesShownAs('dialog'))('%s: axe finds nothing, and nothing is cut off', async (state) => {
    const page = await newPage({ bypassCSP: true })
    await show(page, state, { as: 'dialog', lang })
    expect(await axe(page)).toEqual([])
    expect(await reflow(page)).toEqual([])
  })
})
