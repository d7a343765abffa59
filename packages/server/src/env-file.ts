import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'

/**
 * Sets a variable in a file such as `.env` and leaves its other lines as they are. A reader sees the old
 * file or the new one. A new file is readable by its owner only; an old one is closed to others, too: what is written is a secret.
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

/** A link is followed, so that it stays one. Null where there is no file yet. */
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
