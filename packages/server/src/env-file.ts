import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'

/**
 * Sets a variable in a file such as `.env` and leaves its other lines unchanged. Readers see the old file or the new
 * one, never a mix. The value is a secret: only the owner can read the file, whether it is new or existed before.
 */
export function writeVariable(file: string, name: string, value: string): void {
  const old = readOld(file)
  const text = withVariable(old?.text ?? '', name, value)
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
