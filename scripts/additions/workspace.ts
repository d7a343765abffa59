/** A copy of the last commit, with the packages that are installed here. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** They are as large as everything else, and a copy needs none of its own. */
const SHARED = join('node_modules', '.pnpm')

export type Workspace = {
  readonly root: string
  /** Runs a program in it, and returns what it printed. Throws an error with all of that if it fails. */
  run(program: string, ...args: readonly string[]): string
  remove(): void
}

export function copyWorkspace(): Workspace {
  const root = mkdtempSync(join(tmpdir(), 'addition-'))
  const run = (program: string, ...args: readonly string[]) => runIn(root, program, args)
  run('git', 'clone', '--quiet', '--shared', ROOT, '.')
  const packages = run('git', 'ls-files', 'package.json', '*/package.json').trimEnd().split('\n')
  for (const folder of packages.map((path) => join(dirname(path), 'node_modules'))) {
    if (existsSync(join(ROOT, folder))) copyModules(join(ROOT, folder), join(root, folder))
  }
  symlinkSync(join(ROOT, SHARED), join(root, SHARED))
  return { root, run, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Copies links as they are, so that those between packages lead to the copy. */
function copyModules(from: string, to: string): void {
  const skipped = /[\\/]node_modules[\\/]\.(?!bin)/
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !skipped.test(path.slice(ROOT.length)),
  })
}

function runIn(cwd: string, program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error })
  }
}
