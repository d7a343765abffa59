/**
 * `npm run figures`: figures on the shape of the code and its documents, each with its goal.
 * `npm run figures -- --list NAME` lists the places that a figure counts.
 */
import { parseArgs } from 'node:util'
import { countPlaces, type Figure, isMet } from './figures/figure.ts'
import { countImports, findFilesWithRows } from './figures/imports.ts'
import { RowTypes } from './figures/rows.ts'
import { listFiles, readSource, type Source } from './figures/sources.ts'
import { defineSyntaxFigures, findPlaces } from './figures/syntax.ts'
import { countTexts, listProduction } from './figures/texts.ts'
import { countDocuments } from './figures/words.ts'
import { predicates, verbs } from './verbs.ts'

function countAll(): readonly Figure[] {
  const production = listProduction()
  return [
    ...countSyntax(production),
    ...countTexts(production),
    countNoVerbs(production),
    ...countImports(),
    ...countDocuments(),
  ]
}

function countSyntax(production: readonly Source[]): readonly Figure[] {
  const tables = listFiles('packages/core/src/storage/tables*.ts').map((path) => readSource(path).text)
  const columns = new Set(tables.flatMap((text) => [...text.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)))
  const files = findFilesWithRows()
  using types = new RowTypes(columns)
  const figures = defineSyntaxFigures(columns, (path) => files.has(path), types.isOfRow)
  const found = production.map((source) => findPlaces(figures, source))
  return figures.map(({ name, counts, goal }) =>
    countPlaces(
      name,
      counts,
      goal,
      found.flatMap((places) => places.get(name) ?? []),
    ),
  )
}

/** Exported functions, except for views: those are named for what they show. */
function countNoVerbs(production: readonly Source[]): Figure {
  const functions = production.flatMap(({ path, text }) =>
    path.includes('/views/') ? [] : findFunctions(text).map((name) => ({ path, name })),
  )
  const notVerbs = functions.filter(({ name }) => !beginsWithVerb(name))
  return {
    name: 'verbs',
    counts: `of ${functions.length} exported functions begin with no verb`,
    now: Math.round((100 * notVerbs.length) / functions.length),
    goal: 20,
    unit: '%',
    places: notVerbs.map(({ path, name }) => `${path} ${name}`),
  }
}

export function findFunctions(text: string): string[] {
  return [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)].map(([, name = '']) => name)
}

export function beginsWithVerb(name: string): boolean {
  const [word = ''] = /^[a-z]+/.exec(name) ?? []
  return verbs.has(word) || predicates.has(word)
}

function printAll(figures: readonly Figure[]): void {
  for (const figure of figures) {
    const { name, counts, now, goal, unit = '' } = figure
    const value = `${now.toLocaleString('en')} ${unit}`.trimEnd()
    console.log(
      `${isMet(figure) ? ' ' : '!'} ${name.padEnd(26)}${value.padStart(8)}  (goal: ${goal.toLocaleString('en')})  ${counts}`,
    )
  }
}

function printPlaces(figures: readonly Figure[], wanted: string): void {
  const figure = figures.find(({ name }) => name === wanted)
  if (!figure) throw new Error(`no figure ${wanted}: ${figures.map(({ name }) => name).join(', ')}`)
  for (const place of figure.places) console.log(place)
}

if (import.meta.main) {
  const { list } = parseArgs({ options: { list: { type: 'string' } } }).values
  const figures = countAll()
  if (list === undefined) printAll(figures)
  else printPlaces(figures, list)
}
