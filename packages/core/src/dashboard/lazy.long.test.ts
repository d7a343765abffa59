import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const CORE = join(import.meta.dirname, '..')

/** Prints the modules of signing in that a process has loaded, before and after the first request about it. */
const program = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    const [, name] = /src\\/((?:users|dashboard)\\/.*|api\\/authenticate-session)\\.ts$/.exec(url) ?? []
    if (name || url.includes('simplewebauthn')) loaded.add(name ?? 'simplewebauthn')
    return next(url, context)
  },
})
const { createCheckout, createApiKey } = await import('${CORE}/index.ts')
const networks = { networks: { ethereum: { rpcUrls: ['http://127.0.0.1:2'] } } }
const checkout = createCheckout({
  ...{ publicUrl: 'https://pay.example.com', database: 'sqlite::memory:', dashboard: true, log: () => {}, sandbox: networks },
})
await checkout.ready()
const { publicKey, secretKey } = await createApiKey(checkout.context, { environment: 'sandbox' })
const body = { kind: 'bytes', bytes: new Uint8Array() }
const get = (path, headers = {}) =>
  checkout.handle({ method: 'GET', path, query: '', address: '192.0.2.1', headers, body })
const statuses = [
  await get('/sandbox/v1/payments', { authorization: 'Bearer ' + publicKey, 'x-api-secret': secretKey, cookie: 'shop=1' }),
  await get('/sandbox/v1/payments', { cookie: 'shop=1' }),
  await get('/openapi.json'),
].map(({ status }) => status)
const before = [...loaded]
await get('/dashboard/auth/session')
console.log(JSON.stringify({ statuses, before, after: [...loaded] }))
await checkout.stop()
`

/** Modules that routes and commands about users need: nothing that signs anybody in. */
const ofRoutes = [
  ...['routes', 'members', 'member-store', 'invite', 'issue-invitation', 'withdraw', 'invitation-store'],
  ...['rights', 'people-schema', 'operate', 'reset', 'store', 'tokens', 'session-store'],
].map((name) => `users/${name}`)

test('what signing in needs is loaded with the first request about it', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const { statuses, before, after } = JSON.parse(output)
  expect(statuses).toEqual([200, 401, 200])
  expect(before.filter((name: string) => !ofRoutes.includes(name))).toEqual([])
  expect(after).toEqual(expect.arrayContaining(['dashboard/serve-auth', 'users/sign-in', 'users/password-hash']))
  expect(after).not.toContain('simplewebauthn')
})
