/** The packages that are published, and the tools that pack them. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export const ROOT = join(import.meta.dirname, '../..')

/** The version of pnpm that everything is installed and packed with: that of `npm run setup`. */
export const PNPM = readPinnedPnpm()

export type Manifest = Readonly<Record<string, unknown>> & {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type Package = {
  readonly name: string
  readonly version: string
  /** Its folder below `packages`. */
  readonly dir: string
  readonly manifest: Manifest
}

/** The published packages, in the order of their folders. */
export function readPackages(root = ROOT): Package[] {
  const folders = readdirSync(join(root, 'packages')).filter((dir) =>
    existsSync(join(root, 'packages', dir, 'package.json')),
  )
  return folders.flatMap((dir) => {
    const manifest = readManifest(join(root, 'packages', dir))
    const { name, version } = manifest
    return manifest.private === true ? [] : [{ name, version, dir, manifest }]
  })
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The name of a package's tarball, as pnpm and npm write it. */
export function nameTarball(name: string, version: string): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

const execute = promisify(execFile)
const MOST_OUTPUT = 64 * 1_024 * 1_024

/** Returns what a command of the workspace printed. Throws an error with all of it if the command fails. */
export async function runTool(command: string, args: readonly string[], cwd: string): Promise<string> {
  const PATH = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH }
  try {
    return (await execute(command, args, { cwd, env, maxBuffer: MOST_OUTPUT })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}\n${stderr}`)
  }
}

export function runPnpm(args: readonly string[], cwd: string): Promise<string> {
  return runTool('npx', ['--prefer-offline', '--yes', PNPM, ...args], cwd)
}

function readPinnedPnpm(): string {
  const { scripts } = readManifest(ROOT) as unknown as { scripts: { setup: string } }
  const [pinned] = /pnpm@[\d.]+/.exec(scripts.setup) ?? []
  if (pinned === undefined) throw new Error('package.json pins no version of pnpm in its script setup')
  return pinned
}
