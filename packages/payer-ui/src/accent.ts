/** An sRGB colour as six lower-case hexadecimal digits: `0a7d4f`. */
export type Colour = string

/**
 * The backgrounds of a payment's card in each scheme: its own surface, its soft boxes and its notices. A soft box that is
 * mixed from the other colours has no less contrast.
 */
export const surfaces = { light: ['ffffff', 'f5f7fb', 'fff5e1'], dark: ['16191f', '1e232c', '2e2413'] } as const

/** `#0A7D4F` or `0a7d4f` as a colour; null for anything else. */
export function parseColour(text: string): Colour | null {
  return /^#?[0-9a-f]{6}$/i.test(text) ? text.replace('#', '').toLowerCase() : null
}

/** The contrast that text needs against its background (WCAG 2.2, 1.4.3). */
const AA = 4.5
/** A step of lightness, from 0 for black to 1 for white: too small to see. */
const STEP = 1 / 1_024

/**
 * The shade closest in lightness to a colour that is readable on each of these backgrounds. The backgrounds are all light or all dark. The hue stays.
 *
 *     findReadableShade('0a7d4f', ['ffffff']) // '0a7d4f'
 *     findReadableShade('ffd400', ['ffffff']) // '8d7402'
 */
export function findReadableShade(colour: Colour, backgrounds: readonly Colour[]): Colour {
  if (isReadable(colour, backgrounds)) return colour
  const { lightness, a, b } = toOklab(colour)
  const darker = isReadable('000000', backgrounds)
  let found = darker ? '000000' : 'ffffff'
  let readable = darker ? 0 : 1
  let unreadable = lightness
  while (Math.abs(unreadable - readable) > STEP) {
    const middle = (readable + unreadable) / 2
    const shade = fromOklab({ lightness: middle, a, b })
    if (isReadable(shade, backgrounds)) {
      readable = middle
      found = shade
    } else unreadable = middle
  }
  return found
}

/**
 * The colour of text on a button: the first that is readable. One of black and white is readable on every colour.
 *
 *     chooseInk('0a7d4f') // 'ffffff'
 *     chooseInk('ffd400') // '0c1526'
 */
export function chooseInk(button: Colour): Colour {
  return ['ffffff', '0c1526'].find((ink) => computeContrast(ink, button) >= AA) ?? '000000'
}

function isReadable(colour: Colour, backgrounds: readonly Colour[]): boolean {
  return backgrounds.every((background) => computeContrast(colour, background) >= AA)
}

/** From 1 to 21 (WCAG 2.2). */
export function computeContrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Linear = readonly [red: number, green: number, blue: number]

function toLinear(colour: Colour): Linear {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(0), channel(2), channel(4)]
}

function fromLinear(linear: Linear): Colour {
  const channel = (value: number) => {
    const clamped = Math.min(1, Math.max(0, value))
    const encoded = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return linear.map(channel).join('')
}

/** Björn Ottosson's Oklab: perceived lightness, and two axes of colour. */
type Oklab = { readonly lightness: number; readonly a: number; readonly b: number }

function toOklab(colour: Colour): Oklab {
  const [red, green, blue] = toLinear(colour)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  }
}

/** With as much chroma as sRGB has at that lightness. */
function fromOklab({ lightness, a, b }: Oklab): Colour {
  let least = 0
  let most = 1
  if (isInside(computeLinear(lightness, a, b))) least = 1
  while (most - least > 1 / 256) {
    const middle = (least + most) / 2
    if (isInside(computeLinear(lightness, a * middle, b * middle))) least = middle
    else most = middle
  }
  return fromLinear(computeLinear(lightness, a * least, b * least))
}

function computeLinear(lightness: number, a: number, b: number): Linear {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function isInside(linear: Linear): boolean {
  return linear.every((value) => value >= -1e-4 && value <= 1 + 1e-4)
}
