/** Writes what tools and compilers read about the element: its manifest, and types for the templates of frameworks. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameworkTypes } from './framework-types.ts'
import { elementOf, readManifest } from './manifest.ts'

const dist = join(import.meta.dirname, '../dist')
const manifest = await readManifest()
mkdirSync(join(dist, 'types'), { recursive: true })
writeFileSync(join(dist, 'custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`)
for (const [name, text] of Object.entries(frameworkTypes(elementOf(manifest)))) {
  writeFileSync(join(dist, 'types', `${name}.d.ts`), text)
}
