/** The app of README.md, as a stranger saves it: in a folder that npm has made, under the name that the document gives. */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, createTemporaryFolder } from './support/harness.ts'
import { useReadmeApp } from './support/readme-app.ts'
import { run, WORKSPACE } from './support/release.ts'

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

test('the app starts in a folder of CommonJS, sells, delivers what was paid, and ends with an open page', async () => {
  const folder = createTemporaryFolder()
  await run('npm', ['init', '-y'], folder)
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({ type: 'commonjs' })
  // The packages of the workspace: the full run installs a release.
  mkdirSync(join(folder, 'node_modules/@crypto-checkout'), { recursive: true })
  symlinkSync(join(WORKSPACE, 'packages/express'), join(folder, 'node_modules/@crypto-checkout/express'))
  symlinkSync(join(WORKSPACE, 'packages/express/node_modules/express'), join(folder, 'node_modules/express'))
  expect(readFileSync(join(WORKSPACE, 'README.md'), 'utf8')).toContain('Save this as `shop.mjs`')
  await useReadmeApp(folder)
})
