import { defineConfig } from 'vite'
import { freighterAsModule } from './scripts/freighter.ts'

/** The scripts of the pages of refunds, links, the till and the verifier of receipts: by themselves, so that the element's are divided as before. */
export default defineConfig({
  publicDir: false,
  plugins: [freighterAsModule],
  build: {
    target: ['safari16.4', 'ios16.4', 'chrome100', 'edge100', 'firefox101'],
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    lib: {
      entry: {
        'checkout-copy': 'src/copy-reference.ts',
        'checkout-refund': 'src/refund-address.ts',
        'checkout-sign': 'src/sign.ts',
        'checkout-till': 'src/till.ts',
        'checkout-verify': 'src/verify-receipt.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'checkout-[name]-[hash].js', minify: true },
    },
  },
})
