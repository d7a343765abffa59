import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build, type Rolldown } from 'vite'

/** The element for any page, the one for the hosted page, and the scripts of other pages. */
const BUILDS = ['vite.config.ts', 'vite.page.config.ts', 'vite.sign.config.ts'] as const

const ROOT = join(import.meta.dirname, '../../../..')
/** Everything that a build reads, besides packages of others: the lockfile has their hashes. */
const SOURCES = ['packages/widget', 'packages/payer-ui', 'packages/api-types']
const LOCKFILE = 'pnpm-lock.yaml'
/** A build takes seconds, and many test files need the same one. */
const CACHE = join(ROOT, 'node_modules/.cache/checkout-element')

/** A script or a text that a build writes. `imports` and `modules` are empty for a text. */
export type BuiltPart = {
  readonly config: (typeof BUILDS)[number]
  readonly name: string
  readonly text: string
  readonly imports: readonly string[]
  /** Paths of the modules that are in it. */
  readonly modules: readonly string[]
}

/** The element's scripts by name, built from the current sources. Nothing is written to `dist`. */
export async function buildScripts(): Promise<Map<string, string>> {
  return new Map((await buildParts()).map(({ name, text }) => [name, text]))
}

/** All scripts and licences of the current sources. They are built only if no test has built them yet. */
export async function buildParts(): Promise<readonly BuiltPart[]> {
  const path = join(CACHE, `${hashSources()}.json`)
  const stored = readStored(path)
  if (stored !== null) return stored
  const parts = (await Promise.all(BUILDS.map(buildWith))).flat()
  const foreign = parts.flatMap(({ modules }) => modules).filter((id) => id.startsWith('/') && !isHashed(id))
  if (foreign.length > 0) throw new Error(`a build reads ${foreign[0]}, which is not in the hash of its sources`)
  store(path, parts)
  return parts
}

async function buildWith(config: (typeof BUILDS)[number]): Promise<BuiltPart[]> {
  const root = join(ROOT, 'packages/widget')
  const options = { root, configFile: join(root, config), logLevel: 'error', build: { write: false } } as const
  const built = (await build(options)) as Rolldown.RolldownOutput[]
  return built.flatMap(({ output }) =>
    output.map((part) => ({
      ...{ config, name: part.fileName },
      ...('code' in part
        ? { text: part.code, imports: part.imports, modules: part.moduleIds }
        : { text: String(part.source), imports: [], modules: [] }),
    })),
  )
}

/** Output of builds, things with hashes of their own, and those that are no part of a build. */
const SKIPPED = new Set(['dist', 'node_modules', 'gallery', 'typings', 'README.md'])

function hashSources(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, LOCKFILE)))
  for (const file of SOURCES.flatMap((source) => listFiles(join(ROOT, source))).toSorted()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !SKIPPED.has(name))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return listFiles(path)
    return entry.isFile() && !path.endsWith('.test.ts') ? [path] : []
  })
}

function isHashed(id: string): boolean {
  const [packages, name, folder = ''] = relative(ROOT, id).split('/')
  return id.includes('/node_modules/') || (SOURCES.includes(`${packages}/${name}`) && !SKIPPED.has(folder))
}

function readStored(path: string): readonly BuiltPart[] | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Leaves the newest build only. Another process may read or write it meanwhile. */
function store(path: string, parts: readonly BuiltPart[]): void {
  mkdirSync(CACHE, { recursive: true })
  for (const name of readdirSync(CACHE)) if (name.endsWith('.json')) rmSync(join(CACHE, name), { force: true })
  const draft = join(CACHE, randomUUID())
  writeFileSync(draft, JSON.stringify(parts))
  renameSync(draft, path)
}
