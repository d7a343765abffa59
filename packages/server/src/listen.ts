import { chmodSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { defaultSecretsAsOperator, eventPatterns, wantsEvent } from '@crypto-checkout/core'
import { type Command, parseEnvironment, parseNumber, parseOptions, print, UsageError } from './command.ts'
import { createInterruptSignal, follow, formatEventLine, warnIfNotServed } from './events.ts'
import { forwardEvent } from './forward.ts'
import { openMerchantOperations, runWithCheckout } from './open.ts'
import { readSettings } from './settings.ts'

/** The name that the client's README uses. */
const VARIABLE = 'WEBHOOK_SECRET'

export const listen: Command = {
  usage:
    'listen --forward-to URL [--environment sandbox|production] [--events a,b] [--from SEQUENCE] [--write-env FILE [--env-name NAME]] [--print-secret]',
  summary:
    'Post the signed events of the first merchant to a URL, for development. --print-secret prints the signing secret and ends.',
  async run(words) {
    const { values } = parseOptions(words, {
      'forward-to': 'string',
      environment: 'string',
      events: 'string',
      from: 'string',
      // Not --env-file: Node takes that option for itself, wherever it stands, and reads the file.
      'write-env': 'string',
      'env-name': 'string',
      'print-secret': 'boolean',
    })
    const environment = parseEnvironment(values.environment)
    const url = values['print-secret'] ? '' : parseUrl(values['forward-to'])
    const patterns = parsePatterns(values.events)
    const from = values.from === undefined ? null : parseNumber('--from', values.from, 1)
    const variable = parseVariable(values['env-name'], values['write-env'])
    await runWithCheckout(values, async (checkout) => {
      if (!values['print-secret']) warnIfNotServed(readSettings(values))
      const { context } = checkout
      const secrets = () => defaultSecretsAsOperator(context, environment)
      const [secret] = await secrets()
      if (variable) writeVariable(variable.file, variable.name, secret)
      if (values['print-secret']) return print(secret)
      const { events } = openMerchantOperations(checkout, environment)
      let place = from === null ? ((await events.list({ limit: 1 })).data[0]?.sequence ?? 0) : from - 1
      const secretSource = variable ? `${variable.name} in ${variable.file}` : 'what listen --print-secret prints'
      print(`Posting ${environment} events to ${url}, from number ${place + 1}. The secret is ${secretSource}.`)
      const stop = createInterruptSignal()
      await follow(events, { place }, stop, async (event) => {
        const answer = (text: string) => print(`${formatEventLine(event)}  ${text}`)
        const wanted = wantsEvent(patterns, event.type)
        const receiver = { url, secrets, now: context.now }
        if (!wanted || (await forwardEvent(event, receiver, stop, { answer, silence: print }))) place = event.sequence
      })
      print(`Stopped. Continue with --from ${place + 1}.`)
    })
  },
}

function parseUrl(text: string | undefined): string {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UsageError('--forward-to must be a URL with http or https and without a password.')
  }
  return url.href
}

function parsePatterns(text = '*'): string[] {
  return text.split(',').map((word) => {
    const pattern = eventPatterns.find((known) => known === word.trim())
    if (!pattern) throw new UsageError(`--events takes ${eventPatterns.join(', ')}, not ${JSON.stringify(word)}.`)
    return pattern
  })
}

function parseVariable(name: string | undefined, file: string | undefined): { file: string; name: string } | null {
  if (file === undefined && name !== undefined) throw new UsageError('--env-name needs --write-env FILE.')
  if (name !== undefined && !/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError('--env-name must be the name of a variable.')
  return file === undefined ? null : { file, name: name ?? VARIABLE }
}

/**
 * Sets a variable in a file such as `.env` and leaves its other lines unchanged. Readers see the old file or the new
 * one, never a mix. The value is a secret: only the owner can read the file, whether it is new or existed before.
 */
export function writeVariable(file: string, name: string, value: string): void {
  const old = readOld(file)
  const text = withVariable(old?.text ?? '', name, value)
  if (text === old?.text) {
    chmodSync(old.path, old.mode & 0o700)
    return
  }
  const target = old?.path ?? file
  const fresh = `${target}.${process.pid}.new`
  writeFileSync(fresh, text, { mode: (old?.mode ?? 0o600) & 0o700, flag: 'wx' })
  renameSync(fresh, target)
}

/** Follows a link, so that it stays a link. Null if the file does not exist yet. */
function readOld(file: string): { path: string; text: string; mode: number } | null {
  try {
    const path = realpathSync(file)
    return { path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function withVariable(text: string, name: string, value: string): string {
  const line = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*)[^\\r\\n]*`, 'gm')
  const changed = text.replace(line, (_, before: string) => before + value)
  if (changed !== text || line.test(text)) return changed
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const gap = text === '' || text.endsWith('\n') ? '' : end
  return `${text}${gap}${name}=${value}${end}`
}
