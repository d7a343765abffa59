/** A release in an empty Next.js project, with the files of the recipe in docs/frameworks.md. It is built, and takes a payment. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PublicPayment } from '@crypto-checkout/api-types'
import { findFreePort } from '@crypto-checkout/core/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createWallet, HTTP_POLL_MS, pollUntil } from '../support/harness.ts'
import { installProject, packRelease, run, runCommands, WORKSPACE } from '../support/release.ts'

const SLOW_MS = 600_000
const DOCUMENT = readFileSync(join(WORKSPACE, 'docs/frameworks.md'), 'utf8')

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

/** The files of a section: each block of code begins with the file's name. */
function readFiles(heading: string): [name: string, code: string][] {
  const [, section = ''] = DOCUMENT.split(`\n## ${heading}\n`)
  const blocks = (section.split(/^## /m)[0] ?? '').matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)
  return [...blocks].map(([, name = '', code = '']) => [name, code])
}

/** It creates a payment, as a shop's own route does. */
const BUY = `import { getCheckout } from '../../checkout.js'

export const dynamic = 'force-dynamic'

export async function POST() {
  const terms = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' }
  return Response.json(await getCheckout().sandbox.payments.create({ ...terms, merchantWallet: '${createWallet()}' }))
}
`

test(
  'a payment is completed in Next.js',
  async () => {
    const folder = await installProject(await packRelease(), {
      manager: 'npm',
      others: ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1'],
    })
    await runCommands('npm pkg set type=module', folder)
    const origin = `http://127.0.0.1:${await findFreePort()}`
    const files = [...readFiles('Frameworks with Request and Response'), ...readFiles('Next.js')]
    expect(files.map(([name]) => name)).toContain('app/checkout/[...path]/route.js')
    for (const [name, code] of [...files, ['app/buy/route.js', BUY] as const]) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      const local = code
        .replace('https://shop.example.com', origin)
        .replace(/production: \{.*\},\n/, "sandbox: 'local',\n    log: () => {},\n")
      writeFileSync(join(folder, name), local)
    }
    const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
    await run('npx', ['--no-install', 'next', 'build'], folder, env)
    const program = join(folder, 'node_modules/next/dist/bin/next')
    const next = spawn(process.execPath, [program, 'start', '-H', '127.0.0.1', '-p', new URL(origin).port], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => next.once('exit', resolve))
    onTestFinished(async () => {
      next.kill('SIGTERM')
      await ended
    })

    const { url } = await pollUntil(
      async () => {
        const answer = await fetch(`${origin}/buy`, { method: 'POST' }).catch(() => null)
        return (answer?.ok ? await answer.json() : {}) as { url?: string }
      },
      (payment) => payment.url !== undefined,
      HTTP_POLL_MS,
    )
    expect(url).toContain(`${origin}/checkout/pay/`)
    const page = await fetch(String(url), { headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' } })
    expect(await page.text()).toContain('<crypto-checkout')
    expect((await fetch(`${origin}/checkout/crypto-checkout.js`)).status).toBe(200)
    expect((await fetch(`${url}/test/exact`, { method: 'POST', redirect: 'manual' })).status).toBe(303)
    const readStatus = async () => (await (await fetch(`${url}/status`)).json()) as PublicPayment
    expect(await pollUntil(readStatus, ({ status }) => status === 'completed', HTTP_POLL_MS)).toMatchObject({
      status: 'completed',
    })
  },
  SLOW_MS,
)
