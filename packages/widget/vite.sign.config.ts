import { defineConfig } from 'vite'

/** The script of the page where merchants sign refunds: by itself, so that the element's scripts are divided as before. */
export default defineConfig({
  publicDir: false,
  build: {
    target: ['safari16.4', 'ios16.4', 'chrome100', 'edge100', 'firefox101'],
    outDir: 'dist',
    emptyOutDir: false,
    lib: { entry: { 'crypto-checkout-sign': 'src/sign.ts' }, formats: ['es'] },
    rolldownOptions: { output: { entryFileNames: '[name].js', minify: true } },
  },
})
