import { join } from 'node:path'
import { defineConfig } from 'vite'
import { freighterAsModule } from './scripts/freighter.ts'

/** The modules for npm: Lit and the QR encoder stay imports, so that an app has each only once. */
export default defineConfig({
  publicDir: false,
  plugins: [freighterAsModule],
  // WalletConnect is the app's to import: a bundler warns of a package that is not installed.
  resolve: {
    alias: [
      {
        find: './load-provider.ts',
        replacement: join(import.meta.dirname, 'src/wallets/walletconnect/app-provider.ts'),
      },
    ],
  },
  build: {
    target: 'es2022',
    outDir: 'dist/esm',
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: {
        'crypto-checkout': 'src/crypto-checkout.ts',
        assets: 'src/assets.ts',
        walletconnect: 'src/walletconnect.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: [/^lit(\/|$)/, /^@walletconnect\//, /^node:/] },
  },
})
