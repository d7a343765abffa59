import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckout, parseConfig } from '@crypto-checkout/core'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const deployment = (file: string) => readFileSync(join(ROOT, 'examples/deployment', file), 'utf8')

const readManifest = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))

test('the image, the service and its commands run the program of the package, which one version of pnpm installs', () => {
  const { publishConfig, bin } = readManifest('packages/server')
  expect(publishConfig.exports['.'].default).toBe(bin['crypto-checkout'])
  const program = join('node_modules/@crypto-checkout/server', bin['crypto-checkout'])
  const memory = '--max-semi-space-size=16'
  expect(deployment('Dockerfile')).toContain(`ENTRYPOINT ["node", "${memory}", "/app/${program}"]`)
  expect(deployment('crypto-checkout.service')).toContain(`=/usr/bin/node ${memory} /opt/crypto-checkout/${program} `)
  expect(readManifest('.').scripts.start).toContain(`node ${memory} `)
  expect(deployment('crypto-checkout.sh')).toContain(`/usr/bin/node /opt/crypto-checkout/${program} `)
  const [pnpm = ''] = /pnpm@[\d.]+/.exec(readManifest('.').scripts.setup) ?? []
  const upgrading = readFileSync(join(ROOT, 'docs/upgrading.md'), 'utf8')
  for (const text of [deployment('Dockerfile'), deployment('README.md'), upgrading]) {
    expect(text).toContain(`${pnpm} install --prod --no-optional --frozen-lockfile`)
  }
  for (const text of [deployment('README.md'), upgrading]) expect(text).toContain(`node /app/${program} doctor`)
})

test('the service and its commands are one user, in one directory and with one configuration', () => {
  const service = deployment('crypto-checkout.service')
  const command = deployment('crypto-checkout.sh')
  const readSetting = (name: string) => new RegExp(`${name}=(\\S+)`).exec(service)?.[1]
  expect(command).toContain(`runuser -u ${readSetting('User')} `)
  expect(command).toContain(`cd ${readSetting('WorkingDirectory')}\n`)
  for (const name of ['DATA_DIR', 'CRYPTO_CHECKOUT_CONFIG']) expect(command).toContain(`${name}=${readSetting(name)} `)
})

test('the configuration of the example is taken, with the secrets that the services are handed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  const nodes = { polygon_rpc_url: 'https://rpc.example.com/key', polygon_rpc_url_2: 'https://rpc.example.org/key' }
  const secrets = { ...nodes, polygon_gas_key: '5d'.repeat(32) }
  for (const [name, secret] of Object.entries(secrets)) {
    writeFileSync(join(folder, name), `${secret}\n`, { mode: 0o600 })
    expect(deployment('compose.yaml')).toContain(`file: ./secrets/${name}`)
    expect(deployment('README.md')).toContain(`-m 600 /dev/null /etc/crypto-checkout/${name}\n`)
  }
  const example = JSON.parse(deployment('crypto-checkout.config.json').replaceAll('/run/secrets', folder))
  expect(() => parseConfig(example)).toThrow('publicUrl: must be an http or https URL')
  const config = parseConfig({ ...example, publicUrl: 'https://pay.example.com' })
  expect(config.production?.networks?.polygon?.rpcUrls).toEqual(Object.values(nodes))
  expect(config.rates).toEqual({ EUR: 'chainlink' })
  const checkout = createCheckout({ ...config, database: 'sqlite::memory:' })
  await checkout.ready()
  expect(checkout.context.networks.map(({ deposits, sending }) => [deposits !== null, sending?.gas !== null])).toEqual([
    [true, true],
  ])
  await checkout.stop()
  rmSync(folder, { recursive: true })
})
