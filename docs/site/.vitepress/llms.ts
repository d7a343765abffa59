import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Group = { readonly text: string; readonly items: readonly { readonly text: string; readonly link: string }[] }

/** Writes the list of pages for programs that read documentation, in the form of llmstxt.org. */
export function writeLlmsText(outDir: string, title: string, description: string, groups: readonly Group[]): void {
  const sections = groups.map(({ text, items }) => {
    return `## ${text}\n\n${items.map((item) => `- [${item.text}](${item.link})\n`).join('')}`
  })
  writeFileSync(join(outDir, 'llms.txt'), `# ${title}\n\n> ${description}\n\n${sections.join('\n')}`)
}
