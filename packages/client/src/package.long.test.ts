/** The package as installed by a user who has only it and its dependency, the API's types. */
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { TEST_WALLET } from '@crypto-checkout/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCheckout } from './testing/checkout-server.ts'

const PACKAGE = join(import.meta.dirname, '..')
const WORKSPACE = join(PACKAGE, '../..')
const TOOLS = join(WORKSPACE, 'node_modules/.bin')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'client-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const execute = promisify(execFile)

/** Returns a command's output. Throws an error with all of it if the command fails. */
async function run(command: string, args: readonly string[], cwd = folder, env: Record<string, string> = {}) {
  const path = [TOOLS, process.env.PATH].join(delimiter)
  const { stdout } = await execute(command, args, { cwd, env: { ...process.env, PATH: path, ...env } }).catch(
    (error) => {
      throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
    },
  )
  return stdout
}

/** Links the program's third-party dependencies from the workspace. */
function borrow(name: string, from: string) {
  const link = join(folder, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(realpathSync(join(from, 'node_modules', name)), link)
}

beforeAll(async () => {
  for (const name of ['api-types', 'client']) {
    const pack = ['--filter', `@crypto-checkout/${name}`, 'pack', '--pack-destination', folder]
    await run('npx', ['--prefer-offline', '--yes', 'pnpm@12.21.0', ...pack], WORKSPACE)
  }
  const tarballs = readdirSync(folder).map((tarball) => `./${tarball}`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs])
  expect(readdirSync(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@crypto-checkout'])
  expect(readdirSync(join(folder, 'node_modules/@crypto-checkout'))).toEqual(['api-types', 'client'])
  for (const name of ['express', '@types/express', 'standardwebhooks']) borrow(name, PACKAGE)
  borrow('@types/node', WORKSPACE)
})

const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022']

test('its types need no others', async () => {
  const names = ['createClient', 'verifyWebhook', 'webhook', 'webhookFetch']
  writeFileSync(join(folder, 'names.ts'), `export { ${names.join(', ')} } from '@crypto-checkout/client'`)
  await run('tsc', [...strict, '--noEmit', 'names.ts'])
})

test('a program compiles against it and uses the API and webhooks, where nothing else of ours is', async () => {
  const { baseUrl, shop } = await openCheckout()
  copyFileSync(join(import.meta.dirname, 'testing/stranger.ts'), join(folder, 'stranger.ts'))
  await run('tsc', [...strict, '--types', 'node', '--skipLibCheck', 'stranger.ts'])
  const { publicKey, secretKey } = shop.key
  const env = { BASE_URL: baseUrl, PUBLIC_KEY: publicKey, SECRET_KEY: secretKey, WALLET: TEST_WALLET }
  const shown = await run(process.execPath, ['stranger.js'], folder, env)
  expect(JSON.parse(shown)).toEqual({
    api: {
      again: true,
      listed: 2,
      refused: ['invalid_state', 400, expect.stringMatching(/^req_\w{26}$/)],
      deleted: { id: expect.stringMatching(/^wh_/), object: 'webhook', deleted: true },
    },
    received: {
      statuses: [200, 200, 400, 400],
      completed: ['pay_1', 'pay_1', 'pay_1', 'overpaid'],
      refused: 'invalid_signature',
    },
  })
})
