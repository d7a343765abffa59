import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { keepLinksTo } from './links.ts'
import { ROOT, readPackages } from './packages.ts'
import { renderReadme } from './tarballs.ts'

test('a document of a release links to the web, to itself and to what is beside it, and to nothing of the repository', () => {
  const text = '[a](compose.yaml), [b](../../docs/upgrading.md#x), [c](https://example.com), [d](#backups)'
  expect(keepLinksTo(['compose.yaml'], text)).toBe('[a](compose.yaml), b, [c](https://example.com), [d](#backups)')
})

test('the guide in the folder of servers keeps its links to the files there', () => {
  const files = globSync('examples/deployment/*', { cwd: ROOT }).map((path) => basename(path))
  const guide = keepLinksTo(files, readFileSync(join(ROOT, 'examples/deployment/README.md'), 'utf8'))
  expect(guide).toContain('](compose.yaml)')
  expect(guide).not.toContain('](..')
})

test('a packed README has links of the repository only while its package names the repository', () => {
  for (const { dir } of readPackages()) {
    const text = readFileSync(join(ROOT, 'packages', dir, 'README.md'), 'utf8')
    expect(renderReadme(text, null), dir).not.toMatch(/\]\((?!https?:|#)/)
    expect(renderReadme(text, { url: 'https://example.com/checkout' }), dir).toBe(text)
  }
})
