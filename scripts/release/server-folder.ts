/**
 * The folder `server` of a release: the server, what it needs, and the files that run it. An image is built from this
 * folder alone, and a host installs from it. Nothing in it is for development.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepLinksTo } from './links.ts'
import { type Manifest, nameTarball, PNPM, ROOT, runPnpm, runTool } from './packages.ts'
import { ReleaseError } from './refusal.ts'

const EXAMPLES = join(ROOT, 'examples/deployment')
const FILES = [
  ...['Dockerfile', 'compose.yaml', 'crypto-checkout.config.json', 'crypto-checkout.service', 'crypto-checkout.sh'],
  ...['alerts.yml', '.dockerignore'],
]
const SERVER = '@crypto-checkout/server'

/** Fills `out/server`. The tarballs are in `out`. */
export async function writeServerFolder(version: string, out: string): Promise<void> {
  const folder = join(out, 'server')
  mkdirSync(join(folder, 'packages'), { recursive: true })
  for (const file of FILES) cpSync(join(EXAMPLES, file), join(folder, file))
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'README.md'), keepLinksTo(FILES, readFileSync(join(EXAMPLES, 'README.md'), 'utf8')))
  const tarball = nameTarball(SERVER, version)
  cpSync(join(out, tarball), join(folder, 'packages', tarball))
  const packed = JSON.parse(await runTool('tar', ['-xzOf', tarball, 'package/package.json'], out)) as Manifest
  const dependencies = { [SERVER]: `file:packages/${tarball}` }
  const manifest = { name: 'crypto-checkout', private: true, license: 'MIT', engines: packed.engines, dependencies }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const dropped = Object.keys(packed.optionalDependencies ?? {}).map((name) => `  "${name}": "-"`)
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), ['overrides:', ...dropped, ''].join('\n'))
  await lockAsTested(folder)
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
