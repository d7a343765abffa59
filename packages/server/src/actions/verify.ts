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
  if (verified.ledger.differences.length > 0) throw new OperatorError('The ledger and the chain differ.')
  if (verified.unverified.length + verified.sent.unverified.length > 0)
    throw new OperatorError('No node could check some payments, refunds, settlements or relays.')
  if (verified.ledger.unverified > 0) throw new OperatorError('No node could check some entries of the ledger.')
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

function report(verification: Verification): string {
  const { payments, nodes, differences, unverified, sent, ledger } = verification
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
  lines.push(...sent.unverified.map(({ kind, id }) => `${kind} ${id}: no node can check it`), ...reportLedger(ledger))
  return lines.join('\n')
}

type LedgerNode = Verification['ledger']['nodes'][number]

/** Empty in a shop that converts nothing. */
function describeConversions({ conversions, accounts }: Pick<LedgerNode, 'conversions' | 'accounts'>): string {
  return conversions + accounts === 0 ? '' : `${conversions} entries of conversions and ${accounts} accounts, `
}

function reportLedger({ entries, nodes, differences, ...counts }: Verification['ledger']): string[] {
  const lines = [`${entries} entries of the ledger were booked in this period.`]
  for (const { network, url, blocks, unknown, reason, ...same } of nodes) {
    const wrong = differences.filter((one) => one.url === url && one.network === network).length
    const read = blocks ? `${same.transfers} transfers in blocks ${blocks.from} to ${blocks.to}` : 'no blocks were read'
    const cannot = unknown === 0 ? '' : `; it cannot tell ${unknown}: ${reason}`
    const confirmed = `${same.entries} entries, ${same.fees} fees and ${same.deposits} deposits as booked, ${describeConversions(same)}${read}`
    lines.push(`${wrong === 0 ? 'ok ' : 'BAD'} ledger on ${network}, ${url}: ${confirmed}; ${wrong} not${cannot}`)
  }
  for (const { entry, network, url, account, transaction, ledger, chain } of differences) {
    lines.push(`BAD ${entry ?? 'ledger'} on ${network}, ${account}${transaction === null ? '' : `, ${transaction}`}`)
    lines.push(`    the ledger: ${ledger}`, `    ${url ?? 'but'}: ${chain}`)
  }
  if (counts.moreDifferences > 0) lines.push(`${counts.moreDifferences} more differences`)
  for (const [reason, count] of Object.entries(counts.unknown)) lines.push(`${count} not compared: ${reason}`)
  if (counts.unverified > 0) lines.push(`${counts.unverified} entries and deposits: no node can check them`)
  return lines
}
