/**
 * Runs before a package is packed or published from its folder. npm leaves `workspace:*` and the paths of sources in
 * the manifest, so its tarball could not be installed. JavaScript, because any Node may run it.
 */
const agent = process.env.npm_config_user_agent ?? ''
if (!agent.startsWith('pnpm/')) {
  console.error(
    'Only pnpm can pack this package: npm would make a tarball that cannot be installed.\n' +
      'In the root of the repository run: npm run release -- --dry-run. It packs all packages into release/.',
  )
  process.exit(1)
}
