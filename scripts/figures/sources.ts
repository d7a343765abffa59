/** The files that figures read. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

export type Source = { readonly path: string; readonly text: string }

/** Files used only by tests, pictures and builds. */
const SUPPORT = /\.(test|d)\.ts$|\/(testing|e2e|simulation|gallery|scripts|typings|dist|node_modules)\/|\/testing\.ts$/
/** Development networks are support too. */
const DEVNET = /^packages\/(stellar-)?devnet\//
/** Files that a script writes are no lines to read or change. */
const GENERATED = /[./]generated\.ts$/

/** Paths below the root, without what is installed or built. */
export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: (name) => /(^|\/)(node_modules|dist|data)$/.test(name) }).toSorted()
}

export function isProduction(path: string): boolean {
  return !SUPPORT.test(path) && !DEVNET.test(path) && !GENERATED.test(path)
}

export function readSource(path: string): Source {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') }
}

export function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}

/** A place as `path:line text`, with the line that begins there. */
export function formatPlace({ path, text }: Source, offset: number): string {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  const [line = ''] = text.slice(start).split('\n', 1)
  return `${path}:${before.split('\n').length} ${line.trim()}`
}
