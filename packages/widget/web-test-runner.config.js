import chromium from '@sparticuz/chromium'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { chromeLauncher } from '@web/test-runner-chrome'

/** These tests have no relay, so its client is a script that cannot be loaded. */
const withoutWalletConnect = {
  name: 'without-walletconnect',
  resolveImport: ({ source }) => (source.startsWith('@walletconnect/') ? '/walletconnect.js' : undefined),
  serve: ({ path }) =>
    path === '/walletconnect.js' ? { body: "throw new TypeError('offline')", type: 'js' } : undefined,
}

// biome-ignore lint/style/noDefaultExport: the runner reads the default
export default {
  files: 'src/**/*.browser.test.ts',
  nodeResolve: { exportConditions: ['browser', 'production'] },
  concurrency: 1,
  testFramework: { config: { timeout: 10_000 } },
  plugins: [withoutWalletConnect, esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()),
        args: ['--no-sandbox', '--disable-gpu'],
      },
    }),
  ],
}
