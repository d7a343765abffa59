import { expect, test } from 'vitest'
import { isLater, parseVersion, raiseVersion } from './versions.ts'

test.each([
  ['0.1.4', 'patch', '0.1.5'],
  ['0.1.4', 'minor', '0.2.0'],
  ['0.1.4', 'major', '0.2.0'],
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
] as const)('%s with a %s change becomes %s', (version, step, next) => {
  expect(raiseVersion(version, step)).toBe(next)
})

test('versions have an order', () => {
  const ordered = ['0.9.10', '0.10.0', '1.0.0-beta.2', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1']
  for (const [index, version] of ordered.entries()) {
    for (const [place, other] of ordered.entries()) expect(isLater(version, other)).toBe(index > place)
  }
})

test.each(['1.2', 'v1.2.3', '1.2.3-', '1.2.x', ''])('%j is no version', (text) => {
  expect(() => parseVersion(text)).toThrow('is not a version')
})
