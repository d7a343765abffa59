/** Checks the types of the code in README.md of those packages whose code needs chains, a browser or a merchant's app. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PACKAGES = ['api-types', 'client', 'contracts', 'devnet', 'react', 'stellar-devnet', 'widget']

/** What the code takes for granted. */
const GIVEN = `
type Networks = import('@crypto-checkout/devnet').Devnet['networks']
declare const devnet: import('@crypto-checkout/devnet').Devnet<'ethereum' | 'polygon' | 'stellar'>
declare const ethereum: Networks['ethereum']
declare const network: import('@crypto-checkout/devnet').Devnet<'stellar'>['networks']['stellar']
declare const transaction: import('@stellar/stellar-sdk').Transaction
declare const webhookFetch: typeof import('@crypto-checkout/client').webhookFetch
declare const to: string, address: string, wallet: string, usdc: string, another: string
declare function send(transaction: { to: string; data: string }): Promise<{ logs: [] }>
`

test('the code fits the packages', () => {
  mkdirSync(join(ROOT, 'e2e/data'), { recursive: true })
  // Inside the workspace, so that the packages of others resolve.
  const folder = mkdtempSync(join(ROOT, 'e2e/data/types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of PACKAGES) {
    const text = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8')
    const blocks = [...text.matchAll(/^```(tsx?)\n(.*?)^```$/gms)].filter(
      // A test of the element itself bundles this one.
      ([code]) => !code.includes('@crypto-checkout/widget/jsx'),
    )
    expect(blocks.length, name).toBeGreaterThan(0)
    for (const [index, [, language, code = '']] of blocks.entries()) {
      writeFileSync(join(folder, `${name}-${index}.${language}`), `${code.replaceAll('{ ... }', '{}')}\nexport {}\n`)
    }
  }
  writeFileSync(join(folder, 'given.d.ts'), GIVEN)
  const source = (name: string) => [`${ROOT}/packages/${name}/src/index.ts`]
  const paths = {
    ...Object.fromEntries(PACKAGES.map((name) => [`@crypto-checkout/${name}`, source(name)])),
    '@crypto-checkout/widget': [`${ROOT}/packages/widget/src/crypto-checkout.ts`],
    '@crypto-checkout/*/testing': [`${ROOT}/packages/*/src/testing.ts`],
    'react/*': [`${ROOT}/packages/react/node_modules/@types/react/*.d.ts`],
    react: [`${ROOT}/packages/react/node_modules/@types/react/index.d.ts`],
  }
  const compilerOptions = {
    ...{ rootDir: ROOT, noEmit: true, composite: false, incremental: false, allowImportingTsExtensions: true, paths },
    ...{ lib: ['es2024', 'esnext.iterator', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
  }
  const config = { extends: '../../../tsconfig.json', compilerOptions, include: ['.'], references: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect([stdout, status]).toEqual(['', 0])
})
