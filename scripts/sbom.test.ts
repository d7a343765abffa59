import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from './sbom.ts'

type Bill = ReturnType<typeof billOfMaterials>

const bill: Bill = JSON.parse(
  execFileSync('node', [join(import.meta.dirname, 'sbom.ts')], { encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 }),
)
const named = (name: string) => bill.components.filter((component) => component.name === name)

test('the bill has every direct dependency of each published package, in the version that is installed', () => {
  for (const dir of [
    'api-types',
    'client',
    'contracts',
    'core',
    'devnet',
    'express',
    'fetch',
    'payer-ui',
    'react',
    'server',
    'stellar-devnet',
    'widget',
  ]) {
    const require = createRequire(join(import.meta.dirname, '../packages', dir, 'package.json'))
    const { dependencies = {} } = require('./package.json')
    for (const [name, wanted] of Object.entries<string>(dependencies)) {
      expect([name, named(name).length > 0]).toEqual([name, true])
      if (/^\d/.test(wanted)) expect(named(name).map(({ version }) => version)).toContain(wanted)
    }
  }
})

test('what only development needs is not in it', () => {
  for (const name of ['vitest', 'typescript', 'knip', '@biomejs/biome']) expect(named(name)).toEqual([])
})

test('every foreign package has its hash, and everything that is needed is there', () => {
  const known = new Set(bill.components.map((component) => component['bom-ref']))
  for (const { name, purl, hashes } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\//)
    if (!name.startsWith('@crypto-checkout/')) expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  }
  for (const { ref, dependsOn } of bill.dependencies) {
    for (const one of [ref, ...dependsOn]) expect([one, known.has(one)]).toEqual([one, true])
  }
})

test('aliases, peers and folders of the workspace are followed', () => {
  const lock = `importers:

  packages/shop:
    dependencies:
      '@crypto-checkout/base':
        specifier: workspace:*
        version: link:../base
      renamed:
        specifier: npm:real@1.0.0
        version: real@1.0.0(peer@2.0.0)
    devDependencies:
      tool:
        specifier: 3.0.0
        version: 3.0.0

  packages/base: {}

packages:

  real@1.0.0:
    resolution: {integrity: sha512-AAAA}

snapshots:

  real@1.0.0(peer@2.0.0):
    dependencies:
      peer: 2.0.0
`
  const made = billOfMaterials(lock, [
    { name: 'shop', version: '0.1.0', dir: 'shop' },
    { name: '@crypto-checkout/base', version: '0.1.0', dir: 'base' },
  ])
  expect(made.components.map((one) => one['bom-ref'])).toEqual([
    ...['shop@0.1.0', '@crypto-checkout/base@0.1.0', 'peer@2.0.0', 'real@1.0.0'],
  ])
  expect(made.dependencies.find(({ ref }) => ref === 'shop@0.1.0')?.dependsOn).toEqual([
    '@crypto-checkout/base@0.1.0',
    'real@1.0.0',
  ])
})
