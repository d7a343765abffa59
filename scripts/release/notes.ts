/** Change notes: `changes/*.md`, one for each change that users notice, until a release moves them to CHANGELOG.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suggestName } from '@crypto-checkout/api-types'
import { ReleaseError } from './refusal.ts'
import type { Step } from './versions.ts'

type Kind = { readonly heading: string; readonly step: Step }

/** In the order of the change log. */
const KINDS: Readonly<Record<string, Kind>> = {
  breaking: { heading: 'What you have to change', step: 'major' },
  security: { heading: 'Security', step: 'patch' },
  added: { heading: 'Added', step: 'minor' },
  changed: { heading: 'Changed', step: 'minor' },
  fixed: { heading: 'Fixed', step: 'patch' },
}

export type Note = { readonly file: string; readonly kind: string; readonly text: string }

/** The notes of a folder, by their names. Throws ReleaseError for one that cannot be read. */
export function readNotes(folder: string): Note[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  return files.toSorted().map((file) => parseNote(file, readFileSync(join(folder, file), 'utf8')))
}

/** `kind: added` between two lines of `---`, then the text. */
export function parseNote(file: string, content: string): Note {
  const [, head = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(content) ?? []
  const [, kind] = /^kind: (\S+)$/.exec(head.trim()) ?? []
  if (kind === undefined) {
    throw new ReleaseError(`changes/${file} must begin with ---, kind: ${Object.keys(KINDS).join(' or ')}, and ---.`)
  }
  if (!Object.hasOwn(KINDS, kind)) {
    throw new ReleaseError(`changes/${file}: the kind ${kind} is unknown: ${suggestName(kind, Object.keys(KINDS))}`)
  }
  if (text.trim() === '') throw new ReleaseError(`changes/${file} has no text: say what users notice.`)
  return { file, kind, text: text.trim() }
}

/** Finds the step that the notes together make of the version. */
export function findStep(notes: readonly Note[]): Step {
  const steps = new Set(notes.map(({ kind }) => KINDS[kind]?.step))
  if (steps.has('major')) return 'major'
  return steps.has('minor') ? 'minor' : 'patch'
}

/** The section of a version in the change log. `date`: YYYY-MM-DD. */
export function formatSection(version: string, date: string, notes: readonly Note[]): string {
  const parts = Object.entries(KINDS).flatMap(([kind, { heading }]) => {
    const items = notes
      .filter((note) => note.kind === kind)
      .map(({ text }) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`)
    return items.length === 0 ? [] : [`### ${heading}\n\n${items.join('\n')}`]
  })
  return [`## ${version} (${date})`, ...parts].join('\n\n')
}

/** The change log with a new section above the others. */
export function insertSection(log: string, section: string): string {
  const first = log.search(/^## /m)
  const end = first === -1 ? log.length : first
  return `${log.slice(0, end).trimEnd()}\n\n${section}\n\n${log.slice(end)}`.trimEnd().concat('\n')
}

/** The section of a version, without its heading. Throws ReleaseError if the change log has none. */
export function findSection(log: string, version: string): string {
  const section = log.split(/^## /m).find((text) => text.startsWith(`${version} `) || text.startsWith(`${version}\n`))
  if (section === undefined) throw new ReleaseError(`CHANGELOG.md has no section of ${version}: run npm run release.`)
  return section.slice(section.indexOf('\n')).trim()
}
