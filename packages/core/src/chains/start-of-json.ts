/** Values nested deeper are left out. */
const MAX_DEPTH = 8

/**
 * The first characters of a JSON value as text. It visits only the parts that it writes. A node can send megabytes, or
 * a thousand nested lists, which `JSON.stringify` cannot write.
 */
export function writeStartOfJson(value: unknown, length: number): string {
  let text = ''

  function write(part: unknown, depth: number): void {
    if (text.length >= length) return
    if (typeof part === 'string') text += JSON.stringify(part.slice(0, length - text.length))
    else if (typeof part !== 'object' || part === null) text += String(part)
    else if (depth === MAX_DEPTH) text += '...'
    else if (Array.isArray(part)) writeItems(part, depth)
    else writeFields(part as Record<string, unknown>, depth)
  }

  function writeItems(items: readonly unknown[], depth: number): void {
    text += '['
    for (const [index, item] of items.entries()) {
      if (text.length >= length) return
      if (index > 0) text += ','
      write(item, depth + 1)
    }
    text += ']'
  }

  function writeFields(fields: Record<string, unknown>, depth: number): void {
    text += '{'
    let isFirst = true
    for (const name in fields) {
      if (text.length >= length) return
      if (!isFirst) text += ','
      isFirst = false
      write(name, depth)
      text += ':'
      write(fields[name], depth + 1)
    }
    text += '}'
  }

  write(value, 0)
  return text.slice(0, length)
}
