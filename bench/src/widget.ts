/**
 * The loads of a page that shows a payment, compared with other checkouts, the hosted page on the wire, and how soon
 * the QR code can be scanned.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import { benchFirstLoad } from './first-load.ts'
import { peers } from './peers.ts'
import { benchVisibleCode } from './visible-code.ts'

const ENTRY = 'crypto-checkout.js'
/** `checkout-de-CIcvw0zZ.js`: a name and the hash of the content. */
const CHUNK = /^checkout-(.+)-.{8}\.js$/
const LANGUAGE = /(^|-)[a-z]{2}$/
const STATIC = /\b(?:from|import)\s*["']\.\/([^"']+)["']/g
const LAZY = /\bimport\(\s*["'`]\.\/([^"'`]+)["'`]/g

export async function benchWidget(): Promise<void> {
  printSizes()
  await benchFirstLoad()
  await benchVisibleCode()
}

function printSizes(): void {
  const scripts = new Map(widgetAssets().map(({ name, body }) => [name, body]))
  const loaded = closure(scripts, [ENTRY])
  console.log('\n| what a page loads | minified, kB | gzip, kB | brotli, kB |\n|---|---|---|---|')
  printRow('**crypto-checkout**, before a wallet is chosen', sizeOf(scripts, loaded))
  printLazy(scripts, loaded)
  for (const peer of peers) printRow(peer.name, peer)
}

/** Prints the scripts that are loaded later and only when needed; of the languages, the largest. */
function printLazy(scripts: Scripts, loaded: readonly string[]): void {
  const chunks = imports(scripts, loaded, LAZY).filter((name) => !loaded.includes(name))
  const languages = chunks.filter((name) => LANGUAGE.test(nameOf(name)))
  const sizes = languages.map((name) => sizeOf(scripts, [name]))
  const largest = sizes.sort((one, other) => other.gzip - one.gzip)[0]
  if (largest !== undefined) printRow('+ a language other than English', largest)
  for (const chunk of chunks.filter((name) => !languages.includes(name))) {
    const more = closure(scripts, [chunk]).filter((name) => !loaded.includes(name))
    printRow(`+ when it is needed: ${nameOf(chunk)}`, sizeOf(scripts, more))
    printLazy(scripts, [...loaded, ...chunks, ...more])
  }
}

function nameOf(chunk: string): string {
  return CHUNK.exec(chunk)?.[1] ?? chunk
}

type Scripts = ReadonlyMap<string, Buffer>
type Size = { minified: number; gzip: number; brotli: number }

function printRow(name: string, { minified, gzip, brotli }: Size): void {
  console.log(`| ${name} | ${minified.toFixed(1)} | ${gzip.toFixed(1)} | ${brotli.toFixed(1)} |`)
}

/** In kB of 1,000 bytes, each file compressed separately as it is sent. */
function sizeOf(scripts: Scripts, names: readonly string[]): Size {
  const bodies = names.map((name) => scripts.get(name) ?? Buffer.alloc(0))
  const sum = (length: (body: Buffer) => number) => bodies.reduce((total, body) => total + length(body), 0) / 1_000
  return {
    minified: sum((body) => body.length),
    gzip: sum((body) => gzipSync(body, { level: 9 }).length),
    brotli: sum((body) => brotliCompressSync(body).length),
  }
}

/** The scripts with all their static imports. */
function closure(scripts: Scripts, names: readonly string[]): string[] {
  const all = new Set(names)
  for (const name of all) for (const one of imports(scripts, [name], STATIC)) all.add(one)
  return [...all]
}

function imports(scripts: Scripts, names: readonly string[], pattern: RegExp): string[] {
  const found = names.flatMap((name) => [...(scripts.get(name)?.toString() ?? '').matchAll(pattern)])
  return [...new Set(found.flatMap(([, one]) => one ?? []))]
}
