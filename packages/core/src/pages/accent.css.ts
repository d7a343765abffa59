import { type Colour, findReadableShade, replaceLightDark } from '@crypto-checkout/payer-ui'
import { createLru } from '../domain/lru.ts'
import { pageCss } from './page.css.ts'

/** The backgrounds of the card in each scheme: its own surface, its soft boxes and its notices. */
export const surfaces = { light: ['ffffff', 'f5f7fb', 'fff5e1'], dark: ['16191f', '1e232c', '2e2413'] } as const
/** The text colour of a button in the accent colour. */
const ink = { light: 'ffffff', dark: '0c1526' } as const

const REMEMBERED = 256
const stylesheets = createLru<string>(REMEMBERED, (accent) => {
  const light = findReadableShade(accent, [...surfaces.light, ink.light])
  const dark = findReadableShade(accent, [...surfaces.dark, ink.dark])
  return replaceLightDark(`${pageCss}
:root {
  --crypto-checkout-accent: light-dark(#${light}, #${dark});
  --crypto-checkout-on-accent: light-dark(#${ink.light}, #${ink.dark});
}`)
})

/** The stylesheet of the hosted pages in a merchant's colour, in readable shades of it. */
export function createPageCss(accent: Colour): string {
  return stylesheets.get(accent)
}
