/**
 * Characters that change a terminal's display: controls except tab and line feed, and marks that change text direction.
 */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** Makes untrusted text safe for a terminal: `\u001b` replaces an escape. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
