import { computeContrast, surfaces } from '@crypto-checkout/payer-ui'
import { expect, test } from 'vitest'
import { chooseShades } from './shades.ts'

test('buttons keep the colour of the shop, and all text can be read', () => {
  for (const colour of ['#ffd400', '#0a7d4f', '#000000', '#ffffff', '#777777']) {
    const { light, dark } = chooseShades(colour, false)
    expect([light.button, dark.button]).toEqual([colour.slice(1), colour.slice(1)])
    expect(computeContrast(light.ink, light.button)).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces.light) expect(computeContrast(light.link, surface)).toBeGreaterThanOrEqual(4.5)
    for (const surface of surfaces.dark) expect(computeContrast(dark.link, surface)).toBeGreaterThanOrEqual(4.5)
  }
})

test('without a colour of its own the page has another one by night', () => {
  const { light, dark } = chooseShades('#1f4fd8', true)
  expect([light.button, dark.button]).toEqual(['1f4fd8', '8fb2ff'])
})
