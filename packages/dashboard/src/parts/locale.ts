/** The first of the browser's tags that is of a language, for numbers and times. Some systems have tags that are none. */
export function pickLocale(tags: readonly string[], language: string): string {
  return tags.find((tag) => tag.startsWith(language) && isTag(tag)) ?? language
}

/** `en-US@posix` is what Chromium says on some systems, and every format refuses it. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
