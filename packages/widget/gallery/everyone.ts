import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axe, axeBesidesContrast } from './checks/axe.ts'
import { forcedColours } from './checks/forced-colours.ts'
import { keyboard } from './checks/keyboard.ts'
import { motion } from './checks/motion.ts'
import { reflow } from './checks/reflow.ts'
import { targets } from './checks/targets.ts'
import { type Darkroom, openDarkroom } from './darkroom.ts'
import type { withGallery } from './testing.ts'
import { scriptedPages, statesShownAs, type View } from './view.ts'

type Check = (page: Page, darkroom: Darkroom) => Promise<string[]>

/** Checks of a language: its words, their length and their direction can break them. */
const inAnyLanguage: Readonly<Record<string, Check>> = {
  'the keyboard reaches all that can be used, in the order of reading, and shows where it is': keyboard,
  'nothing is cut off, covered or beside the page: narrow, zoomed or with wide text': reflow,
  'what can be pressed is at least 24 px wide and high': targets,
}
/** Roles, names and places, which depend on the direction at most. The tests of the languages find missing words. */
const withoutColours = { 'axe finds nothing in any state, besides contrast': axeBesidesContrast }
const drawn = { 'in forced colours every icon, code, progress and border can be seen': forcedColours }

/**
 * The languages in which each state is looked at, with what can differ there. No rule of the styles gives a language
 * colours or animations of its own, so one language is enough for these.
 */
const languages: Readonly<Partial<Record<View['lang'], Readonly<Record<string, Check>>>>> = {
  // The one that most read: everything.
  en: {
    'axe finds nothing in any state, light or dark': axe,
    ...inAnyLanguage,
    'who wants no motion sees none': motion,
    ...drawn,
  },
  // From right to left: borders and icons change sides.
  ar: { ...withoutColours, ...inAnyLanguage, ...drawn },
  // Long words.
  de: inAnyLanguage,
  // No spaces.
  ja: inAnyLanguage,
}

/** More would hide the first ones in a log. */
const MOST_FAULTS = 5

/** A payment's page with its script shows the element. */
const listStates = (as: View['as']) => (as === 'page' ? scriptedPages() : statesShownAs(as))

/** The entries of a table, with the type of its keys. */
function readEntries<Key extends string, Value>(table: Readonly<Partial<Record<Key, Value>>>): [Key, Value][] {
  return Object.entries(table) as [Key, Value][]
}

/** Tests that everybody can use each state of a look, in several languages. */
export function testForEveryone(
  as: View['as'],
  { keptPage, show, changeLanguage }: ReturnType<typeof withGallery>,
): void {
  const found = new Map<string, string[]>()

  /** Shows a state in one language after the other. Loading it takes most of the time, so a page is visited once if it can change its language. */
  async function checkState(page: Page, darkroom: Darkroom, state: string): Promise<void> {
    for (const [index, [lang, checks]] of readEntries(languages).entries()) {
      if (as === 'element' && index > 0) await changeLanguage(page, lang)
      else await show(page, state, { as, lang })
      for (const [name, check] of Object.entries(checks)) {
        const faults = (await check(page, darkroom)).map((fault) => `${state}: ${fault}`)
        found.set(`${lang}, ${name}`, [...(found.get(`${lang}, ${name}`) ?? []), ...faults])
      }
    }
  }

  describe(as, () => {
    beforeAll(async () => {
      const page = await keptPage({ bypassCSP: true, viewport: { width: 390, height: 844 } })
      // A browser that ignores a policy runs the scripts that it forbids.
      if (as === 'page-without-script') await page.route('**/*.js', (route) => route.abort())
      // Nobody leaves for the shop while a slow machine is still looking.
      await page.route('**/shop', (route) => route.abort())
      const tab = await keptPage()
      const darkroom = await openDarkroom(tab)
      for (const state of listStates(as)) await checkState(page, darkroom, state)
      await page.context().close()
      await tab.context().close()
    }, 1_800_000)

    test.each(readEntries(languages).flatMap(([lang, checks]) => Object.keys(checks).map((name) => [lang, name])))(
      '%s, %s',
      (lang, name) => {
        const faults = found.get(`${lang}, ${name}`)
        // The whole list would be cut off where a log is.
        expect(faults?.length, `${as}, ${lang}, ${faults?.slice(0, MOST_FAULTS).join('; ')}`).toBe(0)
      },
    )
  })
}
