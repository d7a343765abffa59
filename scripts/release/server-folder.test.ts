import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './packages.ts'
import { keepLinksTo } from './server-folder.ts'

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
