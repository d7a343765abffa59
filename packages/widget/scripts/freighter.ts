import type { Plugin } from 'vite'

const PACKAGE = '/@stellar/freighter-api/'
const NOTICE = '/*! With @stellar/freighter-api by the Stellar Development Foundation, Apache-2.0 */\n'

/**
 * Freighter's script is no module. Made one by the bundler it would share a helper with the element, which would
 * become a file that the element waits for.
 */
export const freighterAsModule: Plugin = {
  name: 'freighter-as-module',
  enforce: 'pre',
  transform: (code, id) =>
    /\/@stellar\/freighter-api\/build\/index\.min\.js$/.test(id)
      ? `const module = { exports: {} }, exports = module.exports
${code}
export const { getNetworkDetails, isConnected, requestAccess, signMessage, signTransaction } = module.exports`
      : null,
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk' && part.moduleIds.some((id) => id.includes(PACKAGE))) part.code = NOTICE + part.code
    }
  },
}
