import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CryptoCheckout } from '../src/crypto-checkout.ts'
import { attributes, events, slots } from '../src/explain-use.ts'
import { isUsual } from '../src/usage.ts'
import { type Element, elementOf, readManifest } from './manifest.ts'

const root = join(import.meta.dirname, '..')
const read = (...files: string[]) => files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
const code = read(
  ...globSync('src/**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|^src\/testing\//.test(file)),
  ...globSync('../payer-ui/src/**/*.css.ts', { cwd: root }),
)
const readme = read('README.md')

/** Without repetitions, in the order of the alphabet. */
const set = (names: Iterable<string>) => [...new Set(names)].sort()
const found = (pattern: RegExp) => set(code.matchAll(pattern).map((match) => match[1] ?? ''))
const names = (list: readonly { name: string }[]) => set(list.map(({ name }) => name))

/** The names in code type in one column of the tables below a heading of the README. */
function listed(heading: string, column = 1): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`)
  const rows = section.split(/\n## /)[0]?.match(/^\|.*\|$/gm) ?? []
  const cells = rows.map((row) => row.replaceAll('\\|', '').split('|')[column] ?? '')
  return set(cells.flatMap((cell) => cell.match(/`[^`]+`/g) ?? []).map((name) => name.slice(1, -1)))
}

let element: Element
beforeAll(async () => {
  element = elementOf(await readManifest())
})

describe('what the manifest and the README say is what there is:', () => {
  test('attributes', () => {
    // Nobody has to observe these: the languages do so themselves, and the id is read when it is needed.
    const real = set([...CryptoCheckout.observedAttributes, 'lang', 'walletconnect-project-id'])
    expect(names(element.attributes)).toEqual(real)
    expect(listed('Attributes and properties')).toEqual(real)
  })

  test('properties', () => {
    const real = Object.entries(Object.getOwnPropertyDescriptors(CryptoCheckout.prototype))
      .filter(([, { get }]) => get !== undefined)
      .map(([name]) => name)
    const fields = element.members.filter(({ kind }) => kind === 'field')
    expect(names(fields)).toEqual(set(real))
    const inReadme = listed('Attributes and properties', 2).map((text) => text.replace(/:.*/, ''))
    expect(inReadme).toEqual(set([...real, 'lang']))
  })

  test('methods', () => {
    const methods = names(element.members.filter(({ kind }) => kind === 'method'))
    expect(methods.filter((name) => !(name in CryptoCheckout.prototype))).toEqual([])
    expect(listed('Methods').map((text) => text.replace(/\(.*/, ''))).toEqual(methods)
  })

  test('events', () => {
    const real = found(/\bemit\(\s*[\w.#]+,\s*'([^']+)'/g)
    expect(names(element.events)).toEqual(real)
    expect(listed('Events')).toEqual(real)
  })

  test('slots', () => {
    const real = found(/<slot(?: name="([^"]*)"|\b)/g)
    expect(names(element.slots)).toEqual(real)
    expect(listed('Slots')).toEqual(real.filter((name) => name !== ''))
  })

  test('parts', () => {
    const real = set(found(/\bpart="([^"]*)"/g).flatMap((list) => list.split(' ')))
    expect(names(element.cssParts)).toEqual(real)
    expect(listed('Parts')).toEqual(real)
    // A part that is computed would be missed above.
    expect(code).not.toContain('part=${')
  })

  test('custom properties', () => {
    const real = found(/var\((--crypto-checkout-[\w-]+)/g)
    expect(names(element.cssProperties)).toEqual(real)
    expect(listed('Looks')).toEqual(real)
  })
})

test('no name of the manifest is taken for a misspelt one', () => {
  expect(set(attributes)).toEqual(names(element.attributes))
  expect(set(['', ...slots])).toEqual(names(element.slots))
  expect(set(events)).toEqual(names(element.events))
  const uses = [...slots.map((name) => `>${name}`), ...events.map((name) => `@${name}`)]
  expect(uses.filter((use) => !isUsual(use))).toEqual([])
})

test('everything in the manifest is described', () => {
  const { attributes, members, events, slots, cssParts, cssProperties } = element
  const all = [...attributes, ...members, ...events, ...slots, ...cssParts, ...cssProperties]
  expect(all.filter(({ description }) => description === undefined)).toEqual([])
})
