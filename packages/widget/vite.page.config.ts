import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { buildElement } from './vite.config.ts'

/** Parts that the page has itself, or never needs: decision 63. */
const replaced = [
  './card-styles.ts',
  './embed-place.ts',
  './events.ts',
  './link-place.ts',
  './payment-code.ts',
  './usage-place.ts',
]

const partsOfPage: Plugin = {
  name: 'parts-of-page',
  enforce: 'pre',
  resolveId: (source) => (replaced.includes(source) ? join(import.meta.dirname, 'src/page-parts.ts') : null),
}

/** The script of the hosted page, with the element. */
export default defineConfig(buildElement('checkout-page', 'src/page.ts', 'page-', [partsOfPage]))
