import { defineConfig } from 'vite'
import { freighterAsModule } from './scripts/freighter.ts'

/** The scripts of the page where merchants sign refunds: by themselves, so that the element's are divided as before. */
export default defineConfig({
  publicDir: false,
  plugins: [freighterAsModule],
  build: {
    target: ['safari16.4', 'ios16.4', 'chrome100', 'edge100', 'firefox101'],
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    lib: { entry: { 'crypto-checkout-sign': 'src/sign.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'crypto-checkout-[name]-[hash].js', minify: true },
    },
  },
})
