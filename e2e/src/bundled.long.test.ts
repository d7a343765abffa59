/** An app whose bundler has put the checkout into one file: it is told what to do, and works once it has done so. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

const options = `{ publicUrl: 'http://127.0.0.1:4000', database: 'sqlite::memory:',
  sandbox: { networks: { ethereum: { rpcUrls: ['http://127.0.0.1:9'] } } }, dashboard: true, log: () => {} }`

/** Bundles an app in a folder of the workspace, so that its packages resolve, and runs it. */
async function runBundled(adapter: string, format: 'es' | 'cjs', external: boolean) {
  const data = join(import.meta.dirname, '../data')
  mkdirSync(data, { recursive: true })
  const root = mkdtempSync(join(data, 'bundled-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const entry = join(root, 'app.js')
  writeFileSync(
    entry,
    `import { cryptoCheckout } from '@crypto-checkout/${adapter}'
     const checkout = cryptoCheckout(${options})
     checkout.stop().then(() => console.log('it works'))`,
  )
  const extension = format === 'es' ? 'mjs' : 'cjs'
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: 'out',
      rolldownOptions: {
        external: ['pg-native', ...(external ? [/^@crypto-checkout\//] : [])],
        output: { format, entryFileNames: `app.${extension}`, codeSplitting: false },
      },
    },
  })
  return spawnSync(process.execPath, [join(root, 'out', `app.${extension}`)], { encoding: 'utf8' })
}

const cases = ['fetch', 'express'].flatMap((adapter) =>
  (['es', 'cjs'] as const).map((format) => [adapter, format] as const),
)

test.each(cases)('with %s in a bundle (%s) the error names the cure', async (adapter, format) => {
  const { stderr } = await runBundled(adapter, format, false)
  expect(stderr).toContain('mark @crypto-checkout/* as external')
  expect(stderr).toContain('serverExternalPackages')
})

test.each(cases)('with %s outside of the bundle (%s) the app works', async (adapter, format) => {
  const { stdout, stderr } = await runBundled(adapter, format, true)
  expect([stdout, stderr]).toEqual(['it works\n', ''])
})
