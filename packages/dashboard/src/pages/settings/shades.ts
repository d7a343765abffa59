import { type Colour, chooseInk, findReadableShade, parseColour, surfaces } from '@crypto-checkout/payer-ui'

/** The colours of a payment page: of its button, of the text on it, and of links. */
type Shades = { readonly button: Colour; readonly ink: Colour; readonly link: Colour }

/** The colours by day and by night, as the payment page has them. `isDefault`: the shop has no colour of its own. */
export function chooseShades(colour: string, isDefault: boolean): { readonly light: Shades; readonly dark: Shades } {
  const button = parseColour(colour) ?? '000000'
  const ink = chooseInk(button)
  const light = { button, ink, link: findReadableShade(button, surfaces.light) }
  if (isDefault) return { light, dark: { button: '8fb2ff', ink: '0c1526', link: '8fb2ff' } }
  return { light, dark: { button, ink, link: findReadableShade(button, surfaces.dark) } }
}
