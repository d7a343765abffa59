/** Runs the code of documents. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The code blocks of a document in one language. */
export function readSnippets(document: string, language: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../..', document), 'utf8')
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))
  return [...blocks].map(([, code = '']) => code)
}

/** A block of code in a document. `index`: how many blocks of this language are before it. */
export function readSnippet(document: string, index: number, language = 'ts'): string {
  const code = readSnippets(document, language)[index]
  if (code === undefined) throw new Error(`${document} has no such block`)
  return code
}

/** Runs code with its own imports and the variables that it takes for granted. Returns one that it declares. */
export async function runSnippet(code: string, given: Readonly<Record<string, unknown>>, name: string) {
  const data = join(import.meta.dirname, '../../data')
  mkdirSync(data, { recursive: true })
  // Inside the workspace, so that its packages resolve.
  const folder = mkdtempSync(join(data, 'snippet-'))
  const file = join(folder, 'snippet.ts')
  const imports = code.match(/^import .*\n/gm) ?? []
  const body = imports.reduce((rest, line) => rest.replace(line, ''), code)
  const parameters = Object.keys(given).join(', ')
  writeFileSync(file, `${imports.join('')}export async function run({ ${parameters} }) {\n${body}return ${name}\n}\n`)
  try {
    const { run } = (await import(file)) as { run(given: object): Promise<unknown> }
    return await run(given)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
