import { defineConfig } from 'vite'

/** The scripts for a script tag, with everything in them. The modules for npm come from the compiler. */
export default defineConfig({
  publicDir: false,
  // Never Lit's development build, whatever NODE_ENV says.
  resolve: { conditions: ['browser', 'module', 'production'] },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The compiler writes its modules into the same folder.
    emptyOutDir: false,
    modulePreload: false,
    reportCompressedSize: true,
    rolldownOptions: {
      input: { 'crypto-checkout': 'src/crypto-checkout.ts', 'crypto-checkout-page': 'src/page.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'crypto-checkout-[name].js' },
    },
  },
})
