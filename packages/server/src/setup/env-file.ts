/** Files of variables such as `.env`. */
import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'

/**
 * Sets variables in a file such as `.env` and leaves its other lines unchanged. Readers see the old file or the new
 * one, never a mix. The values are secrets: only the owner can read the file, whether it is new or existed before.
 */
export function writeVariables(file: string, values: Readonly<Record<string, string>>): void {
  const old = readOld(file)
  const text = Object.entries(values).reduce(
    (before, [name, value]) => withVariable(before, name, value),
    old?.text ?? '',
  )
  if (text === old?.text) {
    chmodSync(old.path, old.mode & 0o700)
    return
  }
  const target = old?.path ?? file
  const fresh = `${target}.${process.pid}.new`
  writeFileSync(fresh, text, { mode: (old?.mode ?? 0o600) & 0o700, flag: 'wx' })
  renameSync(fresh, target)
}

/** Follows a link, so that it stays a link. Null if the file does not exist yet. */
function readOld(file: string): { path: string; text: string; mode: number } | null {
  try {
    const path = realpathSync(file)
    return { path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function withVariable(text: string, name: string, value: string): string {
  const line = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*)[^\\r\\n]*`, 'gm')
  const changed = text.replace(line, (_, before: string) => before + value)
  if (changed !== text || line.test(text)) return changed
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : end
  return `${text}${gap}${name}=${value}${end}`
}
