/** Builds the documentation as a site, and holds it against the documents. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'docs/site/dist')
const read = (path: string) => readFileSync(join(DIST, path), 'utf8')

beforeAll(() => {
  execFileSync('npm', ['run', '--silent', 'docs:build'], { cwd: ROOT, stdio: 'pipe' })
})

const pages = () => globSync('**/*.html', { cwd: DIST })

test('each document is a page, and each is in the side bar', () => {
  const documents = globSync(['{docs,decisions}/*.md', '{packages,examples}/*/README.md', '*.md'], { cwd: ROOT })
  const built = pages()
  for (const path of documents) {
    const page = path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html')
    expect(built, path).toContain(page)
  }
  const sideBar = read('index.html')
  for (const path of globSync('docs/*.md', { cwd: ROOT })) {
    if (path !== 'docs/README.md') expect(sideBar, path).toContain(`href="/${path.replace('.md', '')}"`)
  }
})

test('no page loads anything from another origin', () => {
  for (const page of pages()) {
    const loaded = read(page).matchAll(/<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="(https?:)?\/\/[^>]*>/g)
    expect(
      [...loaded].map(([tag]) => tag),
      page,
    ).toEqual([])
  }
})

test('the search knows the words of the documents', () => {
  const [index = ''] = globSync('assets/chunks/*localSearchIndexroot*.js', { cwd: DIST })
  expect(read(index).includes('["idempotency",')).toBe(true)
})

test('programs find a list of the pages', () => {
  expect(read('llms.txt')).toContain('- [Webhooks](/docs/webhooks)\n')
})
