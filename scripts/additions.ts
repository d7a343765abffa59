/**
 * `npm run additions`: adds a field, an event and a coin to a copy of the last commit by the documented steps, and counts
 * the files that were changed by hand for each. `npm run additions -- NAME` does one of them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Addition, Edit } from './additions/addition.ts'
import { coin } from './additions/coin.ts'
import { event } from './additions/event.ts'
import { field } from './additions/field.ts'
import { copyWorkspace, type Workspace } from './additions/workspace.ts'

const TESTS = 'packages/core/src/addition'

export const additions: readonly Addition[] = [field, event, coin]

/** Adds them to a copy, where they have to compile and to work. Returns the files that were changed by hand for each. */
export function tryAdditions(chosen: readonly Addition[]): ReadonlyMap<Addition, readonly string[]> {
  const workspace = copyWorkspace()
  try {
    const changed = new Map(chosen.map((one) => [one, applyEdits(workspace, one)]))
    for (const script of new Set(chosen.flatMap(({ scripts }) => scripts)))
      workspace.run('npm', 'run', '--silent', script)
    for (const { name, test } of chosen) writeFileSync(join(workspace.root, `${TESTS}-${name}.test.ts`), test)
    workspace.run('npx', 'tsc', '-b')
    workspace.run('npx', 'vitest', 'run', '--project', 'core', TESTS)
    return changed
  } finally {
    workspace.remove()
  }
}

/** Returns the files that were changed. */
function applyEdits(workspace: Workspace, { edits }: Addition): readonly string[] {
  for (const edit of edits) applyEdit(workspace, edit)
  const changed = workspace.run('git', 'ls-files', '--modified', '--others', '--exclude-standard')
  // The next addition counts its own changes.
  workspace.run('git', 'add', '--all')
  return changed.trimEnd().split('\n')
}

function applyEdit({ root }: Workspace, { path, before, text }: Edit): void {
  const file = join(root, path)
  if (before === undefined) writeFileSync(file, text, { flag: 'wx' })
  else writeFileSync(file, insertText(readFileSync(file, 'utf8'), { path, before, text }))
}

/** Throws an error if there is no such place, or several. */
function insertText(whole: string, { path, before, text }: Required<Edit>): string {
  const parts = whole.split(before)
  if (parts.length === 2) return parts.join(text + before)
  throw new Error(`${path} has ${parts.length - 1} places with ${JSON.stringify(before)}, not one`)
}

function printCount({ adds, goal }: Addition, files: readonly string[]): void {
  console.log(`${files.length <= goal ? ' ' : '!'} ${adds}: ${files.length} files by hand  (goal: ${goal})`)
  for (const path of files) console.log(`    ${path}`)
}

if (import.meta.main) {
  const wanted = process.argv.slice(2)
  const unknown = wanted.find((name) => !additions.some((one) => one.name === name))
  if (unknown !== undefined) throw new Error(`no addition ${unknown}: ${additions.map(({ name }) => name).join(', ')}`)
  const chosen = additions.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const [one, files] of tryAdditions(chosen)) printCount(one, files)
}
