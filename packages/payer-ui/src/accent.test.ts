import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseInk, computeContrast, findReadableShade, parseColour } from './accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => value.toString(16).padStart(6, '0'))
const LIGHT = ['ffffff', 'f5f7fb', 'fff5e1']
const DARK = ['16191f', '1e232c', '2e2413']

const channels = (text: string) => [0, 2, 4].map((at) => Number.parseInt(text.slice(at, at + 2), 16))

describe('a colour', () => {
  test.each([
    ['#0A7D4F', '0a7d4f'],
    ['0a7d4f', '0a7d4f'],
    ['#0a7', null],
    ['0a7d4f00', null],
    ['green', null],
    ['#0a7d4g', null],
    ['', null],
    ['##0a7d4f', null],
    ['0a7d4f;}', null],
  ])('%j is %j', (text, parsed) => {
    expect(parseColour(text)).toBe(parsed)
  })

  test('has the contrast that WCAG says', () => {
    expect(computeContrast('000000', 'ffffff')).toBeCloseTo(21, 6)
    expect(computeContrast('ffffff', 'ffffff')).toBe(1)
    expect(computeContrast('767676', 'ffffff')).toBeCloseTo(4.54, 2)
    expect(computeContrast('ffffff', '777777')).toBeLessThan(4.5)
  })
})

describe('the shade of a colour', () => {
  test.each([LIGHT, DARK])('can be read on %s, %s and %s, whatever the colour', (...backgrounds) => {
    fc.assert(
      fc.property(colour, (any) => {
        const shade = findReadableShade(any, backgrounds)
        expect(parseColour(shade)).toBe(shade)
        for (const background of backgrounds) expect(computeContrast(shade, background)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 300 },
    )
  })

  test('is the colour itself where it can be read, and hardly more than readable where it cannot', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom(LIGHT, DARK), (any, backgrounds) => {
        const least = (one: string) => Math.min(...backgrounds.map((background) => computeContrast(one, background)))
        const shade = findReadableShade(any, backgrounds)
        if (least(any) >= 4.5) expect(shade).toBe(any)
        else expect(least(shade)).toBeLessThan(4.6)
      }),
      { numRuns: 300 },
    )
  })

  test('keeps its hue: the order of red, green and blue', () => {
    fc.assert(
      fc.property(colour, fc.constantFrom(LIGHT, DARK), (any, backgrounds) => {
        const [before, after] = [channels(any), channels(findReadableShade(any, backgrounds))]
        const strongest = before.indexOf(Math.max(...before))
        const clearly = before.every((value, index) => index === strongest || (before[strongest] ?? 0) - value > 48)
        if (clearly) expect(after[strongest]).toBe(Math.max(...after))
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['0a7d4f', '0a7d4f'],
    ['ffd400', '876f02'],
    ['000000', '000000'],
  ])('of %s is %s on a light card', (colour, shade) => {
    expect(findReadableShade(colour, LIGHT)).toBe(shade)
  })
})

test('the text of a button can be read, whatever its colour', () => {
  fc.assert(
    fc.property(colour, (any) => {
      expect(computeContrast(chooseInk(any), any)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 1_000 },
  )
  expect(['1f4fd8', 'ffd400', '777777'].map(chooseInk)).toEqual(['ffffff', '0c1526', '000000'])
})
