/** Packs the compiled packages with one version, from a copy of the workspace. The workspace itself stays as it is. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { keepLinksTo } from './links.ts'
import { type Manifest, nameTarball, type Package, ROOT, runPnpm } from './packages.ts'
import { ReleaseError } from './refusal.ts'

/** The origin of a package: `repository` of the root's package.json. */
export type Origin = { readonly url: string } | null

/**
 * Packs all packages into `out`, and checks each tarball. Throws ReleaseError for one that could not be installed.
 * `origin`: null leaves out where the source is.
 */
export async function packAll(packages: readonly Package[], version: string, origin: Origin, out: string) {
  const stage = mkdtempSync(join(tmpdir(), 'checkout-release-'))
  try {
    writeFileSync(join(stage, 'pnpm-workspace.yaml'), 'packages: [packages/*]\n')
    for (const one of packages) stagePackage(one, version, origin, stage)
    await runPnpm(['-r', 'pack', '--pack-destination', out], stage)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
  for (const { name } of packages) await checkTarball(join(out, nameTarball(name, version)))
}

/** Copies what a package publishes. pnpm finds its siblings among its dependencies. */
function stagePackage({ name, dir, manifest }: Package, version: string, origin: Origin, stage: string): void {
  const source = join(ROOT, 'packages', dir)
  const target = join(stage, 'packages', dir)
  mkdirSync(target, { recursive: true })
  const { scripts, devDependencies, ...kept } = manifest
  const described = { ...kept, version, ...describeOrigin(origin, dir) }
  writeFileSync(join(target, 'package.json'), JSON.stringify(described, null, 2))
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'README.md'), renderReadme(readFileSync(join(source, 'README.md'), 'utf8'), origin))
  for (const path of listTopLevel(manifest)) {
    const from = join(source, path)
    if (!existsSync(from)) throw new ReleaseError(`packages/${dir}/${path} is not built: leave out --no-build.`)
    cpSync(from, join(target, path), { recursive: true, filter: (file) => !file.endsWith('.tsbuildinfo') })
  }
  const peers = manifest.peerDependencies as Readonly<Record<string, string>> | undefined
  for (const dependency of listSiblings({ ...manifest, dependencies: { ...manifest.dependencies, ...peers } }, name)) {
    const link = join(target, 'node_modules', dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(stage, 'packages', dependency.replace(/^.*\//, '')), link)
  }
}

/** Registries resolve links in the repository that a package names. Without one they lead nowhere. */
export function renderReadme(text: string, origin: Origin): string {
  return origin === null ? keepLinksTo([], text) : text
}

/** The files and folders at a package's root that its `files` name. */
function listTopLevel({ files }: Manifest): string[] {
  const patterns = (files as readonly string[]).filter((pattern) => !pattern.startsWith('!'))
  return [...new Set(patterns.map((pattern) => pattern.replace(/\/.*$/, '')))]
}

/** The packages of the workspace on which a package depends. */
export function listSiblings({ dependencies, optionalDependencies }: Manifest, name: string): string[] {
  const scope = name.slice(0, name.indexOf('/') + 1)
  return Object.keys({ ...dependencies, ...optionalDependencies }).filter((one) => one.startsWith(scope))
}

function describeOrigin(origin: Origin, dir: string) {
  if (origin === null) return {}
  const page = origin.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return {
    repository: { type: 'git', url: `git+${page}.git`, directory: `packages/${dir}` },
    homepage: `${page}/tree/main/packages/${dir}#readme`,
    bugs: `${page}/issues`,
  }
}

/** Throws ReleaseError for a tarball whose manifest names files that are not in it, or packages that nobody can get. */
async function checkTarball(path: string): Promise<void> {
  const file = readFileSync(path)
  const tarball = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true, level: 'error' })
  const problems = messages.map((message) => formatMessage(message, pkg, { color: false }))
  if (JSON.stringify(pkg).includes('workspace:')) problems.push('it depends on packages by workspace:')
  if (problems.length > 0) throw new ReleaseError(`${path} could not be used: ${problems.join('; ')}`)
}
