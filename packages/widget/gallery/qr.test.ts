import type { BrowserContextOptions } from 'playwright-core'
import { expect, test } from 'vitest'
import { isQuickRun } from '../../core/src/testing/runs.ts'
import { openDarkroom } from './darkroom.ts'
import { withGallery } from './testing.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const STELLAR =
  'web+stellar:pay?destination=GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ&amount=100.000000' +
  '&asset_code=USDC&asset_issuer=GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN&memo=1234567890123456&memo_type=MEMO_TEXT'

const contents = { created: ADDRESS, 'partially-paid': ADDRESS, 'arabic-name': ADDRESS, stellar: STELLAR }
const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['dark', { colorScheme: 'dark' }],
  ['forced colours, dark', { colorScheme: 'dark', forcedColors: 'active' }],
  ['light', { colorScheme: 'light' }],
  ['forced colours, light', { colorScheme: 'light', forcedColors: 'active' }],
]

const { newPage, show } = withGallery()

// The dark is where codes were inverted.
for (const [look, options] of isQuickRun() ? looks.slice(0, 2) : looks) {
  for (const as of ['element', 'page', 'page-without-script'] as const) {
    test(`${as}, ${look}: the code is black on white with a white edge, and says where to pay`, async () => {
      const page = await newPage({ ...options, viewport: { width: 390, height: 844 } })
      const { scan } = await openDarkroom(await newPage())
      for (const [state, content] of Object.entries(contents)) {
        await show(page, state, { as })
        const code = await scan(page.locator('.qr-code').filter({ visible: true }))
        expect([state, code]).toEqual([
          state,
          { text: content, colours: ['0,0,0', '255,255,255'], edge: ['255,255,255'] },
        ])
      }
    })
  }
}
