/**
 * The documentation as a site: the Markdown of this repository, where it stands beside the code. Nothing is loaded from other
 * origins, and the search runs in the page.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { linkPages, toPage } from './links.ts'
import { writeLlmsText } from './llms.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The documents of the site, as paths from the root of the repository. */
const documents = globSync(['*.md', '{docs,decisions}/*.md', '{packages,examples}/*/README.md'], { cwd: ROOT })

type Link = readonly [text: string, document: string]

/** A group of the side bar. Its texts and order are chosen; what a document is called elsewhere does not matter. */
function group(text: string, links: readonly Link[], collapsed = false) {
  const items = links.map(([name, path]) => {
    if (!existsSync(join(ROOT, path))) throw new Error(`the side bar names ${path}, which does not exist`)
    return { text: name, link: `/${toPage(path)}` }
  })
  return { text, items, collapsed }
}

function listDecisions(): Link[] {
  return globSync('decisions/*.md', { cwd: ROOT })
    .toSorted()
    .map((path) => [/^# (.+)$/m.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1] ?? path, path])
}

const sidebar = [
  group('Choose', [
    ['What it is, and a first payment', 'README.md'],
    ['Comparison', 'docs/comparison.md'],
    ['Questions', 'docs/faq.md'],
    ['From Coinbase Commerce', 'docs/from-coinbase-commerce.md'],
    ['From BTCPay Server', 'docs/from-btcpay.md'],
  ]),
  group('Build', [
    ['The API', 'docs/api.md'],
    ['Errors', 'docs/errors.md'],
    ['Webhooks', 'docs/webhooks.md'],
    ['Events', 'docs/events.md'],
    ['When to deliver', 'docs/delivery.md'],
    ['Refunds', 'docs/refunds.md'],
    ['Plug-ins for shop systems', 'docs/plugins.md'],
    ['Receipts', 'docs/receipts.md'],
    ['Local development', 'docs/local-development.md'],
    ['Frameworks', 'docs/frameworks.md'],
    ['Medusa', 'docs/medusa.md'],
    ['WooCommerce', 'docs/woocommerce.md'],
    ['Express and Node', 'packages/express/README.md'],
    ['Request and Response', 'packages/fetch/README.md'],
    ['The client', 'packages/client/README.md'],
    ['The element', 'packages/widget/README.md'],
    ['The React component', 'packages/react/README.md'],
    ['Programs that pay', 'docs/agents.md'],
    ['Tools for assistants', 'docs/mcp.md'],
  ]),
  group('Run a shop', [
    ['The dashboard', 'docs/dashboard.md'],
    ['Settling', 'docs/settling.md'],
    ['Books', 'docs/books.md'],
    ['Users and sessions', 'docs/users.md'],
    ['How money finds its payment', 'docs/matching.md'],
    ["Payers' problems", 'docs/payers.md'],
  ]),
  group('Run a server', [
    ['Installing', 'docs/installing.md'],
    ['Going to production', 'docs/production.md'],
    ['The standalone server', 'packages/server/README.md'],
    ['Configuration', 'docs/configuration.md'],
    ['Commands', 'docs/commands.md'],
    ['Docker and systemd', 'examples/deployment/README.md'],
    ['Upgrading', 'docs/upgrading.md'],
    ['Change log', 'CHANGELOG.md'],
    ['What a load needs', 'docs/capacity.md'],
    ['Performance', 'docs/performance.md'],
    ['Security', 'SECURITY.md'],
  ]),
  group('Change the code', [
    ['Contributing', 'CONTRIBUTING.md'],
    ['Architecture', 'ARCHITECTURE.md'],
    ['Proofs', 'PROOFS.md'],
  ]),
  group('Decisions', listDecisions(), true),
]

const title = 'Crypto Checkout'
const description = 'A self-hosted checkout for stablecoins'

export default defineConfig({
  title,
  description,
  lang: 'en',
  srcDir: '../..',
  outDir: './dist',
  cacheDir: './node_modules/.vitepress',
  srcExclude: globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '**/data'] }).filter(
    (path) => !documents.includes(path),
  ),
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  cleanUrls: true,
  // The documents stand outside of this folder, where Vue is not installed.
  vite: {
    resolve: { alias: [{ find: /^vue(?=\/|$)/, replacement: join(import.meta.dirname, '../node_modules/vue') }] },
  },
  // Otherwise every config.ts of the repository would be read.
  additionalConfig: {},
  markdown: { config: (markdown) => linkPages(markdown, { root: ROOT, documents }) },
  buildEnd: ({ outDir }) => writeLlmsText(outDir, title, description, sidebar),
  themeConfig: {
    search: {
      provider: 'local',
      // Decisions repeat the words of the guides, and who searches wants the guide.
      options: { miniSearch: { searchOptions: { boostDocument: (id) => (id.includes('/decisions/') ? 0.2 : 1) } } },
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/' },
      { text: 'API', link: '/docs/api' },
      { text: 'Questions', link: '/docs/faq' },
    ],
    sidebar,
  },
})
