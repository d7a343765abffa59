import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findSection, findStep, formatSection, insertSection, parseNote, readNotes } from './notes.ts'
import { ROOT } from './packages.ts'

const note = (kind: string, text: string) => parseNote('a.md', `---\nkind: ${kind}\n---\n\n${text}\n`)

test('the notes that wait for a release can be read', () => {
  for (const { file, text } of readNotes(join(ROOT, 'changes'))) {
    expect(text, file).toMatch(/^[A-Z`[]/)
    // In the change log they stand at the root.
    for (const [, path = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)/g)) {
      expect(existsSync(join(ROOT, path)), `${path} in ${file}`).toBe(true)
    }
  }
})

test('a section lists the notes by their kinds, what users have to change first', () => {
  const notes = [note('fixed', 'One.'), note('breaking', 'Two.\n\n- three'), note('fixed', 'Four.')]
  expect(formatSection('0.2.0', '2026-12-01', notes)).toBe(
    '## 0.2.0 (2026-12-01)\n\n### What you have to change\n\n- Two.\n\n  - three\n\n### Fixed\n\n- One.\n- Four.',
  )
})

test('the newest section comes first, and is found again', () => {
  const log = insertSection(
    '# Change log\n\nWords.\n\n## 0.1.0 (2026-11-22)\n\n- First.\n',
    '## 0.2.0 (2026-12-01)\n\n- New.',
  )
  expect(log).toBe('# Change log\n\nWords.\n\n## 0.2.0 (2026-12-01)\n\n- New.\n\n## 0.1.0 (2026-11-22)\n\n- First.\n')
  expect(findSection(log, '0.2.0')).toBe('- New.')
  expect(findSection(log, '0.1.0')).toBe('- First.')
  expect(() => findSection(log, '0.1')).toThrow('CHANGELOG.md has no section of 0.1: run npm run release.')
})

test('the greatest change decides about the version', () => {
  expect(findStep([note('fixed', 'One.'), note('security', 'Two.')])).toBe('patch')
  expect(findStep([note('fixed', 'One.'), note('added', 'Two.')])).toBe('minor')
  expect(findStep([note('breaking', 'One.'), note('added', 'Two.')])).toBe('major')
})

test.each([
  [
    'Text alone.',
    'changes/a.md must begin with ---, kind: breaking or security or added or changed or fixed, and ---.',
  ],
  ['---\nkind: adde\n---\nText.', 'changes/a.md: the kind adde is unknown: did you mean added?'],
  ['---\nkind: fixed\n---\n \n', 'changes/a.md has no text: say what users notice.'],
])('the note %j is refused', (content, message) => {
  expect(() => parseNote('a.md', content)).toThrow(message)
})
