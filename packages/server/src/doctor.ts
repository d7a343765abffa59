import { inspectNodes, type NetworkState, type NodeFindings } from '@crypto-checkout/core'
import { withCheckout } from './open.ts'
import { readSettings } from './settings.ts'
import { type Command, OperatorError, parseOptions } from './usage.ts'

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary: 'Check the configuration against the world, and say what to do.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const settings = readSettings(values)
    const { merchants, networks } = await withCheckout(values, async (checkout) => ({
      merchants: await checkout.context.db.selectFrom('merchants').select('id').execute(),
      networks: (await checkout.networks()).map(placeOf),
    }))
    const nodes = await inspectNodes(settings.config)
    if (values.json) {
      console.log(JSON.stringify({ database: { ok: true, merchants: merchants.length }, networks, nodes }))
    } else console.log(report(settings.file, settings.database, networks, nodes))
    if (nodes.some((node) => node.findings.some((finding) => !finding.ok))) {
      throw new OperatorError('Some things are not right yet: see above.')
    }
  },
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

function report(
  file: string | null,
  database: string,
  networks: readonly Place[],
  nodes: readonly NodeFindings[],
): string {
  const lines = [
    `ok    configuration: ${file ?? 'none: the sandbox runs on local networks, production is off'}`,
    `ok    database: ${database}`,
  ]
  for (const place of networks) {
    lines.push(placeLine(place))
    for (const node of nodes.filter(({ where }) => where === place.where)) {
      lines.push(`  ${node.url}`)
      for (const finding of node.findings) lines.push(`    ${finding.ok ? 'ok  ' : 'BAD '}  ${finding.text}`)
    }
  }
  return lines.join('\n')
}
