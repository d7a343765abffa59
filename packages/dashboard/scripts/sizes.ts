/**
 * Measures what a browser loads of the built dashboard, compressed by gzip as the server does, and prints it. It fails
 * beyond a limit: for the first load of the overview in the longer language, and for what each other page and the texts
 * of all of them add to it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Both in bytes. */
const FIRST_LOAD_LIMIT = 120_000
const PAGE_LIMIT = 20_000

type Chunk = { readonly file: string; readonly imports?: readonly string[]; readonly css?: readonly string[] }

const site = join(import.meta.dirname, '../dist/site')
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(join(site, '.vite/manifest.json'), 'utf8'))

/** The chunks that come with a module: its own, and all that they import at once. */
function listFiles(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The dashboard's manifest has no ${name}. Run: npm run build:dashboard`)
  if (seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const imported of chunk.imports ?? []) listFiles(imported, seen)
  return seen
}

function measure(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(site, file)), { level: 9 }).length, 0)
}

function listModules(folder: string): string[] {
  return Object.keys(manifest).filter((name) => name.startsWith(`src/${folder}/`))
}

function findLongest(part: 'first' | 'pages'): string {
  const modules = listModules('languages').filter((name) => name.endsWith(`/${part}.ts`))
  return modules.toSorted((a, b) => measure(listFiles(b)) - measure(listFiles(a)))[0] ?? ''
}

const language = findLongest('first')
const frame = ['index.html', language, 'src/shell/app.ts'].flatMap((name) => [...listFiles(name)])
const OVERVIEW = 'src/pages/overview/overview.ts'
const first = new Set(['index.html', 'icon.svg', 'component-icons.svg', ...frame, ...listFiles(OVERVIEW)])

const rows = [
  { name: 'the first load, with the overview', bytes: measure(first), limit: FIRST_LOAD_LIMIT },
  ...[
    ...listModules('pages').filter((name) => name !== OVERVIEW),
    'src/shell/invitation.ts',
    'src/shell/connect.ts',
    findLongest('pages'),
  ].map((name) => {
    const own = [...listFiles(name)].filter((file) => !first.has(file))
    return { name, bytes: measure(own), limit: PAGE_LIMIT }
  }),
]
for (const { name, bytes, limit } of rows) {
  console.log(`${bytes > limit ? 'too large' : 'ok'}  ${(bytes / 1_000).toFixed(1)} of ${limit / 1_000} kB  ${name}`)
}
if (rows.some(({ bytes, limit }) => bytes > limit)) process.exitCode = 1
