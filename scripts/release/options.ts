/** The options of `npm run release`. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { suggestName } from '@crypto-checkout/api-types'
import { ROOT } from './packages.ts'
import { UsageError } from './refusal.ts'
import { parseVersion } from './versions.ts'

export const USAGE = `npm run release -- [--dry-run] [--version X.Y.Z] [--pack-only] [--out FOLDER]

  --dry-run        does everything, and leaves versions, notes and the change log as they are
  --version X.Y.Z  this version, in place of the one that follows from the notes
  --pack-only      packs the version that the packages have: the forge does this for a tag
  --out FOLDER     where to, by default release/. Its content is replaced
  --no-build       packs what was built before, with --dry-run only`

export type ReleaseOptions = {
  readonly dryRun: boolean
  readonly packOnly: boolean
  readonly build: boolean
  /** null: the version follows from the notes. */
  readonly version: string | null
  readonly out: string
}

const FLAGS = ['dry-run', 'pack-only', 'no-build'] as const
const VALUES = ['version', 'out'] as const
type Flag = (typeof FLAGS)[number]
type Value = (typeof VALUES)[number]

/** Throws UsageError for an option that is unknown, lacks its value, or contradicts another one. */
export function parseReleaseOptions(words: readonly string[]): ReleaseOptions {
  const { flags, values } = readWords(words)
  const [dryRun, packOnly] = [flags.has('dry-run'), flags.has('pack-only')]
  if (packOnly && (dryRun || values.has('version'))) {
    throw new UsageError('--pack-only packs the version that the packages have: leave out --dry-run and --version.')
  }
  if (flags.has('no-build') && !dryRun) throw new UsageError('--no-build is for --dry-run: a release is built anew.')
  const version = values.get('version') ?? null
  if (version !== null) parseVersion(version)
  const out = resolve(values.get('out') ?? join(ROOT, 'release'))
  return { dryRun, packOnly, build: !flags.has('no-build'), version, out }
}

function readWords(words: readonly string[]) {
  const options = {
    ...Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' as const }])),
    ...Object.fromEntries(VALUES.map((name) => [name, { type: 'string' as const }])),
  }
  const { tokens } = parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true })
  const flags = new Set<Flag>()
  const values = new Map<Value, string>()
  for (const token of tokens) {
    if (token.kind === 'positional') throw new UsageError(`${token.value} is not an option.`)
    if (token.kind !== 'option') continue
    const flag = FLAGS.find((name) => name === token.name)
    const value = VALUES.find((name) => name === token.name)
    if (flag && token.value === undefined) flags.add(flag)
    else if (value && token.value) values.set(value, token.value)
    else throw new UsageError(explainOption(token.name))
  }
  return { flags, values }
}

/** Explains the mistake of an option that was not taken. */
function explainOption(name: string): string {
  if (FLAGS.some((flag) => flag === name)) return `--${name} takes no value.`
  if (VALUES.some((value) => value === name)) return `--${name} needs a value.`
  return `--${name} is unknown: ${suggestName(name, [...FLAGS, ...VALUES])}`
}
