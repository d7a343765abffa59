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
