/** Holds the documents against what they name. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const readDocument = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const NAMED = [
  ...['README.md', 'ARCHITECTURE.md', 'PROOFS.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  'changes/README.md',
]
const documents = [...NAMED, ...globSync('{docs,decisions}/*.md', { cwd: ROOT })].concat(
  globSync('{packages,examples}/*/README.md', { cwd: ROOT }),
)

test('the files, headings and tests that the documents name are there', () => {
  expect(documents.length).toBeGreaterThan(50)
  for (const document of documents) {
    const text = readDocument(document)
    for (const [, path = '', anchor] of text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = path === '' ? document : join(dirname(document), path)
      expect(existsSync(join(ROOT, target)), `${path} in ${document}`).toBe(true)
      if (anchor !== undefined) expect(anchorsIn(readDocument(target)), `in ${document}`).toContain(anchor)
    }
    for (const [, cell = ''] of text.matchAll(/^\|[^|\n]+\|([^|\n]*\.test\.ts.*)\|$/gm)) expectTests(cell)
  }
})

/** The anchors of a document's headings, as the usual Git hosts create them. */
function anchorsIn(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** A cell of a table: `file`: *a test*, *another*; `file`: ... */
function expectTests(cell: string): void {
  for (const [, path = '', names = ''] of cell.matchAll(/`([\w./-]+\.test\.ts)`(?:: ((?:\*[^*]+\*(?:, )?)+))?/g)) {
    const tests = readFileSync(join(ROOT, path), 'utf8')
    for (const [, name = ''] of names.matchAll(/\*([^*]+)\*/g)) expect(tests, path).toContain(name)
  }
}

test('each cell of the comparison that says something of others names a source', () => {
  const text = readDocument('docs/comparison.md')
  const [compared = '', sources = ''] = text.split('## Sources')
  const letters = [...sources.matchAll(/^\| (\w) \| .+ \| \w+ 20\d\d \|$/gm)].map(([, letter]) => letter)
  const rows = [...compared.matchAll(/^\| (.+) \|$/gm)].slice(1).map(([, row = '']) => row.split(' | '))
  expect(rows.length).toBeGreaterThan(10)
  for (const [what, , ...others] of rows) {
    expect(others.length, what).toBe(6)
    for (const cell of others) {
      const named = [...cell.matchAll(/\[(\w)\]/g)].map(([, letter]) => letter)
      // A cell without a source of its own says that nobody looked, or what follows for everybody.
      if (named.length === 0) expect(['?', 'you move'], what).toContain(cell)
      expect(letters, `${what}: ${cell}`).toEqual(expect.arrayContaining(named))
    }
  }
})
