/** A release as its users have it, and empty projects that are installed from it. */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject, onTestFinished } from 'vitest'
import { createTemporaryFolder } from './harness.ts'
import { readSnippets } from './run-snippet.ts'

export const WORKSPACE = join(import.meta.dirname, '../../..')

/** A folder that exists while a test file packs. */
const CLAIM = 'packing'
const PACK_MS = 300_000
const PACK_POLL_MS = 250

const execute = promisify(execFile)

/** Returns a command's output. Throws with all of it if the command fails. */
export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const PATH = [join(WORKSPACE, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, ...variables, PATH }
  const { stdout } = await execute(command, args, { cwd, env }).catch((error) => {
    throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

const runPnpm = (args: readonly string[], cwd: string) =>
  run('npx', ['--prefer-offline', '--yes', 'pnpm@12.21.0', ...args], cwd)

/**
 * Packs the workspace, with the pages that were built before. The files of a run share the release: the first one packs it,
 * and the others wait for it. So only read it, or copy it.
 */
export async function packRelease(): Promise<string> {
  const shared = inject('releaseFolder')
  const out = join(shared, 'release')
  const deadline = performance.now() + PACK_MS
  while (!existsSync(out)) {
    if (claimPacking(shared)) await packInto(out).finally(() => rmdirSync(join(shared, CLAIM)))
    else if (performance.now() > deadline) throw new Error('another test file packs for too long')
    else await sleep(PACK_POLL_MS)
  }
  return out
}

/** Returns false if another test file packs. */
function claimPacking(shared: string): boolean {
  try {
    mkdirSync(join(shared, CLAIM))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function packInto(out: string): Promise<void> {
  // Another one may have ended just before the claim.
  if (existsSync(out)) return
  await run('tsc', ['-b'], WORKSPACE)
  const unfinished = `${out}-unfinished`
  await run('node', ['scripts/release/main.ts', '--dry-run', '--no-build', '--out', unfinished], WORKSPACE)
  // Others see it once it is whole.
  renameSync(unfinished, out)
}

/** The tarballs of packages, all of them by default. */
export function listTarballs(release: string, names: readonly string[] = ['*']): string[] {
  return names.flatMap((name) => globSync(`crypto-checkout-${name}-[0-9]*.tgz`, { cwd: release }))
}

export type Manager = 'npm' | 'pnpm'

type Installation = {
  readonly manager: Manager
  /** Names without the scope. All by default. */
  readonly own?: readonly string[]
  /** Packages of others, from the registry that is configured on this machine. */
  readonly others?: readonly string[]
}

/** An empty folder of a stranger, with the files of a release. It has no package.json yet. */
export function createEmptyFolder(release: string): string {
  const folder = realpathSync(createTemporaryFolder())
  cpSync(release, join(folder, 'release'), { recursive: true })
  return folder
}

/**
 * Removes a folder when the present test has ended. The installed packages of all tests of a file are hundreds of thousands
 * of files, which a slow disk does not remove within the time of one hook.
 */
export function removeAfterTest(folder: string): void {
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
}

/** Makes an empty project as npm makes it, with the files of a release. Returns its folder. */
async function createProject(release: string): Promise<string> {
  const folder = createEmptyFolder(release)
  await run('npm', ['init', '-y'], folder)
  return folder
}

/**
 * Runs the commands of a document in a folder. `versions` pins what they install: `{ express: '5.3.0' }`. Both managers
 * take what they have before they ask a registry.
 */
export async function runCommands(
  commands: string,
  folder: string,
  versions: Readonly<Record<string, string>> = {},
): Promise<void> {
  const pinned = commands.replace(/^(npm install .*)$/gm, (line) =>
    line.replace(/(?<= )[@a-z][\w@/-]*(?= |$)/g, (name) => (versions[name] ? `${name}@${versions[name]}` : name)),
  )
  const script = `pnpm() { npx --prefer-offline --yes pnpm@12.21.0 "$@"; }\n${pinned}`
  const quiet = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
  await run('sh', ['-e', '-c', script], folder, quiet)
}

/** Installs the server by the commands of docs/installing.md. */
export async function installAsDocumented(release: string, manager: Manager): Promise<string> {
  const lines = readSnippets('docs/installing.md', 'sh')
    .find((block) => block.includes(`\n${manager === 'npm' ? 'npx' : 'pnpm'} `))
    ?.trimEnd()
    .split('\n')
  if (!lines?.pop()?.endsWith(' crypto-checkout start')) throw new Error(`no commands of ${manager} in the document`)
  const folder = await createProject(release)
  await runCommands(lines.join('\n'), folder)
  return folder
}

/** Makes an empty project, and installs packages of a release into it. Returns its folder. */
export async function installProject(release: string, { manager, own, others = [] }: Installation): Promise<string> {
  const folder = await createProject(release)
  const tarballs = listTarballs(release, own).map((file) => `./release/${file}`)
  if (manager === 'npm') {
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs, ...others], folder)
  } else {
    copyFileSync(join(release, 'pnpm-overrides.yaml'), join(folder, 'pnpm-workspace.yaml'))
    await runPnpm(['add', '--prefer-offline', ...tarballs, ...others], folder)
  }
  return folder
}

/** Installs a Node from the registry. Returns its program. */
export async function installNode(version: string): Promise<string> {
  const folder = realpathSync(createTemporaryFolder())
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `node@${version}`], folder)
  return join(folder, 'node_modules/node/bin/node')
}

/** The folder of an installed package. */
function findInstalled(folder: string, name: string): string {
  return realpathSync(join(folder, 'node_modules/@crypto-checkout', name))
}

/** The program behind the command `crypto-checkout` of a project. */
export function findCommand(folder: string): string {
  const server = findInstalled(folder, 'server')
  const { bin } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  return join(server, bin['crypto-checkout'] ?? '')
}
