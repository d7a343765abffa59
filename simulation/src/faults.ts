import { NodeError } from '../../packages/core/src/chains/node-error.ts'
import type { Distortion, ScriptedNode } from '../../packages/core/src/testing/scripted-node.ts'
import type { Random } from './dice.ts'

/** Faults by which one node of three is outvoted. */
export const lies = ['behind', 'forgetful', 'blind', 'inventive'] as const
/** Faults that any node may have at any time: they cost time, and nothing else. */
export const troubles = [
  'right',
  'right',
  'right',
  'silent',
  'flaky',
  'busy',
  'garbled',
  'littered',
  'foreign',
  'stammering',
  'narrow',
  'unsure',
  'deaf',
  'deaf',
] as const
export type Fault = (typeof lies)[number] | (typeof troubles)[number]

/** Sets how a node answers from now on. */
export function injectFault(node: ScriptedNode, fault: Fault, dice: Random): void {
  node.lag = fault === 'behind' ? dice.between(1, 4) : 0
  node.distortion = fault === 'right' || fault === 'behind' ? null : distortions[fault](dice)
}

const noAnswer = () => new NodeError('unreachable', 'no answer came in time', { timedOut: true })

const distortions: Record<Exclude<Fault, 'right' | 'behind'>, (dice: Random) => Distortion> = {
  silent: () => () => {
    throw noAnswer()
  },
  flaky: (dice) => (_method, _params, answer) => {
    if (dice.percent(30)) throw noAnswer()
    return answer()
  },
  busy: (dice) => (_method, _params, answer) => {
    if (dice.percent(50)) throw new NodeError('busy', 'too many requests', { retryAfterMs: 2_000 })
    return answer()
  },
  garbled: (dice) => (method, _params, answer) => {
    const value = answer()
    if (!dice.percent(40) || method === 'eth_sendRawTransaction') return value
    if (method === 'eth_getBlockByNumber' && dice.percent(20)) return null
    return dice.one<unknown>(['<html>', {}, { number: '0x' }, 7])
  },
  littered: () => onLogs((logs) => [...logs, ...logs.flatMap(unreadable)]),
  foreign: () => onLogs((logs) => [...logs, ...logs.flatMap(ofOthers)]),
  stammering: () => onLogs((logs) => [...logs, ...logs].reverse()),
  forgetful: (dice) => onLogs((logs) => logs.filter(() => dice.percent(50))),
  blind: () => onLogs(() => []),
  inventive: () => onLogs((logs) => [...logs, ...logs.map(invented)]),
  narrow:
    () =>
    (method, [filter], answer) => {
      if (method !== 'eth_getLogs') return answer()
      const { fromBlock, toBlock } = filter as { fromBlock?: string; toBlock?: string }
      if (Number(toBlock) - Number(fromBlock) > 1) throw new NodeError('too_much', 'the range is too wide')
      return answer()
    },
  unsure:
    () =>
    (method, [filter], answer) =>
      method === 'eth_getBlockByNumber' && filter === 'finalized' ? null : answer(),
  /** It accepts the transaction, but the response is lost. */
  deaf: () => (method, _params, answer) => {
    const value = answer()
    if (method === 'eth_sendRawTransaction') throw noAnswer()
    return value
  },
}

type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly transactionHash: string
  readonly logIndex: string
}

function onLogs(change: (logs: readonly Log[]) => readonly object[]): Distortion {
  return (method, _params, answer) => {
    const value = answer()
    return method === 'eth_getLogs' ? change(value as Log[]) : value
  }
}

function unreadable(log: Log): object[] {
  return [
    { ...log, logIndex: '0x91', data: '0x' },
    { ...log, logIndex: '0x92', topics: log.topics.slice(0, 2) },
    { ...log, logIndex: '0x93', data: `${log.data}${'00'.repeat(32)}` },
  ]
}

/** Logs that were not requested, some of which would pay a payment. */
function ofOthers(log: Log): object[] {
  return [
    { ...log, logIndex: '0x94', address: '0x00000000000000000000000000000000000000fa' },
    { ...log, logIndex: '0x95', removed: true },
    { ...log, logIndex: '0x96', topics: [`0x${'5a'.repeat(32)}`, ...log.topics.slice(1)] },
  ]
}

/** A transfer that never happened. */
function invented(log: Log): object {
  const transactionHash = `0x${'d1'.repeat(8)}${log.transactionHash.slice(18)}`
  return { ...log, transactionHash, logIndex: '0x99' }
}
