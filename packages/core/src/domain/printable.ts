/** Characters that change what a terminal shows: controls but tab and line feed, and marks that turn the direction of text. */
const UNPRINTABLE = /[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** A text that others may have written, as a terminal can be given it: `\u001b` in the place of an escape. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
