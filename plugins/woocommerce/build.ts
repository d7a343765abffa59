/**
 * Builds the zip that WordPress installs, with the client and without anything for development. The same sources make the
 * same bytes.
 *
 *     npx node plugins/woocommerce/build.ts [FILE]
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'

const HERE = import.meta.dirname
const CLIENT = join(HERE, '../../clients/php')
const FOLDER = 'crypto-checkout'

/** 1 January 1980, the first day of a zip: a build has no time of its own. */
const DATE = 0x21

type Entry = { readonly name: string; readonly bytes: Buffer }

function collect(): Entry[] {
  const own = [
    'crypto-checkout.php',
    'uninstall.php',
    'readme.txt',
    'LICENSE',
    'src/**/*.php',
    'assets/*.js',
    'languages/**/*.{php,pot}',
  ]
  const client = ['LICENSE', 'src/**/*.php']
  const list = (folder: string, patterns: readonly string[], prefix: string) =>
    globSync(patterns, { cwd: folder }).map((path) => ({
      name: `${FOLDER}/${prefix}${path}`,
      bytes: readFileSync(join(folder, path)),
    }))
  return [...list(HERE, own, ''), ...list(CLIENT, client, 'client/')].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The part that an entry's local header and its line of the directory share (APPNOTE 4.3.7 and 4.3.12). */
function describe({ name, bytes }: Entry, packed: Buffer): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0) // version needed
  header.writeUInt16LE(8, 4) // deflate
  header.writeUInt16LE(DATE, 8)
  header.writeUInt32LE(crc32(bytes), 10)
  header.writeUInt32LE(packed.length, 14)
  header.writeUInt32LE(bytes.length, 18)
  header.writeUInt16LE(Buffer.byteLength(name), 22)
  return header
}

function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = deflateRawSync(entry.bytes, { level: 9 })
    const header = describe(entry, packed)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(entry.name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((0o100644 << 16) >>> 0, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), header, tail, Buffer.from(entry.name))
    parts.push(local)
    offset += local.length
  }
  const lines = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(lines.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, lines, end])
}

const file = resolve(process.argv[2] ?? join(HERE, 'dist/crypto-checkout-woocommerce.zip'))
const entries = collect()
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, zip(entries))
console.log(`${file}: ${entries.length} files`)
