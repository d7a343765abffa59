/**
 * `npm run release`: one version for all packages, from the notes in `changes/`. It writes CHANGELOG.md and packs the
 * packages into `release/`, with their bill of materials, their checksums, and a folder from which servers are
 * installed. It commits and publishes nothing.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { billOfMaterials } from '../sbom.ts'
import { writeArchive } from './archive.ts'
import { keepLinksTo } from './links.ts'
import { findSection, findStep, formatSection, insertSection, type Note, readNotes } from './notes.ts'
import { parseReleaseOptions, type ReleaseOptions, USAGE } from './options.ts'
import { nameTarball, type Package, ROOT, readManifest, readPackages, runTool } from './packages.ts'
import { ReleaseError, UsageError } from './refusal.ts'
import { writeServerFolder } from './server-folder.ts'
import { checkTarballs, type Origin, packAll } from './tarballs.ts'
import { isLater, raiseVersion } from './versions.ts'

const LOG = join(ROOT, 'CHANGELOG.md')
const NOTES = join(ROOT, 'changes')
const BILL = 'crypto-checkout.cdx.json'

const PNPM_HEAD = '# For pnpm-workspace.yaml of a project that has the tarballs in its folder release.'

type Plan = {
  readonly version: string
  readonly notes: readonly Note[]
  /** The text of this version in the change log. */
  readonly section: string
  /** Reasons for which the release is refused. A dry run goes on. */
  readonly problems: readonly string[]
}

async function release(options: ReleaseOptions): Promise<void> {
  const packages = readPackages()
  const plan = await planRelease(options, packages)
  if (plan.problems.length > 0 && !options.dryRun) throw new ReleaseError(plan.problems.join('\n'))
  const origin = readOrigin()
  const { version } = plan
  const { out } = options
  const start = performance.now()
  if (options.build) await build(packages, options)
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  await measure(`pack ${packages.length} packages`, () => packAll(packages, version, origin, out))
  await Promise.all([
    measure('check the packages', () => checkTarballs(packages, version, out)),
    measure('lock what a server needs', () => writeServerFolder(version, out)),
  ])
  await measure('write papers and checksums', async () => writePapers(packages, plan, out))
  if (!options.dryRun && !options.packOnly) writeTree(packages, plan)
  console.log(`${formatSeconds(performance.now() - start)}  in all\n\n${version} is in ${out}`)
  for (const line of describeRest(plan, options, origin)) console.log(line)
}

async function planRelease(options: ReleaseOptions, packages: readonly Package[]): Promise<Plan> {
  const current = readCommonVersion(packages)
  const notes = readNotes(NOTES)
  const dirty = await runTool('git', ['status', '--porcelain'], ROOT)
  const problems = dirty === '' ? [] : [`The tree is dirty: commit or remove these changes first.\n${dirty.trimEnd()}`]
  if (options.packOnly) {
    if (notes.length > 0) problems.push(`changes/ has notes that no release has: ${listFiles(notes)}.`)
    return { version: current, notes: [], section: findSection(readFileSync(LOG, 'utf8'), current), problems }
  }
  if (notes.length === 0) problems.push('There is nothing to release: changes/ has no notes. See changes/README.md.')
  const version = options.version ?? (notes.length === 0 ? current : raiseVersion(current, findStep(notes)))
  if (options.version !== null && !isLater(version, current)) {
    problems.push(`${version} does not come after ${current}, the version of the packages.`)
  }
  return { version, notes, section: formatSection(version, new Date().toISOString().slice(0, 10), notes), problems }
}

function readCommonVersion(packages: readonly Package[]): string {
  const versions = [...new Set(packages.map(({ version }) => version))]
  const [version, ...others] = versions
  if (version === undefined || others.length > 0) {
    throw new ReleaseError(`All packages need the same version. They have ${versions.join(' and ')}.`)
  }
  return version
}

