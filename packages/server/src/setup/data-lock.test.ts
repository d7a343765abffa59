import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeNote } from '../local/note.ts'
import { lockData } from './data-lock.ts'
import { writeVariables } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'data-lock-'))
let umask = 0

beforeAll(() => {
  umask = process.umask(0o022)
})

afterAll(() => {
  process.umask(umask)
  rmSync(folder, { recursive: true })
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** A folder that all users can read. */
function openFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  chmodSync(path, 0o755)
  return path
}

test('a data folder that was there before is closed to others, with all that the server keeps in it', () => {
  const data = openFolder('empty')
  lockData(data)()
  writeNote(data, { publicUrl: 'http://127.0.0.1:3000', networks: null, merchantWallet: null })
  expect([data, join(data, 'server.lock'), join(data, 'server.json')].map(modeOf)).toEqual(['700', '600', '600'])
  chmodSync(data, 0o755)
  chmodSync(join(data, 'server.lock'), 0o644)
  lockData(data)()
  expect([data, join(data, 'server.lock')].map(modeOf)).toEqual(['700', '600'])
})

test('a folder that holds something else keeps its mode: it is not the server’s alone', () => {
  const data = openFolder('shared')
  writeFileSync(join(data, 'index.html'), '')
  lockData(data)()
  expect(modeOf(data)).toBe('755')
})

test('a secret that is written into a file which others may read closes the file to them', () => {
  const file = join(openFolder('shop'), '.env')
  writeFileSync(file, 'PORT=3000\n')
  chmodSync(file, 0o664)
  writeVariables(file, { SECRET: 'whsec_x' })
  expect(modeOf(file)).toBe('600')
  chmodSync(file, 0o644)
  writeVariables(file, { SECRET: 'whsec_x' })
  expect(modeOf(file)).toBe('600')
})

test.runIf(process.platform === 'linux')(
  'a data folder that cannot be made is refused at once, with what to do',
  () => {
    // The kernel answers there that the parent does not exist, whatever the user may do.
    for (const data of ['/proc/self/nothing/data', '/proc/nothing'])
      expect(() => lockData(data)).toThrow(`The data directory ${data} cannot be used (ENOENT`)
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect(() => lockData(join(file, 'data'))).toThrow('name another directory with --data DIR')
  },
)
