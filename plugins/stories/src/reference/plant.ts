import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { mistakes } from './mistakes.ts'

/** Plants a mistake in the shop that is loaded from now on. Throws unless its place exists exactly once. */
export function plantMistake(name: string): void {
  const mistake = mistakes.find((one) => one.name === name)
  if (!mistake) throw new Error(`there is no mistake ${name}: ${mistakes.map((one) => one.name).join(', ')}`)
  const url = new URL('shop.ts', import.meta.url).href
  let source = readFileSync(new URL(url), 'utf8')
  for (const [find, replace] of mistake.changes) {
    const places = source.split(find).length - 1
    if (places !== 1) throw new Error(`shop.ts has ${places} places for the mistake "${name}", not one: ${find}`)
    source = source.replace(find, () => replace)
  }
  registerHooks({
    load(loaded, context, nextLoad) {
      const result = nextLoad(loaded, context)
      return loaded === url ? { ...result, source } : result
    },
  })
}
