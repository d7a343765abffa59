import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

/** A module and all that it imports at once. */
function listModules(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export|\}) (?!type\b)(?:.*from )?'(\.{1,2}\/[^']+\.ts)'/gm,
  )
  for (const [, path = ''] of imports) listModules(join(dirname(file), path), seen)
  return seen
}

test('the first load uses no texts of other pages', () => {
  const roots = ['main.ts', 'shell/app.ts', 'pages/overview/overview.ts'].map((name) => join(source, name))
  const modules = new Set(roots.flatMap((root) => [...listModules(root)]))
  expect(modules.size).toBeGreaterThan(30)
  expect([...modules].filter((file) => /\bpageTexts\./.test(readFileSync(file, 'utf8')))).toEqual([])
  expect([...modules].filter((file) => file.endsWith('/pages.ts'))).toEqual([])
})
