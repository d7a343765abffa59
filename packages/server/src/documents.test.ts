/** The commands of all documents; the configurations, and the output of doctor, in the README.md of this package. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckout, parseConfig } from '@crypto-checkout/core'
import { createScriptedAccount, ScriptedNode, serveNode } from '@crypto-checkout/core/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseWords } from './command-line/parse.ts'
import { type CommandName, commands } from './commands/table.ts'
import { run } from './run.ts'

const ROOT = join(import.meta.dirname, '../../..')
const readDocument = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The code blocks of a text in one of these languages. */
function readBlocks(text: string, languages: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`(?:${languages})\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code)
}

/** The words after the name of the program, of each command in a document that calls it. */
function readCommands(path: string): string[][] {
  const text = readDocument(path)
  // In a console what follows a prompt is a command, and the rest is output.
  const typed = readBlocks(text, 'console').flatMap((block) => block.match(/(?<=^[$#] ).*/gm) ?? [])
  const lines = readBlocks(text, 'sh').flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
  return [...lines, ...typed].flatMap((line) => {
    const [, words] =
      /^(?:[\w-]+=\S+ |npx |pnpm exec |npm run --silent )?crypto-checkout (?:-- )?(.*)$/.exec(line) ?? []
    return words === undefined
      ? []
      : [[...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')]
  })
}

const documents = globSync(['README.md', 'docs/*.md', 'packages/*/README.md', 'examples/*/README.md'], { cwd: ROOT })
const called = documents.flatMap((path) => readCommands(path).map((words) => ({ path, words })))

test('the commands of the documents are understood', () => {
  for (const path of [
    'docs/commands.md',
    'docs/receipts.md',
    'docs/installing.md',
    'docs/production.md',
    'docs/upgrading.md',
    'docs/users.md',
  ])
    expect(called.map((one) => one.path)).toContain(path)
  for (const { path, words } of called) {
    const name = [words.slice(0, 2).join(' '), String(words[0])].find((one): one is CommandName =>
      Object.hasOwn(commands, one),
    )
    const line = `${words.join(' ')} in ${path}`
    expect(name, line).toBeDefined()
    if (name) expect(() => parseWords(commands[name] as never, words.slice(name.split(' ').length)), line).not.toThrow()
  }
})

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SECRETS = {
  POLYGON_GAS_KEY: '5d'.repeat(32),
  POLYGON_REFUND_KEY: '6e'.repeat(32),
  STELLAR_FEE_KEY: 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4',
}
const polygon = { rpcUrls: ['https://polygon-rpc.example.com'], gasKey: { env: 'POLYGON_GAS_KEY' } }

/** A configuration that has one of the README's blocks in its place. */
function placeBlock(block: string): Record<string, unknown> {
  const filled = block
    .replaceAll('"0x..."', `"${WALLET}"`)
    .replaceAll('"G..."', `"${createScriptedAccount(1)}"`)
    .replace('"mer_..."', `"mer_${'0'.repeat(26)}"`)
  expect(filled).not.toContain('...')
  const shown = JSON.parse(filled.startsWith('{') ? filled : `{${filled}}`)
  if ('refundKey' in shown || 'gasless' in shown)
    return { production: { networks: { polygon: { ...polygon, ...shown } } } }
  if ('stellar' in shown) return { production: { networks: shown } }
  return shown
}

test.each(readBlocks(readDocument('packages/server/README.md'), 'json'))(
  'the configuration is accepted: %s',
  async (block) => {
    for (const [name, secret] of Object.entries(SECRETS)) vi.stubEnv(name, secret)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { $schema, trustProxy, ...config } = placeBlock(block)
    // As it is installed from a release.
    if ($schema !== undefined) readDocument(String($schema).replace('node_modules/@crypto-checkout', 'packages'))
    const options = { publicUrl: 'https://pay.example.com', ...parseConfig(config), database: 'sqlite::memory:' }
    const networks = { polygon: { rpcUrls: ['https://polygon-rpc.example.com'] } }
    const checkout = createCheckout({ production: { networks }, ...options })
    await checkout.ready()
    await checkout.stop()
  },
)

test('doctor prints each line that the README shows of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [feed, now] = ['0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7', Date.now()]
  const chain = new ScriptedNode({ chainId: 137, startTime: now })
  chain.decimals.set('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6)
  chain.feeds.set(feed, { price: 99_990_000n, updatedAt: now - 3 * 3_600_000, description: 'USDC / USD' })
  const node = await serveNode(chain)
  onTestFinished(node.close)
  const coins = { USDC: { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', decimals: 18 } }
  const production = { networks: { polygon: { rpcUrls: [node.url], coins } } }
  const database = `sqlite:${join(folder, 'checkout.db')}`
  const config = { publicUrl: 'https://pay.example.com', rates: { EUR: 'chainlink' }, database, production }
  const file = join(folder, 'crypto-checkout.config.json')
  writeFileSync(file, JSON.stringify(config))
  const checkout = createCheckout({ ...parseConfig(config), log: () => {} })
  await checkout.start()
  await vi.waitUntil(async () => (await checkout.networks())[0]?.read != null, { timeout: 20_000 })
  await checkout.stop()

  const printed: string[] = []
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((text) => printed.push(...String(text).split('\n')))
  }
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await run(['doctor', '--config', file])).toBe(1)
  const hide = (line: string) =>
    line
      .replace(/(sqlite|https?):\S+|\/\S+\.json/, '...')
      .replaceAll(/\d+(-\S+Z)?/g, '0')
      .replace('Error: ', '')
  const [block = ''] = readBlocks(readDocument('packages/server/README.md'), 'console').filter((one) =>
    one.includes('doctor'),
  )
  const shown = block.trimEnd().split('\n').slice(1).map(hide)
  expect(printed.map(hide)).toEqual(expect.arrayContaining(shown))
})
