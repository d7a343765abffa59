/**
 * Builds what browsers load, the element and the dashboard, unless it is there and built from these very sources: then
 * `npm start` listens six seconds earlier.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const RECORD = join(ROOT, 'node_modules/.cache/built-pages')
const BUILDS = [
  ['the element', '--prefix', 'packages/widget', 'build:scripts'],
  ['the dashboard', '--prefix', 'packages/dashboard', 'build'],
] as const
/** One file of each build. */
const BUILT = ['packages/widget/dist/crypto-checkout.js', 'packages/dashboard/dist/site/index.html']

const hash = hashSources()
const isBuilt = BUILT.every((path) => existsSync(join(ROOT, path))) && readRecord() === hash
if (!isBuilt) {
  for (const [name, ...args] of BUILDS) {
    // A busy machine takes minutes, and silence looks like a stop.
    console.error(`Building ${name}: about 5 seconds.`)
    const { status } = spawnSync('npm', ['run', '--silent', ...args], { cwd: ROOT, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, hash)
}

function readRecord(): string | null {
  return existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : null
}

/** All files that the builds may read, by their paths and contents. */
function hashSources(): string {
  const sum = createHash('sha256')
  const entries = globSync('packages/{api-types,client,dashboard,payer-ui,widget}/**', {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ name }) => name === 'dist' || name === 'node_modules',
  })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  for (const path of [join(ROOT, 'pnpm-lock.yaml'), ...paths.toSorted()]) {
    sum.update(`${relative(ROOT, path)}\0`).update(readFileSync(path))
  }
  return sum.digest('hex')
}
