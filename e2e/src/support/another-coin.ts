/** Preloaded into a process: adds one entry to the catalogue of coins, as a change of that file would. */
import { registerHooks } from 'node:module'

const CATALOGUE = new URL('../../../packages/core/src/domain/catalog/coins.ts', import.meta.url).href
const LAST_ENTRY = /^ {2}DAI: .*$/m

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== CATALOGUE) return loaded
    const source = String(loaded.source)
    if (!LAST_ENTRY.test(source)) throw new Error('the catalogue of coins has no entry DAI')
    return {
      ...loaded,
      source: source.replace(LAST_ENTRY, (entry) => `${entry}\n  PYUSD: { signedTransfers: false },`),
    }
  },
})
