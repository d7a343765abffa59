import { registerHooks } from 'node:module'
import { parts } from './parts.ts'

/** Leaves a part out of the core, which must not be loaded yet. An empty name leaves nothing out. */
export function leaveOut(wanted: string): void {
  const part = parts.find(({ name }) => name === wanted)
  if (wanted !== '' && !part) throw new Error(`there is no part ${wanted}`)
  if (!part) return
  const [text, without] = part.edit
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/packages/core/src/${part.file}`)) return loaded
      const source = String(loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : loaded.source)
      if (source.split(text).length !== 2) throw new Error(`${part.file} has no single ${text}`)
      return { ...loaded, source: source.replace(text, () => without) }
    },
  })
}
