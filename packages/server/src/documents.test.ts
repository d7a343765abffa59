/** The commands of all documents, and the configurations of the README.md of this package. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCheckout, parseConfig } from '@crypto-checkout/core'
import { createScriptedAccount } from '@crypto-checkout/core/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseWords } from './command-line/parse.ts'
import { type CommandName, commands } from './commands/table.ts'

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
    if ($schema !== undefined) readDocument(String($schema))
    const options = { publicUrl: 'https://pay.example.com', ...parseConfig(config), database: 'sqlite::memory:' }
    const networks = { polygon: { rpcUrls: ['https://polygon-rpc.example.com'] } }
    const checkout = createCheckout({ production: { networks }, ...options })
    await checkout.ready()
    await checkout.stop()
  },
)
