import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckout, parseConfig } from '@crypto-checkout/core'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const deployment = (file: string) => readFileSync(join(ROOT, 'examples/deployment', file), 'utf8')

/** A package of the workspace, and the workspace packages on which it depends. */
function neededBy(name: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8'))
  const own = Object.keys(dependencies).filter((one) => one.startsWith('@crypto-checkout/'))
  return [name, ...own.flatMap((one) => neededBy(one.slice('@crypto-checkout/'.length)))]
}

test('the image has the server and every package that it needs', () => {
  const [, names = ''] = /for name in ([a-z -]+);/.exec(deployment('Dockerfile')) ?? []
  expect(names.split(' ')).toEqual([...new Set(neededBy('server'))].sort())
})

test('the service and its commands are one program of one user, in one directory and with one configuration', () => {
  const service = deployment('crypto-checkout.service')
  const command = deployment('crypto-checkout.sh')
  const readSetting = (name: string) => new RegExp(`${name}=(\\S+)`).exec(service)?.[1]
  expect(command).toContain(`runuser -u ${readSetting('User')} `)
  expect(command).toContain(`cd ${readSetting('WorkingDirectory')}\n`)
  for (const name of ['DATA_DIR', 'CRYPTO_CHECKOUT_CONFIG']) expect(command).toContain(`${name}=${readSetting(name)} `)
  const [program] = /\S+ \S+main\.ts/.exec(service) ?? []
  expect(program).toBe(`ExecStart=${/\S+ \S+main\.ts/.exec(command)?.[0]}`)
})

test('the configuration of the example is taken, with the secrets that the services are handed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  const secrets = { polygon_rpc_url: 'https://rpc.example.com/key', polygon_gas_key: '5d'.repeat(32) }
  for (const [name, secret] of Object.entries(secrets)) {
    writeFileSync(join(folder, name), `${secret}\n`, { mode: 0o600 })
    expect(deployment('compose.yaml')).toContain(`file: ./secrets/${name}`)
    expect(deployment('README.md')).toContain(`-m 600 /dev/null /etc/crypto-checkout/${name}\n`)
  }
  const config = parseConfig(JSON.parse(deployment('crypto-checkout.config.json').replaceAll('/run/secrets', folder)))
  expect(config.production?.networks?.polygon?.rpcUrls).toEqual([secrets.polygon_rpc_url])
  const checkout = createCheckout({ ...config, publicUrl: 'https://pay.example.com', database: 'sqlite::memory:' })
  await checkout.ready()
  expect(checkout.context.networks.map(({ deposits, sending }) => [deposits !== null, sending?.gas !== null])).toEqual([
    [true, true],
  ])
  await checkout.stop()
  rmSync(folder, { recursive: true })
})
