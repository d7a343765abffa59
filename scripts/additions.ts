/**
 * `npm run additions`: adds a field, an event and a coin to copies of the last commit by the documented steps, and counts the files that were
 * changed by hand. `npm run additions -- NAME` does one of them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Addition, Edit } from './additions/addition.ts'
import { coin } from './additions/coin.ts'
import { event } from './additions/event.ts'
import { field } from './additions/field.ts'
import { copyWorkspace, type Workspace } from './additions/workspace.ts'

const TEST = 'packages/core/src/addition.test.ts'

export const additions: readonly Addition[] = [field, event, coin]

/** Adds it to a copy, where it has to compile and to work. Returns the files that were changed by hand. */
export function tryAddition({ edits, scripts, test }: Addition): readonly string[] {
  const workspace = copyWorkspace()
  try {
    for (const edit of edits) applyEdit(workspace, edit)
    const changed = workspace.run('git', 'status', '--porcelain', '--untracked-files=all')
    for (const script of scripts) workspace.run('npm', 'run', '--silent', script)
    writeFileSync(join(workspace.root, TEST), test)
    workspace.run('npx', 'tsc', '-b')
    workspace.run('npx', 'vitest', 'run', '--project', 'core', TEST)
    return changed
      .trimEnd()
      .split('\n')
      .map((line) => line.slice('?? '.length))
  } finally {
    workspace.remove()
  }
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
  for (const one of additions) {
    if (wanted.length === 0 || wanted.includes(one.name)) printCount(one, tryAddition(one))
  }
}
