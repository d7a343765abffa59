/**
 * Refuses an ES module into which a bundler has put this package and can load nothing of Node.js from it, as esbuild makes
 * them. This file imports nothing, so it is read before what would fail without a word about the cure.
 */
// In a module that was not bundled there is no `require`. Bundlers put their own in its place.
if (typeof require === 'function') {
  try {
    require('node:fs')
  } catch (cause) {
    const text =
      'A bundler has put @crypto-checkout/core into an ES module that cannot load Node.js modules. Keep the packages out of ' +
      'the bundle. esbuild: --external:@crypto-checkout/*. Other bundlers: mark @crypto-checkout/* as external.'
    throw Object.assign(new Error(text, { cause }), { code: 'CORE_BUNDLED' })
  }
}
