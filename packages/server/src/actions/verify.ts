import { type NodeAddress, parseEnd, parseTime, type Verification, verifyPayments } from '@crypto-checkout/core'
import { OperatorError, UsageError } from '../command-line/errors.ts'
import { paintMarks, print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { loadConfig, runWithCheckout } from '../setup/open.ts'

export async function verify(given: Input<'verify'>): Promise<void> {
  const { environment, json } = given
  const from = readTime('--from', given.from, parseTime)
  const to = readTime('--to', given.to, parseEnd)
  if (from >= to) throw new UsageError('--from must be before --to.')
  const nodes = [...given.rpc.map(rpcAddress), ...given.horizon.map(horizonAddress)]
  const verified = await runWithCheckout(given, ({ context }) =>
    verifyPayments(context, loadConfig(given), { environment, from, to }, nodes),
  )
  print(json ? JSON.stringify(verified) : report(verified), json ? undefined : paintMarks)
  if (verified.differences.length > 0) throw new OperatorError('Some payments are not on the chain as recorded.')
  if (verified.sent.differences.length > 0)
    throw new OperatorError('Some outgoing payments are not on the chain as recorded.')
  if (verified.unverified.length + verified.sent.unverified.length > 0)
    throw new OperatorError('No node could check some payments, refunds, settlements or relays.')
}

function readTime(option: string, text: string, parse: (text: string) => number | null): number {
  const time = parse(text)
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
