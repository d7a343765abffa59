import { beforeAll, describe, expect, test } from 'vitest'
import { isQuickRun } from '../../core/src/testing/runs.ts'
import { axe } from './checks/axe.ts'
import { forcedColours } from './checks/forced-colours.ts'
import { keyboard } from './checks/keyboard.ts'
import { animationsOf, motion } from './checks/motion.ts'
import { reflow } from './checks/reflow.ts'
import { targets } from './checks/targets.ts'
import { openDarkroom } from './darkroom.ts'
import { states } from './states.ts'
import { withGallery } from './testing.ts'
import { scriptedPages, statesShownAs } from './view.ts'

const { newPage, keptPage, show } = withGallery()

const checks = {
  'axe finds nothing in any state, light or dark': axe,
  'the keyboard reaches all that can be used, in the order of reading, and shows where it is': keyboard,
  'nothing is cut off, covered or beside the page: narrow, zoomed or with wide text': reflow,
  'what can be pressed is at least 24 px wide and high': targets,
  'who wants no motion sees none': motion,
  'in forced colours every icon, code, progress and border can be seen': forcedColours,
}

// One language with long words, and one from right to left.
const languages = ['de', 'ar'] as const
const looks = ['element', 'page', 'page-without-script'] as const

type Look = (typeof looks)[number]

/** A payment's page with its script shows the element. */
const listStates = (as: Look) => (as === 'page' ? scriptedPages() : statesShownAs(as))

type Visit = { readonly state: string; readonly as: Look; readonly lang: (typeof languages)[number] }

/** `npm test` visits each state once: looks take turns, and the languages of each look. */
function listQuickVisits(): Visit[] {
  const turns = new Map<Look, number>()
  return [...states.keys()].flatMap((state, index) => {
    const possible = looks.filter((look) => listStates(look).includes(state))
    const as = possible[index % possible.length]
    if (!as) return []
    const turn = turns.get(as) ?? 0
    turns.set(as, turn + 1)
    return [{ state, as, lang: turn % 2 === 0 ? ('de' as const) : ('ar' as const) }]
  })
}

/** The states to visit. */
function listVisits(as: Look, lang: Visit['lang']): readonly string[] {
  if (!isQuickRun()) return listStates(as)
  return listQuickVisits().flatMap((visit) => (visit.as === as && visit.lang === lang ? [visit.state] : []))
}

// All checks share one visit to a state, because loading it takes most of the time.
for (const as of looks) {
  describe.each(languages)(`${as}, %s`, (lang) => {
    const found = new Map<string, string[]>()

    beforeAll(async () => {
      const page = await keptPage({ bypassCSP: true, viewport: { width: 390, height: 844 } })
      // A browser that ignores a policy runs the scripts that it forbids.
      if (as === 'page-without-script') await page.route('**/*.js', (route) => route.abort())
      const tab = await keptPage()
      const darkroom = await openDarkroom(tab)
      for (const state of listVisits(as, lang)) {
        await show(page, state, { as, lang })
        for (const [name, check] of Object.entries(checks)) {
          const faults = (await check(page, darkroom)).map((fault) => `${state}: ${fault}`)
          found.set(name, [...(found.get(name) ?? []), ...faults])
        }
      }
      await page.context().close()
      await tab.context().close()
    }, 600_000)

    test.each(Object.keys(checks))('%s', (name) => {
      expect(found.get(name)).toEqual([])
    })
  })
}

test('who has nothing against motion sees that a payment is on its way', async () => {
  const page = await newPage()
  await show(page, 'confirming')
  expect(await animationsOf(page)).toEqual(['turn'])
})

describe.each(['en', 'ar'] as const)('dialog, %s', (lang) => {
  test.each(statesShownAs('dialog'))('%s: axe finds nothing, and nothing is cut off', async (state) => {
    const page = await newPage({ bypassCSP: true })
    await show(page, state, { as: 'dialog', lang })
    expect(await axe(page)).toEqual([])
    expect(await reflow(page)).toEqual([])
  })
})
