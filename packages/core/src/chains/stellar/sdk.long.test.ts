import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Opens a checkout as the first argument says, and prints whether a module of the SDK was loaded. */
const script = `
  import { registerHooks } from 'node:module'
  const loaded = []
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
  const { createApiKey, createCheckout, listKeysAsOperator } = await import('${pathToFileURL(join(import.meta.dirname, '../../index.ts'))}')
  const checkout = createCheckout({ ...JSON.parse(process.argv[1]), log() {} })
  await checkout.ready()
  if (process.argv[2] === 'start') await checkout.start()
  else await listKeysAsOperator(checkout.context)
  await checkout.stop()
  console.log(loaded.filter((url) => url.includes('stellar-sdk')).length > 0)
`

async function loadsSdk(networks: object, how: 'start' | 'command', more: object = {}): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-sdk-'))
  const by = how === 'start' ? 'in_process' : 'command_line'
  const config = {
    publicUrl: 'https://pay.example.com',
    database: `sqlite:${join(folder, 'checkout.db')}`,
    by,
    ...more,
  }
  const options = JSON.stringify({ ...config, production: { networks } })
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, options, how])
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Nothing listens here. */
const rpcUrls = ['http://127.0.0.1:9']
const issuer = 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5'
const stellar = { rpcUrls, networkPassphrase: 'Another Network', coins: { USDC: { code: 'USDC', issuer } } }

test('a checkout without a Stellar network never loads the SDK', async () => {
  const key = { sep7SigningKey: { env: 'UNUSED_KEY' } }
  expect(await loadsSdk({ ethereum: { rpcUrls }, polygon: { rpcUrls } }, 'start', key)).toBe(false)
})

test('a command that needs no chain does not load it either', async () => {
  expect(await loadsSdk({ stellar }, 'command', { sep7SigningKey: { env: 'UNUSED_KEY' } })).toBe(false)
})

test('a checkout with a Stellar network loads it', async () => {
  expect(await loadsSdk({ stellar }, 'start')).toBe(true)
})
