/** Checks the types of the code in README.md, docs/delivery.md, docs/agents.md, and README.md of packages whose code needs chains or a browser. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WORKSPACE as ROOT } from './support/release.ts'
import { writeAgent, writeTypedBlocks } from './support/typed-blocks.ts'

const PACKAGES = ['api-types', 'client', 'contracts', 'core', 'devnet', 'react', 'stellar-devnet', 'widget']

test('the code fits the packages', () => {
  mkdirSync(join(ROOT, 'e2e/data'), { recursive: true })
  // Inside the workspace, so that the packages of others resolve.
  const folder = mkdtempSync(join(ROOT, 'e2e/data/types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeTypedBlocks(folder, PACKAGES)
  writeAgent(folder)
  const source = (name: string) => [`${ROOT}/packages/${name}/src/index.ts`]
  const paths = {
    ...Object.fromEntries([...PACKAGES, 'express'].map((name) => [`@crypto-checkout/${name}`, source(name)])),
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
