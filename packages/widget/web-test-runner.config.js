import chromium from '@sparticuz/chromium'
import { esbuildPlugin } from '@web/dev-server-esbuild'
import { chromeLauncher } from '@web/test-runner-chrome'
import { build } from 'vite'

/** `qrcode` is CommonJS, which browsers do not read: the part that is used is built for the tests. */
async function qrcodeModule() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: { write: false, lib: { entry: 'src/testing/qrcode-core.ts', formats: ['es'] } },
  })
  const body = [built].flat()[0].output[0].code
  return {
    name: 'qrcode-module',
    resolveImport: ({ source }) => (source.startsWith('qrcode/') ? '/qrcode-core.js' : undefined),
    serve: ({ path }) => (path === '/qrcode-core.js' ? { body, type: 'js' } : undefined),
  }
}

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
  plugins: [await qrcodeModule(), withoutWalletConnect, esbuildPlugin({ ts: true, target: 'es2022' })],
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: process.env.CHROME_PATH ?? (await chromium.executablePath()),
        args: ['--no-sandbox', '--disable-gpu'],
      },
    }),
  ],
}
