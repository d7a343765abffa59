/** Bundles the panel for Medusa's dashboard, as `medusa plugin:build` does. Everything else is built by the compiler. */
import { plugin } from '@medusajs/admin-bundler'

await plugin({ root: import.meta.dirname, outDir: '.medusa/server' })
