import { createHash } from 'node:crypto'

/** The source by which a content security policy allows a script or a style that stands in the page itself. */
export function hashForPolicy(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