/** The repository's address is in one place, `repository` of the root's package.json. Until it is, packages name none. */
function readOrigin(): Origin {
  const { repository } = readManifest(ROOT)
  if (repository === undefined) return null
  const url = typeof repository === 'string' ? repository : (repository as { url?: unknown }).url
  if (typeof url === 'string' && /^(git\+)?https:\/\//.test(url)) return { url }
  throw new ReleaseError('repository in package.json must be the address of the repository: https://...')
}

/** Builds everything. A release begins without what former builds left. */
async function build(packages: readonly Package[], { dryRun }: ReleaseOptions): Promise<void> {
  if (!dryRun) {
    for (const { dir } of packages) rmSync(join(ROOT, 'packages', dir, 'dist'), { recursive: true, force: true })
  }
  console.log('Building, packing and checking, about half a minute:')
  await measure('compile', () => runTool('tsc', dryRun ? ['-b'] : ['-b', '--force'], ROOT))
  await Promise.all([
    measure('build the element', () => runTool('npm', ['run', '--silent', 'build:widget'], ROOT)),
    measure('build the dashboard', () => runTool('npm', ['run', '--silent', 'build:dashboard'], ROOT)),
  ])
}

/** Says how long a step took. */
async function measure(step: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  console.log(`${formatSeconds(performance.now() - start)}  ${step}`)
}

function formatSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1).padStart(6)} s`
}

/** The bill of materials, the notes, how to install, the folder of servers as one file, and the checksums. */
function writePapers(packages: readonly Package[], { version, section }: Plan, out: string): void {
  const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')
  const bill = billOfMaterials(
    lock,
    packages.map((one) => ({ ...one, version })),
  )
  writeFileSync(join(out, BILL), `${JSON.stringify(bill, null, 2)}\n`)
  writeFileSync(join(out, 'NOTES.md'), keepLinksTo([], `${section.replace(/^## .*\n+/, '')}\n`))
  // Without these lines pnpm asks a registry for the packages that others need.
  const overrides = packages.map(({ name }) => `  "${name}": file:./release/${nameTarball(name, version)}`)
  writeFileSync(join(out, 'pnpm-overrides.yaml'), [PNPM_HEAD, 'overrides:', ...overrides, ''].join('\n'))
  writeFileSync(join(out, 'INSTALL.md'), keepLinksTo([], readFileSync(join(ROOT, 'docs/installing.md'), 'utf8')))
  writeArchive(join(out, 'server'), 'server', join(out, `crypto-checkout-${version}-deployment.tar.gz`))
  const files = readdirSync(out).filter((file) => /\.(tgz|gz|json)$/.test(file))
  const sums = files.toSorted().map((file) => `${hashFile(join(out, file))}  ${file}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** Sets the version of all packages, and moves the notes to the change log. */
function writeTree(packages: readonly Package[], { version, notes, section }: Plan): void {
  for (const { dir } of packages) {
    const path = join(ROOT, 'packages', dir, 'package.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/^ {2}"version": ".*"/m, `  "version": "${version}"`))
  }
  writeFileSync(LOG, insertSection(readFileSync(LOG, 'utf8'), section))
  for (const { file } of notes) rmSync(join(NOTES, file))
}

function* describeRest({ version, problems }: Plan, { dryRun, packOnly }: ReleaseOptions, origin: Origin) {
  if (origin === null) yield 'The packages do not say where their source is: package.json has no repository.'
  if (dryRun) yield 'This was a dry run: versions, notes and change log are as they were.'
  for (const problem of problems) yield `A release would be refused. ${problem}`
  if (!dryRun && !packOnly) {
    yield `Look at it, then: git commit -am 'Release ${version}' && git tag v${version} && git push --follow-tags`
  }
}

function listFiles(notes: readonly Note[]): string {
  return notes.map(({ file }) => file).join(', ')
}

try {
  await release(parseReleaseOptions(process.argv.slice(2)))
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  const isUsage = error instanceof UsageError
  console.error(isUsage ? `${error.message}\n\n${USAGE}` : error.message)
  process.exitCode = isUsage ? 2 : 1
}
