import {
  describeStorage,
  inspectKeys,
  inspectNodes,
  type KeyFindings,
  keysThatAreWallets,
  type NetworkState,
  type NodeFindings,
  type UnknownSends,
  unknownSends,
} from '@crypto-checkout/core'
import { withCheckout } from './open.ts'
import { print } from './print.ts'
import { readSettings } from './settings.ts'
import { type Command, OperatorError, parseOptions } from './usage.ts'

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary: 'Check the configuration against the world, and say what to do.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const settings = readSettings(values)
    const { merchants, networks, wrong } = await withCheckout(values, async (checkout) => ({
      merchants: await checkout.context.db.selectFrom('merchants').select('id').execute(),
      networks: (await checkout.networks()).map(placeOf),
      // Of nodes that do not answer more is said below.
      wrong: [...(await unknownSends(checkout.context)), ...(await keysThatAreWallets(checkout.context))],
    }))
    const { config, file, database } = settings
    const [nodes, inspected] = await Promise.all([inspectNodes(config), inspectKeys(config)])
    const keys = inspected.map((key) => withWrong(key, wrong))
    if (values.json) {
      print(JSON.stringify({ database: { ok: true, merchants: merchants.length }, networks, nodes, keys }))
    } else print(report({ file, database, networks, nodes, keys }))
    if ([...nodes, ...keys].some(({ findings }) => findings.some((finding) => !finding.ok))) {
      throw new OperatorError('Some things are not right yet: see above.')
    }
  },
}

/** What the database says of a key: that it is on hold, or a merchant's wallet. */
type WrongKey = Pick<UnknownSends, 'where' | 'address' | 'text'>

function withWrong(key: KeyFindings, wrong: readonly WrongKey[]): KeyFindings {
  const own = wrong.filter(({ where, address }) => where === key.where && address === key.address)
  return { ...key, findings: [...key.findings, ...own.map(({ text }) => ({ ok: false, text }))] }
}

/** What the database knows of a network; how its nodes do is asked anew. */
function placeOf({ environment, network, chain, read, readTime, final, lag }: NetworkState) {
  return { where: `${environment} ${network}`, chain, read, readTime, final, missed: lag.missed }
}
type Place = ReturnType<typeof placeOf>

function placeLine({ where, chain, read, readTime, final, missed }: Place): string {
  if (read === null) return `${where} (${chain}): nothing is read yet`
  const left = missed > 0 ? `, ${missed} missed blocks are to be read` : ''
  return `${where} (${chain}): read to block ${read} of ${readTime}, final to ${final}${left}`
}

type Looked = {
  readonly file: string | null
  readonly database: string
  readonly networks: readonly Place[]
  readonly nodes: readonly NodeFindings[]
  readonly keys: readonly KeyFindings[]
}

function report({ file, database, networks, nodes, keys }: Looked): string {
  const lines = [
    `ok    configuration: ${file ?? 'none: the sandbox runs on local networks, production is off'}`,
    `ok    database: ${describeStorage(database)}`,
  ]
  for (const place of networks) {
    const isHere = ({ where }: { readonly where: string }) => where === place.where
    lines.push(placeLine(place))
    for (const { url, findings } of nodes.filter(isHere)) lines.push(`  ${url}`, ...findings.map(findingLine))
    for (const { address, findings } of keys.filter(isHere))
      lines.push(`  key ${address}`, ...findings.map(findingLine))
  }
  return lines.join('\n')
}

function findingLine({ ok, warning, text }: NodeFindings['findings'][number]): string {
  if (!ok) return `    BAD   ${text}`
  return `    ${warning ? 'warn' : 'ok  '}  ${text}`
}
