/** Archives (ustar, POSIX.1-1988, gzip) that have the same bytes for the same files: sorted, without owners and dates. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ReleaseError } from './refusal.ts'

const BLOCK = 512
const EXECUTABLE = 0o100
/** The date that npm and pnpm give to each file of a tarball: 1985-10-26T08:15:00Z, in seconds. */
const DATE = 499_162_500

/** Writes all files of a folder to an archive, below `root`. Only the owner's right to execute a file is kept. */
export function writeArchive(folder: string, root: string, archive: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(relative(folder, parentPath), name)).toSorted()
  const blocks = paths.flatMap((path) => {
    const content = readFileSync(join(folder, path))
    const isProgram = (statSync(join(folder, path)).mode & EXECUTABLE) !== 0
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
    return [formatHeader(`${root}/${path}`, isProgram ? 0o755 : 0o644, content.length), content, padding]
  })
  writeFileSync(archive, gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])))
}

function formatHeader(path: string, mode: number, size: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const [prefix, name] = splitPath(path)
  const write = (text: string, offset: number) => header.write(text, offset, 'utf8')
  const number = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  write(name, 0)
  write(number(mode, 7), 100)
  write(number(0, 7), 108)
  write(number(0, 7), 116)
  write(number(size, 11), 124)
  write(number(DATE, 11), 136)
  write('0', 156)
  write('ustar\u000000', 257)
  write(prefix, 345)
  // The sum of all bytes, in which the sum itself counts as blanks.
  write(' '.repeat(8), 148)
  write(
    `${number(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  )
  return header
}

/** The format has 100 bytes for a name, and 155 for the folders before it. */
function splitPath(path: string): [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= 100) return ['', path]
  const at = path.indexOf('/', path.length - 101)
  const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
  if (at === -1 || Buffer.byteLength(prefix) > 155 || Buffer.byteLength(name) > 100) {
    throw new ReleaseError(`${path} is too long for an archive.`)
  }
  return [prefix, name]
}
