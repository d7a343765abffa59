import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  coreLayers,
  drawArrows,
  facades,
  findCycles,
  findImports,
  findKnots,
  findPackage,
  findPastFacades,
  findRoom,
  findUpward,
  packageLayers,
  readImports,
} from './layers.ts'

const imports = readImports(join(import.meta.dirname, '..'))

test('rooms of the core import from the rooms below them', () => {
  expect(imports.filter(({ from }) => findRoom(from)).length).toBeGreaterThan(1_000)
  expect(findUpward(imports, coreLayers, findRoom)).toEqual([])
})

test('packages import from the packages below them', () => {
  expect(findUpward(imports, packageLayers, findPackage)).toEqual([])
})

test('a room behind a facade is imported through the facade', () => {
  expect(imports.filter(({ from }) => facades[findRoom(from) ?? '']).length).toBeGreaterThan(20)
  expect(findPastFacades(imports)).toEqual([])
})

test('no folder imports from itself by way of others', () => {
  expect(findCycles(drawArrows(imports, findRoom))).toEqual([])
  expect(findCycles(drawArrows(imports, findPackage))).toEqual([])
})

const core = (file: string) => `packages/core/src/${file}`

test('an import from a higher room is found, of a type too', () => {
  const text = "import type { Router } from '../api/router.ts'\n"
  const found = findImports(core('payments/create.ts'), text)
  expect(findUpward(found, coreLayers, findRoom)).toEqual([
    `${core('payments/create.ts')} imports from api, which is above payments`,
  ])
})

test('an import past a facade is found', () => {
  const text =
    "import { recordFinal } from '../payments/transfers/record.ts'\nimport { inPieces } from './batches.ts'\n"
  const found = findImports(core('watcher/read.ts'), text)
  expect(findPastFacades(found)).toEqual([
    expect.stringContaining(`${core('watcher/read.ts')} imports from payments, not from one of: ledger`),
  ])
  const inFacade = text.replace("'../payments", "'../../payments")
  expect(findPastFacades(findImports(core('watcher/ledger/record.ts'), inFacade))).toEqual([])
})

test('a loaded module counts as an import, and a package is known by its name', () => {
  const text = "const { start } = await import('@crypto-checkout/server')\nexport * from '../domain/id.ts'\n"
  const found = findImports(core('events/find.ts'), text)
  expect(findUpward(found, packageLayers, findPackage)).toHaveLength(1)
  expect(findUpward(found, coreLayers, findRoom)).toEqual([])
})

test('a file in no room is found', () => {
  const found = findImports(core('attic/box.ts'), "import { newId } from '../domain/id.ts'\n")
  expect(findUpward(found, coreLayers, findRoom)).toEqual([`attic is in no layer (${core('attic/box.ts')})`])
})

test('a cycle is found', () => {
  const arrows = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
  ])
  expect(findCycles(arrows)).toEqual(['a', 'b', 'c'])
})

test('files that reach one another are one knot', () => {
  const arrows = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['a', 'c'])],
    ['c', new Set(['d'])],
    ['d', new Set(['e'])],
    ['e', new Set(['c'])],
    ['f', new Set(['a'])],
  ])
  expect(findKnots(arrows)).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})
