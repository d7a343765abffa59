import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { freighterAsModule } from './scripts/freighter.ts'
import { walletConnect } from './scripts/walletconnect.ts'

/**
 * Scripts that are loaded later change their names with their content, so that no element of one release loads that of another. The
 * compiler writes its modules into the same folder, so that it cannot be emptied.
 */
const withoutOldScripts: Plugin = {
  name: 'without-old-scripts',
  writeBundle({ dir = '' }, bundle) {
    const old = readdirSync(dir).filter((name) => /^(crypto-)?checkout-.+\.(js|txt)$/.test(name) && !(name in bundle))
    for (const name of old) rmSync(join(dir, name))
  },
}

/** Line breaks, indentation and comments in templates and stylesheets are for who reads the source. */
const withoutIndentation: Plugin = {
  name: 'without-indentation',
  enforce: 'pre',
  transform: (code, id) =>
    /\/(widget\/src|payer-ui\/src)\/.*\.ts$/.test(id)
      ? code.replace(/`[^`]*`/g, (template) => {
          const text = template.replace(/\/\*.*?\*\//gs, '').replace(/\n\s*/g, ' ')
          return STYLESHEET.test(id) ? text.replace(/ ?([{};]) /g, '$1').replace(/: /g, ':') : text
        })
      : null,
}

/** Not their commas: `replaceLightDark` reads them. */
const STYLESHEET = /styles\.ts$|\.css\.ts$/

/** Names a script by its texts: `de` has a payment's, `wallet-de` the wallet panel's. `wallet-panel` has English itself. */
function nameScript(name: string, moduleIds: readonly string[]): string {
  // Two scripts share it.
  if (moduleIds.some((id) => id.includes('/@stellar/freighter-api/')) && name === 'index.min') return 'freighter-api'
  const [, tag = '', content = ''] =
    /\/languages\/(\w+)\/(payment|wallet|gasless|claim|email|link|exchange)\.ts\b/.exec(moduleIds.join()) ?? []
  const ownName = tag === '' || tag === 'en' ? name : tag
  const isNamed = ['', 'payment'].includes(content) || ownName.startsWith(`${content}-`)
  return isNamed ? ownName : `${content}-${ownName}`
}

/**
 * A build of the element. What it loads later is named `checkout-…`. A script of languages alone is the same in each
 * build; the others take what they share with the element from the one of their own build, which their prefix names.
 */
export function buildElement(name: string, entry: string, prefix: string, plugins: Plugin[]): UserConfig {
  return {
    publicDir: false,
    plugins: [freighterAsModule, withoutIndentation, walletConnect(), ...plugins],
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
      lib: { entry: { [name]: entry }, formats: ['es'] },
      rolldownOptions: {
        // Later scripts take from the element what they share with it, so the element stays one script.
        preserveEntrySignatures: 'allow-extension',
        // WalletConnect is built within the build: that takes its time.
        checks: { bundlerTimings: false, pluginTimings: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames({ moduleIds, name }) {
            const isLanguage = moduleIds.every((id) => id.includes('/languages/'))
            return `checkout-${isLanguage ? '' : prefix}${nameScript(name, moduleIds)}-[hash].js`
          },
          minify: true,
          // They are for bundlers, which take the modules for npm.
          comments: { annotation: false },
          // The element is one script: nothing that later scripts share with it is split off.
          codeSplitting: { groups: [{ name, tags: ['$initial'] }] },
        },
      },
    },
  }
}

/** The script for a script tag, with everything in it. The modules for npm come from the compiler. */
export default defineConfig(buildElement('crypto-checkout', 'src/crypto-checkout.ts', '', [withoutOldScripts]))
