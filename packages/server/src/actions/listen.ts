import { defaultSecretsAsOperator, wantsEvent } from '@crypto-checkout/core'
import { UsageError } from '../command-line/errors.ts'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { writeVariables } from '../setup/env-file.ts'
import { openMerchantOperations, runWithCheckout } from '../setup/open.ts'
import { readSettings } from '../setup/settings.ts'
import { createInterruptSignal, follow, formatEventLine, warnIfNotServed } from './follow.ts'
import { forwardEvent } from './forward.ts'

/** The name that the client's README uses. */
const VARIABLE = 'WEBHOOK_SECRET'

export async function listen(given: Input<'listen'>): Promise<void> {
  const { environment, merchant, printSecret, from, events: patterns = ['*'] } = given
  const url = printSecret ? '' : parseUrl(given.forwardTo)
  const variable = parseVariable(given.envName, given.writeEnv)
  await runWithCheckout(given, async (checkout) => {
    if (!printSecret) warnIfNotServed(readSettings(given))
    const { context } = checkout
    const secrets = () => defaultSecretsAsOperator(context, environment, merchant)
    const [secret] = await secrets()
    if (variable) writeVariables(variable.file, { [variable.name]: secret })
    if (printSecret) return print(secret)
    const { events } = openMerchantOperations(checkout, { environment, merchant })
    let place = from === undefined ? ((await events.list({ limit: 1 })).data[0]?.sequence ?? 0) : from - 1
    const secretSource = variable ? `${variable.name} in ${variable.file}` : 'what listen --print-secret prints'
    print(`Posting ${environment} events to ${url}, from number ${place + 1}. The secret is ${secretSource}.`)
    const stop = createInterruptSignal()
    await follow(events, { place }, stop, async (event) => {
      const answer = (text: string) => print(`${formatEventLine(event)}  ${text}`)
      const wanted = wantsEvent(patterns, event.type)
      const receiver = { url, secrets, now: context.now }
      if (!wanted || (await forwardEvent(event, receiver, stop, { answer, silence: (text) => print(text) })))
        place = event.sequence
    })
    print(`Stopped. Continue with --from ${place + 1}.`)
  })
}

function parseUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--forward-to is missing: where to post the events.')
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new UsageError('--forward-to must be a URL with http or https and without a password.')
  }
  return url.href
}

function parseVariable(name: string | undefined, file: string | undefined): { file: string; name: string } | null {
  if (file === undefined && name !== undefined) throw new UsageError('--env-name needs --write-env FILE.')
  if (name !== undefined && !/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError('--env-name must be the name of a variable.')
  return file === undefined ? null : { file, name: name ?? VARIABLE }
}
