import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { writeArchive } from './archive.ts'

const LONG = `${'a'.repeat(60)}/${'b'.repeat(60)}/c.js`
const place = mkdtempSync(join(tmpdir(), 'checkout-archive-'))

afterEach(() => rmSync(place, { recursive: true, force: true }))

function pack(name: string, paths: readonly string[], mode: number, date: Date): string {
  for (const path of paths) {
    const file = join(place, name, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `// ${path}\n`)
    chmodSync(file, path === 'main.js' ? mode | 0o100 : mode)
    utimesSync(file, date, date)
  }
  writeArchive(join(place, name), 'package', `${join(place, name)}.tgz`)
  return `${join(place, name)}.tgz`
}

test('an archive depends on names, contents and what is a program only, and tar reads it', () => {
  const paths = ['main.js', LONG, 'z.js']
  const one = pack('one', paths, 0o600, new Date(0))
  const other = pack('other', paths.toReversed(), 0o644, new Date())
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true)
  mkdirSync(join(place, 'read'))
  execFileSync('tar', ['-xpzf', one], { cwd: join(place, 'read') })
  const listed = execFileSync('ls', ['-l', 'main.js', 'z.js'], { cwd: join(place, 'read/package'), encoding: 'utf8' })
  expect(listed).toMatch(/^-rwxr-xr-x.*main\.js\n-rw-r--r--.*z\.js\n$/s)
  expect(readFileSync(join(place, 'read/package', LONG), 'utf8')).toBe(`// ${LONG}\n`)
})
