/**
 * From an empty folder with a release to a completed payment, by the documents alone: their commands and their files, in
 * the order in which they stand there. Managers take packages of others from their caches. Needs the folder `release`.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const POLL_MS = 100
const LONGEST_MS = 300_000
const VARIABLES = { npm_config_prefer_offline: 'true', npm_config_yes: 'true', NEXT_TELEMETRY_DISABLED: '1' }
const PNPM = 'pnpm() { npx --prefer-offline pnpm@12.21.0 "$@"; }\n'

type Way = {
  readonly name: string
  /** Ends by itself. */
  readonly prepare: readonly string[]
  readonly files?: readonly (readonly [name: string, code: string])[]
  /** Goes on until it is stopped. */
  readonly start: string
  /** Makes a payment and pays it. By default the page that `start` prints is opened, and its button pressed. */
  readonly pay?: string
}

/** Prints a row for each way to install a release. */
export async function benchInstalls(): Promise<void> {
  if (!existsSync(join(ROOT, 'release/INSTALL.md'))) throw new Error('first run: npm run release -- --dry-run')
  console.log(
    '| from an empty folder to a completed payment | commands | seconds | of these, installing |\n|---|---|---|---|',
  )
  for (const way of listWays()) {
    const { installed, completed } = await measureWay(way)
    const commands = way.prepare.length + (way.pay === undefined ? 1 : 2)
    console.log(`| ${way.name} | ${commands} | ${completed.toFixed(0)} | ${installed.toFixed(0)} |`)
  }
}

function listWays(): Way[] {
  const [npx = [], npm = [], pnpm = []] = readCommands('docs/installing.md')
  const readme = readSection('README.md', 'In an Express app')
  const [, shop = ''] = /^```js\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const [prepare = []] = listCommands(readme)
  const buy = "curl -fs -o /dev/null -w '%{redirect_url}' -X POST http://127.0.0.1:4000/buy"
  return [
    { name: '`npx`', prepare: npx.slice(0, -1), start: npx.at(-1) ?? '' },
    { name: 'npm', prepare: npm.slice(0, -1), start: npm.at(-1) ?? '' },
    { name: 'pnpm', prepare: pnpm.slice(0, -1), start: pnpm.at(-1) ?? '' },
    { name: 'Express, by README.md', prepare, files: [['shop.mjs', shop]], start: 'node shop.mjs', pay: buy },
    readRecipe('Express', 'Frameworks with middleware'),
    readRecipe('Hono', 'Frameworks with Request and Response'),
    readRecipe('Next.js', 'Frameworks with Request and Response'),
  ]
}

/** A recipe of docs/frameworks.md, with the options for a first payment that the document gives. */
function readRecipe(name: string, shared: string): Way {
  const document = 'docs/frameworks.md'
  const [begin = []] = readCommands(document)
  const [install = []] = listCommands(readSection(document, name))
  const first = readSection(document, 'A first payment')
  const [, start = 'node app.js'] =
    new RegExp(`^\\| ${name.replace('.', '\\.')} \\| \`(.+)\` \\|$`, 'm').exec(first) ?? []
  const [[pay = ''] = []] = listCommands(first)
  const files = [
    ...readFiles(readSection(document, shared)),
    ...readFiles(first),
    ...readFiles(readSection(document, name)),
  ]
  const tried = files.map(([file, code]) => {
    if (file !== 'checkout.js') return [file, code] as const
    return [
      file,
      `import { options } from './options.js'\n${code.replace(/cryptoCheckout\(\{[\s\S]*?^ *\}\)$/m, 'cryptoCheckout(options)')}`,
    ] as const
  })
  return { name: `${name}, by ${document}`, prepare: [...begin, ...install], files: tried, start, pay }
}

async function measureWay({ prepare, files = [], start, pay }: Way) {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-installs-'))
  cpSync(join(ROOT, 'release'), join(folder, 'release'), { recursive: true })
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  let app: ChildProcess | null = null
  try {
    for (const command of prepare) await runShell(command, folder)
    const installed = seconds()
    for (const [name, code] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), code)
    }
    const started = startShell(start, folder)
    app = started.process
    const page = await started.find(pay === undefined ? /Pay a first payment +(\S+)[\s\S]*^listening on/m : /^/)
    const paid = pay === undefined ? page : await retry(() => runShell(pay, folder))
    if (paid.startsWith('http')) await pressButton(paid)
    return { installed, completed: seconds() }
  } finally {
    if (app?.pid !== undefined && app.exitCode === null) {
      process.kill(-app.pid, 'SIGTERM')
      await once(app, 'exit')
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function runShell(command: string, cwd: string): Promise<string> {
  const env = { ...process.env, ...VARIABLES }
  return (await promisify(execFile)('sh', ['-e', '-c', PNPM + command], { cwd, env })).stdout
}

/** Starts a command in a group of its own. `find` waits until it has printed something. */
function startShell(command: string, cwd: string) {
  const env = { ...process.env, ...VARIABLES }
  const child = spawn('sh', ['-c', PNPM + command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const find = (pattern: RegExp) =>
    retry(async () => {
      const [, found = ''] = pattern.exec(printed) ?? fail(printed)
      return found
    })
  return { process: child, find }
}

/** Presses the test button of a payment's page, and waits until the payment is completed. */
async function pressButton(page: string): Promise<void> {
  const pressed = await fetch(`${page}/test/exact`, { method: 'POST', redirect: 'manual' })
  if (pressed.status !== 303) throw new Error(`the button of ${page} answers with ${pressed.status}`)
  await retry(async () => {
    const { status } = (await (await fetch(`${page}/status`)).json()) as { status: string }
    return status === 'completed' ? status : fail(status)
  })
}

/** A reader, too, tries again until the app listens. */
async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + LONGEST_MS; ; await sleep(POLL_MS)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
  }
}

function fail(text: string): never {
  throw new Error(text)
}

/** The commands of each block of a document. */
function readCommands(document: string): string[][] {
  return listCommands(readFileSync(join(ROOT, document), 'utf8'))
}

function listCommands(text: string): string[][] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block.trimEnd().split('\n'))
}

function readSection(document: string, heading: string): string {
  const [, section = fail(`${document} has no section ${heading}`)] = readFileSync(join(ROOT, document), 'utf8').split(
    `\n## ${heading}\n`,
  )
  return section.split(/^## /m)[0] ?? ''
}

/** The files of a section: each block of code begins with the file's name. */
function readFiles(section: string): [name: string, code: string][] {
  return [...section.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code])
}
