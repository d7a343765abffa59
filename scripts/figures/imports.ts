/** Counts of imports between files and rooms, and of the rooms. */
import { relative } from 'node:path'
import {
  coreLayers,
  drawArrows,
  findCycles,
  findKnots,
  findPackage,
  findReached,
  findRoom,
  findUpward,
  packageLayers,
  readImports,
} from '../layers.ts'
import { countPlaces, type Figure } from './figure.ts'
import { isProduction, listFiles, ROOT } from './sources.ts'

const CORE = 'packages/core/src'

/** The files that can have rows of the database: those that import the types of its tables, over any number of files. */
export function findFilesWithRows(): ReadonlySet<string> {
  const backwards = readImports(ROOT).map(({ from, to }) => ({ from: to, to: from }))
  return findReached(
    drawArrows(backwards, (file) => file),
    `${CORE}/storage/tables.generated.ts`,
  )
}

export function countImports(): readonly Figure[] {
  const imports = readImports(ROOT)
  const knots = findKnots(drawArrows(imports, (file) => file)).map((files) => `${files.length}: ${files.join(', ')}`)
  const rooms = listRooms()
  return [
    countPlaces('knots', 'groups of files that import one another in a cycle, types too', 0, knots),
    countPlaces(
      'cycles',
      'core/src: folders in import cycles, types too',
      0,
      findCycles(drawArrows(imports, findRoom)),
    ),
    countPlaces('layers', 'imports against the layers', 0, [
      ...findUpward(imports, coreLayers, findRoom),
      ...findUpward(imports, packageLayers, findPackage),
    ]),
    countPlaces('rooms', 'core/src: folders and loose files', 26, rooms),
  ]
}

function listRooms(): string[] {
  const names = listFiles(`${CORE}/**/*.ts`)
    .filter(isProduction)
    .map((path) => relative(CORE, path).split('/')[0] ?? '')
  return [...new Set(names)]
}
