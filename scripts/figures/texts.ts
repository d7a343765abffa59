/** Counts of the code for which its text is enough. */
import { countPlaces, type Figure } from './figure.ts'
import { countLines, formatPlace, isProduction, listFiles, readSource, type Source } from './sources.ts'

/** Lines of production code when this was first counted: 6,500 of them are to go. */
const LINES_AT_FIRST = 99_836
const LINES_TO_GO = 6_500
const MOST_CLAUSES = 2

/** Files whose size says nothing of the code: texts of one language that a browser loads apart, and steps of a database. */
const DATA = /\/(languages|translations|migrations)\//
const SMALL = 20

const DOC_COMMENT = /^[ \t]*\/\*\*[\s*]+(\w+)/gm
/** A doc comment begins with a noun or a verb. */
const CLAUSE = /^[ \t]*\/\*\*[\s*]+(?=(?:What|Where|Whether|Which|Who|Whoever|Whose|Whom|How|When|Why)\b)/gm

const ASKING = /'created', 'partially_paid'\]|status === 'created' \|\| \S*status === 'partially_paid'/g

export function countTexts(production: readonly Source[]): readonly Figure[] {
  const code = production.filter(({ path }) => !DATA.test(path))
  const lines = code.map(({ text }) => countLines(text)).toSorted((a, b) => a - b)
  const small = code.filter(({ text }) => countLines(text) <= SMALL)
  const naming = production.filter(({ path, text }) => /\bDAI\b/.test(text) && !path.includes('/catalog/networks/'))
  return [
    countClauses(),
    countPlaces('asking', 'lists of the states that ask for money', 1, findAll(production, ASKING)),
    countPlaces('coin', 'production files that name one coin, without networks', 2, listPaths(naming)),
    {
      name: 'lines',
      counts: 'lines of production code, without generated files',
      now: production.reduce((sum, { text }) => sum + countLines(text), 0),
      goal: LINES_AT_FIRST - LINES_TO_GO,
      places: production.map(({ path, text }) => `${path}: ${countLines(text)} lines`),
    },
    countPlaces('small', `files of at most ${SMALL} lines, without texts and migrations`, 30, listPaths(small)),
    { name: 'median', counts: 'lines of the median file', now: lines[lines.length >> 1] ?? 0, goal: 120, places: [] },
    {
      name: 'biome.jsonc',
      counts: 'its lines',
      now: countLines(readSource('biome.jsonc').text),
      goal: 150,
      places: [],
    },
  ]
}

/** Doc comments that begin with a clause, in all code, tests too. */
function countClauses(): Figure {
  const all = ['packages', 'bench', 'e2e', 'examples', 'scripts', 'simulation']
    .flatMap((folder) => listFiles(`${folder}/**/*.ts`))
    .map(readSource)
  const comments = all.reduce((sum, { text }) => sum + [...text.matchAll(DOC_COMMENT)].length, 0)
  const places = findAll(all, CLAUSE)
  const share = Math.round((1_000 * places.length) / comments) / 10
  return {
    name: 'clauses',
    counts: `of ${comments} doc comments begin with What, Where, Whether, Which, Who, How, When or Why`,
    now: share,
    goal: MOST_CLAUSES,
    unit: '%',
    places,
  }
}

function findAll(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap((source) =>
    [...source.text.matchAll(pattern)].map(({ 0: found, index }) => formatPlace(source, index + found.length)),
  )
}

const listPaths = (sources: readonly Source[]) => sources.map(({ path }) => path)

export const listProduction = (): Source[] => listFiles('packages/*/src/**/*.ts').filter(isProduction).map(readSource)
