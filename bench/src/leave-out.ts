import { registerHooks } from 'node:module'
import { type Part, parts } from './parts.ts'

/** Leaves a part out of the core, which must not be loaded yet. An empty name leaves nothing out. */
export function leaveOut(wanted: string): void {
  if (wanted !== '') editSource(findPart(wanted))
}

export function findPart(wanted: string): Part {
  const part = parts.find(({ name }) => name === wanted)
  if (!part) throw new Error(`there is no part ${wanted}`)
  return part
}

/** Edits a file of the core as it is loaded. */
export function editSource({ file, edit: [text, without] }: Pick<Part, 'file' | 'edit'>): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/packages/core/src/${file}`)) return loaded
      const source = String(loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source)
      if (source.split(text).length !== 2) throw new Error(`${file} has no single ${text}`)
      return { ...loaded, source: source.replace(text, () => without) }
    },
  })
}
