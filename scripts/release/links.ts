/** A document outside of the repository: links to files that are not beside it become their words. */
export function keepLinksTo(files: readonly string[], text: string): string {
  const link = /\[([^\]]+)\]\((?!https?:|#)([^)]*)\)/g
  return text.replaceAll(link, (whole, words: string, path: string) => (files.includes(path) ? whole : words))
}
