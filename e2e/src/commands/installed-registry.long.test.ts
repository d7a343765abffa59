/**
 * A release as users will have it once our names in a registry are ours: by name. It is published to a registry on this machine
 * and installed from there into empty folders. Packages of others come from the registry that is configured on this machine.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createTemporaryFolder, HTTP_POLL_MS, pollUntil, startCommand } from '../support/harness.ts'
import { useReadmeApp } from '../support/readme-app.ts'
import { listTarballs, packRelease, run, runCommands, WORKSPACE } from '../support/release.ts'

/** To install from a registry, on a machine with much other work. */
const SLOW_MS = 600_000
const PROGRAM = join(WORKSPACE, 'e2e/registry/node_modules/verdaccio/bin/verdaccio')
/** Anyone who reaches it may publish. It has nothing but our packages, and asks nobody for others. */
const CONFIG = `
storage: ./storage
auth: { htpasswd: { file: ./users } }
packages: { '@crypto-checkout/*': { access: $all, publish: $all } }
log: { type: stdout, format: pretty, level: error }
`
let registry: string

beforeAll(async () => {
  const [release] = await Promise.all([
    packRelease(),
    runCommands('pnpm install --dir e2e/registry --frozen-lockfile --prefer-offline --loglevel error', WORKSPACE),
  ])
  registry = await startRegistry()
  const address = registry.replace('http:', '')
  for (const tarball of listTarballs(release)) {
    const place = ['--registry', registry, `--${address}:_authToken=any`]
    await run('npm', ['publish', join(release, tarball), ...place, '--silent'], createTemporaryFolder())
  }
}, SLOW_MS)

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

/** Starts an empty registry. Returns its address. */
async function startRegistry(): Promise<string> {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'config.yaml'), CONFIG)
  const address = `http://127.0.0.1:${await findFreePort()}/`
  startCommand(['--config', join(folder, 'config.yaml'), '--listen', address], { program: PROGRAM, cwd: folder })
  await pollUntil(
    () => fetch(`${address}-/ping`).catch(() => null),
    (answer) => answer?.ok === true,
    HTTP_POLL_MS,
  )
  return address
}

test.each([
  'npm install express@5.3.0 @crypto-checkout/express @crypto-checkout/devnet',
  'pnpm add express@5.3.0 @crypto-checkout/express @crypto-checkout/devnet',
])(
  '%s: the app of README.md takes a payment',
  async (command) => {
    const folder = createTemporaryFolder()
    writeFileSync(join(folder, '.npmrc'), `@crypto-checkout:registry=${registry}\n`)
    await runCommands(`npm init -y\n${command}`, folder)
    await useReadmeApp(folder)
  },
  SLOW_MS,
)
