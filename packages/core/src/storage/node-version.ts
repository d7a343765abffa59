/**
 * Returns a sentence about the needed Node if this one has no SQLite that the storage can use, else null. This file
 * imports nothing, so it loads on every Node. An import of `node:sqlite` ends the process before it can say why.
 */
export function explainOldNode(): string | null {
  // Node before 20.16 has no such function.
  const sqlite: typeof import('node:sqlite') | undefined = process.getBuiltinModule?.('node:sqlite')
  if (sqlite !== undefined && 'setReturnArrays' in sqlite.StatementSync.prototype) return null
  return `Crypto Checkout needs Node.js 22.16 or later, or 24 or later. This is ${process.version}.`
}
