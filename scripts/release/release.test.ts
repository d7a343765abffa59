/** Refusals of a release, and properties of a package that can be installed. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseReleaseOptions } from './options.ts'
import { ROOT, readPackages } from './packages.ts'

const packages = readPackages()

test.each([
  [['--dryrun'], '--dryrun is unknown: did you mean dry-run?'],
  [['0.2.0'], '0.2.0 is not an option.'],
  [['--version'], '--version needs a value.'],
  [['--version', '2'], '2 is not a version: write three numbers, as in 1.2.3 or 1.2.3-rc.1.'],
  [['--dry-run=yes'], '--dry-run takes no value.'],
  [['--pack-only', '--dry-run'], '--pack-only packs the version that the packages have'],
  [['--no-build'], '--no-build is for --dry-run: a release is built anew.'],
])('%j is refused', (words, message) => {
  expect(() => parseReleaseOptions(words)).toThrow(message)
})

test('a misspelt option ends the command before it does anything', () => {
  const args = [join(import.meta.dirname, 'main.ts'), '--dryrun']
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^--dryrun is unknown: did you mean dry-run\?\n\nnpm run release -- \[--dry-run\]/)
})

test('npm packs nothing from the folder of a package', () => {
  for (const { name, manifest } of packages) {
    const { prepack } = manifest.scripts as { prepack: string }
    expect(prepack, name).toMatch(/^node \.\.\/\.\.\/scripts\/release\/require-pnpm\.js && /)
  }
  const cwd = join(ROOT, 'packages/api-types')
  const { status, stderr, stdout } = spawnSync('npm', ['pack', '--dry-run', '--offline'], { cwd, encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr + stdout).toContain(
    'Only pnpm can pack this package: npm would make a tarball that cannot be installed.',
  )
})

/** The Node that the storage needs. */
const NODE = '^22.16.0 || >=24'

test.each(packages)('$name can be found, and resolved by old tools too', ({ name, manifest }) => {
  const { keywords, engines, publishConfig } = manifest as unknown as {
    keywords: string[]
    engines?: { node: string }
    publishConfig: {
      access: string
      main?: string
      types?: string
      typesVersions?: { '*': Record<string, string[]> }
      exports: Record<string, string | { types: string; default?: string }>
    }
  }
  expect(keywords.length).toBeGreaterThan(2)
  // The others run in browsers as well.
  expect([undefined, '>=20', NODE]).toContain(engines?.node)
  if (/(core|server|express)$/.test(name)) expect(engines?.node).toBe(NODE)
  expect(publishConfig.access).toBe('public')
  const { '.': main, ...others } = publishConfig.exports
  expect(publishConfig).toMatchObject(typeof main === 'object' ? { main: main.default, types: main.types } : {})
  const typed = Object.entries(others).flatMap(([path, entry]) =>
    typeof entry === 'object' ? [[path.slice('./'.length), [entry.types]]] : [],
  )
  expect(publishConfig.typesVersions?.['*'] ?? {}).toEqual(Object.fromEntries(typed))
})
