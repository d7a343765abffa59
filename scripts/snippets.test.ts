/** The register of the code blocks in documents: what runs or checks them. A new block or a moved test is noticed. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const ANSWERS = 'e2e/src/documents.test.ts'
const APPS = 'e2e/src/frameworks.long.test.ts'
const COMMANDS = 'packages/server/src/documents.test.ts'
const INSTALLED = 'e2e/src/commands/installed.long.test.ts'
const OTHERS = 'e2e/src/commands/installed-others.long.test.ts'
const DEPLOYMENT = 'packages/server/src/deployment.test.ts'
const PRINTED = 'packages/server/src/audit.test.ts'
const SHOP = 'examples/express-shop/src/docs.long.test.ts'
const README = 'e2e/src/readme.test.ts'
const TYPES = 'e2e/src/snippet-types.long.test.ts'

/**
 * The number of blocks of a document; the tests that run or check them; the reason for which some of them are not run.
 */
type Entry = readonly [blocks: number, tests: readonly string[], rest?: string]

const register: Readonly<Record<string, Entry>> = {
  'README.md': [9, [ANSWERS, SHOP, README, TYPES, INSTALLED], '`npm start` is what the other commands need'],
  'docs/agents.md': [
    2,
    ['e2e/src/payments/programs.db.test.ts', 'e2e/src/payments/stellar-programs.db.test.ts', TYPES, OTHERS],
  ],
  'docs/api.md': [9, [ANSWERS]],
  'docs/commands.md': [79, ['packages/server/src/command-line/reference.test.ts', COMMANDS]],
  'docs/delivery.md': [3, [ANSWERS, SHOP, TYPES]],
  'docs/errors.md': [1, ['packages/core/src/api/document/reference-docs.test.ts', ANSWERS]],
  'docs/events.md': [1, ['packages/core/src/api/document/reference-docs.test.ts', ANSWERS]],
  'docs/frameworks.md': [30, [APPS, 'e2e/src/commands/installed-next.long.test.ts'], 'Bun'],
  'docs/from-btcpay.md': [2, [SHOP, INSTALLED], 'the code before the move needs a BTCPay Server'],
  'docs/from-coinbase-commerce.md': [2, [SHOP, INSTALLED], 'the code before the move needs a service that has ended'],
  'docs/installing.md': [5, [INSTALLED, COMMANDS]],
  'docs/local-development.md': [4, [SHOP]],
  'docs/mcp.md': [1, ['e2e/src/commands/mcp.test.ts']],
  'docs/medusa.md': [7, ['plugins/medusa/test/example.test.ts'], 'a shop of your own was tried by hand'],
  'docs/payers.md': [1, [ANSWERS]],
  'docs/plugins.md': [7, [ANSWERS], 'a code needs the consent of a person: connections.db.test.ts exchanges one'],
  'docs/production.md': [11, [SHOP, COMMANDS], 'Caddy and nginx are on an operator’s machine'],
  'docs/receipts.md': [3, [ANSWERS, COMMANDS, OTHERS]],
  'docs/refunds.md': [1, [ANSWERS]],
  'docs/settling.md': [3, [SHOP], 'its JSON is a part of a configuration'],
  'docs/upgrading.md': [3, [PRINTED, DEPLOYMENT], 'systemd and Docker are on an operator’s machine'],
  'docs/users.md': [2, [COMMANDS, PRINTED]],
  'docs/woocommerce.md': [1, [], 'the build that plugins/woocommerce/tests/BuildTest.php runs'],
  'examples/agent/README.md': [1, ['examples/agent/src/main.long.test.ts']],
  'examples/deployment/README.md': [4, [DEPLOYMENT, COMMANDS], 'systemd and Docker are on an operator’s machine'],
  'examples/express-shop/README.md': [
    1,
    [],
    'starts the program that examples/express-shop/src/shop.long.test.ts starts',
  ],
  'examples/medusa/README.md': [1, [], 'starts the program that plugins/medusa/test/example.test.ts starts'],
  'packages/api-types/README.md': [1, [TYPES]],
  'packages/client/README.md': [3, ['packages/client/src/readme.test.ts', TYPES, INSTALLED]],
  'packages/contracts/README.md': [3, [TYPES]],
  'packages/core/README.md': [1, [ANSWERS, TYPES, INSTALLED]],
  'packages/dashboard/README.md': [1, [], 'a list of folders'],
  'packages/devnet/README.md': [6, [TYPES, INSTALLED]],
  'packages/express/README.md': [6, [APPS, COMMANDS], 'three blocks are parts of calls'],
  'packages/fetch/README.md': [2, [APPS]],
  'packages/react/README.md': [1, [TYPES]],
  'packages/server/README.md': [
    16,
    [ANSWERS, COMMANDS, PRINTED, INSTALLED],
    'the output of commands that read public networks',
  ],
  'packages/stellar-devnet/README.md': [2, [TYPES, INSTALLED]],
  'packages/widget/README.md': [
    12,
    [
      ...['packages/widget/src/frameworks.long.test.ts', 'packages/widget/src/readme.test.ts', TYPES],
      'e2e/src/commands/bundlers.long.test.ts',
    ],
    'headers of a page, overrides of a package manager, and a tag that the build writes',
  ],
}

const countBlocks = (text: string) => (text.match(/^ *```/gm)?.length ?? 0) / 2

test('each document with code is in the register, with as many blocks as it has', () => {
  const documents = ['README.md', 'docs/*.md', 'packages/*/README.md', 'examples/*/README.md']
  const counted = globSync(documents, { cwd: ROOT })
    .map((path) => [path, countBlocks(readFileSync(join(ROOT, path), 'utf8'))] as const)
    .filter(([, blocks]) => blocks > 0)
  const registered = Object.entries(register).map(([path, [blocks]]) => [path, blocks])
  expect(Object.fromEntries(registered)).toEqual(Object.fromEntries(counted))
})

test.each(Object.entries(register))('the tests of %s are there and name it', (path, [, tests, rest]) => {
  expect(tests.length > 0 || rest !== undefined).toBe(true)
  for (const file of tests) {
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    expect(names(readFileSync(join(ROOT, file), 'utf8'), file, path), file).toBe(true)
  }
})

/** Tells whether a test names a document: a README.md also by its folder, or all of them together. */
function names(text: string, file: string, path: string): boolean {
  const [name, folder] = [basename(path), dirname(path)]
  if (name !== 'README.md' || folder === '.' || file.startsWith(`${folder}/`)) return text.includes(name)
  const folders = [folder, `'${basename(folder)}'`, `${dirname(folder)}/*`]
  return text.includes(name) && folders.some((one) => text.includes(one))
}
