import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

/** A README is the page of its folder. */
export function toPage(document: string): string {
  return document.replace(/README\.md$/, '').replace(/\.md$/, '')
}

type Repository = {
  readonly root: string
  /** The documents of the site, as paths from the root. */
  readonly documents: readonly string[]
}

/** The target of a link in a document: a page of the site, or null for a file that is only in the repository. */
function findPage({ root, documents }: Repository, path: string): string | null {
  if (documents.includes(path)) return `/${toPage(path)}`
  const readme = posix.join(path, 'README.md')
  if (documents.includes(readme)) return `/${toPage(readme)}`
  if (existsSync(join(root, path))) return null
  throw new Error(`${path} is linked, and does not exist`)
}

/** The same for a link as it is written. Links to other sites and within the page stay as they are. */
function resolveLink(repository: Repository, folder: string, href: string): string | null {
  if (/^(?:[a-z]+:|#)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const page = findPage(repository, posix.join(folder, decodeURI(path)).replace(/\/$/, ''))
  return page === null || anchor === undefined ? page : `${page}#${anchor}`
}

/**
 * Documents link to files, as Git hosts show them. On the site a link leads to the page of the document or the folder. A link
 * to another file of the repository becomes plain text.
 */
export function linkPages(markdown: MarkdownRenderer, repository: Repository): void {
  markdown.core.ruler.push('pages', ({ tokens, env }) => {
    const folder = posix.dirname(String(env.path).slice(repository.root.length + 1))
    let isText = false
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') {
        const page = resolveLink(repository, folder, String(token.attrGet('href')))
        isText = page === null
        if (page !== null) token.attrSet('href', page)
      }
      if (isText && /^link_/.test(token.type)) Object.assign(token, { tag: 'span', attrs: null })
    }
  })
}
