import { type Colour, readableOn } from '../domain/accent.ts'
import { withoutLightDark } from '../payer/card.css.ts'
import { createLru } from '../qr/lru.ts'
import { pageCss } from './page.css.ts'

/** What the card writes on in each scheme: its own surface, its soft boxes and its notices. */
export const surfaces = { light: ['ffffff', 'f5f7fb', 'fff5e1'], dark: ['16191f', '1e232c', '2e2413'] } as const
/** What a button of the colour says is written in these. */
const ink = { light: 'ffffff', dark: '0c1526' } as const

const REMEMBERED = 256
const remembered = createLru<string>(REMEMBERED, (accent) => {
  const light = readableOn(accent, [...surfaces.light, ink.light])
  const dark = readableOn(accent, [...surfaces.dark, ink.dark])
  return withoutLightDark(`${pageCss}
:root {
  --crypto-checkout-accent: light-dark(#${light}, #${dark});
  --crypto-checkout-on-accent: light-dark(#${ink.light}, #${ink.dark});
}`)
})

/** The stylesheet of the hosted pages in a merchant's colour, as shades of it that everybody can read. */
export function pageCssIn(accent: Colour): string {
  return remembered.get(accent)
}
