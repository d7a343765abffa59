import { type NodeAddress, parseEnd, parseTime, type Verification, verifyPayments } from '@crypto-checkout/core'
import { type Command, OperatorError, parseEnvironment, parseOptions, print, UsageError } from './command.ts'
import { loadConfig, runWithCheckout } from './open.ts'

export const verify: Command = {
  usage:
    'verify --from DATE --to DATE [--environment sandbox|production] [--rpc NETWORK=URL ...] [--horizon URL ...] [--json]',
  summary:
    'Check every payment completed in a period, and every refund, settlement and relay, against the chain, with each node separately. Print the differences.',
  async run(words) {
    const texts = { from: 'string', to: 'string', environment: 'string' } as const
    const { values } = parseOptions(words, { ...texts, rpc: 'strings', horizon: 'strings', json: 'boolean' })
    const environment = parseEnvironment(values.environment)
    const from = timeOf('--from', values.from, parseTime)
    const to = timeOf('--to', values.to, parseEnd)
    if (from >= to) throw new UsageError('--from must be before --to.')
    const nodes = [...(values.rpc ?? []).map(rpcAddress), ...(values.horizon ?? []).map(horizonAddress)]
    const verified = await runWithCheckout(values, ({ context }) =>
      verifyPayments(context, loadConfig(values), { environment, from, to }, nodes),
    )
    print(values.json ? JSON.stringify(verified) : report(verified))
    if (verified.differences.length > 0) throw new OperatorError('Some payments are not on the chain as recorded.')
    if (verified.sent.differences.length > 0)
      throw new OperatorError('Some outgoing payments are not on the chain as recorded.')
    if (verified.unverified.length + verified.sent.unverified.length > 0)
      throw new OperatorError('No node could check some payments, refunds, settlements or relays.')
  },
}

function timeOf(option: string, text: string | undefined, parse: (text: string) => number | null): number {
  const time = text === undefined ? null : parse(text)
  if (time === null) throw new UsageError(`${option} must be a date or time such as 2026-11-21 (ISO 8601).`)
  return time
}

const RPC = /^([a-z][a-z0-9-]*)=(https?:\/\/.+)$/

function rpcAddress(text: string): NodeAddress {
  const [, network, url] = RPC.exec(text) ?? []
  if (!network || !url) throw new UsageError('--rpc must be as ethereum=https://...: a configured network, and a URL.')
  return { network, kind: 'rpc', url }
}

function horizonAddress(url: string): NodeAddress {
  if (!/^https?:\/\//.test(url)) throw new UsageError('--horizon must be a URL with http or https.')
  return { network: 'stellar', kind: 'horizon', url }
}

function report({ payments, nodes, differences, unverified, sent }: Verification): string {
  const lines = [`${payments} payments were completed in this period.`]
  for (const { network, url, confirmed, unknown, reason } of nodes) {
    const wrong = differences.filter((one) => one.url === url && one.network === network).length
    const cannot = unknown === 0 ? '' : `; it cannot check ${unknown}: ${reason}`
    lines.push(`${wrong === 0 ? 'ok ' : 'BAD'} ${network}, ${url}: ${confirmed} as recorded, ${wrong} not${cannot}`)
  }
  for (const { paymentId, url, recorded, told, transfers } of differences) {
    const [was, is] = [recorded, told].map(({ status, received }) => `${status} with ${received}`)
    lines.push(`${paymentId}: recorded as ${was}, but ${url} says ${is}`)
    lines.push(...transfers.map(({ hash, text }) => `    ${hash} ${text}`))
  }
  lines.push(...unverified.map((id) => `${id}: no node can check it`))
  const { refunds, sweeps, relays } = sent
  lines.push(`${refunds} refunds, ${sweeps} swept deposits and ${relays} relays ended in this period.`)
  for (const { kind, id, url, hash, text } of sent.differences) {
    lines.push(`BAD ${kind} ${id} ${text}, by ${url}${hash === null ? '' : ` in ${hash}`}`)
  }
  lines.push(...sent.unverified.map(({ kind, id }) => `${kind} ${id}: no node can check it`))
  return lines.join('\n')
}
