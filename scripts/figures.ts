/**
 * `npm run figures`: figures on the shape of the code and its documents, each with its goal. It reads text only,
 * without types, so a figure may be off by one or two.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  coreLayers,
  drawArrows,
  findCycles,
  findPackage,
  findRoom,
  findUpward,
  packageLayers,
  readImports,
} from './layers.ts'
import { predicates, verbs } from './verbs.ts'

const ROOT = join(import.meta.dirname, '..')
const CORE = 'packages/core/src'
/** Files used only by tests, pictures and builds. */
const SUPPORT = /\.(test|d)\.ts$|\/(testing|e2e|simulation|gallery|scripts|typings|dist|node_modules)\/|\/testing\.ts$/

/** Files whose size says nothing of the code: texts of one language that a browser loads apart, and steps of a database. */
const DATA = /\/(languages|translations|migrations)\//

type Source = { readonly path: string; readonly text: string }
type Figure = readonly [name: string, now: string, goal: string]

const read = (path: string): Source => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })
const list = (pattern: string) => globSync(pattern, { cwd: ROOT }).toSorted()

function figures(): readonly Figure[] {
  const production = list('packages/*/src/**/*.ts')
    .filter((path) => !SUPPORT.test(path) && !/^packages\/(stellar-)?devnet\//.test(path))
    .map(read)
  const rooms = findRooms(list(`${CORE}/**/*.ts`).filter((path) => !SUPPORT.test(path)))
  const functions = production.flatMap(({ path, text }) => (path.includes('/views/') ? [] : findFunctions(text)))
  const notVerbs = functions.filter((name) => !beginsWithVerb(name))
  const endingInOf = production.flatMap(({ text }) => findExports(text)).filter((name) => name.endsWith('Of'))
  const code = production.filter(({ path }) => !DATA.test(path))
  const lines = code.map(({ text }) => text.trimEnd().split('\n').length).toSorted((a, b) => a - b)
  const imports = readImports(ROOT)
  const share = Math.round((100 * notVerbs.length) / functions.length)
  return [
    ['core/src: folders in import cycles, of types too', `${findCycles(drawArrows(imports, findRoom)).length}`, '0'],
    [
      'imports against the layers',
      `${findUpward(imports, coreLayers, findRoom).length + findUpward(imports, packageLayers, findPackage).length}`,
      '0',
    ],
    ['core/src: folders, loose files', `${rooms.folders}, ${rooms.files}`, 'about 22'],
    ['exported functions that begin with no verb', `${share} % of ${functions.length}`, 'under 20 %'],
    ['exported names that end in Of', `${endingInOf.length}`, 'under 10'],
    [
      'files of at most 20 lines, without texts and migrations',
      `${lines.filter((one) => one <= 20).length} of ${lines.length}`,
      'under 30',
    ],
    ['lines of the median file', `${lines[lines.length >> 1]}`, '80 to 120'],
    ['lines of biome.jsonc', `${read('biome.jsonc').text.trimEnd().split('\n').length}`, 'under 150'],
    ...['README.md', 'ARCHITECTURE.md'].map(describeProse),
  ]
}

function findRooms(paths: readonly string[]): { readonly folders: number; readonly files: number } {
  const names = paths.map((path) => relative(CORE, path).split('/'))
  const folders = new Set(names.filter(({ length }) => length > 1).map(([name]) => name))
  return { folders: folders.size, files: names.filter(({ length }) => length === 1).length }
}

export function findFunctions(text: string): string[] {
  return [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name = '']) => name)
}

function findExports(text: string): string[] {
  return [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|type) (\w+)/gm)].map(([, name = '']) => name)
}

export function beginsWithVerb(name: string): boolean {
  const [word = ''] = /^[a-z]+/.exec(name) ?? []
  return verbs.has(word) || predicates.has(word)
}

function describeProse(path: string): Figure {
  const { text } = read(path)
  const lengths = countSentences(text)
  const words = lengths.reduce((sum, one) => sum + one, 0)
  const lines = text.trimEnd().split('\n').length
  const now = `${lines} lines, ${words} words, ${(words / lengths.length).toFixed(1)} a sentence, at most ${Math.max(...lengths)}`
  const goal = path === 'README.md' ? 'at most 150 lines' : 'about 3,000 words'
  return [path, now, `${goal}, 15 a sentence, at most 30`]
}

/** The number of words in each sentence of a Markdown document, without code and tables. */
export function countSentences(markdown: string): number[] {
  const prose = markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/^\|.*$/gm, '')
    .replaceAll(/^#.*$/gm, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '\n')
  return prose
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:][*_)"]*)\s+/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length)
    .filter((words) => words > 0)
}

if (import.meta.main) {
  for (const [name, now, goal] of figures()) console.log(`${name}: ${now} (goal: ${goal})`)
}
