/**
 * Writes a software bill of materials of the published packages to standard output: CycloneDX 1.6 as JSON, from the
 * lock file. It lists what users of the packages install, and nothing that only development needs.
 *
 *     node scripts/sbom.ts > crypto-checkout.cdx.json
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, readPackages } from './release/packages.ts'

type Lock = {
  /** By folder: the names of direct dependencies, with the keys of their snapshots. */
  readonly importers: ReadonlyMap<string, readonly string[]>
  /** By name and version: the registry's hash. */
  readonly hashes: ReadonlyMap<string, string>
  /** By key: the keys of its dependencies. */
  readonly needs: ReadonlyMap<string, readonly string[]>
}

type Component = {
  readonly type: 'library'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}

/** The bill of materials. The same lock file and packages give the same text. */
export function billOfMaterials(lockText: string, packages: readonly { name: string; version: string; dir: string }[]) {
  const lock = readLock(lockText)
  const own = packages.map(({ name, version }) => componentOf(`${name}@${version}`, undefined))
  const folders = new Map(packages.map((one) => [`packages/${one.dir}`, `${one.name}@${one.version}`]))
  const direct = (dir: string) => (lock.importers.get(`packages/${dir}`) ?? []).map((key) => linked(key, dir, folders))
  const needs = new Map([
    ...lock.needs,
    ...packages.map((one) => [`${one.name}@${one.version}`, direct(one.dir)] as const),
  ])
  const reached = reach(
    own.map((one) => one['bom-ref']),
    needs,
  )
  const foreign = [...new Set(reached.map(bare))].filter((key) => !own.some((one) => one['bom-ref'] === key))
  const dependencies = Map.groupBy(reached, bare)
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'crypto-checkout', name: 'crypto-checkout' } },
    components: [...own, ...foreign.sort().map((key) => componentOf(key, lock.hashes.get(key)))],
    dependencies: [...dependencies]
      .map(([ref, keys]) => ({
        ref,
        dependsOn: [...new Set(keys.flatMap((key) => needs.get(key) ?? []).map(bare))].sort(),
      }))
      .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  }
}

/** A dependency within the workspace is a folder: `link:../core`. */
function linked(key: string, dir: string, folders: ReadonlyMap<string, string>): string {
  const [, path] = /@link:(.+)$/.exec(key) ?? []
  if (path === undefined) return key
  const found = folders.get(join('packages', dir, path))
  if (found === undefined) throw new Error(`${key} of packages/${dir} is not a package that is published`)
  return found
}

function reach(from: readonly string[], needs: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set(from)
  // A set that grows during iteration is walked to its new end.
  for (const key of reached) for (const next of needs.get(key) ?? []) reached.add(next)
  return [...reached]
}

/** Without the versions of peers: the lock file lists a package once for each combination, as `name@1.0.0(peer@2.0.0)`. */
function bare(key: string): string {
  return key.replace(/\(.*$/, '')
}

function componentOf(key: string, integrity: string | undefined): Component {
  const at = key.lastIndexOf('@')
  const [name, version] = [key.slice(0, at), key.slice(at + 1)]
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const component = { type: 'library', 'bom-ref': key, name, version, purl } as const
  const [, sha512] = /^sha512-(.+)$/.exec(integrity ?? '') ?? []
  if (sha512 === undefined) return component
  return { ...component, hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }
}

const SECTION = /^(\w+):/
const ENTRY = /^ {2}'?([^'\s][^']*?)'?:/
const PART = /^ {4}(\w+):/

type Place = { readonly section: string; readonly entry: string; readonly part: string; readonly line: string }

/** The lines of a lock file, each with the headings above it. The file has fixed indents. */
function* placedLines(text: string): Generator<Place> {
  let [section, entry, part] = ['', '', '']
  for (const line of text.split('\n')) {
    section = SECTION.exec(line)?.[1] ?? section
    entry = ENTRY.exec(line)?.[1] ?? entry
    part = PART.exec(line)?.[1] ?? part
    yield { section, entry, part, line }
  }
}

/** Reads the needed parts of a lock file (version 9). */
function readLock(text: string): Lock {
  const lines = [...placedLines(text)]
  const hashes = new Map<string, string>()
  for (const { section, entry, line } of lines) {
    const [, integrity] = /integrity: ([^,}]+)/.exec(line) ?? []
    if (section === 'packages' && integrity !== undefined) hashes.set(entry, integrity)
  }
  return { importers: readImporters(lines), hashes, needs: readNeeds(lines) }
}

function readImporters(lines: readonly Place[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  let name = ''
  for (const { section, entry, part, line } of lines) {
    if (section !== 'importers' || !isNeeded(part)) continue
    name = /^ {6}'?([^'\s][^']*?)'?:/.exec(line)?.[1] ?? name
    const [, version] = /^ {8}version: (.+)/.exec(line) ?? []
    if (version !== undefined) add(importers, entry, keyOf(name, version))
  }
  return importers
}

function readNeeds(lines: readonly Place[]): Map<string, string[]> {
  const needs = new Map<string, string[]>()
  for (const { section, entry, part, line } of lines) {
    const [, name, version] = /^ {6}'?([^'\s][^']*?)'?: (.+)/.exec(line) ?? []
    if (section !== 'snapshots' || !isNeeded(part)) continue
    if (name !== undefined && version !== undefined) add(needs, entry, keyOf(name, version))
  }
  return needs
}

function isNeeded(part: string): boolean {
  return part === 'dependencies' || part === 'optionalDependencies'
}

/** An alias has the other package's name in place of its version: `npm:other@1.0.0` is written `other@1.0.0`. */
function keyOf(name: string, version: string): string {
  const plain = version.replace(/^'|'$/g, '')
  return /^\d|^link:/.test(plain) ? `${name}@${plain}` : plain
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  lists.set(key, [...(lists.get(key) ?? []), value])
}

if (import.meta.main) {
  const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
  console.log(JSON.stringify(billOfMaterials(lock, readPackages()), null, 2))
}
