import { UsageError } from '../command-line/errors.ts'

/** The name of a merchant or a key, without blanks around it. */
export function checkName(text: string): string {
  if (!text.trim() || text.length > 100) throw new UsageError('--name must have 1 to 100 characters.')
  return text.trim()
}
