import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const text = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')

test('every test that SECURITY.md names is there', () => {
  const named = [...text.matchAll(/`(packages\/[\w./-]+\.test\.ts)`/g)].map(([, path]) => path ?? '')
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the version of pnpm is the one whose hash it tells', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const [pinned] = /pnpm@[\d.]+/.exec(scripts.setup) ?? []
  expect(pinned).toMatch(/^pnpm@\d/)
  expect(text).toContain(`npm view ${pinned} dist.integrity`)
})
