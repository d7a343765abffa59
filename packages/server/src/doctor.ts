import { inspectNodes, type NodeFindings } from '@crypto-checkout/core'
import { withCheckout } from './open.ts'
import { readSettings } from './settings.ts'
import { type Command, OperatorError, parseOptions } from './usage.ts'

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary: 'Check the configuration against the world, and say what to do.',
  async run(words) {
    const { values } = parseOptions(words, { json: 'boolean' })
    const settings = readSettings(values)
    const merchants = await withCheckout(values, ({ context }) =>
      context.db.selectFrom('merchants').select('id').execute(),
    )
    const nodes = await inspectNodes(settings.config)
    if (values.json) console.log(JSON.stringify({ database: { ok: true, merchants: merchants.length }, nodes }))
    else console.log(report(settings.file, settings.database, nodes))
    if (nodes.some((node) => node.findings.some((finding) => !finding.ok))) {
      throw new OperatorError('Some things are not right yet: see above.')
    }
  },
}

function report(file: string | null, database: string, nodes: readonly NodeFindings[]): string {
  const lines = [
    `ok    configuration: ${file ?? 'none: the sandbox runs on local networks, production is off'}`,
    `ok    database: ${database}`,
  ]
  for (const node of nodes) {
    lines.push(`${node.where}, ${node.url}`)
    for (const finding of node.findings) lines.push(`  ${finding.ok ? 'ok  ' : 'BAD '}  ${finding.text}`)
  }
  return lines.join('\n')
}
