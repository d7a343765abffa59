import {
  type Advice,
  describeStorage,
  inspectKeys,
  inspectNodes,
  type KeyFindings,
  keysThatAreWallets,
  listAdvice,
  type NetworkState,
  type NodeFindings,
  type UnknownSends,
  unknownSends,
} from '@crypto-checkout/core'
import type { Given } from '../command-line/command.ts'
import { OperatorError } from '../command-line/errors.ts'
import { paintMarks, print } from '../command-line/output.ts'
import type * as table from '../commands/server.ts'
import { runWithCheckout } from '../setup/open.ts'
import { readSettings } from '../setup/settings.ts'

export async function doctor(given: Given<typeof table.doctor>): Promise<void> {
  const settings = readSettings(given)
  const { merchants, networks, wrong, problem } = await readDatabase(given)
  const { config, file, database } = settings
  const [nodes, inspected] = await Promise.all([inspectNodes(config), inspectKeys(config)])
  const keys = inspected.map((key) => withWrong(key, wrong))
  const advice = listAdvice(config)
  if (given.json) {
    const shown = problem === null ? { ok: true, merchants } : { ok: false, problem }
    print(JSON.stringify({ database: shown, networks, nodes, keys, advice }))
  } else print(report({ file, database, problem, networks, nodes, keys, advice }), paintMarks)
  const hasLost = networks.some(({ lostCoins }) => lostCoins !== null)
  const isBad = [...nodes, ...keys].some(({ findings }) => findings.some((finding) => !finding.ok))
  if (problem !== null || hasLost || isBad) throw new OperatorError('Some checks failed: see above.')
}

type Known = {
  readonly merchants: number
  readonly networks: readonly Place[]
  readonly wrong: readonly WrongKey[]
  /** Why the database cannot be used; null if it can. */
  readonly problem: string | null
}

/** Reads the database. A damaged, incompatible or unreachable database is a finding: it does not end the command. */
async function readDatabase(flags: Parameters<typeof runWithCheckout>[0]): Promise<Known> {
  try {
    return await runWithCheckout(flags, async (checkout) => ({
      merchants: (await checkout.context.db.selectFrom('merchants').select('id').execute()).length,
      networks: (await checkout.networks()).map(placeOf),
      // Nodes that do not answer are reported separately below.
      wrong: [...(await unknownSends(checkout.context)), ...(await keysThatAreWallets(checkout.context))],
      problem: null,
    }))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!(error instanceof Error) || !DATABASE_CODES.test(code)) throw error
    return { merchants: 0, networks: [], wrong: [], problem: error.message }
  }
}

/** An unusable database, SQLite errors, and failed connections to PostgreSQL. */
const DATABASE_CODES = /^(database_not_usable|ERR_SQLITE_ERROR|ECONN\w+|ENOTFOUND|ETIMEDOUT)$/

/** A problem of a key that the database knows: the key is on hold, or is a merchant's wallet. */
type WrongKey = Pick<UnknownSends, 'where' | 'address' | 'text'>

function withWrong(key: KeyFindings, wrong: readonly WrongKey[]): KeyFindings {
  const own = wrong.filter(({ where, address }) => where === key.where && address === key.address)
  return { ...key, findings: [...key.findings, ...own.map(({ text }) => ({ ok: false, text }))] }
}

/** The network's state from the database. The nodes' state is queried again. */
function placeOf({ environment, network, chain, read, readTime, final, lag, lostCoins }: NetworkState) {
  return { where: `${environment} ${network}`, chain, read, readTime, final, missed: lag.missed, lostCoins }
}
type Place = ReturnType<typeof placeOf>

function placeLine({ where, chain, read, readTime, final, missed }: Place): string {
  if (read === null) return `${where} (${chain}): nothing read yet`
  const left = missed > 0 ? `, ${missed} missed blocks still to read` : ''
  return `${where} (${chain}): read to block ${read} of ${readTime}, final to ${final}${left}`
}

type Looked = {
  readonly file: string | null
  readonly database: string
  readonly problem: string | null
  readonly networks: readonly Place[]
  readonly nodes: readonly NodeFindings[]
  readonly keys: readonly KeyFindings[]
  readonly advice: readonly Advice[]
}

function report({ file, database, problem, networks, nodes, keys, advice }: Looked): string {
  const lines = [
    `ok    configuration: ${file ?? 'none: the sandbox runs on local networks, production is off'}`,
    problem === null ? `ok    database: ${describeStorage(database)}` : `BAD   database: ${problem}`,
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
    lines.push(...advice.filter(isHere).map(({ text }) => `  hint: ${text}`))
  }
  return lines.join('\n')
}

function findingLine({ ok, warning, text }: NodeFindings['findings'][number]): string {
  if (!ok) return `    BAD   ${text}`
  return `    ${warning ? 'warn' : 'ok  '}  ${text}`
}
