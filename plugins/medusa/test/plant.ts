/** Plants the mistake that `CHECKOUT_MISTAKE` names in the plug-in that this process loads. Its places must exist once. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { mistakes } from './mistakes.ts'

const BUILT = new URL('../.medusa/server/src/', import.meta.url)

const mistake = mistakes.find(({ name }) => name === process.env.CHECKOUT_MISTAKE)
if (!mistake) throw new Error(`there is no mistake ${process.env.CHECKOUT_MISTAKE}`)
const sources = new Map<string, string>()
for (const [file, find, replace] of mistake.changes) {
  const { href } = new URL(file, BUILT)
  const source = sources.get(href) ?? readFileSync(new URL(href), 'utf8')
  const places = source.split(find).length - 1
  if (places !== 1) throw new Error(`${file} has ${places} places for the mistake "${mistake.name}", not one: ${find}`)
  sources.set(
    href,
    source.replace(find, () => replace),
  )
}
registerHooks({
  load(url, context, nextLoad) {
    // Medusa may add a query.
    const source = sources.get(url.replace(/\?.*$/, ''))
    const result = nextLoad(url, context)
    return source === undefined ? result : { ...result, source }
  },
})
