import { defineConfig } from 'vite'
import { freighterAsModule } from './scripts/freighter.ts'

/** The modules for npm: Lit and the QR encoder stay imports, so that an app has each only once. */
export default defineConfig({
  publicDir: false,
  plugins: [freighterAsModule],
  build: {
    target: 'es2022',
    outDir: 'dist/esm',
    minify: false,
    reportCompressedSize: false,
    lib: { entry: { 'crypto-checkout': 'src/crypto-checkout.ts', assets: 'src/assets.ts' }, formats: ['es'] },
    rolldownOptions: { external: [/^lit(\/|$)/, /^@walletconnect\//, /^node:/] },
  },
})
