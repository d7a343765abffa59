/** Packs the compiled packages with one version, from a copy of the workspace. The workspace itself stays as it is. */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { writeArchive } from './archive.ts'
import { keepLinksTo } from './links.ts'
import { type Manifest, nameTarball, type Package, ROOT, readManifest, runPnpm, runTool } from './packages.ts'
import { ReleaseError } from './refusal.ts'

/** The origin of a package: `repository` of the root's package.json. */
export type Origin = { readonly url: string } | null

/**
 * Packs all packages into `out`. Throws ReleaseError for one that is not built.
 * `origin`: null leaves out where the source is.
 */
export async function packAll(packages: readonly Package[], version: string, origin: Origin, out: string) {
  const stage = mkdtempSync(join(tmpdir(), 'checkout-release-'))
  try {
    writeFileSync(join(stage, 'pnpm-workspace.yaml'), 'packages: [packages/*]\n')
    for (const one of packages) stagePackage(one, version, origin, stage)
    await runPnpm(['-r', 'pack', '--pack-destination', out], stage)
    for (const one of packages) {
      if (one.manifest.bin !== undefined) await bundleSiblings(one, packages, version, out, join(stage, one.dir))
    }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Checks each tarball. Throws ReleaseError for one that could not be installed. */
export async function checkTarballs(packages: readonly Package[], version: string, out: string): Promise<void> {
  await Promise.all(packages.map(({ name }) => checkTarball(join(out, nameTarball(name, version)))))
}

/**
 * Packs a program again, with the packages of the workspace that it needs inside. So one file installs it, and no registry
 * is asked for our names. What those need of others becomes its own dependencies: npm and pnpm install nothing else for
 * packages that are inside. Declarations and source maps of these stay out.
 */
async function bundleSiblings(
  { name }: Package,
  packages: readonly Package[],
  version: string,
  out: string,
  folder: string,
): Promise<void> {
  const tarball = join(out, nameTarball(name, version))
  await extract(tarball, folder)
  const manifest = readManifest(folder)
  const required = listNeeded(packages, name)
  const bundled = listNeeded(packages, name, { optional: true }).filter((one) => one !== name)
  const [dependencies, optional] = [{ ...manifest.dependencies }, {} as Record<string, string>]
  for (const sibling of bundled) {
    const target = join(folder, 'node_modules', sibling)
    await extract(join(out, nameTarball(sibling, version)), target)
    for (const file of globSync('**/*.{d.ts,map}', { cwd: target })) rmSync(join(target, file))
    const needs = readManifest(target)
    Object.assign(required.includes(sibling) ? dependencies : optional, needs.dependencies)
    Object.assign(optional, needs.optionalDependencies)
    dependencies[sibling] = version
  }
  const optionalDependencies = Object.fromEntries(Object.entries(optional).filter(([one]) => !dependencies[one]))
  const described = { ...manifest, dependencies, optionalDependencies, bundleDependencies: bundled }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described, null, 2))
  writeArchive(folder, 'package', tarball)
}

async function extract(tarball: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await runTool('tar', ['-xzf', tarball, '--strip-components', '1'], folder)
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

/** A package, and the packages of the workspace that it cannot do without. `optional`: also those that it can. */
function listNeeded(packages: readonly Package[], name: string, { optional = false } = {}): string[] {
  const needed = new Set([name])
  // A set that grows during iteration is walked to its new end.
  for (const one of needed) {
    const { manifest } = packages.find((known) => known.name === one) ?? {}
    if (!manifest) throw new ReleaseError(`${one} is not a package that is published.`)
    const { optionalDependencies, ...required } = manifest
    for (const sibling of listSiblings(optional ? manifest : required, one)) needed.add(sibling)
  }
  return [...needed].sort()
}

/** The packages of the workspace on which a package depends. */
function listSiblings({ dependencies, optionalDependencies }: Manifest, name: string): string[] {
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
