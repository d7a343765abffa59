export default {
  globs: ['src/crypto-checkout.ts'],
  litelement: true,
  quiet: true,
  // It would write into the package.json of whatever folder it is started in.
  packagejson: false,
}
