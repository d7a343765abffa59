/**
 * `npm run figures`: figures on the shape of the code and its documents, each with its goal. It reads text only,
 * without types, so a figure may be off by one or two.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { predicates, verbs } from './verbs.ts'

const ROOT = join(import.meta.dirname, '..')
const CORE = 'packages/core/src'
/** Files used only by tests, pictures and builds. */
const SUPPORT = /\.(test|d)\.ts$|\/(testing|e2e|simulation|gallery|scripts|typings|dist|node_modules)\/|\/testing\.ts$/

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
  const lines = production.map(({ text }) => text.trimEnd().split('\n').length).toSorted((a, b) => a - b)
  const share = Math.round((100 * notVerbs.length) / functions.length)
  return [
    ['core/src: folders in import cycles, of types too', `${countInCycles(findArrows(production))}`, '0'],
    ['core/src: folders, loose files', `${rooms.folders}, ${rooms.files}`, 'about 22'],
    ['exported functions that begin with no verb', `${share} % of ${functions.length}`, 'under 20 %'],
    ['exported names that end in Of', `${endingInOf.length}`, 'under 10'],
    ['files of at most 20 lines', `${lines.filter((one) => one <= 20).length} of ${lines.length}`, 'under 30'],
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

/** From each folder of core/src to the folders that its files import from, types included. */
function findArrows(sources: readonly Source[]): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const from = findFolder(path)
    if (from === null) continue
    const targets = arrows.get(from) ?? new Set()
    arrows.set(from, targets)
    for (const [, target = ''] of text.matchAll(/^(?:import|export|\} from).*?'(\.{1,2}\/[^']+)'/gm)) {
      const to = findFolder(join(dirname(path), target))
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return arrows
}

/** The folder of core/src that a file is in; null for loose files and other packages. */
function findFolder(path: string): string | null {
  const [name = '', ...rest] = relative(CORE, path).split('/')
  return name === '..' || rest.length === 0 ? null : name
}

/** The number of nodes in a graph that can reach themselves. */
export function countInCycles(arrows: ReadonlyMap<string, ReadonlySet<string>>): number {
  const reach = (start: string): Set<string> => {
    const reached = new Set<string>()
    const open = [...(arrows.get(start) ?? [])]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (reached.has(one)) continue
      reached.add(one)
      open.push(...(arrows.get(one) ?? []))
    }
    return reached
  }
  return [...arrows.keys()].filter((one) => reach(one).has(one)).length
}

function describeProse(path: string): Figure {
  const { text } = read(path)
  const lengths = countSentences(text)
  const words = lengths.reduce((sum, one) => sum + one, 0)
  const lines = text.trimEnd().split('\n').length
  const now = `${lines} lines, ${words} words, ${(words / lengths.length).toFixed(1)} a sentence, at most ${Math.max(...lengths)}`
  const goal = path === 'README.md' ? 'at most 200 lines' : 'about 3,000 words'
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
