/** The checkout without a part that exists for speed: `server-without.ts PART DATABASE`. An empty part leaves nothing out. */
import { registerHooks } from 'node:module'
import { parts } from './parts.ts'

const [wanted = ''] = process.argv.splice(2, 1)
const part = parts.find(({ name }) => name === wanted)
if (wanted !== '' && !part) throw new Error(`there is no part ${wanted}`)

if (part) {
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
await import('./checkout-server.ts')
