import {
  combineFindings,
  type Diagnosis,
  describeStorage,
  type NetworkProgress,
  type NodeFindings,
  readDatabase,
  readKnown,
  requireServable,
} from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'
import { paintMarks, print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { loadConfig, NO_ADDRESS, runWithCheckout } from '../setup/open.ts'
import { listWarnings, readSettings } from '../setup/settings.ts'

export async function doctor(given: Input<'doctor'>): Promise<void> {
  const settings = readSettings(given)
  const { file, database, config, isApp } = settings
  // An app checks its own options when it starts.
  if (file !== null && !isApp) requireServable({ ...config, publicUrl: settings.publicUrl ?? NO_ADDRESS })
  const known = await readDatabase(() => runWithCheckout(given, readKnown))
  // The nodes of a server's own local networks are not asked.
  const diagnosis = await combineFindings(known, isApp ? loadConfig(given) : config)
  const { ok, ...found } = diagnosis
  if (given.json) print(JSON.stringify(found))
  else print(report({ file, database, diagnosis, warnings: listWarnings(settings) }), paintMarks)
  if (!ok) throw new OperatorError('Some checks failed: see above.')
}

function placeLine({ where, chain, read, readTime, final, missed }: NetworkProgress): string {
  if (read === null) return `${where} (${chain}): nothing read yet`
  const left = missed > 0 ? `, ${missed} missed blocks still to read` : ''
  return `${where} (${chain}): read to block ${read} of ${readTime}, final to ${final}${left}`
}

type Looked = {
  readonly file: string | null
  readonly database: string
  readonly diagnosis: Diagnosis
  readonly warnings: readonly string[]
}

function report({ file, database, diagnosis, warnings }: Looked): string {
  const { networks, nodes, keys, wallets, advice } = diagnosis
  const lines = [
    `ok    configuration: ${file ?? 'none: the sandbox runs on local networks, production is off'}`,
    ...warnings.map((text) => `warn  ${text}`),
    diagnosis.database.ok
      ? `ok    database: ${describeStorage(database)}`
      : `BAD   database: ${diagnosis.database.problem}`,
  ]
  const wheres = new Set([...networks, ...nodes].map(({ where }) => where))
  for (const name of wheres) {
    const isHere = ({ where }: { readonly where: string }) => where === name
    lines.push(...networks.filter(isHere).map(placeLine))
    if (!networks.some(isHere)) lines.push(name)
    for (const { lostCoins: text } of networks.filter(isHere))
      if (text !== null) lines.push(findingLine({ ok: false, text }))
    for (const { url, findings } of nodes.filter(isHere)) lines.push(`  ${url}`, ...findings.map(findingLine))
    for (const { address, findings } of keys.filter(isHere))
      lines.push(`  key ${address}`, ...findings.map(findingLine))
    lines.push(...wallets.filter(isHere).map(({ text }) => findingLine({ ok: false, text })))
    lines.push(...advice.filter(isHere).map(({ text }) => `  hint: ${text}`))
  }
  return lines.join('\n')
}

function findingLine({ ok, warning, text }: NodeFindings['findings'][number]): string {
  if (!ok) return `    BAD   ${text}`
  return `    ${warning ? 'warn' : 'ok  '}  ${text}`
}
