/**
 * The folder `server` of a release: the server, what it needs, and the files that run it. An image is built from this
 * folder alone, and a host installs from it. Nothing in it is for development.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepLinksTo } from './links.ts'
import { nameTarball, type Package, PNPM, ROOT, runPnpm } from './packages.ts'
import { ReleaseError } from './refusal.ts'
import { listSiblings } from './tarballs.ts'

const EXAMPLES = join(ROOT, 'examples/deployment')
const FILES = [
  ...['Dockerfile', 'compose.yaml', 'crypto-checkout.config.json', 'crypto-checkout.service', 'crypto-checkout.sh'],
  ...['alerts.yml', '.dockerignore'],
]
const SERVER = '@crypto-checkout/server'

/** Fills `out/server`. The tarballs are in `out`. */
export async function writeServerFolder(packages: readonly Package[], version: string, out: string): Promise<void> {
  const folder = join(out, 'server')
  mkdirSync(join(folder, 'packages'), { recursive: true })
  for (const file of FILES) cpSync(join(EXAMPLES, file), join(folder, file))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), keepLinksTo(FILES, readFileSync(join(EXAMPLES, 'README.md'), 'utf8')))
  const needed = listNeeded(packages, SERVER)
  for (const name of needed) {
    const tarball = nameTarball(name, version)
    cpSync(join(out, tarball), join(folder, 'packages', tarball))
  }
  const engines = packages.find(({ name }) => name === SERVER)?.manifest.engines
  const dependencies = { [SERVER]: `file:packages/${nameTarball(SERVER, version)}` }
  const manifest = { name: 'crypto-checkout', private: true, license: 'MIT', engines, dependencies }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const dropped = packages.filter(({ name }) => !needed.includes(name)).map(({ name }) => name)
  // pnpm would add optional peers, because the lock file of the workspace has them.
  const peers = packages.filter(({ name }) => needed.includes(name)).flatMap(listOptionalPeers)
  const overrides = formatOverrides(needed, version, 'packages', [...dropped, ...peers])
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), overrides)
  await lockAsTested(folder)
}

/** A package, and the packages of the workspace that it cannot do without. */
function listNeeded(packages: readonly Package[], name: string): string[] {
  const needed = new Set([name])
  // A set that grows during iteration is walked to its new end.
  for (const one of needed) {
    const { manifest } = packages.find((known) => known.name === one) ?? {}
    if (!manifest) throw new ReleaseError(`${one} is not a package that is published.`)
    const { optionalDependencies, ...required } = manifest
    for (const sibling of listSiblings(required, one)) needed.add(sibling)
  }
  return [...needed].sort()
}

function listOptionalPeers({ name, manifest }: Package): string[] {
  const peers = manifest.peerDependenciesMeta as Record<string, { readonly optional?: boolean }> | undefined
  return Object.entries(peers ?? {}).flatMap(([peer, { optional }]) => (optional ? [`${name}>${peer}`] : []))
}

/**
 * The part of a pnpm-workspace.yaml that has pnpm take packages from tarballs. Else it would ask a registry for those
 * that other packages need. `dropped` are optional dependencies that are left out.
 */
export function formatOverrides(
  names: readonly string[],
  version: string,
  folder: string,
  dropped: readonly string[] = [],
): string {
  const lines = names.map((name) => `  "${name}": file:./${folder}/${nameTarball(name, version)}`)
  return ['overrides:', ...lines, ...dropped.map((name) => `  "${name}": "-"`), ''].join('\n')
}

/** Locks the dependencies in the versions with which the workspace was tested. Throws ReleaseError for any other. */
async function lockAsTested(folder: string): Promise<void> {
  const tested = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
  const lock = join(folder, 'pnpm-lock.yaml')
  // pnpm keeps the versions that a lock file names, as far as they fit.
  writeFileSync(lock, tested)
  await runPnpm(['install', '--lockfile-only', '--prefer-offline', '--no-frozen-lockfile'], folder)
  const known = new Set(listLocked(tested))
  const others = listLocked(readFileSync(lock, 'utf8')).filter((key) => !known.has(key) && !key.includes('@file:'))
  if (others.length > 0) throw new ReleaseError(`${PNPM} locked what was not tested: ${others.join(', ')}.`)
}

/** The packages with their versions that a lock file (version 9) lists. */
function listLocked(lock: string): string[] {
  const [, packages = ''] = /^packages:\n(.*?)^snapshots:/ms.exec(lock) ?? []
  return [...packages.matchAll(/^ {2}'?([^'\s][^']*?)'?:$/gm)].map(([, key = '']) => key)
}
