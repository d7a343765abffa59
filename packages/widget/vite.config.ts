import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { freighterAsModule } from './scripts/freighter.ts'
import { walletConnect } from './scripts/walletconnect.ts'

/**
 * What is loaded later changes its name with its content, so that no element of one release loads that of another. The
 * compiler writes its modules into the same folder, so that it cannot be emptied.
 */
const withoutOldScripts: Plugin = {
  name: 'without-old-scripts',
  writeBundle({ dir = '' }, bundle) {
    const old = readdirSync(dir).filter((name) => /^crypto-checkout-.+\.js$/.test(name) && !(name in bundle))
    for (const name of old) rmSync(join(dir, name))
  },
}

/** What stands for files of the encoder: bytes are made into one segment, and no mode is searched for. */
const BYTES_ONLY: Readonly<Record<string, string>> = {
  segments: `const ByteData = require('./byte-data')
exports.fromArray = (segments) => segments.map(({ data }) => new ByteData(data))`,
  regex: 'module.exports = {}',
}

/**
 * The encoder looks for the shortest mixture of modes and for the best mask; ours gives it bytes and a mask, and is over
 * 2 kB less with gzip. What is left draws the same code: `qr-path.test.ts` compares the two.
 */
const onlyBytes: Plugin = {
  name: 'only-bytes',
  transform: (code, id) =>
    /\/qrcode\/lib\/core\/mask-pattern\.js$/.test(id)
      ? code.replace(/^exports\.(getPenaltyN\d|getBestMask) = function[\s\S]*?^}$/gm, '')
      : null,
  load: (id) => {
    const [, file = ''] = /\/qrcode\/lib\/core\/(\w+)\.js$/.exec(id) ?? []
    return BYTES_ONLY[file] ?? null
  },
}

/** Line breaks, indentation and comments in templates and stylesheets are for who reads the source. */
const withoutIndentation: Plugin = {
  name: 'without-indentation',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(widget\/src|payer-ui\/src)\/.*\.ts$/.test(id)
      ? code.replace(/`[^`]*`/g, (template) => template.replace(/\/\*.*?\*\//gs, '').replace(/\n\s*/g, ' '))
      : null,
}

/** Names a script by its texts: `de` has a payment's, `wallet-de` the wallet panel's. `wallet-panel` has English itself. */
function nameScript(name: string, moduleIds: readonly string[]): string {
  // Two scripts share it.
  if (moduleIds.some((id) => id.includes('/@stellar/freighter-api/')) && name === 'index.min') return 'freighter-api'
  const [, tag = '', content = ''] =
    /\/languages\/(\w+)\/(payment|wallet|gasless|claim)\.ts\b/.exec(moduleIds.join()) ?? []
  const ownName = tag === '' || tag === 'en' ? name : tag
  const isNamed = ['', 'payment'].includes(content) || ownName.startsWith(`${content}-`)
  return isNamed ? ownName : `${content}-${ownName}`
}

/** The scripts for a script tag, with everything in them. The modules for npm come from the compiler. */
export default defineConfig({
  publicDir: false,
  plugins: [freighterAsModule, onlyBytes, withoutIndentation, withoutOldScripts, walletConnect()],
  // Never Lit's development build, whatever NODE_ENV says.
  resolve: { conditions: ['browser', 'module', 'production'] },
  build: {
    // Those of the README.
    target: ['safari16.4', 'ios16.4', 'chrome100', 'edge100', 'firefox101'],
    outDir: 'dist',
    emptyOutDir: false,
    modulePreload: false,
    reportCompressedSize: true,
    // As a library: otherwise each import is wrapped into a loader of stylesheets, of which there are none.
    lib: {
      entry: { 'crypto-checkout': 'src/crypto-checkout.ts', 'crypto-checkout-page': 'src/page.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      // What a later script shares with the element it takes from the element, which stays one script.
      preserveEntrySignatures: 'allow-extension',
      // WalletConnect is built within the build: that takes its time.
      checks: { bundlerTimings: false, pluginTimings: false },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ moduleIds, name }) => `crypto-checkout-${nameScript(name, moduleIds)}-[hash].js`,
        minify: true,
      },
    },
  },
})
