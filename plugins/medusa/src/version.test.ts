import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', path), 'utf8'))

test('mollie-payments-medusa #3: the least version that is claimed is the one that is tested', () => {
  const { version } = read('node_modules/@medusajs/framework/package.json')
  expect(read('package.json').peerDependencies).toMatchObject({
    '@medusajs/framework': `^${version}`,
    '@medusajs/medusa': `^${version}`,
  })
  expect(readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')).toContain(
    `Medusa](https://medusajs.com) ${version}`,
  )
})

test('a storefront that installs the package for its component does not install Medusa', () => {
  const { peerDependencies, peerDependenciesMeta } = read('package.json')
  const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  expect(required).toEqual([])
})

test('a storefront with the older resolution of modules finds the types of its component', () => {
  const { exports, typesVersions } = read('package.json')
  expect(typesVersions['*'].storefront).toEqual([exports['./storefront'].types])
})

test('the licence is packed', () => {
  const files = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: join(import.meta.dirname, '..') })
  expect(String(files)).toContain('"LICENSE"')
})
