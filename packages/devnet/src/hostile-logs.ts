/** Faults of a node that knows the chain but answers `eth_getLogs` wrongly. */
import { createHash } from 'node:crypto'
import { encodeWord } from './calldata.ts'
import { type Ask, changeResults, type Fault, findBlock, findBlockRange, type LogFilter } from './hostile-fault.ts'
import { formatHex } from './json-rpc.ts'
import { CONTRACTS } from './networks.ts'

type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly logIndex: string
}

/** keccak256 of `Transfer(address,address,uint256)` */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const STRANGER = '0x00000000000000000000000000000000005742a6'
const NEIGHBOURS = 8

/** The requests that a fault affects: ranges only, single blocks by hash only, or both if absent. */
type How = 'by range' | 'by hash'

function strikes(how: How | undefined, filter: LogFilter): boolean {
  return how === undefined || (how === 'by hash') === (filter.blockHash !== undefined)
}

function changesLogs(
  name: string,
  change: (logs: readonly Log[], filter: LogFilter, ask: Ask) => readonly unknown[] | Promise<readonly unknown[]>,
): Fault {
  return changeResults(name, ['eth_getLogs'], (result, _method, [filter], ask) =>
    change(result as Log[], filter as LogFilter, ask),
  )
}

/** Returns each log twice. */
export function duplicatedLogs(): Fault {
  return changesLogs('duplicated logs', (logs) => (logs.length > 0 ? logs.flatMap((log) => [log, log]) : logs))
}

/** Returns the last log first. */
export function reorderedLogs(): Fault {
  return changesLogs('reordered logs', (logs) => (logs.length > 1 ? logs.toReversed() : logs))
}

export type Omission = {
  /** Logs of these transactions, looked up each time; all logs if absent */
  readonly of?: ReadonlySet<string>
  readonly how?: How
  /** Also hides their receipts */
  readonly receipts?: boolean
}

/** Omits logs without an error, under the right block hash. */
export function omittedLogs({ of, how, receipts = false }: Omission = {}): Fault {
  const isOmitted = (hash: string) => of === undefined || of.has(hash)
  const logs = changesLogs('omitted logs', (found, filter) => {
    const rest = strikes(how, filter) ? found.filter((log) => !isOmitted(log.transactionHash)) : found
    return rest.length < found.length ? rest : found
  })
  if (!receipts) return logs
  const ofReceipt = (params: readonly unknown[]) => isOmitted(String(params[0]))
  return {
    name: logs.name,
    applies: (method, params) =>
      logs.applies(method, params) || (method === 'eth_getTransactionReceipt' && ofReceipt(params)),
    answer: async (method, params, ask) =>
      method === 'eth_getLogs' ? logs.answer(method, params, ask) : { result: null },
  }
}

/** Adds the same transfers of another token and to a stranger, and the logs of the surrounding blocks. */
export function foreignLogs(): Fault {
  return changesLogs('foreign logs', async (logs, filter, ask) => {
    const range = await findBlockRange(ask, filter)
    if (!range) return logs
    const [from, to] = [Math.max(0, range[0] - NEIGHBOURS), range[1] + NEIGHBOURS]
    const { blockHash: _, ...rest } = filter
    const reply = await ask('eth_getLogs', [{ ...rest, fromBlock: formatHex(from), toBlock: formatHex(to) }])
    const around = 'result' in reply ? (reply.result as Log[]) : logs
    const strange = around.flatMap((log) => [
      { ...log, address: CONTRACTS.counterfeit.toLowerCase(), logIndex: '0x7d0' },
      { ...log, topics: [TRANSFER, log.topics[1], `0x${encodeWord(STRANGER)}`], logIndex: '0x7d1' },
    ])
    return around.length > 0 ? [...strange, ...around] : logs
  })
}

export type Phantom = {
  readonly to: string
  /** Millionths of a coin */
  readonly amount: bigint
  readonly how?: How
}

/**
 * Adds a USDC transfer that never happened, in the newest block of the first request. Its transaction has no receipt.
 */
export function phantomTransfer({ to, amount, how }: Phantom): Fault {
  let number: number | null = null
  return changesLogs('phantom transfer', async (logs, filter, ask) => {
    const range = await findBlockRange(ask, filter)
    if (!range || !strikes(how, filter) || !asksFor(filter, to)) return logs
    number ??= range[1]
    const block = number >= range[0] && number <= range[1] ? await findBlock(ask, number) : null
    if (!block) return logs
    const phantom: Log = {
      address: CONTRACTS.USDC.toLowerCase(),
      topics: [TRANSFER, `0x${encodeWord(STRANGER)}`, `0x${encodeWord(to)}`],
      data: `0x${encodeWord(amount)}`,
      blockNumber: block.number,
      blockHash: block.hash,
      transactionHash: `0x${createHash('sha256').update(`${to} ${amount}`).digest('hex')}`,
      logIndex: '0xbb8',
    }
    return [...logs, phantom]
  })
}

function asksFor(filter: LogFilter, recipient: string): boolean {
  const recipients = filter.topics?.[2] ?? null
  return recipients === null || [recipients].flat().includes(`0x${encodeWord(recipient)}`)
}

/** Adds logs that no contract can write, or that are not transfers. */
export function malformedLogs(): Fault {
  return changesLogs('malformed logs', (logs) => {
    const broken = logs.flatMap((log) => [
      null,
      'log',
      {},
      [],
      { ...log, topics: log.topics.slice(0, 2) },
      { ...log, topics: [...log.topics, log.topics[2]], data: '0x' },
      { ...log, topics: [...log.topics.slice(0, 2), `0x${'f'.repeat(64)}`] },
      { ...log, topics: null },
      { ...log, data: log.data.slice(0, 40) },
      { ...log, data: '0x' },
      { ...log, data: `${log.data}${log.data.slice(2)}` },
      { ...log, blockNumber: null, blockHash: null },
      { ...log, logIndex: '' },
      { ...log, transactionHash: '0x' },
    ])
    return logs.length > 0 ? [...broken, ...logs] : logs
  })
}

/** Marks every log as removed by a reorganisation. */
export function removedLogs(): Fault {
  return changesLogs('removed logs', (logs) =>
    logs.length > 0 ? logs.map((log) => ({ ...log, removed: true })) : logs,
  )
}
