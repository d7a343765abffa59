import { defineConfig } from 'vite'

/** The dashboard: a page, its scripts and styles. Every name but those of the page and its icon changes with the content. */
export default defineConfig({
  // The page's base element says where it is mounted.
  base: './',
  // Never Lit's development build, whatever NODE_ENV says.
  resolve: { conditions: ['browser', 'module', 'production'] },
  build: {
    target: ['safari17', 'ios17', 'chrome120', 'edge120', 'firefox121'],
    // Beside it the compiler writes the module that reads these files.
    outDir: 'dist/site',
    emptyOutDir: true,
    // The files that each page needs: scripts/sizes.ts reads it.
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
  },
})
